/** Were the cards dealt fairly? What the page can find out by itself, from the record and the pack: docs/dealing.md. */

import { cardOf } from "../lib/cards";
import { hexadecimal, sha256 } from "../lib/sha256";

const HIDDEN = "??"; // a card that the record does not tell
const HELD = 3; // cards of a seat; a gallo has one more, which is dealt after all others

/** The seats of each hand of a deal, in the order in which they are dealt to. */
export type Round = readonly (readonly number[])[];

/** What a record tells of a hand: who has which cards, and the seat to which one fell face up. */
interface Hand {
  readonly cards: [number, string[]][];
  exposed: number;
}

/** What a record tells of one deal, with those of its hands that were played. */
interface Deal {
  readonly hands: Hand[];
  turned: string;
  cut: number;
  seed: string;
  sealed: string;
}

/** `sealed`: the server's part of the seed has the digest that was published; null where none was. `dealt`: shuffled with
 * the seed, cut and dealt round, the pack gives the cards of this deal. Both null where there is no seed. */
export interface Found {
  readonly deal: number;
  readonly sealed: boolean | null;
  readonly dealt: boolean | null;
}

export function checked(text: string, pack: readonly string[], rounds: readonly Round[]): Found[] {
  return dealsOf(text).map((deal, at) => {
    const { cut, seed, sealed } = deal;
    if (!seed) return { deal: at + 1, sealed: null, dealt: null };
    const own = seed.slice(0, seed.lastIndexOf("."));
    return {
      deal: at + 1,
      sealed: sealed ? hexadecimal(sha256(new TextEncoder().encode(own))) === sealed : null,
      dealt: isDealt(deal, cutAt(shuffled(pack, seed), cut), rounds[at] ?? []),
    };
  });
}

/** Whether every card that is told lies in its place: one at a time round all hands of the deal, those too that were not
 * played any more; then the fourth of a gallo, the turned one, and one for each hand in which a card fell face up. */
function isDealt(deal: Deal, deck: readonly string[], round: Round): boolean {
  const packets = round.flatMap((seats, hand) => seats.map((seat) => `${hand}/${seat}`));
  const all = HELD * packets.length;
  const gallo = deal.hands.some(({ cards }) => cards.some(([, held]) => held.length > HELD)) ? 1 : 0;
  if (deal.turned && deck[all + gallo] !== deal.turned) return false;
  const rest = all + gallo + (deal.turned ? 1 : 0);
  const others = new Set(deck.slice(rest, rest + round.length)); // one of them, instead of the one that fell
  return deal.hands.every(({ cards, exposed }, hand) =>
    cards.every(([seat, held]) => {
      const first = packets.indexOf(`${hand}/${seat}`);
      if (first < 0) return false;
      const own = new Set([0, 1, 2].map((number) => deck[first + number * packets.length]));
      if (held.length > HELD) own.add(deck[all]);
      const known = held.filter((card) => card !== HIDDEN);
      const strange = known.filter((card) => !own.has(card));
      const exchanged = seat === exposed && strange.length === 1 && others.has(strange[0] ?? "");
      return new Set(known).size === known.length && (strange.length === 0 || exchanged);
    }),
  );
}

function dealsOf(text: string): Deal[] {
  const deals: Deal[] = [];
  for (const line of text.split("\n")) {
    const [word = "", ...rest] = line.replace(/^#\s*/, "# ").trim().split(/\s+/);
    if (word === "deal") deals.push({ hands: [], turned: "", cut: 0, seed: "", sealed: "" });
    const deal = deals.at(-1);
    if (!deal) continue;
    if (word === "seed") deal.seed = rest[0] ?? "";
    else if (word === "cut") deal.cut = Number(rest[0]);
    else if (word === "#" && rest[0] === "sealed") deal.sealed = rest[1] ?? "";
    else if (word === "turned") deal.turned = codeOf(rest[0] ?? "");
    else if (word === "duel") deal.hands.push({ cards: [], exposed: 0 });
    else if (word === "exposed") handOf(deal).exposed = Number(rest[0]);
    else if (word === "cards") handOf(deal).cards.push([Number(rest[0]), rest.slice(1).map(codeOf)]);
  }
  return deals;
}

/** The hand that is told; only duels say that they begin. */
function handOf({ hands }: Deal): Hand {
  const hand = hands.at(-1) ?? { cards: [], exposed: 0 };
  if (hands.length === 0) hands.push(hand);
  return hand;
}

const codeOf = (card: string): string => cardOf(card)?.code ?? card;

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
