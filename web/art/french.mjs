/** Cards of the French pack: marks, aces, and courts with two heads. */

import { card, corners } from "./card.mjs";
import { courts } from "./french-courts.mjs";
import { inkOf, mark, outline } from "./french-suits.mjs";
import { numeral } from "./numerals.mjs";
import { PAPER, element, fill, line, placed, repeated } from "./svg.mjs";

const LETTERS = { 1: "A", 10: "Q", 11: "J", 12: "K" };

const [LEFT, MIDDLE, RIGHT] = [71, 100, 129];
const [TOP, HIGH, CENTRE, LOW, BOTTOM] = [64, 110, 156, 202, 248];

/** The positions of the marks of each number. Those below the centre are upside down. */
const PLACES = {
  2: [[MIDDLE, TOP], [MIDDLE, BOTTOM]],
  3: [[MIDDLE, TOP], [MIDDLE, CENTRE], [MIDDLE, BOTTOM]],
  4: [[LEFT, TOP], [RIGHT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]],
  5: [[LEFT, TOP], [RIGHT, TOP], [MIDDLE, CENTRE], [LEFT, BOTTOM], [RIGHT, BOTTOM]],
  6: [LEFT, RIGHT].flatMap((x) => [[x, TOP], [x, CENTRE], [x, BOTTOM]]),
  7: [
    ...[LEFT, RIGHT].flatMap((x) => [[x, TOP], [x, CENTRE], [x, BOTTOM]]),
    [MIDDLE, HIGH],
  ],
  8: [
    ...[LEFT, RIGHT].flatMap((x) => [[x, TOP], [x, CENTRE], [x, BOTTOM]]),
    [MIDDLE, HIGH],
    [MIDDLE, LOW],
  ],
  9: [
    ...[LEFT, RIGHT].flatMap((x) => [[x, TOP], [x, 125], [x, 187], [x, BOTTOM]]),
    [MIDDLE, CENTRE],
  ],
};

function marks(rank, suit) {
  const places = PLACES[rank].map(([x, y]) => [
    x, y, { scale: rank < 4 ? 1.4 : rank < 7 ? 1.2 : 1.05, turn: y > CENTRE ? 180 : 0 },
  ]);
  return repeated("m", mark(suit), places);
}

/** A large mark with smaller marks inside. */
function ace(suit) {
  const ring = fill("none", outline(suit), { stroke: PAPER, "stroke-width": 1.1 });
  return (
    placed(mark(suit), MIDDLE, CENTRE, { scale: 2.7 }) +
    placed(ring, MIDDLE, CENTRE + (suit === "c" ? -2 : suit === "o" ? 0 : 2), { scale: 2.1 }) +
    line(
      "M66 86C82 76 90 84 100 72 110 84 118 76 134 86M66 226C82 236 90 228 100 240 110 228 118 236 134 226",
      2.4,
      inkOf(suit),
    )
  );
}

/** The rank, and the suit below it. */
function index(rank, suit) {
  const ink = inkOf(suit);
  const sign = element("g", { "stroke-width": 5 }, numeral(LETTERS[rank] ?? rank, ink, PAPER));
  return corners(placed(sign, 12, 15, { scale: 1.05 }) + placed(mark(suit), 23, 68, { scale: 0.62 }));
}

/** The French card that replaces a Spanish card, by the code of the Spanish card. */
export function frenchCard(rank, suit) {
  const drawing = rank === 1 ? ace(suit) : rank < 10 ? marks(rank, suit) : courts(rank, suit);
  return card(drawing, index(rank, suit));
}
