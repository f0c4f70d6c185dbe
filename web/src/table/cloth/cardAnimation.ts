/** Cards on their way: out of a hand onto the cloth, from there to who takes the trick, and back when all is shown. */

import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import { crossfade, fade, fly, type TransitionConfig } from "svelte/transition";

import type { Laid } from "../../server/schema";

/** What a card is called on its way, and where it comes from if nobody saw it leave: pixels from where it arrives. */
export interface Flight {
  readonly key: string;
  readonly x?: number;
  readonly y?: number;
  /** Milliseconds. */
  readonly delay?: number;
}

const SHORT = 260; // milliseconds
const LONG = 620;

const [send, receive] = crossfade({
  duration: (distance) => Math.min(LONG, SHORT + distance * 0.9),
  easing: cubicOut,
  fallback: (node, flight, arriving) => {
    const { x = 0, y = 0, delay = 0 } = flight as Flight;
    return arriving ? fly(node, { x, y, delay, duration: SHORT, easing: cubicOut }) : fade(node, { duration: 160 });
  },
});

const still = (): TransitionConfig => ({ duration: 0 });

export function leaves(node: Element, flight: Flight): TransitionConfig | (() => TransitionConfig) {
  return prefersReducedMotion.current ? still() : send(node, flight);
}

export function arrives(node: Element, flight: Flight): TransitionConfig | (() => TransitionConfig) {
  return prefersReducedMotion.current ? still() : receive(node, flight);
}

/** The same card has the same key in one's hand, on the cloth and in a pile; cards of others are known when laid. */
export function keyOfLaid(hand: string, own: number | null, { seat, card, trick }: Laid): string {
  return seat === own && card !== null ? keyOfHeld(hand, card) : `${hand}/${seat}/${trick}`;
}

export function keyOfHeld(hand: string, card: string): string {
  return `${hand}/${card}`;
}
