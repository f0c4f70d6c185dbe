/** Señas as faces that make the gesture, by the codes of `variants/gestures.py`. A face is around (0, 0) in a box of 100. */

import { BROWN, INK, PAPER, RED, SKIN, disc, file, fill, group, line, oval, patch, placed } from "./svg.mjs";

const SHIRT = "#2c6a73";
const LIPS = "#a8443a";
const TONGUE = "#d8756b";
const ARROW = "#8a2f1d";
const BROW = "#3d2413";
const bare = { stroke: "none" };
const thin = (path) => line(path, 2);

// --------------------------------------------------------------------------------------------------------- parts

const HEAD =
  fill(SKIN, "M-25-8C-26 14-16 34 0 34S26 14 25-8C24-28-24-28-25-8Z") +
  fill(SKIN, "M-25-4c-6-3-8 8 1 11M25-4c6-3 8 8-1 11") +
  fill(BROWN, "M-27-6C-31-34-14-42 0-41S31-34 27-6C25-15 20-20 14-22 4-17-8-18-15-22-20-19-25-15-27-6Z") +
  disc(RED, -15, 12, 5, { ...bare, "fill-opacity": 0.22 }) +
  disc(RED, 15, 12, 5, { ...bare, "fill-opacity": 0.22 });

const NOSE = thin("M-1 0C-3 6-5 8-4 10q3 2 7 0");
const WRINKLED_NOSE = NOSE + thin("M-5-1l4 2M5-1L1 1M-6 3l3 1M6 3L3 4");

const brows = (lift = 0) => line(`M-18 ${-11 - lift}q7-5 13-1M5 ${-12 - lift}q7-4 13 1`, 3, BROW);

const eye = (x, { wide = 0, up = 0 } = {}) =>
  oval(PAPER, x, -2, 6.5 + wide * 0.5, 4.5 + wide, { "stroke-width": 1.6 }) +
  disc(INK, x, -2 - up, 2.7, bare);
const shut = (x) => line(`M${x - 7}-2q7 6 14 0`, 2.4);

const eyes = (look) => eye(-11, look) + eye(11, look);

const mouths = {
  plain: line("M-8 20q8 4 16 0", 2.6, LIPS),
  bite:
    line("M-10 18q10-3 20 0", 2.4, LIPS) +
    fill(LIPS, "M-8 21q8 8 16 0Z", { "stroke-width": 1.4 }) +
    fill(PAPER, "M-6 18h12v4.5H-6ZM0 18v4.5", { "stroke-width": 1.4 }),
  kiss: fill(LIPS, "M-5 20C-5 14 0 16 0 17.5 0 16 5 14 5 20S0 27 0 25C0 27-5 26-5 20Z", { "stroke-width": 1.6 }) + thin("M-1.5 20.500h3"),
  pout: fill(LIPS, "M-9 20q9-6 18 0-3 9-9 9T-9 20Z", { "stroke-width": 1.6 }) + thin("M-8 20.500q8 2 16 0"),
  open: oval("#5d211c", 0, 21, 6, 6.5, { stroke: LIPS, "stroke-width": 2.6 }),
  teeth: fill(PAPER, "M-12 16q12 3 24 0-2 11-12 11T-12 16Z", { stroke: LIPS }) + thin("M-11 21h22M-4 17.500v9M4 17.500v9"),
  smack:
    fill(LIPS, "M-10 19q5-4 10-1 5-3 10 1-10 5-20 0Z", { "stroke-width": 1.4 }) +
    fill(LIPS, "M-8 23q8 6 16 0-8-2-16 0Z", { "stroke-width": 1.4 }),
  twisted: line("M-7 22Q2 22 7 19T14 12", 2.8, LIPS) + thin("M17 9q3 2 3 6"),
  speaking: fill("#5d211c", "M-9 17q9-3 18 0-1 11-9 11T-9 17Z", { stroke: LIPS, "stroke-width": 2.4 }) + patch(TONGUE, "M-5 24q5-3 10 0-2 4-5 4t-5-4Z"),
};

const tongue = (x) => mouths.plain + fill(TONGUE, `M${x - 4.5} 20.500v5q0 5 4.5 5t4.5-5v-5Z`, { "stroke-width": 1.8 });
const lipsTo = (side) => placed(mouths.kiss, side * 9, 0, { turn: -side * 8 }) + thin(`M${side * 2} 14q${side * 3}-1 ${side * 5} 0`);

