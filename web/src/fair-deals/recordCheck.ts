/** Check whether the cards of a record were dealt fairly, from the record and the pack: docs/reference/dealing.md. */

import { cardOf } from "../cards/cards";
import { FIRST_DEALER_DRAW, matchCommitments, missingSeats, seal, seedOf, type Draw } from "./hashes";
import { hexadecimal, sha256 } from "./sha256";

const HIDDEN = "??"; // a card that the record does not contain
const HELD = 3; // cards of a seat; the gallo has a fourth, dealt after all others

/** The seats of each hand of a deal, in the order of the deal. */
export type DealOrder = readonly (readonly number[])[];

/** The cards of each seat in a hand of the record, and the seat to which a card fell face up. */
interface RecordedHand {
  readonly cards: [number, string[]][];
  exposed: number;
}

/** A deal of the record, with the hands that were played. The draw for the first dealer has no hands. */
interface RecordedDeal {
  readonly dealer: number;
  readonly hands: RecordedHand[];
  turned: string;
  cut: number;
  seed: string;
  sealed: string; // the seal of an older server
  fixed: string;
  server: string;
  readonly committed: [number, string][];
  readonly secrets: [number, string][];
}

/** The check of a deal, or of the draw for the first dealer, which is deal 0. */
export interface DealCheck {
  readonly deal: number;
  /** Whether the seed of the server and the secrets match the published digests; null if there are none. */
  readonly sealed: boolean | null;
  /** Whether the seed, the cut and the pack give the cards or the first dealer of the record; null without a seed. */
  readonly dealt: boolean | null;
  /** The seats whose secrets went in; null for deals of older servers. */
  readonly chances: readonly number[] | null;
  /** The seats that committed and did not reveal. */
  readonly missing: readonly number[];
}

/** Return the check of every deal of a record. It starts with the draw for the first dealer if the record contains one. */
export function checkRecord(text: string, pack: readonly string[], orders: readonly DealOrder[], players: number): DealCheck[] {
  const [firstDraw, ...deals] = dealsOf(text);
  const header = /^#\s*table\s+([0-9a-f]{32})\s+match\s+(\d+)\s*$/m.exec(text);
  const drawOf = (deal: number): Draw | null => (header ? { table: header[1] ?? "", match: Number(header[2]), deal } : null);
  const checks = deals.map((deal, index) => ({
    ...checkSeals(deal, index + 1, players, drawOf(index + 1), (seed) => seed === deal.seed),
    dealt: deal.seed ? isDealt(deal, cutAt(shuffled(pack, deal.seed), deal.cut), orders[index] ?? []) : null,
  }));
  if (!firstDraw?.fixed || !deals[0]) return checks;
  const [first] = deals;
  const isFirst = (seed: string): boolean => 1 + randomNumbers(`${seed}/dealer`)(players) === first.dealer;
  const drawCheck = checkSeals({ ...firstDraw, seed: "drawn" }, FIRST_DEALER_DRAW, players, drawOf(FIRST_DEALER_DRAW), isFirst);
  return [{ ...drawCheck, dealt: drawCheck.sealed }, ...checks];
}

/** Check the published digests of a deal. `isSeed` tells whether a seed is that of the record. */
function checkSeals(deal: RecordedDeal, number: number, players: number, draw: Draw | null, isSeed: (seed: string) => boolean): Omit<DealCheck, "dealt"> {
  const { seed, sealed, fixed, server, committed, secrets } = deal;
  const unknown = { deal: number, sealed: null, chances: null, missing: [] };
  if (!seed) return unknown;
  if (fixed && server && draw) {
    const seatsExist = [...committed, ...secrets].every(([seat]) => Number.isInteger(seat) && seat >= 1 && seat <= players);
    const agrees = seatsExist && seal(draw, server) === fixed && matchCommitments(draw, secrets, committed) && isSeed(seedOf(draw, server, secrets));
    return { deal: number, sealed: agrees, chances: secrets.map(([seat]) => seat), missing: missingSeats(committed, secrets) };
  }
  if (!sealed) return unknown;
  const own = seed.slice(0, seed.lastIndexOf("."));
  return { ...unknown, sealed: hexadecimal(sha256(new TextEncoder().encode(own))) === sealed };
}

