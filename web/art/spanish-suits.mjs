/** The four Spanish suits, each around (0, 0). */

import {
  BLUE,
  BROWN,
  GOLD,
  GREEN,
  INK,
  PAPER,
  RED,
  STEEL,
  around,
  d,
  disc,
  fill,
  group,
  line,
  oval,
  patch,
  placed,
  star,
} from "./svg.mjs";

/** A coin with the sun on it, 30 units in radius. */
export function coin() {
  return (
    disc(GOLD, 0, 0, 30) +
    line("M0-25.5a25.5 25.5 0 0 1 0 51 25.5 25.5 0 0 1 0-51Z", 1.8) +
    fill(RED, star(12, 22.5, 13), { "stroke-width": 1.2 }) +
    disc(GOLD, 0, 0, 11, { "stroke-width": 1.8 }) +
    fill(PAPER, star(6, 8, 3.4), { "stroke-width": 1 })
  );
}

/** The sun of the ace: a face among rays, 62 units in radius with its rim. */
export function greatCoin() {
  const straight = fill(GOLD, "M-7-26 0-50 7-26Z", { "stroke-width": 1.8 });
  const waved = fill(RED, "M-6-27C-10-34 1-37-3-46 8-40 7-34 6-27Z", { "stroke-width": 1.8 });
  const bead = disc(GOLD, 0, -56.5, 2.6, { "stroke-width": 1.4 });
  return (
    disc(GOLD, 0, 0, 63) +
    disc(BLUE, 0, 0, 60, { "stroke-width": 1.6 }) +
    around(24, bead) +
    disc(PAPER, 0, 0, 52.5, { "stroke-width": 1.8 }) +
    around(8, straight) +
    around(8, waved, 22.5) +
    disc(GOLD, 0, 0, 28) +
    sunFace()
  );
}

function sunFace() {
  const eye = (x) => oval(PAPER, x, -5, 5, 3.4, { "stroke-width": 1.6 }) + disc(INK, x, -5, 2.2, { stroke: "none" });
  return (
    disc(RED, -16, 5, 4.4, { stroke: "none" }) +
    disc(RED, 16, 5, 4.4, { stroke: "none" }) +
    eye(-10) +
    eye(10) +
    line("M-17-12q7-5 13-1M17-12q-7-5-13-1", 2) +
    line("M-3-6C-3 2-6 5-4 7q4 2 8 0", 2) +
    fill(RED, "M-10 12q5-2 10 0 5-2 10 0-4 7-10 7t-10-7Z", { "stroke-width": 1.6 })
  );
}

/** A goblet of wine, 42 by 60 units. */
export function cup() {
  return (
    fill(GOLD, "M-4 8C-3 20-5 21-12 24-16 26-17 28-17 31H17C17 28 16 26 12 24 5 21 3 20 4 8Z") +
    line("M-11 27H11", 1.6) +
    fill(GOLD, "M-21-25C-22-3-13 9 0 10 13 9 22-3 21-25Z") +
    fill(RED, "M-19-8C-16 4-9 9 0 10 9 9 16 4 19-8 13-4 11-3 9 1 7-4 3-6 0-6S-7-4-9 1C-11-3-13-4-19-8Z", {
      "stroke-width": 1.6,
    }) +
    oval(RED, 0, -25, 21, 5.5) +
    line("M-19-16Q0-10 19-16", 1.6) +
    oval(BLUE, 0, 14, 7.5, 4)
  );
}

