/** The places of the cards in hand: a card keeps its own when another is laid. */

export const LEAST_SLOTS = 3;

/** A card by its code, null for one that may not be looked at, undefined for an empty place. */
export type Slot = string | null | undefined;

/** The places after a change of the hand; `before` is empty for a new one. */
export function slotsOf(before: readonly Slot[], cards: readonly (string | null)[]): Slot[] {
  const slots: Slot[] = before.map((slot) => (typeof slot === "string" && cards.includes(slot) ? slot : undefined));
  for (const card of cards) {
    if (card !== null && slots.includes(card)) continue;
    const free = slots.indexOf(undefined);
    if (free < 0) slots.push(card);
    else slots[free] = card;
  }
  while (slots.length < LEAST_SLOTS) slots.push(undefined);
  return slots;
}
