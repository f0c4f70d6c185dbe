/** What the learning panel finds: the state of each card, the calls that are possible now, and words that fit a search. */

import type { BetSizes, CallGuide, GlossaryTerm, HandInfo, MoveOption } from "../../../server/schema";

export type CardState = "held" | "seen" | "";

/** Return whether the player holds a card, or it lies open. Cards of past tricks that nobody may look at again are left out. */
export function cardState(card: string, hand: HandInfo | null): CardState {
  if (hand?.cards.includes(card)) return "held";
  if (hand?.turned === card) return "seen";
  return hand?.laid.some((laid) => laid.card === card && !laid.past && !laid.face_down) ? "seen" : "";
}

/** Return the offer of a call that the player may make now. A call with a size counts for all sizes. */
export function offerNow({ code }: CallGuide, hand: HandInfo | null): MoveOption | BetSizes | undefined {
  return hand?.choices.find((choice) => choice.code === code) ?? hand?.bet_sizes.find(({ name }) => code.startsWith(`${name}-`));
}

/** Return what a call stakes: what its offer states, if it is one that the player may make now. */
export function stakesOf(call: CallGuide, offer: MoveOption | BetSizes | undefined): string {
  return offer && "code" in offer && offer.stakes ? offer.stakes : call.stakes;
}

/** Return the terms and calls whose words or meaning contain a text, whatever its accents and capitals. */
export function matching<Item extends CallGuide | GlossaryTerm>(items: readonly Item[], filter: string): Item[] {
  const sought = plain(filter);
  return items.filter((item) => plain("word" in item ? `${item.word} ${item.meaning}` : item.words).includes(sought));
}

const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
