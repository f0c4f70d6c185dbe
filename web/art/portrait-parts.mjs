/** Faces, hair and clothes of the portraits. A head is around (0, 0) with the eyes at y = 0 and looks at the viewer. */

import { GOLD, INK, PAPER, RED, d, disc, fill, line, oval, patch, placed } from "./svg.mjs";

export const SIZE = 160;

export const SKINS = { pale: "#f6d8bb", fair: "#f0c39a", tan: "#d99e6c", brown: "#b3764a", dark: "#85512f" };
export const FOLDS = "#9c5b38"; // lines on light skin
export const DEEP_FOLDS = "#5c331b"; // lines on dark skin
export const BLACK = "#33241d";
export const GREY = "#b9b2a6";
export const WHITE = "#efe9dc";
export const STRAW = "#e8c877";
export const GINGER = "#c06a2b";

const bare = { stroke: "none" };
const fine = { "stroke-width": 1.6 };

/** A face: `wide` at the cheeks and `long` down to the chin, with a broader or narrower `jaw`. */
export function face(skin, { wide = 25, long = 38, jaw = 15 } = {}) {
  const shape = d`M${-wide}-10C${-wide - 1} 10 ${-jaw - 4} ${long - 8} ${-jaw * 0.55} ${long - 1}Q0 ${long + 3} ${jaw * 0.55} ${long - 1}C${jaw + 4} ${long - 8} ${wide + 1} 10 ${wide}-10C${wide}-38 ${-wide}-38 ${-wide}-10Z`;
  const shade = d`M${wide}-10C${wide + 1} 10 ${jaw + 4} ${long - 8} ${jaw * 0.55} ${long - 1}Q4 ${long + 2} 0 ${long + 1}C${jaw} ${long - 8} ${wide - 5} 14 ${wide - 7}-16Z`;
  return (
    [-1, 1].map((side) => oval(skin, side * wide, 4, 5, 8)).join("") +
    fill(skin, shape) +
    fill(INK, shade, { ...bare, "fill-opacity": 0.1 })
  );
}

/** A neck and its shade under the chin, drawn before the face and after the clothes behind it. */
export const neck = (skin, wide = 12) =>
  fill(skin, d`M${-wide} 18V46Q0 62 ${wide} 46V18Z`) +
  fill(INK, d`M${-wide} 30Q0 50 ${wide} 30V38Q0 58 ${-wide} 38Z`, { ...bare, "fill-opacity": 0.16 });

export const cheeks = (y = 13, strength = 0.3) =>
  [-15, 15].map((x) => disc(RED, x, y, 6, { ...bare, "fill-opacity": strength })).join("");

/** Open eyes, with a lid above and a small light. */
export const eyes = (apart = 11, y = 0) =>
  [-apart, apart]
    .map((x) => disc(INK, x, y + 0.6, 3.3, bare) + disc(PAPER, x - 1, y - 0.5, 1, bare) + line(d`M${x - 6} ${y}q6-6.5 12 0`, 2.2))
    .join("");

/** Eyes that smile. */
export const smilingEyes = (apart = 11, y = 1) => line(d`M${-apart - 6} ${y}q6-6.5 12 0M${apart - 6} ${y}q6-6.5 12 0`, 3);

/** Eyes narrowed by the sun or by a thought. */
export const narrowEyes = (apart = 11, y = 0) =>
  [-apart, apart]
    .map((x) => disc(INK, x, y + 1, 2.7, bare) + line(d`M${x - 6.5} ${y - 1}q7-3 13 0M${x - 5} ${y + 4.5}q5 2 10 0`, 2))
    .join("");

export const lashes = (apart = 11) => line(d`M${-apart - 6} 0l-3-2.4M${apart + 6} 0l3-2.4`, 2);

/** Brows. The inner ends are raised by `worry`. */
export const brows = (colour, { y = -9, width = 3.4, worry = 0, arch = 4 } = {}) =>
  line(d`M-18 ${y + 1}Q-12 ${y - arch} -5 ${y - worry}M18 ${y + 1}Q12 ${y - arch} 5 ${y - worry}`, width, colour);

export const nose = (wide = 5, y = 13) => line(d`M1-1Q-1 6 ${-wide} ${y - 2}Q${-wide} ${y + 2} 0 ${y + 2}Q${wide} ${y + 2} ${wide - 1} ${y - 2}`, 2);

export const smile = (y = 23, wide = 9) => line(d`M${-wide} ${y}Q0 ${y + 8} ${wide} ${y - 1}M${-wide - 1.5} ${y - 1.5}l2 2.5`, 2.4);

/** An open smile with teeth. */
export const grin = (y = 20, wide = 10) =>
  fill(INK, d`M${-wide} ${y}Q0 ${y + 4} ${wide} ${y}Q${wide - 2} ${y + 11} 0 ${y + 11}T${-wide} ${y}Z`, fine) +
  patch(PAPER, d`M${-wide + 2} ${y + 1}Q0 ${y + 4} ${wide - 2} ${y + 1}L${wide - 3} ${y + 4.5}Q0 ${y + 7} ${-wide + 3} ${y + 4.5}Z`);

