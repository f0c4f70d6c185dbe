/** The part of this page in fair deals: docs/explanation/fair-deals.md.

The page commits to a secret for the next draw as soon as the table announces that draw. It reveals the secret after the
seal, all commitments and the cut are published, if its own commitment is among them and nothing has changed since the
server first showed it. Secrets survive a reload. All tabs of a browser share them, and what they were revealed for. */

import { readStored, writeStored } from "../profile/storage";
import type { DrawId, Commit, DealInfo, Reveal } from "../server/schema";
import type { TableView } from "../server/socket";
import { commitment, newSecret, tableCode, valueOfSeat } from "./hashes";
import { hexadecimal, sha256 } from "./sha256";
import { isAsShown, rememberShown, shownBeforeCut } from "./shownDeals";

export type FairDealMessage = Omit<Commit, "id"> | Omit<Reveal, "id">;

const MAX_STORED = 120; // values: three secrets, and what they were revealed for, at each table where a guest may sit

export class FairDealClient {
  /** Whether the server has changed something after showing it. Then the page reveals nothing. */
  tampered = false;
  readonly #code: string;
  readonly #sent = new Set<string>();
  #own: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly table: string,
    private readonly send: (message: FairDealMessage) => void,
  ) {
    this.#code = tableCode(table);
  }

  /** Commit or reveal, as the table needs. After a pause (`whole`) send everything again: the server may have restarted. */
  update({ you, next_draw: nextDraw, deal }: TableView, whole: boolean): void {
    if (whole) this.#sent.clear();
    const seat = you.seat ?? you.reserved_seat ?? null;
    if (deal) this.#compare(deal, seat);
    if (seat === null) return;
    if (nextDraw) this.#commit(nextDraw, seat);
    if (deal?.awaits_secrets && !this.tampered) this.#reveal(deal, seat);
  }

  /** Compare a deal with what the server showed before, to this page or to the tab that has revealed the secret. */
  #compare(deal: DealInfo, seat: number | null): void {
    rememberShown(this.table, deal, seat, this.#committedSecret(deal, seat));
    const revealedFor = this.#stored.get(`${this.#key(deal.match, deal.number, seat)}/shown`);
    if (revealedFor !== undefined && revealedFor !== fingerprint(deal)) this.tampered = true;
  }

  #commit({ match, deal }: DrawId, seat: number): void {
    if (!this.#isFirst(`commit/${match}/${deal}/${seat}`)) return;
    const secret = this.#secret(this.#key(match, deal, seat));
    this.send({ type: "commit", match, deal, commitment: commitment({ table: this.#code, match, deal }, seat, secret) });
  }

  #reveal(deal: DealInfo, seat: number): void {
    const secret = this.#committedSecret(deal, seat);
    if (secret === undefined || deal.cut === null) return; // before the cut, a revealed secret would let the cutter choose
    if (!isAsShown(deal, shownBeforeCut(this.table, deal.match, deal.number))) {
      this.tampered = true;
      return;
    }
    if (!this.#isFirst(`reveal/${deal.match}/${deal.number}/${seat}`)) return;
    this.#store(`${this.#key(deal.match, deal.number, seat)}/shown`, fingerprint(deal));
    this.send({ type: "reveal", match: deal.match, deal: deal.number, secret });
  }

  /** Return the secret of this browser if its commitment is in the list of a deal. */
  #committedSecret({ match, number, committed }: DealInfo, seat: number | null): string | undefined {
    const secret = this.#stored.get(this.#key(match, number, seat));
    if (seat === null || secret === undefined) return undefined;
    const own = commitment({ table: this.#code, match, deal: number }, seat, secret);
    return valueOfSeat(committed ?? [], seat) === own ? secret : undefined;
  }

  #key(match: number, deal: number, seat: number | null): string {
    return `${this.#code}/${match}/${deal}/${seat}`;
  }

  #isFirst(message: string): boolean {
    if (this.#sent.has(message)) return false;
    this.#sent.add(message);
    return true;
  }

  /** Return the secret of a draw. Create it if there is none. */
  #secret(key: string): string {
    const stored = this.#stored.get(key);
    if (stored !== undefined) return stored;
    const secret = newSecret();
    this.#store(key, secret);
    return secret;
  }

  /** All stored values of this browser, and those of this page if the browser stores nothing. */
  get #stored(): ReadonlyMap<string, string> {
    return new Map([...this.#own, ...storedSecrets()]);
  }

  #store(key: string, value: string): void {
    const latest = [...[...this.#stored].filter(([storedKey]) => storedKey !== key), [key, value] as const].slice(-MAX_STORED);
    this.#own = new Map(latest);
    writeStored("secrets", JSON.stringify(latest));
  }
}

/** Return a digest of everything that a secret is revealed for. */
function fingerprint({ sealed, committed, cut }: DealInfo): string {
  return hexadecimal(sha256(new TextEncoder().encode(JSON.stringify([sealed, committed, cut]))));
}

function storedSecrets(): Map<string, string> {
  try {
    return new Map(JSON.parse(readStored("secrets") ?? "[]") as [string, string][]);
  } catch {
    return new Map(); // the stored value is damaged
  }
}
