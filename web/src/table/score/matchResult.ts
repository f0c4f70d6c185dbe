/** How the page names the result of a match. */

import type { TableView } from "../../server/socket";
import type { Texts } from "../../texts/es";
import { ownSide, sideName } from "../state/seatNames";

/** Return who has won a finished match, from the point of view of this page. */
export function matchResult(view: TableView, texts: Texts["table"]): string {
  const own = ownSide(view);
  const { winners } = view.score;
  if (own === undefined) return texts.matchEnd.winner(winners.map((side) => sideName(view, side, texts)).join(" + "));
  return winners.includes(own) ? texts.matchEnd.won : texts.matchEnd.lost;
}
