/** Were the cards dealt fairly? What the page can find out by itself, from the record and the pack: docs/reference/dealing.md. */

import { cardOf } from "../cards/cards";
import { areCommitted, DRAW, missing, seal, seedOf, type Round as Drawing } from "./hashes";
import { hexadecimal, sha256 } from "./sha256";

const HIDDEN = "??"; // a card that the record does not tell
const HELD = 3; // cards of a seat; a gallo has one more, which is dealt after all others

/** The seats of each hand of a deal, in the order in which they are dealt to. */
export type Round = readonly (readonly number[])[];

/** What a record tells of a hand: who has which cards, and the seat to which one fell face up. */
interface Hand {
  readonly cards: [number, string[]][];
  exposed: number;
}

/** What a record tells of one deal, with those of its hands that were played. The draw for the first dealer has none. */
interface Deal {
  readonly dealer: number;
  readonly hands: Hand[];
  turned: string;
  cut: number;
  seed: string;
  sealed: string; // by an older server
  fixed: string;
  server: string;
  readonly committed: [number, string][];
  readonly secrets: [number, string][];
}

/** `sealed`: the server's seed and the secrets of the pages have the digests that were published; null where none were.
 * `dealt`: shuffled with the seed, cut and dealt round, the pack gives the cards of this deal; in the draw (deal 0) the
 * first dealer comes out. Both null where there is no seed. `chances`: the seats whose secrets went in; null where an older
 * server dealt. `missing`: those that committed and did not reveal. */
export interface Found {
  readonly deal: number;
  readonly sealed: boolean | null;
  readonly dealt: boolean | null;
  readonly chances: readonly number[] | null;
  readonly missing: readonly number[];
}

export function checked(text: string, pack: readonly string[], rounds: readonly Round[], players: number): Found[] {
  const [draw, ...deals] = dealsOf(text);
  const told = /^#\s*table\s+([0-9a-f]{32})\s+match\s+(\d+)\s*$/m.exec(text);
  const about = (deal: number): Drawing | null => (told ? { table: told[1] ?? "", match: Number(told[2]), deal } : null);
  const found = deals.map((deal, at) => ({
    ...published(deal, at + 1, players, about(at + 1), (seed) => seed === deal.seed),
    dealt: deal.seed ? isDealt(deal, cutAt(shuffled(pack, deal.seed), deal.cut), rounds[at] ?? []) : null,
  }));
  if (!draw?.fixed || !deals[0]) return found;
  const [first] = deals;
  const isFirst = (seed: string): boolean => 1 + draws(`${seed}/dealer`)(players) === first.dealer;
  const drawn = published({ ...draw, seed: "drawn" }, DRAW, players, about(DRAW), isFirst);
  return [{ ...drawn, dealt: drawn.sealed }, ...found];
}

/** What was published of a deal, and whether it gives the seed. */
function published(deal: Deal, number: number, players: number, about: Drawing | null, gives: (seed: string) => boolean): Omit<Found, "dealt"> {
  const { seed, sealed, fixed, server, committed, secrets } = deal;
  const nothing = { deal: number, sealed: null, chances: null, missing: [] };
  if (!seed) return nothing;
  if (fixed && server && about) {
    const seated = [...committed, ...secrets].every(([seat]) => Number.isInteger(seat) && seat >= 1 && seat <= players);
    const agrees = seated && seal(about, server) === fixed && areCommitted(about, secrets, committed) && gives(seedOf(about, server, secrets));
    return { deal: number, sealed: agrees, chances: secrets.map(([seat]) => seat), missing: missing(committed, secrets) };
  }
  if (!sealed) return nothing;
  const own = seed.slice(0, seed.lastIndexOf("."));
  return { ...nothing, sealed: hexadecimal(sha256(new TextEncoder().encode(own))) === sealed };
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

/** The deals of a record; before them all, as a deal of nobody, what it tells of the draw for the first dealer. */
function dealsOf(text: string): Deal[] {
  const deals: Deal[] = [nextDeal(0)];
  for (const line of text.split("\n")) {
    const [word = "", ...rest] = line.replace(/^#\s*/, "# ").trim().split(/\s+/);
    if (word === "deal") deals.push(nextDeal(Number(rest[0])));
    const deal = deals.at(-1);
    if (!deal) continue;
    if (word === "#") comment(deal, rest);
    else if (word === "seed") deal.seed = rest[0] ?? "";
    else if (word === "cut") deal.cut = Number(rest[0]);
    else if (word === "turned") deal.turned = codeOf(rest[0] ?? "");
    else if (word === "duel") deal.hands.push({ cards: [], exposed: 0 });
    else if (word === "exposed") handOf(deal).exposed = Number(rest[0]);
    else if (word === "cards") handOf(deal).cards.push([Number(rest[0]), rest.slice(1).map(codeOf)]);
  }
  return deals;
}

const nextDeal = (dealer: number): Deal => ({ dealer, hands: [], turned: "", cut: 0, seed: "", sealed: "", fixed: "", server: "", committed: [], secrets: [] });

function comment(deal: Deal, [word = "", first = "", second = ""]: readonly string[]): void {
  if (word === "sealed" || word === "fixed" || word === "server") deal[word] ||= first;
  else if (word === "committed") deal.committed.push([Number(first), second]);
  else if (word === "secret") deal.secrets.push([Number(first), second]);
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
