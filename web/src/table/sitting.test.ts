import { beforeEach, expect, test, vi } from "vitest";

import type { Deal } from "../lib/schema";
import { hexadecimal, sha256 } from "../lib/sha256";
import { judged } from "./promises";
import { Sitting } from "./sitting.svelte";

/** The line of the page, which a test says to what it wants. */
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
  say = (told: object): void => this.onmessage?.({ data: JSON.stringify(told) });
}

const sealed = hexadecimal(sha256(new TextEncoder().encode("5eed")));
const waiting: Deal = { number: 1, sealed, cutter: 1, waits: true, cut: null, salt: null, seed: null };
const dealt = (salt: string): Deal => ({ ...waiting, waits: false, cut: 0, salt, seed: "5eed" });
const table = { id: "t", match: 1, phase: "cutting", players: 2 };
const WHOLE = { type: "seen", version: 5, whole: true, table, you: { seat: 1 }, places: [{ seat: 1 }], score: {}, hand: null, deal: waiting };
let sitting: Sitting;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { addEventListener: () => undefined, visibilityState: "visible" });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { protocol: "http:", host: "truco.example" });
  vi.stubGlobal("WebSocket", FakeSocket);
  sitting = new Sitting("t", "en", () => "lost", () => undefined, () => undefined);
  sitting.start();
  FakeSocket.last.onopen?.();
  FakeSocket.last.say(WHOLE);
});

/** The page cuts, and is answered; then the deal is seen, with what was added to it. */
async function cut(answer: object, added: string): Promise<void> {
  const done = sitting.cut(7, "00ff");
  FakeSocket.last.say({ ...answer, id: FakeSocket.last.sent.at(-1)?.id });
  await done;
  FakeSocket.last.say({ type: "seen", version: 6, whole: false, deal: dealt(added) });
}

const judgement = (): string => (sitting.revealed ? judged(sitting.revealed, sitting.promise) : "nothing is revealed");

test("what the page has added to a cut is looked for in the deal", async () => {
  await cut({ type: "done", version: 6 }, "00ff");
  expect(judgement()).toBe("own");
});

test("who cuts again adds the same, for the first cut may still be taken", async () => {
  const first = sitting.cut(7, "00ff");
  FakeSocket.last.say({ type: "refused", id: FakeSocket.last.sent.at(-1)?.id, code: "flood", reason: "slow down", version: 5 });
  await first;
  void sitting.cut(7, "5a17");
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "cut", salt: "00ff" });
});

test("a deal with something else in its place breaks the word", async () => {
  await cut({ type: "done", version: 6 }, "5a17");
  expect(judgement()).toBe("broken");
});

test("a cut that came too late is not looked for: the clock has cut", async () => {
  await cut({ type: "refused", code: "late", reason: "look again", version: 6 }, "5a17");
  expect(judgement()).toBe("kept");
});

test("who has left the word to others is asked again where the server has forgotten it", async () => {
  const hand = { deal: 1, hand: 1, over: false, word: [1, 3], laid: [], choices: [{ code: "quiero", kind: "answer" }] };
  FakeSocket.last.say({ ...WHOLE, hand });
  const passed = sitting.pass();
  FakeSocket.last.say({ type: "done", id: FakeSocket.last.sent.at(-1)?.id, version: 5 });
  await passed;
  expect(sitting.asked).toBe(false);
  FakeSocket.last.say({ ...WHOLE, hand });
  expect(sitting.asked).toBe(true);
});
