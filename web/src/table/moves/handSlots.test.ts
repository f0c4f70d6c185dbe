import { expect, test } from "vitest";

import { slotsOf } from "./handSlots";

test("a card keeps its place when others are laid", () => {
  const dealt = slotsOf([], ["7o", "4c", "1e"]);
  expect(slotsOf(dealt, ["7o", "1e"])).toEqual(["7o", undefined, "1e"]);
  expect(slotsOf(slotsOf(dealt, ["7o", "1e"]), ["1e"])).toEqual([undefined, undefined, "1e"]);
});

test("who comes in the middle of a hand has free places at the end", () => {
  expect(slotsOf([], ["4c"])).toEqual(["4c", undefined, undefined]);
});

test("cards that were not looked at are seen where they lie", () => {
  const blind = slotsOf([], [null, null, null]);
  expect(blind).toEqual([null, null, null]);
  expect(slotsOf(blind, [null, null])).toEqual([null, null, undefined]);
  expect(slotsOf(blind, ["7o", "4c", "1e"])).toEqual(["7o", "4c", "1e"]);
});

test("who has discarded one of four keeps the other three where they were", () => {
  expect(slotsOf(slotsOf([], ["7o", "4c", "1e", "2b"]), ["7o", "1e", "2b"])).toEqual(["7o", undefined, "1e", "2b"]);
});
