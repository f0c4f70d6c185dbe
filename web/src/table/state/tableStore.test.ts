import { beforeEach, expect, test, vi } from "vitest";

import { seal, tableCode } from "../../fair-deals/hashes";
import { judgeDeal } from "../../fair-deals/shownDeals";
import type { DealInfo } from "../../server/schema";
import { TableStore } from "./tableStore.svelte";

/** A socket that stores the messages sent, and delivers messages of a test. */
class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  sent: { type: string; id: number }[] = [];

  constructor() {
    FakeSocket.last = this;
  }

  send = (data: string): void => void this.sent.push(JSON.parse(data));
  close = (): void => undefined;
  receive = (message: object): void => this.onmessage?.({ data: JSON.stringify(message) });
}

const DRAW = { table: tableCode("t"), match: 1, deal: 1 };
const SEED = "5e".repeat(32);
const nextDraw = { match: 1, deal: 1 };
const table = { id: "t", match: 1, phase: "cutting", players: 2 };
const WHOLE = { type: "update", version: 5, whole: true, table, you: { seat: 1 }, seats: [{ seat: 1 }], score: {}, hand: null, deal: null, previous_deal: null, next_draw: nextDraw };
let store: TableStore;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { addEventListener: () => undefined, visibilityState: "visible" });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { protocol: "http:", host: "truco.example" });
  vi.stubGlobal("WebSocket", FakeSocket);
  store = new TableStore("t", "en", { lostText: () => "lost", onLoad: () => undefined, onNews: () => undefined });
  store.start();
  FakeSocket.last.onopen?.();
  FakeSocket.last.receive(WHOLE);
});

const fixed = (more: Partial<DealInfo> = {}): DealInfo => {
  const [commit] = FakeSocket.last.sent.filter(({ type }) => type === "commit") as unknown as { commitment: string }[];
  const waiting = { number: 1, match: 1, sealed: seal(DRAW, SEED), cutter: 1, awaits_cut: true, awaits_secrets: false, cut: null, salt: null, seed: null, secrets: [] };
  return { ...waiting, committed: [[1, commit!.commitment]], ...more };
};

const secret = (): string | undefined => (FakeSocket.last.sent.filter(({ type }) => type === "reveal") as unknown as { secret: string }[])[0]?.secret;
const show = (version: number, deal: DealInfo): void => FakeSocket.last.receive({ type: "update", version, whole: false, deal, next_draw: { match: 1, deal: 2 } });
const judgement = (): string => (store.revealedDeal ? judgeDeal("t", store.revealedDeal, store.shownDeal) : "nothing is revealed");

test("the page commits, reveals after the cut, and finds its secret in the deal", () => {
  show(6, fixed());
  expect(secret()).toBeUndefined();
  show(7, fixed({ awaits_cut: false, awaits_secrets: true, cut: 7 }));
  show(8, fixed({ awaits_cut: false, cut: 7, secrets: [[1, secret() ?? ""]], seed: SEED }));
  expect(judgement()).toBe("own");
  expect(store.dealTampered).toBe(false);
  expect(store.busy).toBe(false); // the visitor can act meanwhile
});

test("a secret that arrives too late raises no alarm", () => {
  show(6, fixed());
  show(7, fixed({ awaits_cut: false, awaits_secrets: true, cut: 7 }));
  show(8, fixed({ awaits_cut: false, cut: 7, seed: SEED }));
  expect(judgement()).toBe("late");
  expect(store.dealTampered).toBe(false);
});

test("a deal changed after it was shown raises the alarm", () => {
  show(6, fixed());
  show(7, fixed({ awaits_cut: false, awaits_secrets: true, cut: 7 }));
  show(8, fixed({ awaits_cut: false, cut: 9, secrets: [[1, secret() ?? ""]], seed: SEED }));
  expect(judgement()).toBe("broken");
  expect(store.dealTampered).toBe(true);
});

test("a player who passed may move again if the server has forgotten the pass", async () => {
  const hand = { deal: 1, hand: 1, over: false, must_act: [1, 3], laid: [], choices: [{ code: "quiero", kind: "answer" }] };
  FakeSocket.last.receive({ ...WHOLE, hand });
  const passed = store.pass();
  FakeSocket.last.receive({ type: "done", id: FakeSocket.last.sent.at(-1)?.id, version: 5 });
  await passed;
  expect(store.mayMove).toBe(false);
  FakeSocket.last.receive({ ...WHOLE, hand });
  expect(store.mayMove).toBe(true);
});

test("words said at once appear one after another, then the points, but a screen reader hears all of them at once", () => {
  vi.useFakeTimers();
  const award = { kind: "award", seat: null, side: "A", points: 2, words: "", text: "2 points", gesture: "" };
  const said = (seat: number, words: string) => ({ kind: "declare", seat, side: null, words, text: words, gesture: "" });
  const hand = { deal: 1, hand: 1, over: false, must_act: [1], laid: [], choices: [], challenges: [] };
  FakeSocket.last.receive({ ...WHOLE, table: { ...table, speed: "normal" }, hand, score: { points: [0, 0] } });
  const score = { points: [2, 0] };
  FakeSocket.last.receive({ type: "update", version: 6, whole: false, hand, score, news: [said(1, "27"), said(2, "son buenas"), award] });
  expect(store.announcements.map(({ text }) => text)).toEqual(["27", "son buenas", "2 points"]);
  expect(store.bubbles.map(({ words }) => words)).toEqual(["27"]);
  vi.advanceTimersByTime(700);
  expect(store.bubbles.map(({ words }) => words)).toEqual(["27", "son buenas"]);
  expect([store.wonPoints.length, store.shownScore?.points]).toEqual([0, [0, 0]]);
  vi.advanceTimersByTime(700);
  expect([store.wonPoints.length, store.shownScore?.points]).toEqual([1, [2, 0]]);
  vi.useRealTimers();
});

test("the result of a missed hand is offered until the player has laid a card or the trick is over", () => {
  const hand = { deal: 1, hand: 1, over: false, must_act: [1], laid: [], choices: [], bet_sizes: [], trick_winners: [], challenges: [] };
  FakeSocket.last.receive({ ...WHOLE, hand: { ...hand, over: true } });
  expect(store.missedHand).toBeNull();
  const next = { ...hand, hand: 2 };
  FakeSocket.last.receive({ ...WHOLE, hand: next });
  expect(store.missedHand?.key).toBe("1/1/1");
  FakeSocket.last.receive({ ...WHOLE, hand: { ...next, laid: [{ seat: 1, card: "4c", trick: 0 }] } });
  expect(store.missedHand).toBeNull();
  FakeSocket.last.receive({ ...WHOLE, hand: { ...next, trick_winners: [2] } });
  expect(store.missedHand).toBeNull();
});
