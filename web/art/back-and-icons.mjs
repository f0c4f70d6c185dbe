/** The back of the cards, an empty slot, the marks of the suits, and the icons. */

import { HEIGHT, WIDTH, card } from "./card.mjs";
import { mark as frenchMark, outline } from "./french-suits.mjs";
import { club, coin, cup, greatCoin, sword } from "./spanish-suits.mjs";
import { GOLD, GREEN, PAPER, RED, around, disc, element, file, fill, group, patch, placed, star } from "./svg.mjs";

const WOOD = "#7c4526";
const BURGUNDY = "#8c2a2b";
const NIGHT = "#1f3a63";

/** The pattern of a back inside its two borders. */
function backWith(colour, pattern, rim = PAPER) {
  const border = (inset, more) =>
    element("rect", { x: inset, y: inset, width: WIDTH - 2 * inset, height: HEIGHT - 2 * inset, ...more });
  return card(
    border(10, { rx: 7, fill: colour, "stroke-width": 2 }),
    pattern,
    border(15, { rx: 4, fill: "none", stroke: rim, "stroke-width": 1.6 }),
  );
}

/** Copies of a tile in rows that are shifted in turn. */
function tiled(tile) {
  const rows = Array.from({ length: 11 }, (_, row) => row);
  const places = rows.flatMap((row) =>
    Array.from(
      { length: row % 2 ? 5 : 6 },
      (_, column) => `${28 + (row % 2 ? 14.4 : 0) + column * 28.8} ${22 + row * 26.8}`,
    ),
  );
  return (
    element("defs", {}, group({ id: "t" }, tile)) +
    places.map((at) => element("use", { href: "#t", transform: `translate(${at})` })).join("")
  );
}

/** Tiles of stars around a flower. */
function tiles(colour) {
  const tile = patch(PAPER, star(4, 11, 4)) + group({ transform: "rotate(45)" }, patch(GOLD, star(4, 7, 2.4)));
  const flower =
    disc(colour, 0, 0, 40, { stroke: PAPER }) +
    around(4, patch(PAPER, "M0-34C9-22 9-12 0-4-9-12-9-22 0-34Z")) +
    around(4, patch(GOLD, "M0-30C6-20 6-12 0-6-6-12-6-20 0-30Z"), 45) +
    disc(PAPER, 0, 0, 5, { stroke: "none" });
  return backWith(colour, tiled(tile) + placed(flower, 100, 156));
}

/** A sun on a night of small crosses. */
function sunny() {
  const cross = element("path", { fill: "none", d: "M0-4V4M-4 0H4", stroke: "#7fa0cc", "stroke-width": 1.6 });
  const sun =
    disc(NIGHT, 0, 0, 52, { stroke: "none" }) +
    around(12, patch(GOLD, "M-5-28 0-48 5-28Z")) +
    disc(GOLD, 0, 0, 25, { stroke: PAPER, "stroke-width": 2 }) +
    disc(NIGHT, 0, 0, 15, { stroke: "none" }) +
    patch(GOLD, star(8, 13, 5));
  return backWith(NIGHT, tiled(cross) + placed(sun, 100, 156), GOLD);
}

/** The plaited seat of a straw chair. */
function plaited() {
  const across = element("rect", { x: -11, y: -5, width: 22, height: 10, rx: 3, fill: "#e3bf78", "stroke-width": 1 });
  const upright = element("rect", { x: -5, y: -11, width: 10, height: 22, rx: 3, fill: "#c8974a", "stroke-width": 1 });
  const places = Array.from({ length: 13 * 7 }, (_, at) => [at % 7, Math.floor(at / 7)]);
  const seat = places.map(([column, row]) =>
    element("use", { href: (column + row) % 2 ? "#a" : "#u", transform: `translate(${28 + column * 24} ${20 + row * 22.7})` }),
  );
  const parts = element("defs", {}, group({ id: "a" }, across), group({ id: "u" }, upright));
  return backWith("#8a5a2a", parts + seat.join(""), "#f2dca6");
}

/** The backs of the cards by their names. Each looks the same upside down. */
export function backs() {
  return { back: tiles(BURGUNDY), "back-green": tiles("#2d5c3f"), "back-sun": sunny(), "back-straw": plaited() };
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

/** The mark of a Spanish suit in a square of 64 around (0, 0). */
export function spanishSuit(suit) {
  const drawings = {
    o: coin,
    c: () => placed(cup(), 0, -1),
    e: () => placed(sword(78, 1.3), 0, 0, { turn: 45 }),
    b: () => placed(club(64), 0, 1, { turn: 40 }),
  };
  return drawings[suit]();
}

/** The mark of a French suit with a white rim, so that black is visible on dark pages. */
export const frenchSuit = (suit) =>
  fill(PAPER, outline(suit), { stroke: PAPER, "stroke-width": 4 }) + frenchMark(suit);

/** The mark of a suit in a file of its own, for use inside text. */
export const suitMark = (suit) => file(64, 64, placed(spanishSuit(suit), 32, 32));

export const frenchSuitMark = (suit) => file(64, 64, placed(frenchSuit(suit), 32, 32, { scale: 1.25 }));

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
