import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Happening, Seen } from "./schema";
import { LostError, RefusedError, TableSocket, type Connection, type Line, type TableState } from "./socket";

/** A line that remembers what was sent, and says what a test wants it to. */
class FakeLine implements Line {
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  sent: { type: string; id: number }[] = [];
  send = (data: string): void => void this.sent.push(JSON.parse(data));
  close = (): void => undefined;
  say = (told: object): void => this.onmessage?.({ data: JSON.stringify(told) });
}

const WHOLE = {
  type: "seen",
  version: 7,
  whole: true,
  table: { id: "t" },
  you: { seat: 1, host: true },
  places: [],
  score: { names: [], points: [], games: [], halves: [], winners: [] },
  hand: null,
  deal: null,
} as unknown as Seen;

let lines: FakeLine[];
let states: TableState[];
let told: Happening[];
let connections: Connection[];
let socket: TableSocket;
let heardOf: { [event: string]: () => void };

const line = (): FakeLine => lines.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  heardOf = {};
  vi.stubGlobal("addEventListener", (name: string, hear: () => void) => void (heardOf[name] = hear));
  vi.stubGlobal("document", { addEventListener: () => undefined });
  vi.stubGlobal("navigator", { onLine: true });
  [lines, states, told, connections] = [[], [], [], []];
  const listener = {
    seen: (state: TableState, news: readonly Happening[]) => void (states.push(state), told.push(...news)),
    chatted: () => undefined,
    connection: (now: Connection) => void connections.push(now),
  };
  socket = new TableSocket("t", "es", listener, () => {
    lines.push(new FakeLine());
    return line();
  });
  socket.start();
  line().onopen?.();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("it says hello and is open when the whole table was seen", () => {
  expect(line().sent).toMatchObject([{ type: "hello", lang: "es" }]);
  expect(connections).toEqual(["connecting"]);
  line().say(WHOLE);
  expect(connections).toEqual(["connecting", "open"]);
  expect(states).toHaveLength(1);
});

test("a language that is chosen before the greeting was answered is asked for", () => {
  socket.speak("pt");
  expect(line().sent).toHaveLength(1);
  line().say(WHOLE);
  expect(line().sent).toMatchObject([{ lang: "es" }, { type: "hello", lang: "pt" }]);
  line().say(WHOLE);
  expect(line().sent).toHaveLength(2);
});

test("what changes is laid over what was seen, and null is a change", () => {
  line().say({ ...WHOLE, hand: { deal: 1 } });
  line().say({ type: "seen", version: 8, whole: false, news: [{ text: "truco" }] });
  expect(states.at(-1)).toMatchObject({ version: 8, hand: { deal: 1 } });
  expect(told).toMatchObject([{ text: "truco" }]);
  line().say({ type: "seen", version: 9, whole: false, hand: null });
  expect(states.at(-1)).toMatchObject({ version: 9, hand: null });
});

test("a version that is missing is asked for, and nothing is believed until it comes", () => {
  line().say(WHOLE);
  line().say({ type: "seen", version: 9, whole: false });
  line().say({ type: "seen", version: 10, whole: false });
  expect(states).toHaveLength(1);
  expect(line().sent.map(({ type }) => type)).toEqual(["hello", "hello"]);
  line().say({ ...WHOLE, version: 10 });
  expect(states.at(-1)?.version).toBe(10);
});

test("messages are numbered upwards and answered by number", async () => {
  line().say(WHOLE);
  const done = socket.send({ type: "move", version: 7, move: "truco" });
  const refused = socket.send({ type: "move", version: 7, move: "flor" });
  const [hello, first, second] = line().sent.map(({ id }) => id);
  expect(first).toBeGreaterThan(hello!);
  expect(second).toBeGreaterThan(first!);
  line().say({ type: "refused", id: second, code: "illegal", reason: "no flor" });
  line().say({ type: "done", id: first, version: 8 });
  await expect(done).resolves.toMatchObject({ version: 8 });
  await expect(refused).rejects.toThrow(RefusedError);
});

test("a line that breaks loses what was not answered, and is tried again", async () => {
  line().say(WHOLE);
  const lost = socket.send({ type: "hint" });
  line().onclose?.({ code: 1006, reason: "" });
  await expect(lost).rejects.toThrow(LostError);
  expect(connections.at(-1)).toBe("waiting");
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
  await expect(socket.send({ type: "hint" })).rejects.toThrow(LostError);
});

test("a table that is not there is not tried again, a full one is", () => {
  line().onclose?.({ code: 4429, reason: "" });
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
  line().onclose?.({ code: 4404, reason: "" });
  vi.advanceTimersByTime(60_000);
  expect(connections.at(-1)).toBe("shut");
  expect(lines).toHaveLength(2);
});

test("a server that falls silent is asked, and then taken for lost", () => {
  line().say(WHOLE);
  vi.advanceTimersByTime(20_000);
  expect(line().sent.at(-1)?.type).toBe("ping");
  line().say({ type: "pong", id: 1 });
  vi.advanceTimersByTime(20_000 + 8_000);
  expect(connections.at(-1)).toBe("waiting");
});

test("without a network the server of this machine is there all the same", () => {
  line().say(WHOLE);
  vi.stubGlobal("navigator", { onLine: false });
  heardOf["offline"]?.();
  expect(line().sent.at(-1)).toMatchObject({ type: "ping" });
  line().say({ type: "pong", id: 2 });
  vi.advanceTimersByTime(5_000);
  expect(lines).toHaveLength(1);
  expect(connections.at(-1)).toBe("open");
});

test("where it is not, that is soon told, and it is tried again", () => {
  line().say(WHOLE);
  vi.stubGlobal("navigator", { onLine: false });
  heardOf["offline"]?.();
  vi.advanceTimersByTime(2_100);
  expect(connections).toEqual(["connecting", "open", "offline"]);
  vi.advanceTimersByTime(2_000);
  expect(lines).toHaveLength(2);
  line().onclose?.({ code: 1006, reason: "" });
  expect(new Set(connections.slice(2))).toEqual(new Set(["offline"])); // nothing else is said meanwhile
  vi.stubGlobal("navigator", { onLine: true });
  heardOf["online"]?.();
  expect(lines).toHaveLength(3);
});
