import { expect, test } from "vitest";

import { randomCut } from "./randomCut";

test("a random cut leaves enough cards on both sides", () => {
  const cuts = Array.from({ length: 400 }, () => randomCut({ pack_size: 8, least_cut: 3 }));
  expect(new Set(cuts)).toEqual(new Set([3, 4, 5]));
});
