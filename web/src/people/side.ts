/** The side of a seat as the visitor sees it. Every place that shows a side uses the same mark, colour and words. */

import type { TableView } from "../server/socket";
import { isOnOwnSide } from "../table/state/seatNames";
import type { TableTexts } from "../texts/table/es";

export type Side = "own" | "rival";

export const sideOf = (view: TableView, seat: number): Side => (isOnOwnSide(view, seat) ? "own" : "rival");

/** Return what a seat is to the visitor, in words; an empty text for the visitor's own seat and for spectators. */
export function sideWords(view: TableView, seat: number, texts: TableTexts): string {
  if (view.you.seat === null || view.you.seat === seat) return "";
  return sideOf(view, seat) === "rival" ? texts.sides.rival : texts.sides.partner(view.table.players);
}
