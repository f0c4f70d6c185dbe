/** Positions of the seats around the cloth: the own seat at the bottom, the next ones to its right. */

/** In percent of the cloth, from its upper left corner. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface SeatPosition {
  readonly seat: number;
  /** The name plate: its upper edge in the upper half of the cloth, its lower edge in the lower half. */
  readonly plate: Position;
  /** The centre of the cards that the seat plays. */
  readonly cards: Position;
}

type Positions = readonly (readonly [plate: readonly [number, number], cards: readonly [number, number]])[];

/** For each number of players, counterclockwise from the bottom, in the order of play. */
const SEATS: { readonly [players: number]: Positions } = {
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

/** Eight players on a narrow cloth: two rows, with a column for the name and the cards of each seat. */
const EIGHT_SEATS_IN_ROWS: Positions = [
  [[37.5, 99], [37.5, 64]],
  [[62.5, 99], [62.5, 64]],
  [[87.5, 99], [87.5, 64]],
  [[87.5, 1], [87.5, 36]],
  [[62.5, 1], [62.5, 36]],
  [[37.5, 1], [37.5, 36]],
  [[12.5, 1], [12.5, 36]],
  [[12.5, 99], [12.5, 64]],
];

/** The pack, away from cards and names. */
const PACK: { readonly [players: number]: Position } = {
  2: { x: 15, y: 50 },
  3: { x: 4, y: 83 },
  4: { x: 4, y: 83 },
  6: { x: 50, y: 52 },
  8: { x: 50, y: 50 },
};

/** Media query for screens that are too narrow for eight seats around the cloth. */
export const NARROW_SCREEN = "max-width: 34rem";

/** Return the positions of all seats. Spectators see seat 1 at the bottom. */
export function seatPositions(players: number, own: number | null, narrow: boolean): readonly SeatPosition[] {
  const positions = narrow && players === 8 ? EIGHT_SEATS_IN_ROWS : (SEATS[players] ?? []);
  return positions.map(([plate, cards], index) => ({
    seat: (((own ?? 1) - 1 + index) % players) + 1,
    plate: { x: plate[0], y: plate[1] },
    cards: { x: cards[0], y: cards[1] },
  }));
}

export function packPosition(players: number): Position {
  return PACK[players] ?? { x: 50, y: 50 };
}
