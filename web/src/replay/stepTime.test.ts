import { expect, test } from "vitest";

import { timeOf } from "./stepTime";

test("a step with a comment stays until a slow reader has read it", () => {
  expect(timeOf()).toBe(1_300);
  expect(timeOf("")).toBe(timeOf());
  expect(timeOf("x".repeat(180))).toBeGreaterThan(10_000);
});
