/** What a seat may do, as the page offers it: by card, by number said aloud, and the rest in the order that the server
    sends, with all sizes of one bet as one offer. */

import type { Choice, Hand, Sizes } from "../../server/schema";

/** What may be done with a card of one's own; by its place where it may not be looked at. */
export interface CardMoves {
  readonly lay?: Choice;
  readonly cover?: Choice;
  readonly discard?: Choice;
}

/** The same call in many sizes: envido-4, envido-6 … */
export interface SizedCall {
  readonly name: string;
  readonly choices: readonly Choice[];
}

export interface Offers {
  readonly cards: readonly CardMoves[];
  readonly said: readonly (Choice | SizedCall)[];
  readonly numbers: readonly Choice[];
}

const FEW = 3; // more sizes than this are one button with a number
const SIZED = /^(.+)-(\d+)$/;

export function offers(hand: Hand): Offers {
  const cards = hand.cards.map((card, place) => cardMoves(hand.choices, card, place));
  const words = choicesOf(hand).filter(({ kind }) => kind !== "card");
  const numbers = words.filter(({ code }) => /^\d+$/.test(code));
  return { cards, said: grouped(words.filter((choice) => !numbers.includes(choice))), numbers };
}

/** The offers that are buttons of their own. */
export function buttonsOf({ said }: Offers): Choice[] {
  return said.filter((one): one is Choice => !isSizes(one));
}

export function isSizes(one: Choice | SizedCall): one is SizedCall {
  return "choices" in one;
}

/** Everything that the seat may do in the order of the server, each size of a bet too. */
export function choicesOf({ choices, sizes }: Hand): readonly Choice[] {
  const before = (index: number): Choice[] => sizes.filter(({ before }) => before === index).flatMap(everySize);
  return sizes.length > 0 ? [...choices.flatMap((choice, index) => [...before(index), choice]), ...before(choices.length)] : choices;
}

function everySize(sizes: Sizes): Choice[] {
  const { first, last, step } = sizes;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => ofSize(sizes, first + index * step));
}

/** One of many sizes, with its own words and stakes. */
export function ofSize({ name, words, stakes, adds, lance }: Sizes, size: number): Choice {
  const said = words.replaceAll("{n}", String(size)).replaceAll("{pairs}", String(Math.floor(size / 2)));
  return { code: `${name}-${size}`, kind: "call", words: said, stakes: stakes.replaceAll("{n}", String(size + adds)), lance };
}

function cardMoves(choices: readonly Choice[], card: string | null, place: number): CardMoves {
  const find = (...codes: string[]): Choice | undefined => choices.find(({ code }) => codes.includes(code));
  const which = card ?? String(place + 1);
  const lay = card === null ? find(`carta-${which}`) : find(card);
  const cover = find(`tapada-${which}`);
  const discard = find(`descarta-${which}`);
  return { ...(lay && { lay }), ...(cover && { cover }), ...(discard && { discard }) };
}

/** Many sizes of a bet stand where the first of them does. */
function grouped(words: readonly Choice[]): (Choice | SizedCall)[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of words) {
    const name = SIZED.exec(choice.code)?.[1];
    if (name) groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  return words.flatMap((choice): (Choice | SizedCall)[] => {
    const name = SIZED.exec(choice.code)?.[1] ?? "";
    const choices = groups.get(name) ?? [];
    if (choices.length <= FEW) return [choice];
    const sorted = choices.toSorted((one, other) => sizeOf(one) - sizeOf(other));
    return choice === choices[0] ? [{ name, choices: sorted }] : [];
  });
}

export function sizeOf({ code }: Choice): number {
  return Number(SIZED.exec(code)?.[2] ?? code);
}

const KEYS: { readonly [code: string]: string } = {
  quiero: "s",
  "no-quiero": "n",
  mazo: "m",
  mira: "v",
  "son-buenas": "b",
  envido: "e",
  torne: "e", // what answers an envit
  flor: "f",
};
const TRUCO_KEY = "t"; // and whatever comes next: there is never more than one

/** A letter for each button that has one. They are the same at every table, so that a hand learns them; none of them
 * stakes more than the call it is named after. */
export function keysOf(buttons: readonly Choice[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { code, lance } of buttons) {
    const key = KEYS[code] ?? (lance === "truco" ? TRUCO_KEY : undefined);
    if (!key || taken.has(key)) continue;
    taken.add(key);
    found.set(code, key);
  }
  return found;
}
