/** What the server showed of each deal before the cut, stored for this tab. Comparing it with the revealed deal shows
 * whether the server has changed anything. */

import type { DealInfo } from "../server/schema";
import { matchCommitments, missingSeats, seal, tableCode, valueOfSeat, type BySeat } from "./hashes";
import { hexadecimal, sha256 } from "./sha256";

/** What was fixed before the cards were dealt, and the seat of this page. */
export interface ShownDeal {
  readonly sealed: string;
  readonly committed: BySeat | null;
  /** Null until the server shows the cut. */
  readonly cut: number | null;
  readonly seat: number | null;
  /** The secret of this browser, if its commitment is in the list. */
  readonly secret?: string | undefined;
}

/** - `own`: the secret of this page went into the deal, and no other is missing.
 * - `partial`: the secret of this page went in, but another is missing.
 * - `late`: this page committed, but its secret did not arrive in time.
 * - `outside`: this page had no part in the deal.
 * - `watched`: this page watched, and everything is as it was shown.
 * - `unseen`: this page did not see what was fixed before the cut.
 * - `broken`: the server has changed something after showing it. */
export type DealJudgement = "own" | "partial" | "late" | "outside" | "watched" | "unseen" | "broken";

const memory = new Map<string, ShownDeal>();
const keyOf = (table: string, match: number, deal: number): string => `deal/${table}/${match}/${deal}`;

export function shownBeforeCut(table: string, match: number, deal: number): ShownDeal | null {
  try {
    const stored = sessionStorage.getItem(keyOf(table, match, deal));
    return stored === null ? null : (JSON.parse(stored) as ShownDeal);
  } catch {
    return memory.get(keyOf(table, match, deal)) ?? null;
  }
}

function store(table: string, { match, number }: DealInfo, shown: ShownDeal): void {
  try {
    sessionStorage.setItem(keyOf(table, match, number), JSON.stringify(shown));
  } catch {
    memory.set(keyOf(table, match, number), shown); // where the browser stores nothing, until the next reload
  }
}

/** Store what the server shows first of a deal. What it shows later does not replace that. */
export function rememberShown(table: string, deal: DealInfo, seat: number | null, secret?: string): void {
  if (!deal.awaits_cut && !deal.awaits_secrets) return;
  const { sealed, cut } = deal;
  const before = shownBeforeCut(table, deal.match, deal.number);
  if (!before) store(table, deal, { sealed, committed: deal.committed, cut, seat, secret });
  else if (before.cut === null && cut !== null) store(table, deal, { ...before, cut });
}

/** Return whether a deal is the one that was shown first, as far as this page has seen it. */
export function isAsShown(deal: DealInfo, shown: ShownDeal | null): boolean {
  if (!shown) return true;
  const same = JSON.stringify(deal.committed) === JSON.stringify(shown.committed);
  return same && deal.sealed === shown.sealed && (shown.cut === null || deal.cut === shown.cut);
}

/** Judge a deal whose seed is revealed by what was shown before the cut. */
export function judgeDeal(table: string, deal: DealInfo, shown: ShownDeal | null): DealJudgement {
  if (!isConsistent(table, deal)) return "broken";
  if (!shown) return "unseen";
  if (!isAsShown(deal, shown)) return "broken";
  if (shown.seat === null) return "watched";
  if (shown.secret === undefined) return "outside";
  if (valueOfSeat(deal.secrets, shown.seat) === undefined) return "late";
  if (shown.cut === null) return "unseen";
  return missingSeats(deal.committed ?? [], deal.secrets).length > 0 ? "partial" : "own";
}

/** Return whether the seed has the published seal, and every secret its commitment. */
function isConsistent(table: string, { match, number, sealed, seed, committed, secrets }: DealInfo): boolean {
  if (seed === null) return false;
  if (committed === null) return hexadecimal(sha256(new TextEncoder().encode(seed))) === sealed; // from an older server
  const draw = { table: tableCode(table), match, deal: number };
  return seal(draw, seed) === sealed && matchCommitments(draw, secrets, committed);
}
