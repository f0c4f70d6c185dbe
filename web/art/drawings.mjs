/** All pictures of the page, by their paths under `public/`. */

import { card, frame, ranks } from "./card.mjs";
import { caballos } from "./caballos.mjs";
import { frenchCard } from "./french.mjs";
import { backs, favicon, frenchSuitMark, icon, slot, suitMark } from "./back-and-icons.mjs";
import { GESTURES, gesture } from "./gestures.mjs";
import { largeFrenchCard, largeSpanishCard } from "./large.mjs";
import { reyes } from "./reyes.mjs";
import { sotas } from "./sotas.mjs";
import { pips } from "./spanish-pips.mjs";

export const SUITS = ["o", "c", "e", "b"];
export const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

const PINTAS = { o: 0, c: 1, e: 2, b: 3 };
const FRENCH_LETTERS = { 1: "A", 10: "Q", 11: "J", 12: "K" };
const FIGURES = { 10: sotas, 11: caballos, 12: reyes };

function spanishCard(rank, suit) {
  const drawing = FIGURES[rank]?.[suit]() ?? pips(rank, suit);
  return card(drawing, ranks(rank), frame(PINTAS[suit]));
}

/** The text of each file by its path, always in the same order. */
export function drawings() {
  const files = new Map();
  for (const suit of SUITS) {
    for (const rank of RANKS) {
      files.set(`cards/spanish/${rank}${suit}.svg`, spanishCard(rank, suit));
      files.set(`cards/french/${rank}${suit}.svg`, frenchCard(rank, suit));
      const figure = FIGURES[rank]?.[suit]();
      files.set(`cards/spanish-large/${rank}${suit}.svg`, largeSpanishCard(rank, suit, PINTAS[suit], figure));
      files.set(`cards/french-large/${rank}${suit}.svg`, largeFrenchCard(FRENCH_LETTERS[rank] ?? rank, suit));
    }
    files.set(`suits/${suit}.svg`, suitMark(suit));
    files.set(`suits/french/${suit}.svg`, frenchSuitMark(suit));
  }
  for (const [name, back] of Object.entries(backs())) files.set(`cards/${name}.svg`, back);
  for (const name of GESTURES) files.set(`gestures/${name}.svg`, gesture(name));
  files.set("cards/slot.svg", slot());
  files.set("favicon.svg", favicon());
  files.set("icons/icon.svg", icon(false));
  files.set("icons/maskable.svg", icon(true));
  return files;
}
