/** Animations of cards: from a hand to the cloth, from there to the winner of the trick, and back at the end of the hand. */

import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import { crossfade, fade, fly, type TransitionConfig } from "svelte/transition";

import type { TableCard } from "../../server/schema";

/** The key of a card. `x` and `y` are its start, in pixels from its end, if no card with this key was on the page. */
export interface CardAnimation {
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
  fallback: (node, animation, arriving) => {
    const { x = 0, y = 0, delay = 0 } = animation as CardAnimation;
    return arriving ? fly(node, { x, y, delay, duration: SHORT, easing: cubicOut }) : fade(node, { duration: 160 });
  },
});

const noAnimation = (): TransitionConfig => ({ duration: 0 });

export function cardLeaves(node: Element, animation: CardAnimation): TransitionConfig | (() => TransitionConfig) {
  return prefersReducedMotion.current ? noAnimation() : send(node, animation);
}

export function cardArrives(node: Element, animation: CardAnimation): TransitionConfig | (() => TransitionConfig) {
  return prefersReducedMotion.current ? noAnimation() : receive(node, animation);
}

/** Return the key of a card on the cloth. Own cards have the same key in the hand, on the cloth and in a pile. */
export function keyOfLaid(hand: string, own: number | null, { seat, card, trick }: TableCard): string {
  return seat === own && card !== null ? keyOfHeld(hand, card) : `${hand}/${seat}/${trick}`;
}

export function keyOfHeld(hand: string, card: string): string {
  return `${hand}/${card}`;
}