/** The cup of the ace: with a lid, handles and a vine, 110 by 170 units. */
export function greatCup() {
  const handle = line("M-40-38C-66-46-68-4-34 6", 11.8) + line("M-40-38C-66-46-68-4-34 6", 7, GOLD);
  const lid =
    fill(GOLD, "M-44-46C-42-66-16-68-9-76H9C16-68 42-66 44-46Z") +
    patch(RED, "M-37-49C-32-60-18-61-10-68H10C18-61 32-60 37-49Z") +
    line("M-24-50C-20-58-10-62-6-70M24-50C20-58 10-62 6-70M0-50V-72", 1.6) +
    disc(BLUE, 0, -82, 8) +
    fill(GOLD, "M-4-89 0-98 4-89Z", { "stroke-width": 1.8 });
  return (
    handle +
    placed(handle, 0, 0, { flip: true }) +
    lid +
    fill(GOLD, "M-8 40C-6 56-12 62-26 68-36 72-40 76-40 84H40C40 76 36 72 26 68 12 62 6 56 8 40Z") +
    patch(RED, "M-30 78Q0 66 30 78 0 86-30 78Z") +
    fill(GOLD, "M-46-44C-48 8-28 38 0 42 28 38 48 8 46-44Z") +
    fill(
      RED,
      "M-39 3C-32 28-18 40 0 42 18 40 32 28 39 3 27 8 23 14 19 24 15 12 7 8 0 8S-15 12-19 24C-23 14-27 8-39 3Z",
      {
        "stroke-width": 1.8,
      },
    ) +
    fill(BLUE, "M-45.5-34Q0-24 45.5-34L44-14Q0-4-44-14Z", { "stroke-width": 1.8 }) +
    [-30, -10, 10, 30].map((x) => disc(GOLD, x, -20 - Math.abs(x) / 6, 5, { "stroke-width": 1.6 })).join("") +
    fill(GOLD, "M-47-46H47V-38Q0-32-47-38Z") +
    oval(BLUE, 0, 50, 15, 7.5)
  );
}

/** A sword that points upwards, `length` units long. */
export function sword(length, breadth = 1) {
  const tip = -length / 2;
  const guard = length / 2 - 24;
  const half = 6 * breadth;
  const blade = d`M${-half} ${guard}V${tip + 14}L0 ${tip}L${half} ${tip + 14}V${guard}Z`;
  return (
    fill(STEEL, blade) +
    patch(BLUE, d`M0 ${tip + 4}L${half - 1} ${tip + 14}V${guard}H0Z`) +
    fill(RED, d`M-3.5 ${guard + 2}H3.5V${guard + 18}H-3.5Z`) +
    line(d`M-3 ${guard + 11}L3 ${guard + 8}M-3 ${guard + 16}L3 ${guard + 13}`, 1.4, GOLD) +
    fill(
      GOLD,
      d`M-15 ${guard - 4}C-9 ${guard} 9 ${guard} 15 ${guard - 4}C17 ${guard + 2} 13 ${guard + 6} 8 ${guard + 4}H-8C-13 ${guard + 6} -17 ${guard + 2} -15 ${guard - 4}Z`,
    ) +
    disc(GOLD, 0, guard + 20, 4.6)
  );
}

/** The sword of the ace, 236 units long, with the crown that it wears and a ribbon. */
export function greatSword() {
  const ribbon =
    fill(RED, "M-9 18C-44 8-46-14-24-16-6-18 22-12 26-24 40-14 34 2 12 2-6 2-26-6-26-1S-16 8-9 8Z") +
    fill(RED, "M9 34C40 26 44 48 30 60L42 62 34 74 24 66C30 54 26 44 9 44Z") +
    fill(RED, "M-9 34C-40 26-44 48-30 60L-42 62-34 74-24 66C-30 54-26 44-9 44Z");
  const crown =
    fill(GOLD, "M-24-64-30-90-16-79-10-96 0-81 10-96 16-79 30-90 24-64Q0-57-24-64Z") +
    disc(RED, 0, -70, 3.6, { "stroke-width": 1.4 }) +
    disc(BLUE, -13, -71, 3, { "stroke-width": 1.4 }) +
    disc(BLUE, 13, -71, 3, { "stroke-width": 1.4 });
  return (
    group({}, fill(STEEL, "M-12 66-10-98 0-124 10-98 12 66Z") + patch(BLUE, "M0-119 8.5-98 10.5 66H0Z")) +
    crown +
    ribbon +
    fill(STEEL, "M-11.3 12-11-8 11-8 11.3 40-11.6 40Z", { stroke: "none" }) +
    patch(BLUE, "M0-8H9.5L10 40H0Z") +
    line("M-11-8-11.6 40M11-8 11.6 40") +
    fill(RED, "M-14 4Q0 12 14 4V14Q0 22-14 14Z") +
    fill(BLUE, "M-6 72H6V104H-6Z") +
    line("M-6 84 6 79M-6 93 6 88M-6 102 6 97", 1.8, GOLD) +
    fill(
      GOLD,
      "M-46 58C-30 70-12 62 0 62S30 70 46 58C52 68 44 80 34 76 22 72 12 76 0 76S-22 72-34 76C-44 80-52 68-46 58Z",
    ) +
    disc(RED, 0, 69, 4.6, { "stroke-width": 1.6 }) +
    disc(GOLD, 0, 110, 9.5) +
    disc(RED, 0, 110, 3.4, { "stroke-width": 1.4 })
  );
}

