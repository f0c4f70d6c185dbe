import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { PROTOCOL, type TableEvent, type TableUpdate } from "./schema";
import { LostError, RefusedError, TableSocket, type ConnectionStatus, type TableView, type WebSocketLike } from "./socket";

/** A socket that stores the messages sent, and delivers messages of a test. */
class FakeSocket implements WebSocketLike {
  onopen: WebSocketLike["onopen"] = null;
  onmessage: WebSocketLike["onmessage"] = null;
  onclose: WebSocketLike["onclose"] = null;
  sent: { type: string; id: number }[] = [];
  send = (data: string): void => void this.sent.push(JSON.parse(data));
  close = (): void => undefined;
  receive = (message: object): void => this.onmessage?.({ data: JSON.stringify(message) });
}

const WHOLE = {
  type: "update",
  version: 7,
  whole: true,
  table: { id: "t" },
  you: { seat: 1, host: true },
  seats: [],
  score: { sides: [], points: [], games: [], halves: [], winners: [] },
  hand: null,
  deal: null,
} as unknown as TableUpdate;

let sockets: FakeSocket[];
let views: TableView[];
let events: TableEvent[];
let connections: ConnectionStatus[];
let reasons: string[];
let socket: TableSocket;
let listeners: { [event: string]: () => void };

const current = (): FakeSocket => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  listeners = {};
  vi.stubGlobal("addEventListener", (name: string, listen: () => void) => void (listeners[name] = listen));
  vi.stubGlobal("document", { addEventListener: () => undefined });
  vi.stubGlobal("navigator", { onLine: true });
  [sockets, views, events, connections, reasons] = [[], [], [], [], []];
  const listener = {
    onView: (view: TableView, news: readonly TableEvent[]) => void (views.push(view), events.push(...news)),
    onChat: () => undefined,
    onConnection: (status: ConnectionStatus, reason: string) => void (connections.push(status), reasons.push(reason)),
  };
  socket = new TableSocket("t", "es", listener, () => {
    sockets.push(new FakeSocket());
    return current();
  });
  socket.start();
  current().onopen?.();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the connection is open once the whole table has arrived", () => {
  expect(current().sent).toMatchObject([{ type: "hello", protocol: PROTOCOL, lang: "es" }]);
  expect(connections).toEqual(["connecting"]);
  current().receive(WHOLE);
  expect(connections).toEqual(["connecting", "open"]);
  expect(views).toHaveLength(1);
});

test("a language chosen before the answer to the hello is requested afterwards", () => {
  socket.setLanguage("pt");
  expect(current().sent).toHaveLength(1);
  current().receive(WHOLE);
  expect(current().sent).toMatchObject([{ lang: "es" }, { type: "hello", lang: "pt" }]);
  current().receive(WHOLE);
  expect(current().sent).toHaveLength(2);
});

test("an update replaces the parts it contains, also with null", () => {
  current().receive({ ...WHOLE, hand: { deal: 1 } });
  current().receive({ type: "update", version: 8, whole: false, news: [{ text: "truco" }] });
  expect(views.at(-1)).toMatchObject({ version: 8, hand: { deal: 1 } });
  expect(events).toMatchObject([{ text: "truco" }]);
  current().receive({ type: "update", version: 9, whole: false, hand: null });
  expect(views.at(-1)).toMatchObject({ version: 9, hand: null });
});

test("after a missing version the whole table is requested, and updates are ignored until it arrives", () => {
  current().receive(WHOLE);
  current().receive({ type: "update", version: 9, whole: false });
  current().receive({ type: "update", version: 10, whole: false });
  expect(views).toHaveLength(1);
  expect(current().sent.map(({ type }) => type)).toEqual(["hello", "hello"]);
  current().receive({ ...WHOLE, version: 10 });
  expect(views.at(-1)?.version).toBe(10);
});

test("messages have increasing numbers and are answered by number", async () => {
  current().receive(WHOLE);
  const done = socket.send({ type: "move", version: 7, move: "truco" });
  const refused = socket.send({ type: "move", version: 7, move: "flor" });
  const [hello, first, second] = current().sent.map(({ id }) => id);
  expect(first).toBeGreaterThan(hello!);
  expect(second).toBeGreaterThan(first!);
  current().receive({ type: "refused", id: second, code: "illegal", reason: "no flor" });
  current().receive({ type: "done", id: first, version: 8 });
  await expect(done).resolves.toMatchObject({ version: 8 });
  await expect(refused).rejects.toThrow(RefusedError);
});

test("a broken connection rejects unanswered messages and reconnects", async () => {
  current().receive(WHOLE);
  const lost = socket.send({ type: "hint" });
  current().onclose?.({ code: 1006, reason: "" });
  await expect(lost).rejects.toThrow(LostError);
  expect(connections.at(-1)).toBe("waiting");
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(2);
  await expect(socket.send({ type: "hint" })).rejects.toThrow(LostError);
});

test("a page that the server closes, because there are too many of the same guest, says so and stays closed", () => {
  current().onclose?.({ code: 4409, reason: "closed" });
  vi.advanceTimersByTime(60_000);
  expect(connections.at(-1)).toBe("shut");
  expect(sockets).toHaveLength(1);
});

test("a page that was loaded before an update of the server shows the reason and stays closed", () => {
  current().onclose?.({ code: 4426, reason: "Reload the page." });
  vi.advanceTimersByTime(60_000);
  expect([connections.at(-1), reasons.at(-1)]).toEqual(["shut", "Reload the page."]);
  expect(sockets).toHaveLength(1);
});

test("the page reconnects to a full table but not to one that does not exist", () => {
  current().onclose?.({ code: 4429, reason: "" });
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(2);
  current().onclose?.({ code: 4404, reason: "" });
  vi.advanceTimersByTime(60_000);
  expect(connections.at(-1)).toBe("shut");
  expect(sockets).toHaveLength(2);
});

test("a silent server gets a ping, and without an answer the connection is lost", () => {
  current().receive(WHOLE);
  vi.advanceTimersByTime(20_000);
  expect(current().sent.at(-1)?.type).toBe("ping");
  current().receive({ type: "pong", id: 1 });
  vi.advanceTimersByTime(20_000 + 8_000);
  expect(connections.at(-1)).toBe("waiting");
});

test("without a network the connection to a server on this machine stays open", () => {
  current().receive(WHOLE);
  vi.stubGlobal("navigator", { onLine: false });
  listeners["offline"]?.();
  expect(current().sent.at(-1)).toMatchObject({ type: "ping" });
  current().receive({ type: "pong", id: 2 });
  vi.advanceTimersByTime(5_000);
  expect(sockets).toHaveLength(1);
  expect(connections.at(-1)).toBe("open");
});

test("without a network and an answer the page is offline and keeps trying", () => {
  current().receive(WHOLE);
  vi.stubGlobal("navigator", { onLine: false });
  listeners["offline"]?.();
  vi.advanceTimersByTime(2_100);
  expect(connections).toEqual(["connecting", "open", "offline"]);
  vi.advanceTimersByTime(2_000);
  expect(sockets).toHaveLength(2);
  current().onclose?.({ code: 1006, reason: "" });
  expect(new Set(connections.slice(2))).toEqual(new Set(["offline"])); // no other status meanwhile
  vi.stubGlobal("navigator", { onLine: true });
  listeners["online"]?.();
  expect(sockets).toHaveLength(3);
});
