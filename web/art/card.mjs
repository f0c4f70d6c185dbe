/** The parts that all cards share: paper, frame, and the ranks in the corners. */

import { numeral } from "./numerals.mjs";
import { BLUE, INK, PAPER, d, element, file, line, placed } from "./svg.mjs";

export const WIDTH = 200;
export const HEIGHT = 312;

const ROUND = 14;
const FRAME = 11;
const GAP = 13; // width of a gap of the frame: three pixels on a card that is 60 pixels wide

/** A file with the paper of a card and what is drawn on it. */
export function card(...drawing) {
  const paper = element("rect", {
    x: 1,
    y: 1,
    width: WIDTH - 2,
    height: HEIGHT - 2,
    rx: ROUND,
    fill: PAPER,
    "stroke-width": 1.4,
  });
  return file(WIDTH, HEIGHT, paper, ...drawing);
}

/**
 * The frame of a Spanish card. The number of gaps at the top and bottom shows the suit, even if only the edge is visible:
 * none for oros, one for copas, two for espadas and three for bastos.
 */
export function frame(gaps) {
  const [left, right, top, bottom, round] = [FRAME, WIDTH - FRAME, FRAME, HEIGHT - FRAME, 8];
  const step = 28;
  const starts = Array.from({ length: gaps }, (_, at) => WIDTH / 2 + (at - (gaps - 1) / 2) * step);
  const across = (y) => {
    const edges = [left + round, ...starts.flatMap((x) => [x - GAP / 2, x + GAP / 2]), right - round];
    let path = "";
    for (let at = 0; at < edges.length; at += 2) path += d`M${edges[at]} ${y}H${edges[at + 1]}`;
    return path;
  };
  const sides =
    d`M${left + round} ${bottom}Q${left} ${bottom} ${left} ${bottom - round}V${top + round}Q${left} ${top} ${left + round} ${top}` +
    d`M${right - round} ${top}Q${right} ${top} ${right} ${top + round}V${bottom - round}Q${right} ${bottom} ${right - round} ${bottom}`;
  return element("g", { "stroke-linecap": "butt" }, line(sides + across(top) + across(bottom), 3.4, BLUE));
}

/** A drawing at the top left, and upside down at the bottom right. */
export function corners(drawing) {
  return drawing + placed(drawing, WIDTH, HEIGHT, { turn: 180 });
}

/** The rank of a Spanish card in two corners. */
export function ranks(rank) {
  return corners(placed(numeral(rank, INK, PAPER), 17.5, 19, { scale: rank < 10 ? 1.12 : 0.9 }));
}
