import { beforeEach, expect, test, vi } from "vitest";

import type { DealInfo } from "../server/schema";
import type { TableView } from "../server/socket";
import { FairDealClient, type FairDealMessage } from "./fairDealClient";
import { commitment, seal, tableCode } from "./hashes";
import { judgeDeal, shownBeforeCut } from "./shownDeals";

const TABLE = "mesa";
const CODE = tableCode(TABLE);
const DRAW = { table: CODE, match: 1, deal: 2 };
let sent: FairDealMessage[] = [];
let page: FairDealClient;

function storage(): object {
  const stored = new Map<string, string>();
  return { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) };
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("localStorage", storage());
  sent = [];
  page = newTab();
});

const newTab = (): FairDealClient => new FairDealClient(TABLE, (message) => sent.push(message));
const show = (client: FairDealClient, deal: DealInfo | null, nextDraw = { match: 1, deal: 2 }, whole = false, seat: number | null = 1): void =>
  client.update({ you: { seat, reserved_seat: null }, next_draw: nextDraw, deal } as unknown as TableView, whole);

const committed = (): string => (sent.find(({ type }) => type === "commit") as { commitment: string }).commitment;
const reveals = (): FairDealMessage[] => sent.filter(({ type }) => type === "reveal");

const SEED = "cd".repeat(32);
const SEALED = seal(DRAW, SEED);
const fixed = (more: Partial<DealInfo> = {}): DealInfo => ({
  number: 2, match: 1, sealed: SEALED, cutter: 2, awaits_cut: false, awaits_secrets: true, cut: 7, salt: null, seed: null,
  committed: [[1, committed()], [2, "22".repeat(32)]], secrets: [], ...more,
}); // prettier-ignore

test("commits once for each draw, and reveals the secret once everything is fixed", () => {
  show(page, null);
  show(page, null);
  expect(sent).toHaveLength(1);
  show(page, fixed({ awaits_cut: true, awaits_secrets: false, cut: null }), { match: 1, deal: 3 });
  expect(reveals()).toEqual([]);
  show(page, fixed(), { match: 1, deal: 3 });
  show(page, fixed(), { match: 1, deal: 3 });
  expect(reveals()).toHaveLength(1);
  const [reveal] = reveals() as unknown as { secret: string }[];
  expect(commitment(DRAW, 1, reveal!.secret)).toBe(committed());
});

test("reveals nothing if its commitment is missing or replaced", () => {
  show(page, null);
  show(page, fixed({ committed: [[2, "22".repeat(32)]] }));
  show(page, fixed({ number: 2, committed: [[1, "11".repeat(32)]] }));
  expect(reveals()).toEqual([]);
});

test.each<Partial<DealInfo>>([{ sealed: "00".repeat(32) }, { cut: 9 }])("reveals nothing after a change: %o", (changed) => {
  show(page, null);
  show(page, fixed({ awaits_cut: true, awaits_secrets: false }), { match: 1, deal: 3 });
  show(page, fixed(changed), { match: 1, deal: 3 });
  expect(reveals()).toEqual([]);
  expect(page.tampered).toBe(true);
});

test("another tab of the browser has the same secret, and does not reveal it for another list", () => {
  show(page, null);
  const other = newTab();
  show(other, null);
  const [first, second] = sent as { commitment: string }[];
  expect(first!.commitment).toBe(second!.commitment);
  show(page, fixed());
  vi.stubGlobal("sessionStorage", storage());
  show(other, fixed({ committed: [[1, committed()], [2, "33".repeat(32)]] }));
  expect(reveals()).toHaveLength(1);
  expect(other.tampered).toBe(true);
});

/** How this page judges the deal when its seed is published. */
const judgement = (revealed: Partial<DealInfo>): string =>
  judgeDeal(TABLE, fixed({ awaits_secrets: false, seed: SEED, ...revealed }), shownBeforeCut(TABLE, 1, 2));

test("has no part in the deal if the server replaced its commitment", () => {
  show(page, null);
  const forged = "11".repeat(32);
  const list: DealInfo["committed"] = [[1, commitment(DRAW, 1, forged)]];
  show(page, fixed({ committed: list }));
  expect(reveals()).toEqual([]);
  expect(judgement({ committed: list, secrets: [[1, forged]] })).toBe("outside");
});

test("reveals nothing before the cut, which somebody could choose afterwards", () => {
  show(page, null);
  show(page, fixed({ cut: null }));
  expect(reveals()).toEqual([]);
});

test("another tab notices a different cut after the secret was revealed", () => {
  show(page, null);
  const other = newTab();
  const list: DealInfo["committed"] = [[1, committed()]];
  const before = globalThis.sessionStorage;
  vi.stubGlobal("sessionStorage", storage());
  show(other, fixed({ committed: list, awaits_cut: true, awaits_secrets: false, cut: null }));
  const others = globalThis.sessionStorage;
  vi.stubGlobal("sessionStorage", before);
  show(page, fixed({ committed: list }));
  const [reveal] = reveals() as unknown as { secret: string }[];
  vi.stubGlobal("sessionStorage", others);
  expect(judgement({ committed: list, secrets: [[1, reveal!.secret]], cut: 12 })).toBe("unseen");
  show(other, fixed({ committed: list, awaits_cut: true, awaits_secrets: false, cut: 12 }));
  expect(other.tampered).toBe(true);
});

test("a reloaded page reveals, and repeats what the server may have forgotten", () => {
  show(page, null);
  const again = newTab();
  show(again, fixed(), { match: 1, deal: 3 }, true);
  expect(reveals()).toHaveLength(1);
  show(again, fixed(), { match: 1, deal: 3 }, true);
  expect(reveals()).toHaveLength(2);
  expect(again.tampered).toBe(false);
});

test("a browser without storage takes part too", () => {
  const forbidden = (): never => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  vi.stubGlobal("sessionStorage", { getItem: forbidden, setItem: forbidden });
  const other = new FairDealClient("another", (message) => sent.push(message));
  show(other, null);
  show(other, { ...fixed(), sealed: "99".repeat(32) });
  expect(reveals()).toHaveLength(1);
});

test("a spectator sends nothing", () => {
  show(page, null, { match: 1, deal: 2 }, true, null);
  expect(sent).toEqual([]);
});
