/** Heads, hats, hands and shoes of the figures. A head is around (0, 0) and looks to the left. */

import {
  BLUE,
  BROWN,
  GOLD,
  GREEN,
  INK,
  PAPER,
  RED,
  SKIN,
  STEEL,
  d,
  disc,
  fill,
  line,
  oval,
  patch,
  placed,
} from "./svg.mjs";

export const GREY = "#d9d3c6";
export const FAIR = "#d9903a";

const blush = { stroke: "none", "fill-opacity": 0.4 };

/** A face with its eyes, nose and mouth. */
function face() {
  return (
    fill(SKIN, "M-15-14C-18 0-15 15-6 20Q-1 23 5 20C14 15 17 2 16-14Z") +
    disc(RED, 9, 7, 3.6, blush) +
    disc(RED, -11, 7, 2.8, blush) +
    line("M-13-8q4-3 7-1M2-9q4-2 8 1", 2) +
    line("M-12-2q3-3 6 0M2-2q3-3 7 0", 1.6) +
    disc(INK, -9.4, -1.6, 2, { stroke: "none" }) +
    disc(INK, 5, -1.6, 2, { stroke: "none" }) +
    line("M-2.5-3C-4 3-7 6-6 7.5q2 1 5 .5", 1.8)
  );
}

const mouth = line("M-8 13.5q4 2 9-.5", 2.4, RED);

/** A young head: hair to the shoulders. */
export function youth(hair) {
  return (
    fill(hair, "M-18-10C-20-28 20-29 21-8 22 6 24 16 19 25 13 28 8 26 6 20H-8C-12 26-18 24-19 20-22 12-19 4-18-10Z") +
    face() +
    mouth +
    fill(hair, "M-17-6C-15-14-5-12-1-17 4-11 13-11 17-3 23-22 8-28-1-27-12-27-21-18-17-6Z")
  );
}

/** A lady's head: long hair, a pearl in each ear. */
export function lady(hair) {
  return (
    fill(hair, "M-19-10C-24-32 24-33 23-8 26 8 34 22 27 38 18 44 8 40 4 24H-8C-12 40-24 42-28 34-32 20-20 8-19-10Z") +
    line("M20 6C22 18 26 26 22 36M-20 10C-22 20-26 26-22 34", 1.4) +
    fill(SKIN, "M-6 16V32H8V14Z", { "stroke-width": 1.8 }) +
    face() +
    fill(RED, "M-8 13.5Q-4 11.5-2.5 13 0 11.5 3 13-1 17.5-3 17.5T-8 13.5Z", { "stroke-width": 1 }) +
    fill(hair, "M-18-2C-16-14-6-12-1-21 3-13 14-13 18 0 24-22 8-29-1-28-12-28-22-18-18-2Z") +
    disc(PAPER, -17, 9, 2.6, { "stroke-width": 1.2 }) +
    disc(PAPER, 18, 9, 2.6, { "stroke-width": 1.2 })
  );
}

/** A head with a beard; a long one makes an old man. */
export function bearded(hair, long = 0) {
  const tip = 31 + long;
  return (
    fill(hair, "M-17-10C-19-26 20-28 21-8 23 6 25 18 20 28H-16C-21 18-19 4-17-10Z") +
    face() +
    fill(
      hair,
      d`M-16-3C-19 12-13 ${tip - 8}-4 ${tip}Q-1 ${tip + 4} 3 ${tip}C14 ${tip - 9} 20 10 17-5C14 3 12 7 8 9 4 7-6 7-10 9-13 7-15 2-16-3Z`,
    ) +
    fill(RED, "M-7 14.5q4 1 8-.5-1 4-4 4t-4-3.5Z", { "stroke-width": 1.2 }) +
    line(
      d`M-10 10.5Q-4 8-2 11.5 1 8 7 10.5M-6 22Q-5 ${tip - 6}-3 ${tip - 3}M4 21Q4 ${tip - 6} 2 ${tip - 3}M11 16Q10 ${tip - 14} 7 ${tip - 9}`,
      1.5,
    ) +
    fill(hair, "M-16-7C-13-13 12-13 17-5 22-20 8-26-1-26-12-26-19-18-16-7Z")
  );
}

/** A flat cap with a feather. */
export function feathered(cloth, feather) {
  return (
    fill(feather, "M12-26C18-46 36-50 46-38 38-38 34-34 34-30 30-32 24-22 16-18Z") +
    line("M16-22C22-34 32-40 41-40", 1.3) +
    fill(cloth, "M-22-12C-32-26-8-38 8-35 26-33 32-17 22-10 8-17-8-18-22-12Z") +
    line("M-19-15C-8-23 8-22 19-14", 1.6)
  );
}

/** A hood whose tail hangs over the shoulder. */
export function hooded(cloth, lining) {
  return (
    fill(cloth, "M-21-12C-26-30-10-40 6-37 28-34 40-26 40-4 42 8 38 16 34 22 30 12 32-6 21-10 8-18-8-19-21-12Z") +
    fill(lining, "M-23-12C-10-22 10-22 23-11L22-4C10-14-10-14-22-5Z")
  );
}

