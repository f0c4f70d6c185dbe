import { expect, test } from "vitest";

import type { DealInfo } from "../server/schema";
import { commitment, seal, tableCode, type BySeat } from "./hashes";
import { hexadecimal, sha256 } from "./sha256";
import { judgeDeal, type ShownDeal } from "./shownDeals";

const TABLE = "mesa";
const DRAW = { table: tableCode(TABLE), match: 1, deal: 2 };
const [SEED, MINE, THEIRS] = ["cd".repeat(32), "ab".repeat(32), "ef".repeat(32)];
const committed: BySeat = [[1, commitment(DRAW, 1, MINE)], [2, commitment(DRAW, 2, THEIRS)]];
const shown: ShownDeal = { sealed: seal(DRAW, SEED), committed, cut: 7, seat: 1, secret: MINE };
const deal: DealInfo = {
  number: 2, match: 1, sealed: seal(DRAW, SEED), cutter: 1, awaits_cut: false, awaits_secrets: false, cut: 7, salt: null, seed: SEED,
  committed: [...committed] as DealInfo["committed"], secrets: [[1, MINE], [2, THEIRS]],
}; // prettier-ignore

test("a deal as it was shown, with the secret of this page, is own", () => {
  expect(judgeDeal(TABLE, deal, shown)).toBe("own");
});

test("a changed seed is broken, also with a matching seal", () => {
  const other = "00".repeat(32);
  expect(judgeDeal(TABLE, { ...deal, seed: other }, shown)).toBe("broken");
  expect(judgeDeal(TABLE, { ...deal, seed: other, sealed: seal(DRAW, other) }, shown)).toBe("broken");
});

test("a changed cut is broken", () => {
  expect(judgeDeal(TABLE, { ...deal, cut: 12 }, shown)).toBe("broken");
});

test("a changed commitment of another seat is broken", () => {
  const chosen = "11".repeat(32);
  const changed: DealInfo = { ...deal, committed: [[1, commitment(DRAW, 1, MINE)], [2, commitment(DRAW, 2, chosen)]], secrets: [[1, MINE], [2, chosen]] };
  expect(judgeDeal(TABLE, changed, shown)).toBe("broken");
});

test("a secret without commitment is broken", () => {
  expect(judgeDeal(TABLE, { ...deal, secrets: [[1, MINE], [2, MINE]] }, shown)).toBe("broken");
});

test("missing secrets are partial or late, not broken", () => {
  expect(judgeDeal(TABLE, { ...deal, secrets: [[1, MINE]] }, shown)).toBe("partial");
  expect(judgeDeal(TABLE, { ...deal, secrets: [[2, THEIRS]] }, shown)).toBe("late");
});

test("a page without a part in the deal is outside, unseen or only watched", () => {
  const without: DealInfo = { ...deal, committed: [committed[1]] as DealInfo["committed"], secrets: [[2, THEIRS]] };
  expect(judgeDeal(TABLE, without, { ...shown, committed: [committed[1]!], secret: undefined })).toBe("outside");
  expect(judgeDeal(TABLE, deal, { ...shown, secret: undefined })).toBe("outside"); // a commitment of somebody else
  expect(judgeDeal(TABLE, deal, { ...shown, cut: null })).toBe("unseen");
  expect(judgeDeal(TABLE, deal, { ...shown, seat: null })).toBe("watched");
  expect(judgeDeal(TABLE, deal, null)).toBe("unseen");
});

test("a deal of an older server is checked by its seal", () => {
  const old: DealInfo = { ...deal, sealed: hexadecimal(sha256(new TextEncoder().encode("one"))), seed: "one", salt: "aa", committed: null, secrets: [] };
  expect(judgeDeal(TABLE, old, { sealed: old.sealed, committed: null, cut: null, seat: 1 })).toBe("outside");
  expect(judgeDeal(TABLE, { ...old, seed: "two" }, { sealed: old.sealed, committed: null, cut: null, seat: 1 })).toBe("broken");
});
