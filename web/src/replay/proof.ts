/** Were the cards dealt fairly? What the page can find out by itself, from the record and the pack: docs/dealing.md. */

import { cardOf } from "../lib/cards";
import { hexadecimal, sha256 } from "../lib/sha256";

/** What a record tells of one deal. */
interface Deal {
  readonly cards: Set<string>;
  cut: number;
  seed: string;
  sealed: string;
}

/** `sealed`: the server's part of the seed has the digest that was published; null where none was. `dealt`: shuffled with
 * the seed and cut, the pack has the cards of this deal on top. Both null where there is no seed. */
export interface Found {
  readonly deal: number;
  readonly sealed: boolean | null;
  readonly dealt: boolean | null;
}

export function checked(text: string, pack: readonly string[]): Found[] {
  return dealsOf(text).map(({ cards, cut, seed, sealed }, at) => {
    if (!seed) return { deal: at + 1, sealed: null, dealt: null };
    const own = seed.slice(0, seed.lastIndexOf("."));
    const top = cutAt(shuffled(pack, seed), cut).slice(0, cards.size);
    return {
      deal: at + 1,
      sealed: sealed ? hexadecimal(sha256(new TextEncoder().encode(own))) === sealed : null,
      dealt: top.length === cards.size && top.every((card) => cards.has(card)),
    };
  });
}

function dealsOf(text: string): Deal[] {
  const deals: Deal[] = [];
  for (const line of text.split("\n")) {
    const [word = "", ...rest] = line.replace(/^#\s*/, "# ").trim().split(/\s+/);
    if (word === "deal") deals.push({ cards: new Set(), cut: 0, seed: "", sealed: "" });
    const deal = deals.at(-1);
    if (!deal) continue;
    if (word === "seed") deal.seed = rest[0] ?? "";
    else if (word === "cut") deal.cut = Number(rest[0]);
    else if (word === "#" && rest[0] === "sealed") deal.sealed = rest[1] ?? "";
    else if (word === "cards") add(deal, rest.slice(1));
    else if (word === "turned") add(deal, rest);
  }
  return deals;
}

function add(deal: Deal, cards: readonly string[]): void {
  for (const card of cards) deal.cards.add(cardOf(card)?.code ?? card);
}

export function shuffled(pack: readonly string[], seed: string): string[] {
  const deck = [...pack];
  const draw = draws(seed);
  for (let at = 0; at < deck.length - 1; at++) {
    const other = at + draw(deck.length - at);
    [deck[at], deck[other]] = [deck[other] ?? "", deck[at] ?? ""];
  }
  return deck;
}

function cutAt(deck: readonly string[], cut: number): string[] {
  return [...deck.slice(cut), ...deck.slice(0, cut)];
}

/** Numbers below a size, from the digests of the seed and a counter. */
function draws(seed: string): (size: number) => number {
  const text = new TextEncoder().encode(seed);
  let [counter, block, at]: [number, Uint8Array, number] = [0, new Uint8Array(), 0];
  return (size) => {
    for (;;) {
      if (at === block.length) {
        const input = new Uint8Array(text.length + 8);
        input.set(text);
        new DataView(input.buffer).setUint32(text.length + 4, counter);
        [counter, block, at] = [counter + 1, sha256(input), 0];
      }
      const byte = block[at++] ?? 0;
      if (byte < 256 - (256 % size)) return byte % size;
    }
  };
}
