/** Card codes: "1e" is the ace of swords, "10b" the knave of batons or, in a French pack, the queen of clubs. */

import type { Texts } from "../texts/es";

export interface Card {
  /** As in messages: a rank from 1 to 12 and one of o, c, e, b. */
  readonly code: string;
  readonly rank: string;
  readonly suit: string;
}

/** The ranks of French cards in rule books and records. */
const FRENCH_RANKS: { readonly [letter: string]: string } = { A: "1", Q: "10", J: "11", K: "12" };

const CODE = /^(1[0-2]|[1-9]|[AQJK])([oceb]|p)$/;

/** Return the card of a code, also of a French one such as "Qp"; undefined if it is not a card. */
export function cardOf(text: string): Card | undefined {
  const [, written = "", letter = ""] = CODE.exec(text) ?? [];
  if (!written) return undefined;
  const rank = FRENCH_RANKS[written] ?? written;
  const suit = letter === "p" ? "b" : letter; // paus
  return { code: rank + suit, rank, suit };
}

/** Return the name of a card. A card face down has no code. */
export function cardName(code: string | null, french: boolean, texts: Texts["cards"]): string {
  const card = code === null ? undefined : cardOf(code);
  if (!card) return code ?? texts.faceDown;
  const { ranks, suits } = french ? texts.french : texts.spanish;
  return texts.of(ranks[card.rank] ?? card.rank, suits[card.suit] ?? card.suit);
}

/** The pictures that the visitor has chosen. */
export interface CardStyle {
  readonly pack: "classic" | "large";
  /** The name of the picture of the back. */
  readonly back: string;
}

/** Return the path of the picture of a card. */
export function cardPicture(code: string | null, french: boolean, { pack, back }: CardStyle): string {
  const card = code === null ? undefined : cardOf(code);
  const folder = (french ? "french" : "spanish") + (pack === "large" ? "-large" : "");
  return card ? `/cards/${folder}/${card.code}.svg` : `/cards/${back}.svg`;
}
