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
    [[50, 98], [50, 74]],
    [[50, 2], [50, 31]],
  ],
  3: [
    [[50, 98], [50, 70]],
    [[79, 2], [73, 43]],
    [[21, 2], [27, 43]],
  ],
  4: [
    [[50, 98], [50, 75]],
    [[82, 22], [80, 58]],
    [[50, 2], [50, 31]],
    [[18, 22], [20, 58]],
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
  [[37.5, 99], [37.5, 70]],
  [[62.5, 99], [62.5, 70]],
  [[87.5, 99], [87.5, 70]],
  [[87.5, 1], [87.5, 30]],
  [[62.5, 1], [62.5, 30]],
  [[37.5, 1], [37.5, 30]],
  [[12.5, 1], [12.5, 30]],
  [[12.5, 99], [12.5, 70]],
];

/** The parts of the cloth that belong to no seat. */
export interface SharedPositions {
  /** The rest of the pack, beside the dealer. */
  readonly pack: Position;
  /** The bet that waits for an answer. */
  readonly bet: Position;
  /** The marks of the tricks. */
  readonly tricks: Position;
}

type Point = readonly [x: number, y: number];

interface Shared {
  /** For each place of the dealer, counterclockwise from the bottom. */
  readonly packs: readonly Point[];
  readonly bet: Point;
  /** For each place of the dealer, if they depend on it. */
  readonly tricks: Point | readonly Point[];
}

const SHARED: { readonly [players: number]: Shared } = {
  2: { packs: [[88, 80], [11, 22]], bet: [50, 52.5], tricks: [12, 52.5] },
  3: { packs: [[18, 88], [93, 68], [7, 68]], bet: [50, 26], tricks: [50, 12] },
  4: { packs: [[87, 86], [90, 11], [10, 11], [13, 86]], bet: [50, 53], tricks: [[13, 91], [13, 91], [13, 91], [87, 91]] },
  6: { packs: [[41, 54], [40, 54], [40, 50], [41, 50], [40, 50], [40, 54]], bet: [60, 48], tricks: [60, 61] },
  8: { packs: [[43, 53], [42, 52], [42, 50], [42, 48], [43, 47], [42, 48], [42, 50], [42, 52]], bet: [55, 46], tricks: [55, 59] },
};

const NARROW: { readonly [players: number]: Shared } = {
  6: { packs: [[45, 47], [43, 47], [43, 44], [45, 44], [43, 44], [43, 47]], bet: [50, 60], tricks: [59, 46] },
  8: {
    packs: [37.5, 87.5, 87.5, 87.5, 87.5, 12.5, 12.5, 12.5].map((x) => [x, 50] as const),
    bet: [50, 50],
    tricks: [87.5, 12.5, 12.5, 12.5, 12.5, 87.5, 87.5, 87.5].map((x) => [x, 50] as const),
  },
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

/** Return where the pack, the bet and the tricks are. Before the first deal the pack is where the own seat deals. */
export function sharedPositions(players: number, own: number | null, dealer: number | null, narrow: boolean): SharedPositions {
  const { packs, bet, tricks } = (narrow ? NARROW[players] : undefined) ?? SHARED[players] ?? { packs: [], bet: [50, 50], tricks: [50, 50] };
  const place = dealer === null ? 0 : (dealer - (own ?? 1) + players) % players;
  const isPoint = (points: Point | readonly Point[]): points is Point => typeof points[0] === "number";
  const at = ([x, y]: Point): Position => ({ x, y });
  return { pack: at(packs[place] ?? [50, 50]), bet: at(bet), tricks: at(isPoint(tricks) ? tricks : (tricks[place] ?? bet)) };
}
