/** The hashes of fair deals, computed as on the server: docs/explanation/fair-deals.md. */

import { hexadecimal, sha256 } from "./sha256";

/** The number of the draw for the first dealer. Deals have the numbers from 1. */
export const FIRST_DEALER_DRAW = 0;
const SECRET_BYTES = 32;
const CODE_DIGITS = 32; // hexadecimal

/** A draw: for the first dealer, or for the cards of a deal. `table` is the result of `tableCode`. */
export interface Draw {
  readonly table: string;
  readonly match: number;
  readonly deal: number;
}

/** Seats, each with its commitment or its secret. */
export type BySeat = readonly (readonly [seat: number, value: string])[];

/** Return the name of a table in records. Its id stays out of them, because anybody who knows it can join. */
export const tableCode = (table: string): string => digest("table", table).slice(0, CODE_DIGITS);

export const newSecret = (): string => hexadecimal(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

export const commitment = ({ table, match, deal }: Draw, seat: number, secret: string): string =>
  digest("commitment", table, match, deal, seat, secret);

export const seal = ({ table, match, deal }: Draw, seed: string): string => digest("seal", table, match, deal, seed);

export const seedOf = ({ table, match, deal }: Draw, seed: string, secrets: BySeat): string =>
  digest("seed", table, match, deal, seed, ...secrets.toSorted(([a], [b]) => a - b).map(([seat, secret]) => `${seat} ${secret}`));

export const valueOfSeat = (values: BySeat, seat: number): string | undefined => values.find(([other]) => other === seat)?.[1];

/** Return whether every secret matches the commitment of its seat. */
export const matchCommitments = (draw: Draw, secrets: BySeat, committed: BySeat): boolean =>
  secrets.every(([seat, secret]) => valueOfSeat(committed, seat) === commitment(draw, seat, secret));

/** Return the seats that committed and did not reveal. */
export const missingSeats = (committed: BySeat, secrets: BySeat): number[] =>
  committed.map(([seat]) => seat).filter((seat) => valueOfSeat(secrets, seat) === undefined);

function digest(purpose: string, ...parts: readonly (string | number)[]): string {
  const text = [`truquero 1 ${purpose}`, ...parts].map((part) => `${part}\n`).join("");
  return hexadecimal(sha256(new TextEncoder().encode(text)));
}
