/** Where everybody sits around the cloth, as the page sees it: its own seat at the bottom, the next ones to the right. */

/** In hundredths of the cloth, from its upper left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Seating {
  readonly seat: number;
  /** Of the name: its upper edge in the upper part of the cloth, its lower one in the lower part. */
  readonly plate: Spot;
  /** Of the cards laid. */
  readonly cards: Spot;
}

type Spots = readonly (readonly [plate: readonly [number, number], cards: readonly [number, number]])[];

/** For each number of players, from the bottom on against the clock, as the turn goes. */
const SPOTS: { readonly [players: number]: Spots } = {
  2: [
    [[50, 98], [50, 70]],
    [[50, 2], [50, 35]],
  ],
  3: [
    [[50, 98], [50, 70]],
    [[79, 2], [73, 41]],
    [[21, 2], [27, 41]],
  ],
  4: [
    [[50, 98], [50, 73]],
    [[84, 12], [80, 52]],
    [[50, 2], [50, 34]],
    [[16, 12], [20, 52]],
  ],
  6: [
    [[50, 99], [50, 77]],
    [[85, 97], [78, 68]],
    [[85, 3], [78, 33]],
    [[50, 1], [50, 27]],
    [[15, 3], [22, 33]],
    [[15, 97], [22, 68]],
  ],
  8: [
    [[50, 99], [50, 78]],
    [[86, 99], [75, 78]],
    [[88, 50], [71, 50]],
    [[86, 1], [75, 23]],
    [[50, 1], [50, 23]],
    [[14, 1], [25, 23]],
    [[12, 50], [29, 50]],
    [[14, 99], [25, 78]],
  ],
};

/** Where the pack lies, out of the way of cards and names. */
const PACK: { readonly [players: number]: Spot } = {
  2: { x: 15, y: 50 },
  3: { x: 15, y: 80 },
  4: { x: 15, y: 84 },
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
