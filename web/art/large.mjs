/** Packs with large ranks and suits, to read on a phone and from afar. */

import { card, frame } from "./card.mjs";
import { frenchSuit, spanishSuit } from "./back-and-icons.mjs";
import { inkOf } from "./french-suits.mjs";
import { numeral } from "./numerals.mjs";
import { INK, PAPER, placed } from "./svg.mjs";

const RANK = { x: 24, y: 26, scale: 2.7 };
const SUIT = { x: 112, y: 218, scale: 2.1 };
const FIGURE = { x: 64, y: 118, scale: 0.6 };
const MARK_OF_FIGURE = { x: 46, y: 160, scale: 0.95 };

const at = (drawing, { x, y, scale }) => placed(drawing, x, y, { scale });

/** A Spanish card: the rank, and the suit or the figure below it. */
export function largeSpanishCard(rank, suit, gaps, figure) {
  const rankDrawing = at(numeral(rank, INK, PAPER), rank < 10 ? RANK : { ...RANK, scale: 2.3 });
  const below = figure
    ? at(figure, FIGURE) + at(spanishSuit(suit), MARK_OF_FIGURE)
    : at(spanishSuit(suit), SUIT);
  return card(below, rankDrawing, frame(gaps));
}

/** A French card: the rank in the colour of its suit, and the suit below it. */
export function largeFrenchCard(letter, suit) {
  return card(at(frenchSuit(suit), { ...SUIT, scale: 2.9 }), at(numeral(letter, inkOf(suit), PAPER), RANK));
}