/** A cudgel with its thick end upwards, `length` units long. */
export function club(length) {
  const top = -length / 2;
  const end = length / 2;
  const third = length / 3;
  const body = d`M-11 ${top + 4}C-13 ${top + 18}-16 ${top + 20}-12 ${top + 28}C-9 ${top + third}-9 ${end - third}-5 ${end - 3}H5C8 ${end - third} 9 ${top + third + 16} 12 ${top + 34}C17 ${top + 26} 11 ${top + 20} 12 ${top + 4}Z`;
  const knot = (x, y) => oval(GOLD, x, y, 4.4, 3.2, { "stroke-width": 1.8 });
  return (
    fill(GREEN, body) +
    line(
      d`M4 ${top + 12}C2 ${top + third} 4 ${end - third} 1 ${end - 12}M-6 ${top + 34}C-5 ${top + third + 12}-4 ${end - third}-3 ${end - 20}`,
      1.6,
    ) +
    oval(GOLD, 0.5, top + 4, 11.5, 5) +
    oval(BROWN, 0.5, top + 4, 5, 1.8, { stroke: "none" }) +
    knot(-11, top + 24) +
    knot(11, top + 34) +
    (length > 70 ? knot(-7.5, end - third) : "") +
    oval(GOLD, 0, end - 3, 5, 2.6, { "stroke-width": 1.8 })
  );
}

/** The cudgel of the ace, 226 units long, in leaf and with a ribbon. */
export function greatClub() {
  const leaf = fill(GREEN, "M0 0C4-14 18-20 32-16 30-2 16 8 0 0Z") + line("M2-1Q16-6 27-13", 1.4);
  const twig = (x, y, turn, flip) =>
    placed(
      line("M0 0Q10-4 20-16", 7) +
        line("M0 0Q10-4 20-16", 3, BROWN) +
        placed(leaf, 18, -14, { scale: 0.9 }) +
        placed(leaf, 16, -12, { turn: -68, scale: 0.8 }) +
        placed(leaf, 8, -4, { turn: 62, scale: 0.75 }),
      x,
      y,
      { turn, flip },
    );
  const stub = (x, y, turn) =>
    placed(fill(GREEN, "M-8 8-6-12H6L8 8Z") + oval(GOLD, 0, -12, 6.4, 3.4, { "stroke-width": 1.8 }), x, y, {
      turn,
    });
  return (
    twig(14, -34, 10, false) +
    twig(-15, 12, -6, true) +
    stub(-23, -52, -58) +
    stub(22, -6, 60) +
    stub(-13, 58, -60) +
    fill(
      GREEN,
      "M-24-106C-28-82-32-78-25-62-17-40-20-20-17-4-13 26-14 68-10 106H12C14 70 18 34 20 14 22-4 18-22 24-42 32-66 27-80 27-106Z",
    ) +
    line(
      "M8-92C4-66 12-52 8-34M-10-78C-12-58-6-46-8-24M6 6C3 26 8 46 4 72M-6 30C-6 48-3 60-4 84M14-22C12-8 12-2 10 8",
      2,
    ) +
    oval(GOLD, -4, -8, 7, 5) +
    line("M-7-8q3-2 6 0", 1.4) +
    oval(GOLD, 4, 40, 5.4, 4) +
    oval(GOLD, 1.5, -106, 25.5, 9.5) +
    oval(BROWN, 1.5, -106, 16, 5.4, { "stroke-width": 1.4 }) +
    oval(GOLD, 1.5, -106, 7, 2.2, { stroke: "none" }) +
    fill(RED, "M-13 78Q0 86 14 78V90Q0 98-13 90Z") +
    fill(RED, "M-12 86C-34 80-40 98-30 112L-42 110-38 122-24 116C-28 104-22 96-12 94Z") +
    fill(RED, "M13 86C35 80 41 98 31 112L43 110 39 122 25 116C29 104 23 96 13 94Z") +
    oval(GOLD, 1, 108, 11.4, 4.6)
  );
}