/** Return whether every card of the record has the position that the deck gives it.
 *
 * Cards are dealt one at a time round all hands of the deal, also those that were not played. Then come the fourth card
 * of the gallo, the turned card, and one card for each hand in which a card fell face up. */
function isDealt(deal: RecordedDeal, deck: readonly string[], order: DealOrder): boolean {
  const packets = order.flatMap((seats, hand) => seats.map((seat) => `${hand}/${seat}`));
  const dealtInTurn = HELD * packets.length;
  const gallo = deal.hands.some(({ cards }) => cards.some(([, held]) => held.length > HELD)) ? 1 : 0;
  if (deal.turned && deck[dealtInTurn + gallo] !== deal.turned) return false;
  const rest = dealtInTurn + gallo + (deal.turned ? 1 : 0);
  const replacements = new Set(deck.slice(rest, rest + order.length)); // one of them replaces the card that fell face up
  return deal.hands.every(({ cards, exposed }, hand) =>
    cards.every(([seat, held]) => {
      const first = packets.indexOf(`${hand}/${seat}`);
      if (first < 0) return false;
      const own = new Set([0, 1, 2].map((number) => deck[first + number * packets.length]));
      if (held.length > HELD) own.add(deck[dealtInTurn]);
      const visible = held.filter((card) => card !== HIDDEN);
      const foreign = visible.filter((card) => !own.has(card));
      const exchanged = seat === exposed && foreign.length === 1 && replacements.has(foreign[0] ?? "");
      return new Set(visible).size === visible.length && (foreign.length === 0 || exchanged);
    }),
  );
}

/** Return the deals of a record. The first element contains the draw for the first dealer. */
function dealsOf(text: string): RecordedDeal[] {
  const deals: RecordedDeal[] = [emptyDeal(0)];
  for (const line of text.split("\n")) {
    const [word = "", ...rest] = line.replace(/^#\s*/, "# ").trim().split(/\s+/);
    if (word === "deal") deals.push(emptyDeal(Number(rest[0])));
    const deal = deals.at(-1);
    if (!deal) continue;
    if (word === "#") addComment(deal, rest);
    else if (word === "seed") deal.seed = rest[0] ?? "";
    else if (word === "cut") deal.cut = Number(rest[0]);
    else if (word === "turned") deal.turned = codeOf(rest[0] ?? "");
    else if (word === "duel") deal.hands.push({ cards: [], exposed: 0 });
    else if (word === "exposed") currentHand(deal).exposed = Number(rest[0]);
    else if (word === "cards") currentHand(deal).cards.push([Number(rest[0]), rest.slice(1).map(codeOf)]);
  }
  return deals;
}

const emptyDeal = (dealer: number): RecordedDeal => ({ dealer, hands: [], turned: "", cut: 0, seed: "", sealed: "", fixed: "", server: "", committed: [], secrets: [] });

function addComment(deal: RecordedDeal, [word = "", first = "", second = ""]: readonly string[]): void {
  if (word === "sealed" || word === "fixed" || word === "server") deal[word] ||= first;
  else if (word === "committed") deal.committed.push([Number(first), second]);
  else if (word === "secret") deal.secrets.push([Number(first), second]);
}

/** Return the current hand of a deal. Only hands of duels have a line at their start. */
function currentHand({ hands }: RecordedDeal): RecordedHand {
  const hand = hands.at(-1) ?? { cards: [], exposed: 0 };
  if (hands.length === 0) hands.push(hand);
  return hand;
}

const codeOf = (card: string): string => cardOf(card)?.code ?? card;

/** Return the pack, shuffled like on the server. */
export function shuffled(pack: readonly string[], seed: string): string[] {
  const deck = [...pack];
  const random = randomNumbers(seed);
  for (let at = 0; at < deck.length - 1; at++) {
    const swapped = at + random(deck.length - at);
    [deck[at], deck[swapped]] = [deck[swapped] ?? "", deck[at] ?? ""];
  }
  return deck;
}

function cutAt(deck: readonly string[], cut: number): string[] {
  return [...deck.slice(cut), ...deck.slice(0, cut)];
}

/** Return a function that gives random numbers below a size, from digests of the seed and a counter. */
function randomNumbers(seed: string): (size: number) => number {
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