/** A broad hat with a plume. */
export function brimmed(cloth, plume) {
  return (
    fill(cloth, "M-15-15C-16-36-8-41 2-40 14-40 18-32 17-14Z") +
    fill(GOLD, "M-16-21Q0-14 17-20L17-13Q0-7-16-14Z", { "stroke-width": 1.8 }) +
    fill(plume, "M8-22C6-42 24-54 38-42 48-34 46-22 40-16 40-26 32-32 26-28 18-26 14-20 8-22Z") +
    line("M12-25C16-38 28-44 38-32", 1.3) +
    fill(cloth, "M-34-10C-20-20 22-20 35-7 20-10-14-12-34-10Z")
  );
}

/** A helmet with a plume. */
export function helmeted(plume) {
  return (
    fill(plume, "M2-34C16-50 42-40 42-12 42 0 36 8 30 10 34-4 26-18 18-20Z") +
    line("M10-32C24-36 34-24 35-8", 1.4) +
    fill(STEEL, "M-20-6C-24-34 20-42 22-4 24 8 23 16 20 22 16 14 18 4 15-6 4-11-10-12-20-6Z") +
    patch(BLUE, "M4-30C16-28 20-16 20-4 22 6 22 12 20 19 18 12 19 4 16-6 14-8 10-9 6-9 12-14 10-24 4-30Z") +
    fill(GOLD, "M-22-5C-10-14 8-12 17-5L16 1C6-6-10-7-22 0Z", { "stroke-width": 1.8 }) +
    line("M0-34C-4-26-4-18-3-11", 1.6)
  );
}

/** A kerchief knotted behind. */
export function kerchiefed(cloth) {
  return (
    fill(cloth, "M20-12C30-14 38-8 40 0 34-1 32 2 32 8 26 6 22-2 18-8Z") +
    fill(cloth, "M-19-8C-22-28 18-32 22-8 8-16-8-15-19-8Z") +
    [[-8, -18], [4, -21], [13, -16]]
      .map(([x, y]) => disc(PAPER, x, y, 2, { stroke: "none" }))
      .join("")
  );
}

/** A crown of five points. */
export function crowned(jewel) {
  return (
    fill(jewel, "M-18-16C-20-30 20-30 20-16Z") +
    fill(GOLD, "M-20-10-26-38-13-26-8-43 0-27 9-43 14-26 27-38 22-10Q0-18-20-10Z") +
    line("M-21-15Q0-24 22-15", 1.6) +
    [[-26, -39], [-8, -44], [9, -44], [27, -39]]
      .map(([x, y]) => disc(GOLD, x, y, 3, { "stroke-width": 1.8 }))
      .join("") +
    disc(jewel, 0.5, -19.5, 2.6, { "stroke-width": 1.2 })
  );
}

/** A closed hand around an object. */
export const hand = (x, y, turn = 0) =>
  placed(fill(SKIN, "M-8-5C-9-9 7-10 8-5L8 5C7 9-8 9-9 4Z") + line("M-2 3h9M-2-1h9", 1.3), x, y, { turn });

/** A shoe with its toe to the left; the heel stands at (x, y). */
export const shoe = (colour, x, y) =>
  placed(fill(colour, "M8 0V-14H-7C-8-8-24-8-25-1V0Z") + line("M-6-10h13", 1.4), x, y);

/** A pleated collar. */
export const ruff = (x, y, width = 24) =>
  placed(
    fill(
      PAPER,
      d`M${-width} 2Q${-width - 2}-7 ${-width * 0.6}-6Q${-width * 0.3}-10 0-7Q${width * 0.3}-10 ${width * 0.6}-6Q${width + 2}-7 ${width} 2Q${width * 0.8} 9 ${width * 0.5} 6Q${width * 0.25} 11 0 8Q${-width * 0.25} 11 ${-width * 0.5} 6Q${-width * 0.8} 9 ${-width} 2Z`,
    ) + line(d`M${-width * 0.55}-3V4M0-3V5M${width * 0.55}-3V4`, 1.4),
    x,
    y,
  );

/** The grass that a figure stands on. */
export const ground = (right = 140, y = 284) =>
  patch(
    GREEN,
    d`M18 ${y + 4}C40 ${y - 8} ${right - 40} ${y - 8} ${right} ${y + 4}Q${right - 4} ${y + 9} ${right - 14} ${y + 9}H28Q18 ${y + 9} 18 ${y + 4}Z`,
  ) + line(d`M30 ${y}l-4-8M33 ${y}l1-9M${right - 18} ${y + 1}l3-9M${right - 21} ${y}l-3-7`, 2, GREEN);

export const belt = (colour, x, y, width) =>
  fill(colour, d`M${x - width} ${y - 4}H${x + width}V${y + 4}H${x - width}Z`, { "stroke-width": 1.8 }) +
  fill(GOLD, d`M${x - 5} ${y - 5}h9v10h-9Z`, { "stroke-width": 1.6 });

export const boot = (colour, x, y) =>
  placed(
    fill(colour, "M9 0V-34H-9C-8-20-9-12-12-9-18-7-26-7-26 0Z") +
      fill(BROWN, "M-11-36H11V-28H-11Z", { "stroke-width": 1.8 }),
    x,
    y,
  );

export const dot = (colour, x, y, r = 2.2) => oval(colour, x, y, r, r, { stroke: "none" });
