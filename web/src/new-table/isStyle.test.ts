import { expect, test } from "vitest";

import type { HouseRule, StyleInfo } from "../server/schema";
import { matters } from "../server/variants";
import { isStyle } from "./isStyle";

const QUICK: StyleInfo = { name: "quick", title: "Quick", line: "", players: 2, options: { flor: "off" } };

test("a style needs its players and exactly its house rules", () => {
  expect(isStyle(QUICK, 2, { flor: "off" })).toBe(true);
  expect(isStyle(QUICK, 4, { flor: "off" })).toBe(false);
  expect(isStyle(QUICK, 2, {})).toBe(false);
  expect(isStyle(QUICK, 2, { flor: "off", target: "15" })).toBe(false);
});

test("a house rule matters if one of its conditions holds, or if it has none", () => {
  const rule: HouseRule = { name: "picapica_from", group: "", description: "", kind: "choice", default: "0", conditions: [], choices: [], least: null, most: null };
  const duels = { ...rule, conditions: [{ players: "6" }, { players: "8", picapica_8: "neighbours" }] };
  expect(matters(rule, { players: "2" })).toBe(true);
  expect(matters(duels, { players: "6", picapica_8: "off" })).toBe(true);
  expect(matters(duels, { players: "8", picapica_8: "off" })).toBe(false);
  expect(matters(duels, { players: "8", picapica_8: "neighbours" })).toBe(true);
});
