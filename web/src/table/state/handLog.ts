/** The log of a table: the events of each hand. */

import type { TableEvent } from "../../server/schema";
import type { TableView } from "../../server/socket";

export interface HandLog {
  readonly match: number;
  readonly deal: number;
  readonly hand: number;
  readonly description: string;
  readonly news: readonly TableEvent[];
}

const MAX_HANDS = 60;

/** Return the log with the news of the current hand. If `whole` is set, `news` contains all events of the hand. */
export function extendedLog(log: readonly HandLog[], view: TableView, news: readonly TableEvent[], whole: boolean): readonly HandLog[] {
  const { hand } = view;
  if (!hand) return whole ? [] : log;
  const match = view.table.match;
  const last = log.at(-1);
  const isSameHand = last?.match === match && last.deal === hand.deal && last.hand === hand.hand;
  const earlier = isSameHand ? log.slice(0, -1) : log;
  const all = isSameHand && !whole ? [...last.news, ...news] : news;
  return [...earlier, { match, deal: hand.deal, hand: hand.hand, description: hand.description, news: all }].slice(-MAX_HANDS);
}
