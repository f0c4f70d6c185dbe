/** How seats and sides are called on this page. */

import type { Hand } from "../../server/schema";
import { hexadecimal, sha256 } from "../../fair-deals/sha256";
import type { TableState } from "../../server/socket";
import type { Texts } from "../../texts/es";

type Words = Texts["table"];

const ALIAS = 16; // letters

export function seatName(state: TableState, seat: number, words: Words): string {
  if (seat === state.you.seat) return words.you;
  return state.places[seat - 1]?.name || words.seat(seat);
}

/** We and they, as on the paper where points are kept; by their names for who looks on or plays alone. */
export function sideName(state: TableState, side: string, words: Words): string {
  const members = state.places.filter((place) => place.side === side);
  const own = state.places.find(({ seat }) => seat === state.you.seat)?.side;
  if (own === undefined || state.table.players === 3) {
    return members.map(({ seat }) => seatName(state, seat, words)).join(" + ");
  }
  if (state.table.players === 2) return side === own ? words.you : words.rival;
  return side === own ? words.we : words.they;
}

/** Who has won a match that is over, as this page takes it. */
export function resultOf(state: TableState, words: Words): string {
  const own = state.places.find(({ seat }) => seat === state.you.seat)?.side;
  const { winners } = state.score;
  if (own === undefined) return words.over.winner(winners.map((side) => sideName(state, side, words)).join(" + "));
  return winners.includes(own) ? words.over.won : words.over.lost;
}

/** The number of a hand: that of its deal, and within it where a deal has several. */
export function handNumber({ deal, hand, setting }: Pick<Hand, "deal" | "hand" | "setting">): string {
  return setting === "duel" ? `${deal}.${hand}` : String(deal);
}

/** Whether a seat plays with this page's in the hand on the table; where it has none, with the first seat. */
export function isOurs(state: TableState, seat: number): boolean {
  const own = state.you.seat ?? 1;
  const gallo = state.hand?.gallo ?? null;
  if (gallo !== null) return (seat === gallo) === (own === gallo);
  return state.places[seat - 1]?.side === state.places[own - 1]?.side;
}

/** What a guest goes by at a table, whatever the name: `who` of `Place` and `Chatted`, as the server makes it. */
export function aliasAt(table: string, guest: string): string {
  return hexadecimal(sha256(new TextEncoder().encode(`${table} ${guest}`))).slice(0, ALIAS);
}

/** Whether the table waits for a seat, whose clock runs then. Who may only break in is not waited for. */
export function isWaitedFor({ hand, deal }: TableState, seat: number): boolean {
  return (hand?.over === false && hand.word.includes(seat)) || (deal?.waits === true && deal.cutter === seat);
}

/** What is said to who may speak now; who need not may still do so before those who have to. */
export function ownWord(view: TableState, words: Words): string {
  const asked = view.hand?.word ?? [];
  if (asked.length === 0 || asked.some((seat) => seat === view.you.seat)) return words.yourWord;
  return words.mayBreakIn(asked.map((seat) => seatName(view, seat, words)).join(", "));
}
