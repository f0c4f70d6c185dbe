/** Spanish cards from the ace to the nine: the positions of their marks. */

import { club, coin, cup, greatClub, greatCoin, greatCup, greatSword, sword } from "./spanish-suits.mjs";
import { BLUE, GOLD, GREEN, RED, disc, fill, line, placed, repeated } from "./svg.mjs";

const MIDDLE = [100, 156];
const DOWN = { turn: 180 };

/** For each number of round marks: their size and positions. */
const ROUND_MARKS = {
  2: [1.42, [[100, 86], [100, 226]]],
  3: [1.16, [[100, 66], [100, 156], [100, 246]]],
  4: [1.08, [[63, 98], [137, 98], [63, 214], [137, 214]]],
  5: [1.0, [[61, 92], [139, 92], MIDDLE, [61, 220], [139, 220]]],
  6: [0.98, [[64, 86], [136, 86], [64, 156], [136, 156], [64, 226], [136, 226]]],
  7: [0.9, [[58, 84], [142, 84], [100, 120], [58, 156], [142, 156], [58, 228], [142, 228]]],
  8: [0.88, [[58, 84], [142, 84], [100, 118], [58, 156], [142, 156], [100, 194], [58, 228], [142, 228]]],
  9: [0.8, [[49, 90], [100, 90], [151, 90], [49, 156], [100, 156], [151, 156], [49, 222], [100, 222], [151, 222]]],
};

/** For each number of long marks: their width, length and positions: [x, y, which end is up]. */
const LONG_MARKS = {
  2: [[1.7, 232, [[72, 162], [128, 150, DOWN]]]],
  3: [[1.5, 244, [[100, 156]]], [1.5, 190, [[54, 168], [146, 144, DOWN]]]],
  4: [[1.3, 126, [[70, 88], [130, 88], [70, 224, DOWN], [130, 224, DOWN]]]],
  5: [[1.15, 116, [[60, 92], [140, 92], [60, 220, DOWN], [140, 220, DOWN]]], [1.3, 206, [[100, 156]]]],
  6: [[1.15, 122, [61, 100, 139].flatMap((x) => [[x, 90], [x, 222, DOWN]])]],
  7: [
    [1.1, 118, [[61, 92], [139, 92], [61, 220, DOWN], [139, 220, DOWN]]],
    [1, 86, [[100, 66], [100, 156], [100, 246, DOWN]]],
  ],
  8: [
    [1, 84, [61, 139].flatMap((x) => [[x, 70], [x, 156], [x, 242, DOWN]])],
    [1.1, 118, [[100, 92], [100, 220, DOWN]]],
  ],
  9: [
    [1, 84, [61, 100, 139].flatMap((x) => [[x, 70], [x, 156], [x, 242, DOWN]])],
  ],
};

const round = (drawing) => (rank) => {
  const [scale, places] = ROUND_MARKS[rank];
  return repeated(
    "m",
    drawing,
    places.map(([x, y]) => [x, y, { scale }]),
  );
};

const long = (drawing) => (rank) =>
  LONG_MARKS[rank]
    .map(([scale, length, places], at) =>
      repeated(
        `m${at}`,
        drawing(length / scale),
        places.map(([x, y, end]) => [x, y, { ...end, scale }]),
      ),
    )
    .join("");

const MARKS = { o: round(coin()), c: round(cup()), e: long(sword), b: long(club) };

/** A branch of laurel that bends round the sun of the ace. */
function laurel() {
  const leaf = fill(GREEN, "M0 0C4-9 12-12 20-10 17-1 9 4 0 0Z", { "stroke-width": 1.8 });
  const leaves = Array.from({ length: 7 }, (_, at) => {
    const angle = ((96 - at * 19) * Math.PI) / 180;
    const [x, y] = [Math.cos(angle) * 71, Math.sin(angle) * 71];
    return placed(leaf, x, y, { turn: 32 - at * 19 }) + placed(leaf, x, y, { turn: -22 - at * 19, scale: 0.8 });
  });
  return line("M-6 71C40 74 72 40 71-22", 2.4, GREEN) + leaves.join("");
}

const bow =
  fill(RED, "M-4 0C-22-16-34-10-32 2S-18 14-4 4Z") +
  fill(RED, "M4 0C22-16 34-10 32 2S18 14 4 4Z") +
  fill(RED, "M-4 4C-12 14-20 20-32 22L-26 34C-12 28-4 18 0 6 4 18 12 28 26 34L32 22C20 20 12 14 4 4Z") +
  disc(GOLD, 0, 2, 6.5);

const vine = (() => {
  const grapes = [[0, 0], [9, 1], [-9, 1], [4, 9], [-5, 9], [0, 17]];
  return (
    line("M0-26C-14-30-24-18-18-4", 2, GREEN) +
    fill(GREEN, "M0-8C-16-6-22-16-14-24-10-36 2-34 4-28 16-32 20-20 14-16 16-8 6-4 0-8Z") +
    line("M0-10Q0-20 2-26M0-12-9-18M1-14 9-19", 1.4) +
    grapes.map(([x, y]) => disc(BLUE, x, y, 5.4, { "stroke-width": 1.6 })).join("")
  );
})();

const ACES = {
  o: () =>
    placed(laurel(), 100, 150) +
    placed(laurel(), 100, 150, { flip: true }) +
    placed(greatCoin(), 100, 150) +
    placed(bow, 100, 226),
  c: () =>
    placed(vine, 46, 232, { scale: 1.1 }) +
    placed(vine, 154, 84, { scale: 1.1, flip: true }) +
    placed(greatCup(), 100, 164),
  e: () => placed(greatSword(), 100, 160, { scale: 1.1 }),
  b: () => placed(greatClub(), 100, 156, { turn: 8 }),
};

/** The marks of a card below the sota. */
export const pips = (rank, suit) => (rank === 1 ? ACES[suit]() : MARKS[suit](rank));
