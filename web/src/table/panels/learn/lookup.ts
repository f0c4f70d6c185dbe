/** What the learning panel finds: the state of each card, the calls that are possible now, and words that fit a search. */

import type { CallGuide, GlossaryTerm, HandInfo } from "../../../server/schema";

export type CardState = "held" | "seen" | "";

/** Return whether the player holds a card, or it lies open. Cards of past tricks that nobody may look at again are left out. */
export function cardState(card: string, hand: HandInfo | null): CardState {
  if (hand?.cards.includes(card)) return "held";
  if (hand?.turned === card) return "seen";
  return hand?.laid.some((laid) => laid.card === card && !laid.past && !laid.face_down) ? "seen" : "";
}

/** Return whether the player may make a call now. A call with a size counts for all sizes. */
export function isPossible({ code }: CallGuide, hand: HandInfo | null): boolean {
  if (!hand) return false;
  return hand.choices.some((choice) => choice.code === code) || hand.bet_sizes.some(({ name }) => code.startsWith(`${name}-`));
}

/** Return the terms and calls whose words or meaning contain a text, whatever its accents and capitals. */
export function matching<Item extends CallGuide | GlossaryTerm>(items: readonly Item[], filter: string): Item[] {
  const sought = plain(filter);
  return items.filter((item) => plain("word" in item ? `${item.word} ${item.meaning}` : item.words).includes(sought));
}

const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
