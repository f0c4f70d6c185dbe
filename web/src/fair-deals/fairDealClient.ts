/** This page's part in fair deals, which it plays by itself: docs/explanation/fair-deals.md.

It commits to a secret for the next draw as soon as the table says which that is, and reveals it when the seal, all
commitments and the cut are published, if its own commitment is among them and nothing has changed since they were first
shown. Secrets outlive a reload. Tabs of one browser share them, and what they were revealed for. */

import { commitment, newSecret, ofSeat, tableCode } from "./hashes";
import { keep, kept } from "../profile/storage";
import type { Chance, Commit, Deal, Reveal } from "../server/schema";
import type { TableState } from "../server/socket";
import { hexadecimal, sha256 } from "./sha256";
import { agrees, promised, remember } from "./shownDeals";

export type Part = Omit<Commit, "id"> | Omit<Reveal, "id">;

const MOST_KEPT = 120; // three secrets for each of the tables at which a guest may sit, and for what they were revealed

export class FairPlay {
  /** Whether the server has shown something else than before: then nothing is revealed. */
  broken = false;
  #code: string;
  #sent = new Set<string>();
  #own: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly table: string,
    private readonly send: (part: Part) => void,
  ) {
    this.#code = tableCode(table);
  }

  /** After a pause (`whole`) everything is sent again: the server may have been started anew. */
  see({ you, chance, deal }: TableState, whole: boolean): void {
    if (whole) this.#sent.clear();
    const seat = you.seat ?? you.next ?? null;
    if (deal) this.#look(deal, seat);
    if (seat === null) return;
    if (chance) this.#commit(chance, seat);
    if (deal?.asks && !this.broken) this.#reveal(deal, seat);
  }

  /** Compares a deal with what was shown of it before, to this page or to the tab that has revealed the secret. */
  #look(deal: Deal, seat: number | null): void {
    remember(this.table, deal, seat, this.#committed(deal, seat));
    const before = this.#kept.get(`${this.#key(deal.match, deal.number, seat)}/shown`);
    if (before !== undefined && before !== fingerprint(deal)) this.broken = true;
  }

  #commit({ match, deal }: Chance, seat: number): void {
    if (!this.#isNew(`commit/${match}/${deal}/${seat}`)) return;
    const secret = this.#secret(this.#key(match, deal, seat));
    this.send({ type: "commit", match, deal, commitment: commitment({ table: this.#code, match, deal }, seat, secret) });
  }

  #reveal(deal: Deal, seat: number): void {
    const secret = this.#committed(deal, seat);
    if (secret === undefined || deal.cut === null) return; // whoever cuts later could choose the cards
    if (!agrees(deal, promised(this.table, deal.match, deal.number))) {
      this.broken = true;
      return;
    }
    if (!this.#isNew(`reveal/${deal.match}/${deal.number}/${seat}`)) return;
    this.#keep(`${this.#key(deal.match, deal.number, seat)}/shown`, fingerprint(deal));
    this.send({ type: "reveal", match: deal.match, deal: deal.number, secret });
  }

  /** This browser's secret, if its commitment is in the list of a deal. */
  #committed({ match, number, committed }: Deal, seat: number | null): string | undefined {
    const secret = this.#kept.get(this.#key(match, number, seat));
    if (seat === null || secret === undefined) return undefined;
    const own = commitment({ table: this.#code, match, deal: number }, seat, secret);
    return ofSeat(committed ?? [], seat) === own ? secret : undefined;
  }

  #key(match: number, deal: number, seat: number | null): string {
    return `${this.#code}/${match}/${deal}/${seat}`;
  }

  #isNew(what: string): boolean {
    if (this.#sent.has(what)) return false;
    this.#sent.add(what);
    return true;
  }

  /** The secret of a draw, which is made where there is none yet. */
  #secret(key: string): string {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const secret = newSecret();
    this.#keep(key, secret);
    return secret;
  }

  /** What this browser keeps, and this page where it may keep nothing. */
  get #kept(): ReadonlyMap<string, string> {
    return new Map([...this.#own, ...keptSecrets()]);
  }

  #keep(key: string, value: string): void {
    const latest = [...[...this.#kept].filter(([other]) => other !== key), [key, value] as const].slice(-MOST_KEPT);
    this.#own = new Map(latest);
    keep("secrets", JSON.stringify(latest));
  }
}

/** What a secret is revealed for, in short. */
function fingerprint({ sealed, committed, cut }: Deal): string {
  return hexadecimal(sha256(new TextEncoder().encode(JSON.stringify([sealed, committed, cut]))));
}

function keptSecrets(): Map<string, string> {
  try {
    return new Map(JSON.parse(kept("secrets") ?? "[]") as [string, string][]);
  } catch {
    return new Map(); // somebody else wrote that
  }
}
