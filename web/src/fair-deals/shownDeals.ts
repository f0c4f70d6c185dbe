/** What this page was shown before the cut, kept for this tab: only that tells whether the server kept its word. */

import { areCommitted, missing, ofSeat, seal, tableCode, type OfSeats } from "./hashes";
import type { Deal } from "../server/schema";
import { hexadecimal, sha256 } from "./sha256";

/** What was fixed before the cards were dealt, and the seat of this page. The cut is null until it is shown. The secret is
 * this browser's; there is none where its commitment is not in the list. */
export interface Promised {
  readonly sealed: string;
  readonly committed: OfSeats | null;
  readonly cut: number | null;
  readonly seat: number | null;
  readonly secret?: string | undefined;
}

/** `own`: this page's chance is in the deal; `partial`: the same, but somebody else's is missing; `late`: this page
 * committed, and its secret did not arrive in time; `outside`: it had no part; `kept`: it only looked on; `unseen`: it
 * was not there before the cut; `broken`: something is not as it was shown. */
export type Word = "own" | "partial" | "late" | "outside" | "kept" | "unseen" | "broken";

const memory = new Map<string, Promised>();
const key = (table: string, match: number, deal: number): string => `deal/${table}/${match}/${deal}`;

export function promised(table: string, match: number, deal: number): Promised | null {
  try {
    const kept = sessionStorage.getItem(key(table, match, deal));
    return kept === null ? null : (JSON.parse(kept) as Promised);
  } catch {
    return memory.get(key(table, match, deal)) ?? null;
  }
}

function keep(table: string, { match, number }: Deal, promise: Promised): void {
  try {
    sessionStorage.setItem(key(table, match, number), JSON.stringify(promise));
  } catch {
    memory.set(key(table, match, number), promise); // where a browser keeps nothing, until the page is loaded again
  }
}

/** What is shown first of a deal counts, and nothing later. */
export function remember(table: string, deal: Deal, seat: number | null, secret?: string): void {
  if (!deal.waits && !deal.asks) return;
  const { sealed, cut } = deal;
  const before = promised(table, deal.match, deal.number);
  if (!before) keep(table, deal, { sealed, committed: deal.committed, cut, seat, secret });
  else if (before.cut === null && cut !== null) keep(table, deal, { ...before, cut });
}

/** Whether a deal is the one that was shown first, as far as this page has seen it. */
export function agrees(deal: Deal, promise: Promised | null): boolean {
  if (!promise) return true;
  const same = JSON.stringify(deal.committed) === JSON.stringify(promise.committed);
  return same && deal.sealed === promise.sealed && (promise.cut === null || deal.cut === promise.cut);
}

/** Whether a deal whose seed is revealed is the one that was promised. */
export function judged(table: string, deal: Deal, promise: Promised | null): Word {
  if (!isSound(table, deal)) return "broken";
  if (!promise) return "unseen";
  if (!agrees(deal, promise)) return "broken";
  if (promise.seat === null) return "kept";
  if (promise.secret === undefined) return "outside";
  if (ofSeat(deal.secrets, promise.seat) === undefined) return "late";
  if (promise.cut === null) return "unseen";
  return missing(deal.committed ?? [], deal.secrets).length > 0 ? "partial" : "own";
}

/** Whether the seed is the one that was sealed, and every secret the one that was committed to. */
function isSound(table: string, { match, number, sealed, seed, committed, secrets }: Deal): boolean {
  if (seed === null) return false;
  if (committed === null) return hexadecimal(sha256(new TextEncoder().encode(seed))) === sealed; // of an older server
  const round = { table: tableCode(table), match, deal: number };
  return seal(round, seed) === sealed && areCommitted(round, secrets, committed);
}
