/** The slots of the cards in the own hand: a card keeps its slot when another is played. */

const MIN_SLOTS = 3;

/** The code of a card, null for a card that the player may not see, undefined for an empty slot. */
export type Slot = string | null | undefined;

/** Return the slots after a change of the hand. `before` is empty for a new hand. */
export function slotsOf(before: readonly Slot[], cards: readonly (string | null)[]): Slot[] {
  const slots: Slot[] = before.map((slot) => (typeof slot === "string" && cards.includes(slot) ? slot : undefined));
  for (const card of cards) {
    if (card !== null && slots.includes(card)) continue;
    const free = slots.indexOf(undefined);
    if (free < 0) slots.push(card);
    else slots[free] = card;
  }
  while (slots.length < MIN_SLOTS) slots.push(undefined);
  return slots;
}
