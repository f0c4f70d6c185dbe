import { expect, test } from "vitest";

import type { TableState } from "../../server/socket";
import { isWaitedFor } from "./seatNames";

const at = (parts: object): TableState => ({ hand: null, deal: null, ...parts }) as unknown as TableState;

test("those who have to speak or cut are waited for, and nobody who may only break in", () => {
  const hand = { over: false, word: [2], choices: [{ code: "envido" }] }; // seat 1 may speak before seat 2
  expect([1, 2].filter((seat) => isWaitedFor(at({ hand }), seat))).toEqual([2]);
  expect(isWaitedFor(at({ hand: { ...hand, over: true } }), 2)).toBe(false);
  expect([1, 2].filter((seat) => isWaitedFor(at({ deal: { waits: true, cutter: 1 } }), seat))).toEqual([1]);
  expect(isWaitedFor(at({ deal: { waits: false, cutter: 1 } }), 1)).toBe(false);
});
