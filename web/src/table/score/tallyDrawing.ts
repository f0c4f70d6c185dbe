/** Points drawn as in the region: matches in squares, stones in piles, coins on lines, beans in a heap. */

import type { TableInfo } from "../../server/schema";

type TallyStyle = Pick<TableInfo, "counters" | "pile_size" | "stacks" | "worth_behind" | "most_points">;

/** A counter on the table. The unit is the size of a counter. */
export type Piece =
  | { readonly shape: "match"; readonly from: Point; readonly to: Point }
  | { readonly shape: "round"; readonly at: Point };

export type Point = readonly [x: number, y: number];

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly Piece[];
}

const FIVE = 5; // the counters of a group that people can count at a glance
const SIDE = 2; // length of a match
const GAP = 1.6; // between the malas and the buenas
const MAX_COUNTERS = 60;

/**
 * Draw the points of a side: those of the malas if they are full, and beside them those that are being counted. Return null
 * if there may be too many, so that only figures are shown.
 */
export function drawTally(count: number, style: TallyStyle, full = 0): Drawing | null {
  if (style.most_points > MAX_COUNTERS) return null;
  return full > 0 ? beside(drawRow(full, style), drawRow(count, style)) : drawRow(count, style);
}

/** Draw two rows of counters next to each other, with a gap that shows where the second begins. */
function beside(left: Drawing, right: Drawing): Drawing {
  const start = left.width + GAP;
  const move = ([x, y]: Point): Point => [x + start, y];
  const moved = right.pieces.map((piece): Piece =>
    piece.shape === "match" ? { ...piece, from: move(piece.from), to: move(piece.to) } : { ...piece, at: move(piece.at) },
  );
  return { width: start + right.width, height: Math.max(left.height, right.height), pieces: [...left.pieces, ...moved] };
}

function drawRow(count: number, style: TallyStyle): Drawing {
  if (style.counters === "matches") return squares(count);
  if (style.stacks.length > 0 || style.worth_behind > 0) return onLines(count, style);
  return style.pile_size === 0 ? heap(count) : piles(count, style.pile_size);
}

/** The matches of a square: left, top, right, bottom, and the fifth across. */
const STROKES: readonly (readonly [Point, Point])[] = [
  [[0, SIDE], [0, 0]],
  [[0, 0], [SIDE, 0]],
  [[SIDE, 0], [SIDE, SIDE]],
  [[SIDE, SIDE], [0, SIDE]],
  [[0, SIDE], [SIDE, 0]],
];

function squares(count: number): Drawing {
  const step = SIDE + 0.8;
  const pieces = range(count).map((number): Piece => {
    const left = Math.floor(number / FIVE) * step;
    const [from, to] = STROKES[number % FIVE] ?? [[0, 0], [0, 0]];
    return { shape: "match", from: [left + from[0], from[1]], to: [left + to[0], to[1]] };
  });
  return { width: Math.max(1, Math.ceil(count / FIVE)) * step, height: SIDE, pieces };
}

/** Draw small piles of `size` counters in two layers. */
function piles(count: number, size: number): Drawing {
  const base = Math.ceil(size / 2);
  const step = base + 0.6;
  const pieces = range(count).map((number): Piece => {
    const left = Math.floor(number / size) * step;
    const place = number % size;
    const at: Point = place < base ? [left + place, 1] : [left + place - base + 0.5, 0.15];
    return { shape: "round", at };
  });
  return { width: Math.max(1, Math.ceil(count / size)) * step, height: 2, pieces };
}

/** The positions of five loose counters, like the five of a die. */
const LOOSE: readonly Point[] = [[0, 1], [1.05, 1.05], [0.05, 0], [1, 0.05], [0.5, 0.5]];

function heap(count: number): Drawing {
  const step = 2.5;
  const pieces = range(count).map((number): Piece => {
    const [x, y] = LOOSE[number % FIVE] ?? [0, 0];
    return { shape: "round", at: [Math.floor(number / FIVE) * step + x, y] };
  });
  return { width: Math.max(1, Math.ceil(count / FIVE)) * step, height: 2, pieces };
}

/** Draw coins on lines, as the scorer sees them (S003 Contabilidad): single coins or a stack on the middle line, the tens
 * behind it (below), and coins added to a stack in front of it (above). */
function onLines(count: number, { stacks, worth_behind: worthBehind }: TallyStyle): Drawing {
  const tens = worthBehind > 0 ? Math.floor(count / worthBehind) : 0;
  let rest = worthBehind > 0 ? count % worthBehind : count;
  const heights: number[] = [];
  for (const [coins, worth] of stacks.toSorted((a, b) => b[1] - a[1])) {
    while (rest >= worth) {
      heights.push(coins);
      rest -= worth;
    }
  }
  const singles = range(rest).map(() => 1);
  const rows = heights.length > 0 ? [singles, heights, range(tens).map(() => 1)] : [[], singles, range(tens).map(() => 1)];
  const pieces = rows.flatMap((row, line) =>
    row.flatMap((coins, place) =>
      range(coins).map((level): Piece => ({ shape: "round", at: [place * 1.5 + level * 0.28, line * 1.05 - level * 0.12] })),
    ),
  );
  return { width: Math.max(2, ...rows.map((row) => row.length * 1.5 + 0.6)), height: 3.2, pieces };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
