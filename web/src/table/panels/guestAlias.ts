/** The alias by which a table knows a guest. */

import { hexadecimal, sha256 } from "../../fair-deals/sha256";

const ALIAS_LENGTH = 16;

/** Return the alias of a guest at a table, computed as on the server: `alias` of `SeatInfo` and `ChatLine`. */
export function guestAlias(table: string, guest: string): string {
  return hexadecimal(sha256(new TextEncoder().encode(`${table} ${guest}`))).slice(0, ALIAS_LENGTH);
}
