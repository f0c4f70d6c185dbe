import { expect, test } from "vitest";

import { answerSeconds } from "./pace";

test("the seconds of a table are among the choices, in ascending order", () => {
  expect(answerSeconds(8)).toEqual([4, 6, 8, 12, 20, 40, 90]);
  expect(answerSeconds(9)).toEqual([4, 6, 8, 9, 12, 20, 40, 90]);
});
