/** Points as the place keeps them: matches in squares, stones in piles, coins on lines, beans in a heap. */

import type { Table } from "../../server/schema";

type Kept = Pick<Table, "tally" | "pile" | "stacks" | "behind" | "most">;

/** Something that lies on the table, in units of one counter. */
export type Piece =
  | { readonly shape: "match"; readonly from: Point; readonly to: Point }
  | { readonly shape: "round"; readonly at: Point };

export type Point = readonly [x: number, y: number];

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly Piece[];
}

const FIVE = 5; // of what lies loose the eye counts as many at a glance
const SIDE = 2; // of a square of matches
const MOST = 60; // nobody lays out more

/** What one side has on the table; null where figures alone must do. */
export function drawing(count: number, kept: Kept): Drawing | null {
  if (kept.most > MOST) return null;
  if (kept.tally === "matches") return squares(count);
  if (kept.stacks.length > 0 || kept.behind > 0) return onLines(count, kept);
  return kept.pile === 0 ? heap(count) : piles(count, kept.pile);
}

/** Left, above, right, below, and the fifth across. */
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

/** Small piles of so many, in two layers. */
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

/** Fives side by side, each like those of a die: a heap that can be counted. */
const LOOSE: readonly Point[] = [[0, 1], [1.05, 1.05], [0.05, 0], [1, 0.05], [0.5, 0.5]];

function heap(count: number): Drawing {
  const step = 2.5;
  const pieces = range(count).map((number): Piece => {
    const [x, y] = LOOSE[number % FIVE] ?? [0, 0];
    return { shape: "round", at: [Math.floor(number / FIVE) * step + x, y] };
  });
  return { width: Math.max(1, Math.ceil(count / FIVE)) * step, height: 2, pieces };
}

/** Coins as who keeps them sees them (S003 Contabilidad): on the middle line single ones or a stack, behind it, below,
 * the tens, and in front of it, above, what is added to a stack. */
function onLines(count: number, { stacks, behind }: Kept): Drawing {
  const tens = behind > 0 ? Math.floor(count / behind) : 0;
  let rest = behind > 0 ? count % behind : count;
  const heights: number[] = [];
  for (const [coins, worth] of stacks.toSorted((one, other) => other[1] - one[1])) {
    while (rest >= worth) {
      heights.push(coins);
      rest -= worth;
    }
  }
  const singles = range(rest).map(() => 1);
  const rows = heights.length > 0 ? [singles, heights, range(tens).map(() => 1)] : [[], singles, range(tens).map(() => 1)];
  const pieces = rows.flatMap((row, line) =>
    row.flatMap((coins, place) =>
      range(coins).map((above): Piece => ({ shape: "round", at: [place * 1.5 + above * 0.28, line * 1.05 - above * 0.12] })),
    ),
  );
  return { width: Math.max(2, ...rows.map((row) => row.length * 1.5 + 0.6)), height: 3.2, pieces };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
