/** Where everybody sits around the cloth, as the page sees it: its own seat at the bottom, the next ones to the right. */

/** In hundredths of the cloth, from its upper left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Seating {
  readonly seat: number;
  /** Of the name. */
  readonly plate: Spot;
  /** Of the cards laid. */
  readonly cards: Spot;
}

type Spots = readonly (readonly [plate: readonly [number, number], cards: readonly [number, number]])[];

/** For each number of players, from the bottom on against the clock, as the turn goes. */
const SPOTS: { readonly [players: number]: Spots } = {
  2: [
    [[50, 93], [50, 70]],
    [[50, 7], [50, 32]],
  ],
  3: [
    [[50, 93], [50, 69]],
    [[79, 9], [73, 38]],
    [[21, 9], [27, 38]],
  ],
  4: [
    [[50, 93], [50, 72]],
    [[84, 21], [80, 50]],
    [[50, 7], [50, 30]],
    [[16, 21], [20, 50]],
  ],
  6: [
    [[50, 94], [50, 76]],
    [[86, 85], [80, 65]],
    [[86, 11], [80, 32]],
    [[50, 6], [50, 25]],
    [[14, 11], [20, 32]],
    [[14, 85], [20, 65]],
  ],
  8: [
    [[50, 94], [50, 77]],
    [[87, 88], [74, 78]],
    [[87, 45], [72, 51]],
    [[87, 8], [74, 24]],
    [[50, 6], [50, 24]],
    [[13, 8], [26, 24]],
    [[13, 45], [28, 51]],
    [[13, 88], [26, 78]],
  ],
};

/** Where the pack lies, out of the way of cards and names. */
const PACK: { readonly [players: number]: Spot } = {
  2: { x: 15, y: 50 },
  3: { x: 14, y: 78 },
  4: { x: 14, y: 82 },
  6: { x: 50, y: 50 },
  8: { x: 50, y: 51 },
};

export function seatings(players: number, own: number | null): readonly Seating[] {
  const spots = SPOTS[players] ?? [];
  return spots.map(([plate, cards], place) => ({
    seat: (((own ?? 1) - 1 + place) % players) + 1,
    plate: { x: plate[0], y: plate[1] },
    cards: { x: cards[0], y: cards[1] },
  }));
}

export function packSpot(players: number): Spot {
  return PACK[players] ?? { x: 50, y: 50 };
}
