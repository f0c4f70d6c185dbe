/** Queens, jacks and kings of the French pack: busts that look the same from both sides of the table. */

import { inkOf, mark } from "./french-suits.mjs";
import { FAIR, GREY, bearded, brimmed, crowned, feathered, hand, helmeted, lady, ruff, youth } from "./people.mjs";
import {
  BLUE,
  BROWN,
  GOLD,
  GREEN,
  INK,
  PAPER,
  RED,
  STEEL,
  disc,
  element,
  fill,
  group,
  limb,
  line,
  patch,
  placed,
  star,
} from "./svg.mjs";

/** The colours of each suit: cloak, shirt and lining. */
const CLOTHES = {
  e: { cloak: BLUE, coat: RED, trim: GOLD },
  c: { cloak: RED, coat: GOLD, trim: BLUE },
  o: { cloak: GOLD, coat: BLUE, trim: RED },
  b: { cloak: GREEN, coat: GOLD, trim: RED },
};

const HAIR = {
  10: { e: INK, c: FAIR, o: BROWN, b: FAIR },
  11: { e: BROWN, c: FAIR, o: INK, b: BROWN },
  12: { e: INK, c: GREY, o: BROWN, b: FAIR },
};

/** Shoulders, a coat open over a shirt, and a pattern on the cloak. */
function shoulders({ cloak, coat, trim }) {
  return (
    fill(cloak, "M42 162C42 132 62 118 84 112H116C138 118 158 132 158 162Z") +
    fill(coat, "M80 113C72 128 70 146 70 162H130C130 146 128 128 120 113Z") +
    line("M80 113C72 128 70 146 70 162M130 162C130 146 128 128 120 113", 7.6) +
    line("M80 113C72 128 70 146 70 162M130 162C130 146 128 128 120 113", 3.6, trim) +
    [
      [56, 140],
      [144, 140],
      [60, 154],
      [140, 154],
    ]
      .map(([x, y]) => placed(patch(trim, star(4, 5, 2)), x, y))
      .join("") +
    [126, 138, 150].map((y) => disc(PAPER, 100, y, 2.8, { "stroke-width": 1.4 })).join("")
  );
}

const tiara = (jewel) =>
  fill(GOLD, "M-17-17C-16-22-20-30-20-34L-10-28-1-42 9-28 20-34C19-30 16-24 18-16 8-24-8-24-17-17Z") +
  disc(jewel, -0.5, -30, 3.2, { "stroke-width": 1.4 }) +
  disc(PAPER, -1, -44, 3, { "stroke-width": 1.4 });

/** A flower on its stalk, for the queens. */
const flower = (petals) =>
  line("M0 0C2 14-2 24 2 44", 3.2, GREEN) +
  fill(GREEN, "M0 22C8 10 18 12 22 16 16 24 8 26 0 22Z", { "stroke-width": 1.6 }) +
  [0, 72, 144, 216, 288]
    .map((turn) => placed(disc(petals, 0, -8, 6.5, { "stroke-width": 1.8 }), 0, 0, { turn }))
    .join("") +
  disc(GOLD, 0, 0, 5, { "stroke-width": 1.6 });

const halberd =
  line("M0-44V60", 7) +
  line("M0-44V60", 2.8, BROWN) +
  fill(STEEL, "M0-62 5-40H-5ZM4-36C14-40 22-36 24-28 22-20 14-16 4-20ZM-4-34-16-28-4-22Z", { "stroke-width": 1.8 });

const blade =
  fill(STEEL, "M-5 40V-42L0-54 5-42V40Z", { "stroke-width": 2 }) +
  line("M0-46V38", 1.4) +
  fill(GOLD, "M-14 38H14V45H-14Z", { "stroke-width": 2 });

const sceptre =
  line("M0-30V60", 7.6) +
  line("M0-30V60", 3.4, GOLD) +
  placed(fill(GOLD, star(6, 13, 7)), 0, -38) +
  disc(RED, 0, -38, 4, { "stroke-width": 1.4 });

/** The raised arm on the right. */
const holding = (sleeve, cuff, thing) =>
  placed(thing, 146, 92) +
  limb(sleeve, "M150 162C156 152 152 144 147 140", 18) +
  fill(cuff, "M137 144 158 139 155 129 136 133Z", { "stroke-width": 2 }) +
  hand(146, 124);

function queen(suit, clothes) {
  const veil = fill(PAPER, "M78 58C66 80 62 104 66 124L82 118 120 118 136 124C140 104 136 80 122 58Z");
  return (
    veil +
    shoulders(clothes) +
    fill(PAPER, "M82 112C88 124 112 124 118 112L126 116C118 134 82 134 74 116Z", { "stroke-width": 1.8 }) +
    holding(clothes.cloak, PAPER, flower(suit === "e" ? PAPER : suit === "o" ? GOLD : RED)) +
    placed(lady(HAIR[10][suit]) + tiara(clothes.trim), 100, 78, { scale: 1.12 })
  );
}

const HATS = {
  e: () => helmeted(RED),
  c: () => feathered(RED, BLUE),
  o: () => brimmed(BLUE, RED),
  b: () => feathered(GREEN, RED),
};

function jack(suit, clothes) {
  return (
    shoulders(clothes) +
    holding(clothes.cloak, clothes.trim, halberd) +
    ruff(100, 112, 26) +
    placed(youth(HAIR[11][suit]) + HATS[suit](), 98, 82, { scale: 1.12 })
  );
}

function king(suit, clothes) {
  return (
    shoulders(clothes) +
    holding(clothes.cloak, PAPER, suit === "o" || suit === "c" ? sceptre : blade) +
    fill(PAPER, "M70 124C72 108 86 104 100 104 114 104 128 108 130 124 128 136 116 140 100 140S72 136 70 124Z") +
    line("M80 120v5M90 130v5M110 130v5M120 120v5", 2.6) +
    placed(bearded(HAIR[12][suit], suit === "c" ? 12 : 0) + crowned(clothes.trim), 99, 84, { scale: 1.1 })
  );
}

const FIGURES = { 10: queen, 11: jack, 12: king };

/** The court of a rank and a suit: the same bust twice, framed. */
export function courts(rank, suit) {
  const bust = placed(mark(suit), 55, 33, { scale: 0.6 }) + FIGURES[rank](suit, CLOTHES[suit]);
  const half = group({ "clip-path": "url(#half)" }, bust);
  const clip = element("clipPath", { id: "half" }, element("rect", { x: 40, y: 16, width: 120, height: 140 }));
  const other = placed(element("use", { href: "#court" }), 200, 312, { turn: 180 });
  return (
    element("defs", {}, clip) +
    group({ id: "court" }, half) +
    other +
    line("M40 156H160", 7.6) +
    line("M40 156H160", 3.2, GOLD) +
    element("rect", {
      x: 40,
      y: 16,
      width: 120,
      height: 280,
      rx: 5,
      fill: "none",
      stroke: inkOf(suit),
      "stroke-width": 2,
    })
  );
}
