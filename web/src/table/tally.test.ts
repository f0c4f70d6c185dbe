import { expect, test } from "vitest";

import { drawing, inHalf } from "./tally";

const plain = { tally: "matches", piles: [], stacks: [], behind: 0, half: 15, target: 30 };

test("the count starts anew with the buenas", () => {
  expect([14, 15, 29, 30, 33].map((points) => inHalf(points, plain))).toEqual([14, 0, 14, 15, 15]);
});

test("five matches are a square with one across", () => {
  const drawn = drawing(6, plain);
  expect(drawn?.pieces.filter(({ shape }) => shape === "match")).toHaveLength(6);
  expect(drawn?.pieces[5]).toMatchObject({ from: [2.8, 2] });
});

test("coins are stacked for five and nine, and one behind is worth ten", () => {
  const coins = { ...plain, tally: "coins", stacks: [[2, 5], [3, 9]], behind: 10, half: 20, target: 40 } as const;
  expect([4, 5, 9, 10, 16].map((points) => drawing(points, coins)?.pieces.length)).toEqual([4, 2, 3, 1, 4]);
});

test("nobody lays out a hundred", () => {
  expect(drawing(80, { ...plain, half: 0, target: 100 })).toBeNull();
});
