import { expect, test } from "vitest";

import type { SeatInfo } from "../server/schema";
import type { TableView } from "../server/socket";
import { es } from "../texts/es";
import { sideLabel, sideOf, sideOfEvent, sideWords } from "./side";

const texts = es.table;

function table(players: number, own: number | null, gallo: number | null = null): TableView {
  const seats = Array.from({ length: players }, (_, at) => ({ seat: at + 1, side: players === 3 ? String(at + 1) : "AB"[at % 2] }) as SeatInfo);
  return { seats, you: { seat: own }, table: { players }, hand: gallo === null ? null : { gallo } } as unknown as TableView;
}

test("every other seat belongs to the rivals", () => {
  const view = table(4, 2);
  expect([1, 2, 3, 4].map((seat) => sideOf(view, seat))).toEqual(["rival", "own", "rival", "own"]);
  expect([1, 2, 3, 4].map((seat) => sideWords(view, seat, texts))).toEqual(["rival", "", "rival", "tu pareja"]);
  expect([1, 2, 3, 4].map((seat) => sideLabel(view, seat, texts))).toEqual(["rival", "", "rival", "pareja"]);
  expect(sideWords(table(6, 1), 5, texts)).toBe("de tu bando");
});

test("a rival among two players is told, but needs no label", () => {
  expect([sideWords(table(2, 1), 2, texts), sideLabel(table(2, 1), 2, texts)]).toEqual(["rival", ""]);
});

test("a gallo plays against the two others", () => {
  expect([1, 2, 3].map((seat) => sideOf(table(3, 1, 3), seat))).toEqual(["own", "own", "rival"]);
});

test("spectators have no partner", () => {
  expect([1, 2].map((seat) => sideWords(table(4, null), seat, texts))).toEqual(["", ""]);
});

test("an event of the log has the side that it names, or that of its seat", () => {
  const view = table(4, 1);
  expect(sideOfEvent(view, { seat: 2, side: null })).toBe("rival");
  expect(sideOfEvent(view, { seat: 2, side: "A" })).toBe("own");
  expect(sideOfEvent(view, { seat: null, side: null })).toBeNull();
  expect(sideOfEvent(table(3, 1), { seat: 2, side: null })).toBeNull();
});
