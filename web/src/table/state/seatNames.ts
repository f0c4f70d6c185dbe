/** How the page names seats and sides. */

import { language } from "../../profile/language.svelte";
import type { TableView } from "../../server/socket";
import type { Texts } from "../../texts/es";

type TableTexts = Texts["table"];

export function seatName(view: TableView, seat: number, texts: TableTexts): string {
  if (seat === view.you.seat) return texts.you;
  return view.seats[seat - 1]?.name || texts.seat(seat);
}

/** Return the names of seats of which any one may act, such as "Ana or Luis". */
export function anyOf(view: TableView, seats: readonly number[], texts: TableTexts): string {
  return new Intl.ListFormat(language.code, { type: "disjunction" }).format(seats.map((seat) => seatName(view, seat, texts)));
}

/** Return the name of a side for the score: "us" or "them", with two players "you" or "rival". With three players and for
 * spectators, return the names of its players. */
export function sideName(view: TableView, side: string, texts: TableTexts): string {
  const members = view.seats.filter((seatInfo) => seatInfo.side === side);
  const own = ownSide(view);
  if (own === undefined || view.table.players === 3) {
    return members.map(({ seat }) => seatName(view, seat, texts)).join(" + ");
  }
  if (view.table.players === 2) return side === own ? texts.you : texts.rival;
  return side === own ? texts.us : texts.them;
}

export function ownSide(view: TableView): string | undefined {
  return view.seats.find(({ seat }) => seat === view.you.seat)?.side;
}

/** Return whether a seat is on the side of this page in the current hand. Spectators see the side of seat 1 as theirs. */
export function isOnOwnSide(view: TableView, seat: number): boolean {
  const own = view.you.seat ?? 1;
  const gallo = view.hand?.gallo ?? null;
  if (gallo !== null) return (seat === gallo) === (own === gallo);
  return view.seats[seat - 1]?.side === view.seats[own - 1]?.side;
}
