import { beforeEach, expect, test, vi } from "vitest";

import type { Deal } from "../../server/schema";
import { seal, tableCode } from "../../fair-deals/hashes";
import { judged } from "../../fair-deals/shownDeals";
import { Sitting } from "./tableStore.svelte";

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

const ROUND = { table: tableCode("t"), match: 1, deal: 1 };
const SEED = "5e".repeat(32);
const chance = { match: 1, deal: 1 };
const table = { id: "t", match: 1, phase: "cutting", players: 2 };
const WHOLE = { type: "seen", version: 5, whole: true, table, you: { seat: 1 }, places: [{ seat: 1 }], score: {}, hand: null, deal: null, last: null, chance };
let sitting: Sitting;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
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

const fixed = (more: Partial<Deal> = {}): Deal => {
  const [commit] = FakeSocket.last.sent.filter(({ type }) => type === "commit") as unknown as { commitment: string }[];
  const waiting = { number: 1, match: 1, sealed: seal(ROUND, SEED), cutter: 1, waits: true, asks: false, cut: null, salt: null, seed: null, secrets: [] };
  return { ...waiting, committed: [[1, commit!.commitment]], ...more };
};

const secret = (): string | undefined => (FakeSocket.last.sent.filter(({ type }) => type === "reveal") as unknown as { secret: string }[])[0]?.secret;
const show = (version: number, deal: Deal): void => FakeSocket.last.say({ type: "seen", version, whole: false, deal, chance: { match: 1, deal: 2 } });
const judgement = (): string => (sitting.revealed ? judged("t", sitting.revealed, sitting.promise) : "nothing is revealed");

test("the page commits, reveals after the cut, and finds its secret in the deal", () => {
  show(6, fixed());
  expect(secret()).toBeUndefined();
  show(7, fixed({ waits: false, asks: true, cut: 7 }));
  show(8, fixed({ waits: false, cut: 7, secrets: [[1, secret() ?? ""]], seed: SEED }));
  expect(judgement()).toBe("own");
  expect(sitting.broken).toBe(false);
  expect(sitting.busy).toBe(false); // of all that the person notices nothing
});

test("a secret that came too late accuses nobody", () => {
  show(6, fixed());
  show(7, fixed({ waits: false, asks: true, cut: 7 }));
  show(8, fixed({ waits: false, cut: 7, seed: SEED }));
  expect(judgement()).toBe("late");
  expect(sitting.broken).toBe(false);
});

test("a deal that was changed after it was shown raises the alarm", () => {
  show(6, fixed());
  show(7, fixed({ waits: false, asks: true, cut: 7 }));
  show(8, fixed({ waits: false, cut: 9, secrets: [[1, secret() ?? ""]], seed: SEED }));
  expect(judgement()).toBe("broken");
  expect(sitting.broken).toBe(true);
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
