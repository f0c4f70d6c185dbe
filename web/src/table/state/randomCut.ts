/** A cut of the pack for a player who does not want to choose. */

import type { TableInfo } from "../../server/schema";

/** Return how many cards to lift: any legal number, each as likely as the others. */
export function randomCut({ pack_size: cards, least_cut: least }: Pick<TableInfo, "pack_size" | "least_cut">): number {
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
  return least + (chance % (cards - 2 * least + 1));
}