/** The movement of the gesture, drawn beside the face. */
const arrow = (path) => line(path, 3, ARROW);
const UP = arrow("M-38 6V-14M-43-8l5-6 5 6M38 6V-14M33-8l5-6 5 6");

// --------------------------------------------------------------------------------------------------------- faces

function face({ brow = brows(), look = eyes(), nose = NOSE, mouth = mouths.plain, beside = "", turn = 0, shoulders = 0 } = {}) {
  const shirt = fill(SHIRT, `M-44 50C-42 ${38 + shoulders}-22 36-10 33H10C22 36 42 ${38 - shoulders} 44 50Z`);
  const neck = fill(SKIN, "M-9 26V36Q0 42 9 36V26Z");
  return shirt + neck + placed(HEAD + brow + look + nose + mouth, 0, 0, { turn }) + beside;
}

const winkOf = (side) => ({ look: eye(-11 * side) + shut(11 * side), brow: line(side > 0 ? "M-18-12q7-5 13-1M5-9q7 0 13 3" : "M5-13q6-4 13 1M-18-6q6-3 13-3", 3, BROW) });

const SOUND = arrow("M24 14q5 6 0 12M31 10q9 10 0 20");

/** A face looks at the reader, so its left is on the right. */
const FACES = {
  "bite-lip": { mouth: mouths.bite },
  "close-eyes": { look: shut(-11) + shut(11) },
  eyebrows: { brow: brows(6), beside: UP },
  jaw: { mouth: mouths.open, beside: arrow("M-16 43q16 6 32 0M-12 39l-4 4 5 4M12 39l4 4-5 4") },
  kiss: { mouth: mouths.kiss },
  "lips-left": { mouth: lipsTo(1), beside: arrow("M28 24h14M37 19l5 5-5 5") },
  "lips-right": { mouth: lipsTo(-1), beside: arrow("M-28 24h-14M-37 19l-5 5 5 5") },
  "look-up": { look: eyes({ up: 3 }), brow: brows(3), beside: UP },
  nod: { beside: arrow("M38-12V14M33 8l5 6 5-6"), turn: 4 },
  "open-mouth": { mouth: mouths.open },
  pout: { mouth: mouths.pout },
  "puff-cheeks": {
    mouth: fill(SKIN, "M-13 12C-30 8-32 30-13 29M13 12C30 8 32 30 13 29") + line("M-5 21h10", 3, LIPS),
  },
  "shoulder-down": { shoulders: 12, beside: arrow("M42 12V32M37 26l5 6 5-6") },
  "shoulder-up": { shoulders: -12, beside: arrow("M42 28V8M37 14l5-6 5 6") },
  "smack-lips": { mouth: mouths.smack, beside: SOUND },
  teeth: { mouth: mouths.teeth },
  "tilt-head": { turn: 16, beside: arrow("M-12-46Q14-52 32-38M24-38l8 0-1-8") },
  tongue: { mouth: tongue(0) },
  "tongue-left": { mouth: tongue(5), beside: arrow("M28 26h14M37 21l5 5-5 5") },
  "tongue-right": { mouth: tongue(-5), beside: arrow("M-28 26h-14M-37 21l-5 5 5 5") },
  "twist-mouth": { mouth: mouths.twisted },
  "wide-eyes": { look: eyes({ wide: 3 }), brow: brows(7), beside: UP },
  wink: winkOf(1),
  "wink-left": { ...winkOf(1), beside: arrow("M34-22l7 5M36-2h9M34 16l7-5") },
  "wink-right": { ...winkOf(-1), beside: arrow("M-34-22l-7 5M-36-2h-9M-34 16l-7-5") },
  word: { mouth: mouths.speaking, beside: SOUND },
  "wrinkle-nose": { nose: WRINKLED_NOSE, brow: line("M-18-9q7-3 13 3M18-9q-7-3-13 3", 3, BROW) },
};

/** The gestures with a picture of their own, and `other` for those of a house. */
export const GESTURES = [...Object.keys(FACES), "other"];

/** The picture of a gesture. */
export function gesture(name) {
  const drawing = face(FACES[name] ?? { beside: arrow("M-2-48h4M-8-46l-4-5M8-46l4-5") });
  return file(104, 104, group({ transform: "translate(52 53)" }, drawing));
}
