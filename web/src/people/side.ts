/** The side of a seat as the visitor sees it. Every place that shows a side uses the same mark, colour and words. */

import type { TableEvent } from "../server/schema";
import type { TableView } from "../server/socket";
import { isOnOwnSide } from "../table/state/seatNames";
import type { TableTexts } from "../texts/table/es";

export type Side = "own" | "rival";

export const sideOf = (view: TableView, seat: number): Side => (isOnOwnSide(view, seat) ? "own" : "rival");

/** Return the side of an event of the log; null for an event of no side, and where sides change from hand to hand. */
export function sideOfEvent(view: TableView, event: Pick<TableEvent, "seat" | "side">): Side | null {
  const seatInfo = view.seats.find(({ seat, side }) => (event.side === null ? seat === event.seat : side === event.side));
  return seatInfo && view.table.players !== 3 ? sideOf(view, seatInfo.seat) : null;
}

/** Return what a seat is to the visitor, in words; an empty text for the visitor's own seat and for spectators. */
export function sideWords(view: TableView, seat: number, texts: TableTexts): string {
  if (view.you.seat === null || view.you.seat === seat) return "";
  return sideOf(view, seat) === "rival" ? texts.sides.rival : texts.sides.partner(view.table.players);
}

/** Return the same in as few letters as possible. With two or three players nobody else is a partner for long. */
export function sideLabel(view: TableView, seat: number, texts: TableTexts): string {
  if (view.table.players < 4 || !sideWords(view, seat, texts)) return "";
  return sideOf(view, seat) === "rival" ? texts.sides.rival : texts.sides.partnerLabel(view.table.players);
}
