import { expect, test } from "vitest";

import type { TableView } from "../../server/socket";
import { isWaitedFor } from "./turn";

const viewWith = (parts: object): TableView => ({ hand: null, deal: null, ...parts }) as unknown as TableView;

test("the table waits for players who must speak or cut, and for nobody else", () => {
  const hand = { over: false, must_act: [2], choices: [{ code: "envido" }] }; // seat 1 may interrupt seat 2
  expect([1, 2].filter((seat) => isWaitedFor(viewWith({ hand }), seat))).toEqual([2]);
  expect(isWaitedFor(viewWith({ hand: { ...hand, over: true } }), 2)).toBe(false);
  expect([1, 2].filter((seat) => isWaitedFor(viewWith({ deal: { awaits_cut: true, cutter: 1 } }), seat))).toEqual([1]);
  expect(isWaitedFor(viewWith({ deal: { awaits_cut: false, cutter: 1 } }), 1)).toBe(false);
});
