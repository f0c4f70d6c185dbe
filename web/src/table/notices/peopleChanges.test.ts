import { expect, test } from "vitest";

import type { Place } from "../../server/schema";
import type { TableState } from "../../server/socket";
import { en } from "../../texts/en";
import { comings } from "./peopleChanges";

const FREE: Omit<Place, "seat"> = { side: "A", name: "", kind: "empty", bot: null, here: false, away: false, clock: null, answer: null, next: "", replaced: false, who: "" };
const BOT: Partial<Place> = { name: "Azar", kind: "bot", bot: "azar" };

const person = (name: string): Partial<Place> => ({ name, kind: "person", here: true, who: name.toLowerCase() });
const [ANA, EVA] = [person("Ana"), person("Eva")];

/** A table as the page of whoever sits at `own` sees it. */
function table(own: number | null, ...seats: readonly Partial<Place>[]): TableState {
  const places = seats.map((place, index) => ({ ...FREE, seat: index + 1, ...place }));
  return { you: { seat: own, next: null }, places } as unknown as TableState;
}

/** What is said when one table becomes another. */
const said = (before: TableState, now: TableState): string[] => comings(before, now, en.table);

test("who sits down, changes the seat and gets up is told", () => {
  const [alone, both, moved] = [table(1, ANA, {}, {}), table(1, ANA, EVA, {}), table(1, ANA, {}, EVA)];
  expect(said(alone, both)).toEqual(["Eva sits down (Seat 2)."]);
  expect(said(both, moved)).toEqual(["Eva sits down (Seat 3)."]);
  expect(said(moved, alone)).toEqual(["Eva leaves the seat."]);
  expect(said(alone, table(1, ANA, { ...EVA, name: "" }, {}))).toEqual(["Somebody sits down (Seat 2)."]);
});

test("so is to oneself what one has done, as nothing else tells it", () => {
  const [up, down] = [table(null, {}, EVA), table(1, ANA, EVA)];
  expect(said(up, down)).toEqual(["You sit down (Seat 1)."]);
  expect(said(down, up)).toEqual(["You leave the seat."]);
});

test("bots come and go without a word, and so do clocks and names", () => {
  expect(said(table(1, ANA, {}, {}), table(1, ANA, BOT, BOT))).toEqual([]);
  expect(said(table(1, ANA, BOT), table(1, ANA, { ...BOT, name: "Maestro", bot: "maestro" }))).toEqual([]);
  expect(said(table(1, ANA, EVA), table(1, ANA, { ...EVA, name: "Eva 2", clock: 3000 }))).toEqual([]);
});

test("who loses the network and whom a bot plays for is told, and that they are back", () => {
  const [here, gone, away] = [table(1, ANA, EVA), table(1, ANA, { ...EVA, here: false }), table(1, ANA, { ...EVA, away: true })];
  expect(said(here, gone)).toEqual(["Eva is not connected any more."]);
  expect(said(gone, here)).toEqual(["Eva is connected again."]);
  expect(said(here, away)).toEqual(["A bot plays for Eva."]);
  expect(said(away, here)).toEqual(["Eva plays on."]);
  const played = table(1, { ...ANA, away: true }, EVA);
  expect(said(here, played)).toEqual(["A bot plays for you."]);
  expect(said(played, here)).toEqual(["You play on."]);
});

test("who will sit down with the next deal is told, and then that they do", () => {
  const [bots, promised, sat] = [table(1, ANA, BOT), table(1, ANA, { ...BOT, next: "Eva" }), table(1, ANA, EVA)];
  expect(said(bots, promised)).toEqual(["Eva sits down with the next deal (Seat 2)."]);
  expect(said(promised, bots)).toEqual(["Eva does not sit down with the next deal after all."]);
  expect(said(promised, sat)).toEqual(["Eva sits down (Seat 2)."]);
});

test("whoever is to sit down with the next deal hears it", () => {
  const looking = table(null, ANA, BOT);
  const waiting = { ...table(null, ANA, { ...BOT, next: "Eva" }), you: { ...looking.you, next: 2 } };
  expect(said(looking, waiting)).toEqual(["You sit down with the next deal (Seat 2)."]);
  expect(said(waiting, looking)).toEqual(["You do not sit down with the next deal after all."]);
  expect(said(waiting, table(2, ANA, EVA))).toEqual(["You sit down (Seat 2)."]);
});
