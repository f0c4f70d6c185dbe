import { beforeEach, expect, test, vi } from "vitest";

import { commitment, seal, tableCode } from "./hashes";
import type { Deal } from "../server/schema";
import type { TableState } from "../server/socket";
import { FairPlay, type Part } from "./fairDealClient";
import { judged, promised } from "./shownDeals";

const TABLE = "mesa";
const CODE = tableCode(TABLE);
const ROUND = { table: CODE, match: 1, deal: 2 };
let sent: Part[] = [];
let page: FairPlay;

function storage(): object {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) };
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("localStorage", storage());
  sent = [];
  page = opened();
});

const opened = (): FairPlay => new FairPlay(TABLE, (part) => sent.push(part));
const see = (one: FairPlay, deal: Deal | null, chance = { match: 1, deal: 2 }, whole = false, seat: number | null = 1): void =>
  one.see({ you: { seat, next: null }, chance, deal } as unknown as TableState, whole);

const committed = (): string => (sent.find(({ type }) => type === "commit") as { commitment: string }).commitment;
const reveals = (): Part[] => sent.filter(({ type }) => type === "reveal");

const SEED = "cd".repeat(32);
const SEALED = seal(ROUND, SEED);
const fixed = (more: Partial<Deal> = {}): Deal => ({
  number: 2, match: 1, sealed: SEALED, cutter: 2, waits: false, asks: true, cut: 7, salt: null, seed: null,
  committed: [[1, committed()], [2, "22".repeat(32)]], secrets: [], ...more,
}); // prettier-ignore

test("commits once for each draw, and reveals what it has committed to once all is fixed", () => {
  see(page, null);
  see(page, null);
  expect(sent).toHaveLength(1);
  see(page, fixed({ waits: true, asks: false, cut: null }), { match: 1, deal: 3 });
  expect(reveals()).toEqual([]);
  see(page, fixed(), { match: 1, deal: 3 });
  see(page, fixed(), { match: 1, deal: 3 });
  expect(reveals()).toHaveLength(1);
  const [reveal] = reveals() as unknown as { secret: string }[];
  expect(commitment(ROUND, 1, reveal!.secret)).toBe(committed());
});

test("reveals nothing where its commitment was left out or exchanged", () => {
  see(page, null);
  see(page, fixed({ committed: [[2, "22".repeat(32)]] }));
  see(page, fixed({ number: 2, committed: [[1, "11".repeat(32)]] }));
  expect(reveals()).toEqual([]);
});

test.each<Partial<Deal>>([{ sealed: "00".repeat(32) }, { cut: 9 }])("reveals nothing where something was changed: %o", (changed) => {
  see(page, null);
  see(page, fixed({ waits: true, asks: false }), { match: 1, deal: 3 });
  see(page, fixed(changed), { match: 1, deal: 3 });
  expect(reveals()).toEqual([]);
  expect(page.broken).toBe(true);
});

test("another tab of the same browser has the same secret, and does not reveal it for another list", () => {
  see(page, null);
  const other = opened();
  see(other, null);
  const [one, two] = sent as { commitment: string }[];
  expect(one!.commitment).toBe(two!.commitment);
  see(page, fixed());
  vi.stubGlobal("sessionStorage", storage());
  see(other, fixed({ committed: [[1, committed()], [2, "33".repeat(32)]] }));
  expect(reveals()).toHaveLength(1);
  expect(other.broken).toBe(true);
});

/** What this page says of the deal when its seed is published. */
const word = (opened: Partial<Deal>): string =>
  judged(TABLE, fixed({ asks: false, seed: SEED, ...opened }), promised(TABLE, 1, 2));

test("says that it had no part where the server put a commitment of its own in its place", () => {
  see(page, null);
  const forged = "11".repeat(32);
  const list: Deal["committed"] = [[1, commitment(ROUND, 1, forged)]];
  see(page, fixed({ committed: list }));
  expect(reveals()).toEqual([]);
  expect(word({ committed: list, secrets: [[1, forged]] })).toBe("outside");
});

test("reveals nothing before the cut, which could be chosen afterwards", () => {
  see(page, null);
  see(page, fixed({ cut: null }));
  expect(reveals()).toEqual([]);
});

test("another tab raises the alarm where it is shown another cut after the secret was revealed", () => {
  see(page, null);
  const other = opened();
  const list: Deal["committed"] = [[1, committed()]];
  const before = globalThis.sessionStorage;
  vi.stubGlobal("sessionStorage", storage());
  see(other, fixed({ committed: list, waits: true, asks: false, cut: null }));
  const others = globalThis.sessionStorage;
  vi.stubGlobal("sessionStorage", before);
  see(page, fixed({ committed: list }));
  const [reveal] = reveals() as unknown as { secret: string }[];
  vi.stubGlobal("sessionStorage", others);
  expect(word({ committed: list, secrets: [[1, reveal!.secret]], cut: 12 })).toBe("unseen");
  see(other, fixed({ committed: list, waits: true, asks: false, cut: 12 }));
  expect(other.broken).toBe(true);
});

test("a page that is loaded again still reveals, and sends again what the server may have forgotten", () => {
  see(page, null);
  const again = opened();
  see(again, fixed(), { match: 1, deal: 3 }, true);
  expect(reveals()).toHaveLength(1);
  see(again, fixed(), { match: 1, deal: 3 }, true);
  expect(reveals()).toHaveLength(2);
  expect(again.broken).toBe(false);
});

test("a browser that keeps nothing plays its part all the same", () => {
  const forbidden = (): never => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  vi.stubGlobal("sessionStorage", { getItem: forbidden, setItem: forbidden });
  const other = new FairPlay("another", (part) => sent.push(part));
  see(other, null);
  see(other, { ...fixed(), sealed: "99".repeat(32) });
  expect(reveals()).toHaveLength(1);
});

test("who looks on sends nothing", () => {
  see(page, null, { match: 1, deal: 2 }, true, null);
  expect(sent).toEqual([]);
});
