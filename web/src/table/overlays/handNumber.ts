/** How the page numbers hands. */

import type { HandInfo } from "../../server/schema";

/** Return the number of the deal, and in duels also the number of the hand in it. */
export function handNumber({ deal, hand, hand_type: type }: Pick<HandInfo, "deal" | "hand" | "hand_type">): string {
  return type === "duel" ? `${deal}.${hand}` : String(deal);
}
