import { expect, test } from "vitest";

import type { TableView } from "../../server/socket";
import { en } from "../../texts/en";
import { answerText, isWaitedFor } from "./turn";

const viewWith = (parts: object): TableView => ({ hand: null, deal: null, ...parts }) as unknown as TableView;

test("the table waits for players who must speak or cut, and for nobody else", () => {
  const hand = { over: false, must_act: [2], choices: [{ code: "envido" }] }; // seat 1 may interrupt seat 2
  expect([1, 2].filter((seat) => isWaitedFor(viewWith({ hand }), seat))).toEqual([2]);
  expect(isWaitedFor(viewWith({ hand: { ...hand, over: true } }), 2)).toBe(false);
  expect([1, 2].filter((seat) => isWaitedFor(viewWith({ deal: { awaits_cut: true, cutter: 1 } }), seat))).toEqual([1]);
  expect(isWaitedFor(viewWith({ deal: { awaits_cut: false, cutter: 1 } }), 1)).toBe(false);
});

test("any player of a side may answer a bet", () => {
  const seats = ["Ana", "Bo", "Cleo", "Dan"].map((name) => ({ name }));
  const view = viewWith({ hand: { must_act: [2, 4] }, seats, you: { seat: 1 } });
  expect(answerText(view, en.table)).toBe(en.table.openBet.answers("Bo o Dan")); // the language before one is loaded
});
