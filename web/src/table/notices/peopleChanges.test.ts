import { expect, test } from "vitest";

import type { SeatInfo } from "../../server/schema";
import type { TableView } from "../../server/socket";
import { en } from "../../texts/en";
import { peopleChanges } from "./peopleChanges";

const FREE: Omit<SeatInfo, "seat"> = { side: "A", name: "", kind: "empty", bot: null, connected: false, away: false, clock: null, answer_time: null, reserved_for: "", replaced: false, portrait: "", temper: "", alias: "", opened: false };
const BOT: Partial<SeatInfo> = { name: "Azar", kind: "bot", bot: "azar" };

const person = (name: string): Partial<SeatInfo> => ({ name, kind: "person", connected: true, alias: name.toLowerCase() });
const [ANA, EVA] = [person("Ana"), person("Eva")];

/** Return the view of the player in the seat `own`. */
function viewOf(own: number | null, ...seats: readonly Partial<SeatInfo>[]): TableView {
  const seatInfos = seats.map((seatInfo, index) => ({ ...FREE, seat: index + 1, ...seatInfo }));
  return { you: { seat: own, reserved_seat: null }, seats: seatInfos } as unknown as TableView;
}

/** Return the announcements about the change between two views. */
const announced = (before: TableView, now: TableView): string[] => peopleChanges(before, now, en.table);

test("sitting down, changing seats and leaving are announced", () => {
  const [alone, both, moved] = [viewOf(1, ANA, {}, {}), viewOf(1, ANA, EVA, {}), viewOf(1, ANA, {}, EVA)];
  expect(announced(alone, both)).toEqual(["Eva sits down (Seat 2)."]);
  expect(announced(both, moved)).toEqual(["Eva sits down (Seat 3)."]);
  expect(announced(moved, alone)).toEqual(["Eva leaves the seat."]);
  expect(announced(alone, viewOf(1, ANA, { ...EVA, name: "" }, {}))).toEqual(["Somebody sits down (Seat 2)."]);
});

test("the player's own changes are announced too", () => {
  const [up, down] = [viewOf(null, {}, EVA), viewOf(1, ANA, EVA)];
  expect(announced(up, down)).toEqual(["You sit down (Seat 1)."]);
  expect(announced(down, up)).toEqual(["You leave the seat."]);
});

test("changes of bots, clocks and names are not announced", () => {
  expect(announced(viewOf(1, ANA, {}, {}), viewOf(1, ANA, BOT, BOT))).toEqual([]);
  expect(announced(viewOf(1, ANA, BOT), viewOf(1, ANA, { ...BOT, name: "Maestro", bot: "maestro" }))).toEqual([]);
  expect(announced(viewOf(1, ANA, EVA), viewOf(1, ANA, { ...EVA, name: "Eva 2", clock: 3000 }))).toEqual([]);
});

test("lost connections and replacements by bots are announced, and their end", () => {
  const [here, gone, away] = [viewOf(1, ANA, EVA), viewOf(1, ANA, { ...EVA, connected: false }), viewOf(1, ANA, { ...EVA, away: true })];
  expect(announced(here, gone)).toEqual(["Eva has lost the connection."]);
  expect(announced(gone, here)).toEqual(["Eva is connected again."]);
  expect(announced(here, away)).toEqual(["A bot plays for Eva."]);
  expect(announced(away, here)).toEqual(["Eva plays on."]);
  const played = viewOf(1, { ...ANA, away: true }, EVA);
  expect(announced(here, played)).toEqual(["A bot plays for you."]);
  expect(announced(played, here)).toEqual(["You play on."]);
});

test("seats taken with the next deal are announced", () => {
  const [bots, promised, sat] = [viewOf(1, ANA, BOT), viewOf(1, ANA, { ...BOT, reserved_for: "Eva" }), viewOf(1, ANA, EVA)];
  expect(announced(bots, promised)).toEqual(["Eva sits down with the next deal (Seat 2)."]);
  expect(announced(promised, bots)).toEqual(["Eva does not sit down with the next deal after all."]);
  expect(announced(promised, sat)).toEqual(["Eva sits down (Seat 2)."]);
});

test("the player's own seat with the next deal is announced", () => {
  const watching = viewOf(null, ANA, BOT);
  const waiting = { ...viewOf(null, ANA, { ...BOT, reserved_for: "Eva" }), you: { ...watching.you, reserved_seat: 2 } };
  expect(announced(watching, waiting)).toEqual(["You sit down with the next deal (Seat 2)."]);
  expect(announced(waiting, watching)).toEqual(["You do not sit down with the next deal after all."]);
  expect(announced(waiting, viewOf(2, ANA, EVA))).toEqual(["You sit down (Seat 2)."]);
});
