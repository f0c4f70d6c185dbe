/** This page's part in fair deals, which it plays by itself: docs/fair-deals.md.

It commits to a secret for the next draw as soon as the table says which that is, and reveals it when the seal, all
commitments and the cut are published, if its own commitment is among them and nothing has changed since they were first
shown. Secrets outlive a reload, and tabs of one browser share them. */

import { commitment, newSecret, ofSeat, tableCode } from "../lib/chance";
import { keep, kept } from "../lib/kept";
import type { Chance, Commit, Deal, Reveal } from "../lib/schema";
import type { TableState } from "../lib/socket";
import { hexadecimal, sha256 } from "../lib/sha256";
import { agrees, promised, remember, revealed } from "./promises";

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
    if (deal) remember(this.table, deal, seat);
    if (seat === null) return;
    if (chance) this.#commit(chance, seat);
    if (deal?.asks) this.#reveal(deal, seat);
  }

  #commit({ match, deal }: Chance, seat: number): void {
    if (!this.#isNew(`commit/${match}/${deal}/${seat}`)) return;
    const secret = this.#secret(`${this.#code}/${match}/${deal}/${seat}`, true) ?? "";
    this.send({ type: "commit", match, deal, commitment: commitment({ table: this.#code, match, deal }, seat, secret) });
  }

  #reveal(deal: Deal, seat: number): void {
    const round = { table: this.#code, match: deal.match, deal: deal.number };
    const key = `${this.#code}/${deal.match}/${deal.number}/${seat}`;
    const secret = this.#secret(key, false);
    if (secret === null || ofSeat(deal.committed ?? [], seat) !== commitment(round, seat, secret)) return;
    // Another tab may have revealed it already, for what it was shown.
    const shown = hexadecimal(sha256(new TextEncoder().encode(JSON.stringify([deal.sealed, deal.committed, deal.cut]))));
    const before = this.#kept.get(`${key}/shown`) ?? shown;
    if (shown !== before || !agrees(deal, promised(this.table, deal.match, deal.number))) {
      this.broken = true;
      return;
    }
    if (!this.#isNew(`reveal/${deal.match}/${deal.number}/${seat}`)) return;
    this.#keep(`${key}/shown`, shown);
    revealed(this.table, deal, secret);
    this.send({ type: "reveal", match: deal.match, deal: deal.number, secret });
  }

  #isNew(what: string): boolean {
    if (this.#sent.has(what)) return false;
    this.#sent.add(what);
    return true;
  }

  /** The secret of a draw, which is made where there is none yet. */
  #secret(key: string, make: boolean): string | null {
    const known = this.#kept.get(key) ?? null;
    if (known !== null || !make) return known;
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

function keptSecrets(): Map<string, string> {
  try {
    return new Map(JSON.parse(kept("secrets") ?? "[]") as [string, string][]);
  } catch {
    return new Map(); // somebody else wrote that
  }
}
