import { expect, test } from "vitest";

import { commitment, seal, tableCode, type OfSeats } from "./hashes";
import type { Deal } from "../server/schema";
import { hexadecimal, sha256 } from "./sha256";
import { judged, type Promised } from "./shownDeals";

const TABLE = "mesa";
const ROUND = { table: tableCode(TABLE), match: 1, deal: 2 };
const [SEED, MINE, THEIRS] = ["cd".repeat(32), "ab".repeat(32), "ef".repeat(32)];
const committed: OfSeats = [[1, commitment(ROUND, 1, MINE)], [2, commitment(ROUND, 2, THEIRS)]];
const promise: Promised = { sealed: seal(ROUND, SEED), committed, cut: 7, seat: 1, secret: MINE };
const deal: Deal = {
  number: 2, match: 1, sealed: seal(ROUND, SEED), cutter: 1, waits: false, asks: false, cut: 7, salt: null, seed: SEED,
  committed: [...committed] as Deal["committed"], secrets: [[1, MINE], [2, THEIRS]],
}; // prettier-ignore

test("a deal as it was shown, with this page's secret in it", () => {
  expect(judged(TABLE, deal, promise)).toBe("own");
});

test("another seed with its own seal", () => {
  const other = "00".repeat(32);
  expect(judged(TABLE, { ...deal, seed: other }, promise)).toBe("broken");
  expect(judged(TABLE, { ...deal, seed: other, sealed: seal(ROUND, other) }, promise)).toBe("broken");
});

test("another cut, after the secrets were known", () => {
  expect(judged(TABLE, { ...deal, cut: 12 }, promise)).toBe("broken");
});

test("another commitment of somebody else, after the secrets were known", () => {
  const chosen = "11".repeat(32);
  const changed: Deal = { ...deal, committed: [[1, commitment(ROUND, 1, MINE)], [2, commitment(ROUND, 2, chosen)]], secrets: [[1, MINE], [2, chosen]] };
  expect(judged(TABLE, changed, promise)).toBe("broken");
});

test("a secret that nobody has committed to", () => {
  expect(judged(TABLE, { ...deal, secrets: [[1, MINE], [2, MINE]] }, promise)).toBe("broken");
});

test("who did not reveal is named, and nobody is accused", () => {
  expect(judged(TABLE, { ...deal, secrets: [[1, MINE]] }, promise)).toBe("partial");
  expect(judged(TABLE, { ...deal, secrets: [[2, THEIRS]] }, promise)).toBe("late");
});

test("a page without a part in the deal", () => {
  const without: Deal = { ...deal, committed: [committed[1]] as Deal["committed"], secrets: [[2, THEIRS]] };
  expect(judged(TABLE, without, { ...promise, committed: [committed[1]!], secret: undefined })).toBe("outside");
  expect(judged(TABLE, deal, { ...promise, secret: undefined })).toBe("outside"); // a commitment of somebody else
  expect(judged(TABLE, deal, { ...promise, cut: null })).toBe("unseen");
  expect(judged(TABLE, deal, { ...promise, seat: null })).toBe("kept");
  expect(judged(TABLE, deal, null)).toBe("unseen");
});

test("a deal that an older server has sealed", () => {
  const old: Deal = { ...deal, sealed: hexadecimal(sha256(new TextEncoder().encode("one"))), seed: "one", salt: "aa", committed: null, secrets: [] };
  expect(judged(TABLE, old, { sealed: old.sealed, committed: null, cut: null, seat: 1 })).toBe("outside");
  expect(judged(TABLE, { ...old, seed: "two" }, { sealed: old.sealed, committed: null, cut: null, seat: 1 })).toBe("broken");
});
