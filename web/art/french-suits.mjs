/** The four French suits, each around (0, 0) and about 40 units high. */

import { fill } from "./svg.mjs";

const BLACK = "#221a20";
const CRIMSON = "#c02a2e";

const OUTLINES = {
  e: "M0-21C4-12 19-4 19 7 19 16 8 19 2.5 11 3 16 5 19 8 21H-8C-5 19-3 16-2.5 11-8 19-19 16-19 7-19-4-4-12 0-21Z",
  c: "M0 20C-4 11-20 2-20-9-20-21-5-22 0-11 5-22 20-21 20-9 20 2 4 11 0 20Z",
  o: "M0-22C5-13 10-6 17 0 10 6 5 13 0 22-5 13-10 6-17 0-10-6-5-13 0-22Z",
  b: "M0-21C9-21 12-11 6-5 14-10 20-4 19 3 18 11 7 13 2.5 6 3 14 5 18 8 21H-8C-5 18-3 14-2.5 6-7 13-18 11-19 3-20-4-14-10-6-5-12-11-9-21 0-21Z",
};

export const inkOf = (suit) => (suit === "c" || suit === "o" ? CRIMSON : BLACK);

/** The mark of a suit in its own ink, without an outline. */
export const mark = (suit) => fill(inkOf(suit), OUTLINES[suit], { stroke: "none" });

/** The outline of a mark, without filling. */
export const outline = (suit) => OUTLINES[suit];
