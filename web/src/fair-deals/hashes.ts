/** The hashes of fair deals, as the server computes them: docs/explanation/fair-deals.md. */

import { hexadecimal, sha256 } from "./sha256";

/** The number of the draw for the first dealer, before the first deal. */
export const DRAW = 0;
const SECRET = 32; // bytes
const CODE = 32; // hexadecimal digits

/** A draw of lots: the first dealer or the cards of a deal. `table` is what `tableCode` gives. */
export interface Round {
  readonly table: string;
  readonly match: number;
  readonly deal: number;
}

/** Seats, each with its commitment or its secret. */
export type OfSeats = readonly (readonly [number, string])[];

/** The name of a table in records: its own is the invitation to it. */
export const tableCode = (table: string): string => digest("table", table).slice(0, CODE);

export const newSecret = (): string => hexadecimal(crypto.getRandomValues(new Uint8Array(SECRET)));

export const commitment = ({ table, match, deal }: Round, seat: number, secret: string): string =>
  digest("commitment", table, match, deal, seat, secret);

export const seal = ({ table, match, deal }: Round, seed: string): string => digest("seal", table, match, deal, seed);

export const seedOf = ({ table, match, deal }: Round, seed: string, secrets: OfSeats): string =>
  digest("seed", table, match, deal, seed, ...secrets.toSorted(([a], [b]) => a - b).map(([seat, secret]) => `${seat} ${secret}`));

/** What a seat has committed to, or revealed. */
export const ofSeat = (all: OfSeats, seat: number): string | undefined => all.find(([one]) => one === seat)?.[1];

/** Whether every secret is the one that its seat has committed to. */
export const areCommitted = (round: Round, secrets: OfSeats, committed: OfSeats): boolean =>
  secrets.every(([seat, secret]) => ofSeat(committed, seat) === commitment(round, seat, secret));

/** Seats that committed and did not reveal. */
export const missing = (committed: OfSeats, secrets: OfSeats): number[] =>
  committed.map(([seat]) => seat).filter((seat) => ofSeat(secrets, seat) === undefined);

function digest(purpose: string, ...parts: readonly (string | number)[]): string {
  const text = [`truquero 1 ${purpose}`, ...parts].map((part) => `${part}\n`).join("");
  return hexadecimal(sha256(new TextEncoder().encode(text)));
}
