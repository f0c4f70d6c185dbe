/** The geometry of the plot of a score: one line for each side in each game, from zero to the points that ended it. */

import type { ScoreAfterHand } from "../server/schema";

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

export interface PlotGame {
  /** The x positions at which the game begins and ends. */
  readonly from: number;
  readonly to: number;
  /** For each side, its points after each hand, beginning with zero. */
  readonly lines: readonly (readonly PlotPoint[])[];
}

/** Return the games of a match. The plot is `width` by `height`, and `most` points are at its upper edge. */
export function plotGames(scores: readonly ScoreAfterHand[], most: number, width: number, height: number): readonly PlotGame[] {
  const xOf = (hand: number): number => (hand / scores.length) * width;
  const yOf = (points: number): number => height - (Math.max(0, Math.min(points, most)) / most) * height;
  const games: PlotGame[] = [];
  let start = 0;
  for (const [index, score] of scores.entries()) {
    const after = scores[index + 1];
    // A hand that wins a game keeps its points, so the next hand is the first with the points of the new game.
    const isLast = after === undefined || gamesWon(score) > gamesWon(scores[start - 1]);
    if (!isLast) continue;
    const hands = scores.slice(start, index + 1);
    const lines = score.points.map((_, side) => [
      { x: xOf(start), y: yOf(0) },
      ...hands.map(({ points }, hand) => ({ x: xOf(start + hand + 1), y: yOf(points[side] ?? 0) })),
    ]);
    games.push({ from: xOf(start), to: xOf(index + 1), lines });
    start = index + 1;
  }
  return games;
}

function gamesWon(score: ScoreAfterHand | undefined): number {
  return score?.games.reduce((sum, games) => sum + games, 0) ?? 0;
}

/** Return a line as the value of the `points` attribute of a polyline. */
export function polyline(line: readonly PlotPoint[]): string {
  return line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}
