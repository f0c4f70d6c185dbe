/** The moves that keys make: a number plays a card, a letter makes a call. */

import type { HandInfo, MoveOption } from "../../server/schema";
import type { Slot } from "./handSlots";
import { allChoices, keysOf, singleChoices, type Offers } from "./offers";

interface KeyedMoves {
  readonly hand: HandInfo;
  readonly offers: Offers;
  readonly slots: readonly Slot[];
  /** Whether a card is laid face down, if it may be. */
  readonly faceDown: boolean;
}

/** Return the move of a key; undefined if the key means none now. */
export function moveOfKey(key: string, { hand, offers, slots, faceDown }: KeyedMoves): MoveOption | undefined {
  const slot = /^[1-9]$/.test(key) ? slots[Number(key) - 1] : undefined;
  const card = offers.cards[slot === null ? Number(key) - 1 : hand.cards.indexOf(slot ?? "")];
  if (card) return (faceDown ? (card.cover ?? card.lay) : (card.lay ?? card.cover)) ?? card.discard;
  const code = [...keysOf(singleChoices(offers))].find(([, shortcut]) => shortcut === key)?.[0];
  return allChoices(hand).find((choice) => choice.code === code);
}
