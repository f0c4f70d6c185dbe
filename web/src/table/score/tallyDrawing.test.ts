import { expect, test } from "vitest";

import { drawTally } from "./tallyDrawing";

const plain = { counters: "matches", pile_size: 0, stacks: [], worth_behind: 0, most_points: 15 };

test("five matches are a square with a diagonal", () => {
  const drawing = drawTally(6, plain);
  expect(drawing?.pieces.filter(({ shape }) => shape === "match")).toHaveLength(6);
  expect(drawing?.pieces[5]).toMatchObject({ from: [2.8, 2] });
});

test("coins are stacked for five and nine, and a coin behind is worth ten", () => {
  const coins = { ...plain, counters: "coins", stacks: [[2, 5], [3, 9]], worth_behind: 10, most_points: 20 } as const;
  expect([4, 5, 9, 10, 16].map((points) => drawTally(points, coins)?.pieces.length)).toEqual([4, 2, 3, 1, 4]);
});

test("a hundred points are not drawn", () => {
  expect(drawTally(80, { ...plain, most_points: 100 })).toBeNull();
});

test("the malas stay on the table when they are full", () => {
  const nine = drawTally(9, plain);
  const twentyFour = drawTally(9, plain, 15);
  expect(twentyFour?.pieces).toHaveLength(24);
  expect(twentyFour?.width).toBeGreaterThan((drawTally(15, plain)?.width ?? 0) + (nine?.width ?? 0));
  const stones = { ...plain, counters: "stones", pile_size: 3 } as const;
  expect(drawTally(0, stones, 12)?.pieces).toHaveLength(12);
});
