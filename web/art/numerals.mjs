/** Numerals and letters for the corners, as strokes in a box of 20 by 32, so that no font is needed. */

import { element, line, placed } from "./svg.mjs";

const STROKES = {
  0: "M10 1C3 1 1 9 1 16s2 15 9 15 9-8 9-15S17 1 10 1Z",
  1: "M4 7 11 1v30M5 31h12",
  2: "M2 9C2 4 6 1 10 1c5 0 8 3 8 8C18 17 6 22 2 31h17v-4",
  3: "M2 5V1h15L9 12.5c6 0 10 4 10 9.5s-4 9-9 9c-4 0-7-2-9-5",
  4: "M14 31V1L1 22h19M10 31h8",
  5: "M17 1H5L3.5 14c2-2 4-3 6.5-3 5 0 9 4 9 10s-4 10-10 10c-3 0-6-1.5-8-4",
  6: "M16 2C7 4 1 12 1 21c0 6 4 10 9 10s9-4 9-9-4-9-9-9-8 3-9 8",
  7: "M1 6V1h18C13 10 9 19 8 31M6 16.5h11",
  8: "M10 1C5 1 2.5 4 2.5 7.5S6 14 10 15.5s9 3.5 9 8S15 31 10 31s-9-3-9-7.5S6 17 10 15.5 17.5 11 17.5 7.5 15 1 10 1Z",
  9: "M4 30c9-2 15-10 15-19C19 5 15 1 10 1S1 5 1 10s4 9 9 9 8-3 9-8",
  A: "M1 31h6M4 31 10 1l6 30M13 31h6M6 21h8",
  J: "M7 1h10M13 1v22c0 5-3 8-7 8-3 0-5-2-5-5",
  Q: "M10 1C3 1 1 9 1 16s2 15 9 15 9-8 9-15S17 1 10 1ZM8 22c4 0 6 4 11 10",
  K: "M1 1h7M4.5 1v30M1 31h7M13 1h6M17 1 4.5 19M9 13l8 18M13 31h6",
};

const WIDTHS = { 1: 13 };
const GAP = 6;

/** A rank with its top left corner at (0, 0). The halo separates it from the drawing below. */
export function numeral(rank, ink, paper) {
  let x = 0;
  const strokes = [...String(rank)].map((sign) => {
    const width = WIDTHS[sign] ?? 20;
    const stroke = placed(line(STROKES[sign]), x - (20 - width) / 2, 0);
    x += width + GAP;
    return stroke;
  });
  const written = (width, stroke) => element("g", { "stroke-width": width, stroke }, strokes);
  return written(12, paper) + written(5.2, ink);
}
