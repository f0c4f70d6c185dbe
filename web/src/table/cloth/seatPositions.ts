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
    [[50, 98], [50, 71]],
    [[50, 2], [50, 34]],
  ],
  3: [
    [[50, 98], [50, 70]],
    [[79, 2], [73, 43]],
    [[21, 2], [27, 43]],
  ],
  4: [
    [[50, 98], [50, 73]],
    [[82, 15], [80, 55]],
    [[50, 2], [50, 33]],
    [[18, 15], [20, 55]],
  ],
  6: [
    [[50, 99], [50, 77]],
    [[84, 99], [78, 64]],
    [[84, 1], [78, 37]],
    [[50, 1], [50, 26]],
    [[16, 1], [22, 37]],
    [[16, 99], [22, 64]],
  ],
  8: [
    [[50, 99], [50, 75]],
    [[85, 99], [75, 74]],
    [[86, 50], [67, 50]],
    [[85, 1], [75, 27]],
    [[50, 1], [50, 27]],
    [[15, 1], [25, 27]],
    [[14, 50], [33, 50]],
    [[15, 99], [25, 74]],
  ],
};

/** Eight on a narrow cloth: two rows, each seat with a column of its own for its name and its cards. */
const EIGHT_IN_ROWS: Spots = [
  [[37.5, 99], [37.5, 64]],
  [[62.5, 99], [62.5, 64]],
  [[87.5, 99], [87.5, 64]],
  [[87.5, 1], [87.5, 36]],
  [[62.5, 1], [62.5, 36]],
  [[37.5, 1], [37.5, 36]],
  [[12.5, 1], [12.5, 36]],
  [[12.5, 99], [12.5, 64]],
];

/** Where the pack lies, out of the way of cards and names. */
const PACK: { readonly [players: number]: Spot } = {
  2: { x: 15, y: 50 },
  3: { x: 4, y: 83 },
  4: { x: 4, y: 83 },
  6: { x: 50, y: 52 },
  8: { x: 50, y: 50 },
};

/** A screen so narrow that not everybody has room around the cloth. */
export const NARROW = "max-width: 34rem";

export function seatings(players: number, own: number | null, narrow: boolean): readonly Seating[] {
  const spots = narrow && players === 8 ? EIGHT_IN_ROWS : (SPOTS[players] ?? []);
  return spots.map(([plate, cards], place) => ({
    seat: (((own ?? 1) - 1 + place) % players) + 1,
    plate: { x: plate[0], y: plate[1] },
    cards: { x: cards[0], y: cards[1] },
  }));
}

export function packSpot(players: number): Spot {
  return PACK[players] ?? { x: 50, y: 50 };
}
