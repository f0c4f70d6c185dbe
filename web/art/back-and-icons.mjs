/** The back of the cards, an empty slot, the marks of the suits, and the icons. */

import { HEIGHT, WIDTH, card } from "./card.mjs";
import { mark as frenchMark, outline } from "./french-suits.mjs";
import { club, coin, cup, greatCoin, sword } from "./spanish-suits.mjs";
import { GOLD, GREEN, PAPER, RED, around, disc, element, file, fill, group, patch, placed, star } from "./svg.mjs";

const WOOD = "#7c4526";
const BURGUNDY = "#8c2a2b";

/** The back of the cards: a pattern of tiles, the same upside down. */
export function back() {
  const tile = patch(PAPER, star(4, 11, 4)) + group({ transform: "rotate(45)" }, patch(GOLD, star(4, 7, 2.4)));
  const rows = Array.from({ length: 11 }, (_, row) => row);
  const places = rows.flatMap((row) =>
    Array.from(
      { length: row % 2 ? 5 : 6 },
      (_, column) => `${28 + (row % 2 ? 14.4 : 0) + column * 28.8} ${22 + row * 26.8}`,
    ),
  );
  const tiles = places.map((at) => element("use", { href: "#t", transform: `translate(${at})` }));
  return card(
    element("rect", {
      x: 10,
      y: 10,
      width: WIDTH - 20,
      height: HEIGHT - 20,
      rx: 7,
      fill: BURGUNDY,
      "stroke-width": 2,
    }),
    element("defs", {}, group({ id: "t" }, tile)),
    tiles,
    placed(
      disc(BURGUNDY, 0, 0, 40, { stroke: PAPER }) +
        around(4, patch(PAPER, "M0-34C9-22 9-12 0-4-9-12-9-22 0-34Z")) +
        around(4, patch(GOLD, "M0-30C6-20 6-12 0-6-6-12-6-20 0-30Z"), 45) +
        disc(PAPER, 0, 0, 5, { stroke: "none" }),
      100,
      156,
    ),
    element("rect", {
      x: 15,
      y: 15,
      width: WIDTH - 30,
      height: HEIGHT - 30,
      rx: 4,
      fill: "none",
      stroke: PAPER,
      "stroke-width": 1.6,
    }),
  );
}

/** An empty slot on the cloth, visible on light and dark backgrounds. */
export function slot() {
  const edge = {
    x: 4,
    y: 4,
    width: WIDTH - 8,
    height: HEIGHT - 8,
    rx: 13,
    fill: PAPER,
    "fill-opacity": 0.08,
    stroke: PAPER,
    "stroke-opacity": 0.55,
    "stroke-width": 3,
    "stroke-dasharray": "12 9",
  };
  return file(WIDTH, HEIGHT, element("rect", edge));
}

/** The mark of a suit in a square, for use inside text. */
export function suitMark(suit) {
  const drawings = {
    o: placed(coin(), 32, 32),
    c: placed(cup(), 32, 31),
    e: placed(sword(78, 1.3), 32, 32, { turn: 45 }),
    b: placed(club(64), 32, 33, { turn: 40 }),
  };
  return file(64, 64, drawings[suit]);
}

/** A mark with a white rim, so that black is visible on dark pages. */
export function frenchSuitMark(suit) {
  const rim = fill(PAPER, outline(suit), { stroke: PAPER, "stroke-width": 4 });
  return file(64, 64, placed(rim + frenchMark(suit), 32, 32, { scale: 1.25 }));
}

/** Two cards on the cloth: the sun, and the sword behind it. */
function emblem() {
  const sheet = (mark) =>
    element("rect", { x: -84, y: -130, width: 168, height: 260, rx: 18, fill: PAPER, "stroke-width": 7 }) + mark;
  const blade = placed(sword(110, 1.2), 0, 0, { scale: 1.9 });
  return (
    placed(sheet(blade), 58, -7, { turn: 14 }) +
    placed(sheet(placed(greatCoin(), 0, 0, { scale: 1.12 })), -58, 7, { turn: -12 })
  );
}

/** The icon with round corners and a wooden rim; or the whole square, for systems that cut icons themselves. */
export function icon(whole) {
  const cloth = whole
    ? element("rect", { width: 512, height: 512, fill: GREEN, stroke: "none" })
    : element("rect", {
        x: 14,
        y: 14,
        width: 484,
        height: 484,
        rx: 104,
        fill: GREEN,
        stroke: WOOD,
        "stroke-width": 28,
      });
  return file(512, 512, cloth, placed(emblem(), 256, 256, { scale: whole ? 1.08 : 1.3 }));
}

/** The icon of a tab: a coin, recognizable at sixteen pixels. */
export function favicon() {
  const sun = fill(RED, star(10, 23, 13), { "stroke-width": 1.6 }) + disc(GOLD, 0, 0, 12, { "stroke-width": 2 });
  return file(64, 64, placed(disc(GOLD, 0, 0, 30, { "stroke-width": 3 }) + sun, 32, 32));
}
