import { expect, test } from "vitest";

import { plotGames, polyline } from "./scorePlot";

const score = (points: number[], games: number[] = [0, 0]) => ({ deal: 1, hand: 1, points, games });

test("a game is one line for each side, from zero", () => {
  const [game, ...others] = plotGames([score([2, 0]), score([2, 4])], 4, 100, 40);
  expect(others).toEqual([]);
  expect(game?.lines.map(polyline)).toEqual(["0.0,40.0 50.0,20.0 100.0,20.0", "0.0,40.0 50.0,40.0 100.0,0.0"]);
});

test("a new game begins at zero, and points past the target stay in the plot", () => {
  const games = plotGames([score([6, 1], [1, 0]), score([0, 2], [1, 0]), score([3, 4], [1, 1])], 4, 90, 40);
  expect(games.map(({ from, to }) => [from, to])).toEqual([[0, 30], [30, 90]]);
  expect(games[0]?.lines.map(polyline)[0]).toBe("0.0,40.0 30.0,0.0");
  expect(games[1]?.lines.map(polyline)[1]).toBe("30.0,40.0 60.0,20.0 90.0,0.0");
});
