/** The legal moves of a seat, arranged for the page: moves of each card, numbers to declare, and all others in the order
 * of the server, with all sizes of a bet in one group. */

import type { MoveOption, HandInfo, BetSizes } from "../../server/schema";

/** The moves of a card in the own hand. Cards that the player may not see have a position instead of a code. */
export interface CardMoves {
  readonly lay?: MoveOption;
  readonly cover?: MoveOption;
  readonly discard?: MoveOption;
}

/** The same bet in many sizes: envido-4, envido-6 … */
export interface BetRange {
  readonly name: string;
  readonly choices: readonly MoveOption[];
}

export interface Offers {
  readonly cards: readonly CardMoves[];
  readonly calls: readonly (MoveOption | BetRange)[];
  /** Points that the player may declare. */
  readonly numbers: readonly MoveOption[];
}

const MAX_SINGLE_SIZES = 3; // a bet with more sizes gets one button with a number
const SIZED = /^(.+)-(\d+)$/;

export function offersOf(hand: HandInfo): Offers {
  const cards = hand.cards.map((card, position) => cardMoves(hand.choices, card, position));
  const spokenMoves = allChoices(hand).filter(({ kind }) => kind !== "card");
  const numbers = spokenMoves.filter(({ code }) => /^\d+$/.test(code));
  return { cards, calls: groupSizes(spokenMoves.filter((choice) => !numbers.includes(choice))), numbers };
}

/** Return the calls that have a button of their own. */
export function singleChoices({ calls }: Offers): MoveOption[] {
  return calls.filter((call): call is MoveOption => !isBetRange(call));
}

/** Return the declaration of these points, if it is legal. */
export function declarationOf({ numbers }: Offers, points: number | null): MoveOption | undefined {
  return numbers.find(({ code }) => code === String(points));
}

export function isBetRange(call: MoveOption | BetRange): call is BetRange {
  return "choices" in call;
}

/** Return all legal moves in the order of the server, with every size of a bet as a move. */
export function allChoices({ choices, bet_sizes: sizes }: HandInfo): readonly MoveOption[] {
  const rangesBefore = (index: number): MoveOption[] => sizes.filter(({ position }) => position === index).flatMap(choicesInRange);
  return sizes.length > 0 ? [...choices.flatMap((choice, index) => [...rangesBefore(index), choice]), ...rangesBefore(choices.length)] : choices;
}

function choicesInRange(sizes: BetSizes): MoveOption[] {
  const { first, last, step } = sizes;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => choiceOfSize(sizes, first + index * step));
}

/** Return the move of one size, with its own words and stakes. */
export function choiceOfSize({ name, words, stakes, adds, lance, ends_game_from: least }: BetSizes, size: number): MoveOption {
  const spoken = words.replaceAll("{n}", String(size)).replaceAll("{pairs}", String(Math.floor(size / 2)));
  const stakesOfSize = stakes.replaceAll("{n}", String(size + adds));
  return { code: `${name}-${size}`, kind: "call", words: spoken, stakes: stakesOfSize, lance, ends_game: least !== null && size >= least, breaks_rules: false };
}

function cardMoves(choices: readonly MoveOption[], card: string | null, position: number): CardMoves {
  const find = (code: string): MoveOption | undefined => choices.find((choice) => choice.code === code);
  const suffix = card ?? String(position + 1);
  const lay = find(card ?? `carta-${suffix}`);
  const cover = find(`tapada-${suffix}`);
  const discard = find(`descarta-${suffix}`);
  return { ...(lay && { lay }), ...(cover && { cover }), ...(discard && { discard }) };
}

/** Put the sizes of each bet into one group, at the position of the first. */
function groupSizes(moves: readonly MoveOption[]): (MoveOption | BetRange)[] {
  const groups = new Map<string, MoveOption[]>();
  for (const choice of moves) {
    const name = SIZED.exec(choice.code)?.[1];
    if (name) groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  return moves.flatMap((choice): (MoveOption | BetRange)[] => {
    const name = SIZED.exec(choice.code)?.[1] ?? "";
    const choices = groups.get(name) ?? [];
    if (choices.length <= MAX_SINGLE_SIZES) return [choice];
    const sorted = choices.toSorted((a, b) => sizeOf(a) - sizeOf(b));
    return choice === choices[0] ? [{ name, choices: sorted }] : [];
  });
}

export function sizeOf({ code }: MoveOption): number {
  return Number(SIZED.exec(code)?.[2] ?? code);
}

const KEYS: { readonly [code: string]: string } = {
  quiero: "s",
  "no-quiero": "n",
  mazo: "m",
  mira: "v",
  "son-buenas": "b",
  envido: "e",
  torne: "e", // the raise after an envit
  flor: "f",
};
const TRUCO_KEY = "t"; // for truco and its raises: at most one of them is legal

/** Return the shortcut of each move that has one. Keys are the same at every table, so that players can learn them. No
 * key bets more than the call it is named after. */
export function keysOf(buttons: readonly MoveOption[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const usedKeys = new Set<string>();
  for (const { code, lance } of buttons) {
    const key = KEYS[code] ?? (lance === "truco" ? TRUCO_KEY : undefined);
    if (!key || usedKeys.has(key)) continue;
    usedKeys.add(key);
    keys.set(code, key);
  }
  return keys;
}
