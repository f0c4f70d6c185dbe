import { expect, test } from "vitest";

import { slotsOf } from "./handSlots";

test("a card keeps its slot when others are played", () => {
  const dealt = slotsOf([], ["7o", "4c", "1e"]);
  expect(slotsOf(dealt, ["7o", "1e"])).toEqual(["7o", undefined, "1e"]);
  expect(slotsOf(slotsOf(dealt, ["7o", "1e"]), ["1e"])).toEqual([undefined, undefined, "1e"]);
});

test("after loading in the middle of a hand the last slots are empty", () => {
  expect(slotsOf([], ["4c"])).toEqual(["4c", undefined, undefined]);
});

test("hidden cards are shown in their slots", () => {
  const blind = slotsOf([], [null, null, null]);
  expect(blind).toEqual([null, null, null]);
  expect(slotsOf(blind, [null, null])).toEqual([null, null, undefined]);
  expect(slotsOf(blind, ["7o", "4c", "1e"])).toEqual(["7o", "4c", "1e"]);
});

test("after discarding one of four cards the others keep their slots", () => {
  expect(slotsOf(slotsOf([], ["7o", "4c", "1e", "2b"]), ["7o", "1e", "2b"])).toEqual(["7o", undefined, "1e", "2b"]);
});