/** Painted lips. */
export const lips = (y = 23, colour = RED) =>
  fill(colour, d`M-9 ${y}Q-4 ${y - 4}-2.5 ${y - 3.5}Q0 ${y - 2} 2.5 ${y - 3.5}Q4 ${y - 4} 9 ${y}Q4 ${y + 6} 0 ${y + 6}T-9 ${y}Z`, { "stroke-width": 1.4 }) +
  line(d`M-9 ${y}Q0 ${y + 2.5} 9 ${y}`, 1.4);

/** Lines of age, on the brow, at the eyes and beside the mouth. */
export const wrinkles = (colour) =>
  line("M-10-18q10-3 20 0M-8-22.500q8-2 16 0M-20 5l-4 2M-20 2l-4-1M20 5l4 2M20 2l4-1M-12 15q-4 4-4 9M12 15q4 4 4 9", 1.5, colour);

export const moustache = (hair, { wide = 15, drop = 5, y = 17 } = {}) =>
  fill(hair, d`M0 ${y}C-5 ${y - 4}-11 ${y - 2} ${-wide} ${y + drop}C-9 ${y + 7}-3 ${y + 6} 0 ${y + 3}C3 ${y + 6} 9 ${y + 7} ${wide} ${y + drop}C11 ${y - 2} 5 ${y - 4} 0 ${y}Z`, fine);

/** A beard from ear to ear, with a mouth in it. */
export const beard = (hair, { wide = 25, tip = 48 } = {}) =>
  fill(hair, d`M${-wide - 1} 2C${-wide - 2} 20 -20 ${tip - 4} 0 ${tip}C20 ${tip - 4} ${wide + 2} 20 ${wide + 1} 2C19 8 18 17 10 17Q0 12-10 17C-18 17-19 8 ${-wide - 1} 2Z`) +
  fill(RED, "M-8 22q8 3 16 0-2 6-8 6t-8-6Z", { "stroke-width": 1.4 });

/** Unshaved cheeks. */
export const stubble = (long = 38) =>
  fill(INK, d`M-24 6C-23 20-18 ${long - 4} 0 ${long}C18 ${long - 4} 23 20 24 6C18 12 14 15 9 15Q0 13-9 15C-14 15-18 12-24 6Z`, { ...bare, "fill-opacity": 0.22 });

/** Round glasses. */
export const glasses = (colour = INK, apart = 11, radius = 9.5) =>
  [-apart, apart].map((x) => disc("none", x, 0, radius, { stroke: colour, "stroke-width": 2.4 })).join("") +
  line(d`M${-apart + radius} -1q${apart - radius}-4 ${2 * (apart - radius)} 0M${-apart - radius}-1l-5-3M${apart + radius}-1l5-3`, 2.2, colour);

export const earrings = (wide = 25, colour = GOLD, radius = 4) => [-wide - 1, wide + 1].map((x) => disc(colour, x, 16, radius, fine)).join("");

/** Shoulders in a cloth, with the neckline at `y`. */
export const shoulders = (cloth, { wide = 54, y = 46 } = {}) =>
  fill(cloth, d`M${-wide - 8} 90C${-wide - 4} ${y + 18} ${-wide + 10} ${y + 8}-20 ${y}Q0 ${y + 8} 20 ${y}C${wide - 10} ${y + 8} ${wide + 4} ${y + 18} ${wide + 8} 90Z`);

/** The opening of a shirt, with its collar. */
export const openCollar = (skin, cloth) =>
  fill(skin, "M-13 42 0 66 13 42Z", bare) + fill(cloth, "M-14 38-26 48-14 62 0 66ZM14 38 26 48 14 62 0 66Z");

/** A kerchief around the neck, knotted in front. */
export const neckerchief = (cloth) =>
  fill(cloth, "M-22 38Q0 54 22 38L27 48Q0 66-27 48Z") + fill(cloth, "M-4 55-16 76-4 73 1 60 8 78 17 70 5 54Z") + fill(cloth, "M-6 51h11l2 8-7 4-7-4Z");

/** Dots on cloth. */
export const dots = (colour, radius, places) => places.map(([x, y]) => disc(colour, x, y, radius, bare)).join("");

/** A flower of five petals. */
export const flower = (colour, x, y, scale = 1) =>
  placed(
    [0, 72, 144, 216, 288]
      .map((turn) => oval(colour, 6 * Math.sin((turn * Math.PI) / 180), -6 * Math.cos((turn * Math.PI) / 180), 4.6, 4.6, { "stroke-width": 1.6 }))
      .join("") + disc(GOLD, 0, 0, 3.6, { "stroke-width": 1.4 }),
    x,
    y,
    { scale },
  );
