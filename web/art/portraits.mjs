/** Portraits of people of the places where Truco is played. */

import {
  SIZE,
  beard,
  brows,
  cheeks,
  dots,
  earrings,
  eyes,
  face,
  flower,
  glasses,
  grin,
  lashes,
  lips,
  moustache,
  narrowEyes,
  neck,
  neckerchief,
  nose,
  openCollar,
  shoulders,
  smile,
  smilingEyes,
  stubble,
  wrinkles,
} from "./portrait-parts.mjs";
import { BLUE, BROWN, GOLD, GREEN, INK, PAPER, RED, disc, file, fill, line, patch, placed } from "./svg.mjs";

const SKINS = { pale: "#f6d8bb", fair: "#f0c39a", tan: "#d99e6c", brown: "#b3764a", dark: "#85512f" };
const FOLDS = "#9c5b38"; // lines on light skin
const DEEP_FOLDS = "#5c331b"; // lines on dark skin
const BLACK = "#33241d";
const GREY = "#b9b2a6";
const WHITE = "#efe9dc";
const STRAW = "#e8c877";
const GINGER = "#c06a2b";

/** A gaucho of the pampas. */
const rufino = () =>
  fill(BLACK, "M-26-6C-30 10-29 22-24 28H24C29 22 30 10 26-6Z") +
  neck(SKINS.tan) +
  shoulders("#5b4a3a") +
  line("M-22 62-30 90M22 62 30 90", 2) +
  face(SKINS.tan, { long: 39, jaw: 17 }) +
  wrinkles(FOLDS) +
  narrowEyes() +
  brows(GREY, { y: -7, width: 5 }) +
  nose(6) +
  moustache(GREY, { wide: 21, drop: 9 }) +
  line("M-5 28q5 2 10 0", 2) +
  neckerchief(RED) +
  fill(BLACK, "M-25-22C-26-50-10-56 0-52 10-56 26-50 25-22Z") +
  fill(RED, "M-25-28Q0-20 25-28V-20Q0-12-25-20Z", { "stroke-width": 1.8 }) +
  fill(BLACK, "M-56-22C-36-14-20-16 0-16S36-14 56-22C44-4 20-9 0-9S-44-4-56-22Z");

/** A woman of Buenos Aires. */
const malena = () =>
  fill(BLACK, "M-30 30C-40 8-36-42 0-42S40 8 30 30C22 38-22 38-30 30Z") +
  neck(SKINS.fair, 10) +
  shoulders(PAPER, { wide: 48, y: 42 }) +
  line("M-46 60Q0 78 46 60M-52 72Q0 90 52 72M-33 50Q0 65 33 50", 4, BLUE) +
  face(SKINS.fair, { wide: 23, long: 37, jaw: 11 }) +
  cheeks(13, 0.22) +
  eyes() +
  lashes() +
  brows(BLACK, { width: 2.6, y: -10 }) +
  nose(4, 12) +
  lips(23) +
  fill(BLACK, "M-28 12C-34-20-24-40 0-40S34-20 28 12C28 0 25-8 22-14 8-10-12-12-20-18-23-10-27 0-28 12Z") +
  earrings(24, GOLD, 5);

/** A drummer of Montevideo. */
const nelson = () =>
  neck(SKINS.dark, 13) +
  shoulders("#f4efe2") +
  fill(RED, "M-32 54-24 50-14 90H-28ZM32 54 24 50 14 90H28Z", { "stroke-width": 1.8 }) +
  openCollar(SKINS.dark, PAPER) +
  fill(INK, "M-26-4C-27 8-25 14-24 18L-21-8ZM26-4C27 8 25 14 24 18L21-8Z", { stroke: "none" }) +
  face(SKINS.dark, { wide: 25, long: 38, jaw: 17 }) +
  fill(GREY, "M-20 18C-19 32-11 43 0 43S19 32 20 18C15 22 12 18 8 17Q0 14-8 17C-12 18-15 22-20 18Z") +
  grin(21, 9) +
  smilingEyes() +
  brows(INK, { y: -8, width: 4 }) +
  nose(7) +
  fill(STRAW, "M-24-18V-42Q0-50 24-42V-18Z") +
  fill(BLUE, "M-24-28Q0-22 24-28V-18Q0-10-24-18Z", { "stroke-width": 1.8 }) +
  fill(STRAW, "M-38-18Q0-6 38-18 36-9 22-8 0-3-22-8-36-9-38-18Z") +
  line("M-16-44V-31M-6-46V-29M6-46V-29M16-44V-31", 1.2, BROWN);

/** A grandmother of Corrientes. */
const ofelia = () =>
  fill(WHITE, "M-12-36C-14-54 14-54 12-36Z") +
  fill(WHITE, "M-27 8C-32-42 32-42 27 8Z") +
  neck(SKINS.tan, 10) +
  shoulders("#8b4a63", { wide: 46, y: 48 }) +
  fill("#c98ea5", "M-54 90C-50 66-36 58-22 50L0 80 22 50C36 58 50 66 54 90H40L0 88-40 90Z") +
  face(SKINS.tan, { wide: 24, long: 35, jaw: 14 }) +
  wrinkles(FOLDS) +
  cheeks(14) +
  smilingEyes() +
  brows(WHITE, { width: 3, y: -14 }) +
  nose(5) +
  smile(22, 8) +
  fill(WHITE, "M-27 6C-27-14-10-26 0-27 10-26 27-14 27 6 30-40 10-40 0-40S-30-40-27 6Z") +
  line("M-16-32q6 4 4 14M16-32q-6 4-4 14M0-38v10", 1.4, GREY) +
  glasses("#7a4a2a") +
  earrings(24, PAPER, 3);

/** A man of the llanos. */
const eusebio = () =>
  fill(BLACK, "M-25-6C-27 8-26 14-24 18H24C26 14 27 8 25-6Z") +
  neck(SKINS.brown) +
  shoulders(PAPER) +
  fill(PAPER, "M-16 36Q0 50 16 36L19 48Q0 62-19 48Z") +
  line("M0 54V90", 2) +
  dots(GOLD, 3, [[0, 60], [0, 73], [0, 86]]) +
  face(SKINS.brown, { long: 38, jaw: 18, wide: 24 }) +
  eyes() +
  brows(BLACK, { width: 4.4, y: -8, arch: 3 }) +
  nose(6) +
  moustache(BLACK, { wide: 13, drop: 3 }) +
  line("M-7 27q7 4 14-1", 2.2) +
  fill("#c79a5b", "M-24-20C-25-44-20-52-8-50 0-44 0-44 8-50 20-52 25-44 24-20Z") +
  fill(BROWN, "M-24-27Q0-20 24-27V-19Q0-12-24-19Z", { "stroke-width": 1.8 }) +
  fill("#c79a5b", "M-50-26C-40-12-20-17 0-17S40-12 50-26C52-8 26-8 0-8S-52-8-50-26Z");

/** A young woman of the coast of Venezuela. */
const yajaira = () =>
  fill(BLACK, "M-24 34C-44 38-52 16-44 4-54-14-40-34-28-34-20-50 20-50 28-34 40-34 54-14 44 4 52 16 44 38 24 34Z") +
  neck(SKINS.brown, 10) +
  fill(SKINS.brown, "M-44 90C-42 60-24 54-12 46Q0 56 12 46C24 54 42 60 44 90Z") +
  fill(GOLD, "M-56 90C-54 68-44 54-36 55Q-26 66-16 61-8 70 0 65 8 70 16 61 26 66 36 55C44 54 54 68 56 90Z") +
  line("M-44 72Q-36 64-26 71T-8 74Q0 70 8 74T26 71Q36 64 44 72", 2.4, RED) +
  face(SKINS.brown, { wide: 23, long: 36, jaw: 13 }) +
  eyes() +
  lashes() +
  brows(BLACK, { width: 3, y: -10 }) +
  nose(6, 12) +
  grin(20, 9) +
  fill(BLACK, "M-26 8C-30-10-22-24-12-22-6-30 6-30 12-22 22-24 30-10 26 8 36-8 34-38 0-40-34-38-36-8-26 8Z") +
  flower(RED, 27, -18, 1.25) +
  earrings(24, GOLD, 4.5);

/** A young man of São Paulo. */
const kenji = () =>
  neck(SKINS.pale, 11) +
  shoulders("#3f6e6a") +
  fill("#2f5553", "M-30 50Q-16 34 0 50 16 34 30 50 22 66 0 68-22 66-30 50Z") +
  fill(SKINS.pale, "M-12 44Q0 58 12 44L8 58Q0 62-8 58Z", { stroke: "none" }) +
  line("M-9 66-11 84M9 66 11 82", 2.4, PAPER) +
  face(SKINS.pale, { wide: 23, long: 38, jaw: 14 }) +
  cheeks(14, 0.18) +
  line("M-17 0q6-4 12 .5M17 0q-6-4-12 .5", 3) +
  brows(BLACK, { width: 3.4, y: -12, arch: 2 }) +
  nose(4.5, 12) +
  smile(23, 8) +
  glasses(INK, 11.5, 10) +
  fill(BLACK, "M-26-2C-34-34-12-52 6-46 26-46 32-26 26-2 24-12 22-16 18-18 4-14-6-16-14-24-16-16-24-12-26-2Z") +
  line("M-8-38q10-2 16 8", 1.6, "#7c675a");

/** A man of the interior of São Paulo. */
const toninho = () =>
  fill(BROWN, "M-25-6C-27 8-26 14-24 18H24C26 14 27 8 25-6Z") +
  neck(SKINS.fair, 13) +
  shoulders(RED) +
  line("M-46 62V90M-28 54V90M28 54V90M46 62V90M-58 78H58M-40 64Q0 78 40 64", 3.6, "#7d1f1a") +
  openCollar(SKINS.fair, RED) +
  face(SKINS.fair, { long: 37, jaw: 18 }) +
  stubble(37) +
  cheeks(12) +
  narrowEyes() +
  brows(BROWN, { width: 4, y: -8, worry: 2 }) +
  nose(6) +
  smile(23, 11) +
  line("M9 25 24 31", 2.2, GREEN) +
  fill(STRAW, "M-24-18C-24-48-8-50 0-46 8-50 24-48 24-18Z") +
  fill(GREEN, "M-24-26Q0-20 24-26V-19Q0-12-24-19Z", { "stroke-width": 1.8 }) +
  fill(STRAW, "M-48-14-40-20Q0-10 40-20L48-14 40-11 42-6 32-8 30-3 20-7Q0-4-20-7L-30-3-32-8-42-6-40-11Z");

/** A cook of Minas Gerais. */
const benedita = () =>
  neck(SKINS.dark, 11) +
  shoulders(PAPER, { wide: 50, y: 48 }) +
  fill(GREEN, "M-22 58H22L28 90H-28ZM-22 58-28 50H-20L-16 58ZM22 58 28 50H20L16 58Z") +
  face(SKINS.dark, { wide: 26, long: 36, jaw: 18 }) +
  line("M-12 16q-4 4-4 8M12 16q4 4 4 8M-21 5l-4 2M21 5l4 2", 1.6, DEEP_FOLDS) +
  smilingEyes(12) +
  brows(GREY, { width: 3, y: -9 }) +
  nose(7) +
  grin(21, 9) +
  fill(GOLD, "M-28-6C-34-38-14-50 2-48 26-48 34-28 28-6 14-20-14-20-28-6Z") +
  fill(GOLD, "M-6-46C-18-62-2-66 4-54 14-66 26-56 12-46 6-42 0-42-6-46Z") +
  line("M-26-12C-18-28 10-34 24-20M-22-26C-10-40 12-40 24-28", 2.4, RED) +
  earrings(26, GOLD, 5);

/** A woman of the gaucho country of Brazil. */
const luzia = () =>
  fill("#b8863c", "M-27 10C-34-40 34-40 27 10L28 24H-28Z") +
  neck(SKINS.pale, 10) +
  shoulders(GREEN, { wide: 48, y: 48 }) +
  fill(PAPER, "M-36 56Q-30 48-18 44 0 62 18 44 30 48 36 56 28 62 24 58 18 68 12 62 6 72 0 66-6 72-12 62-18 68-24 58-28 62-36 56Z") +
  face(SKINS.pale, { wide: 23, long: 37, jaw: 12 }) +
  cheeks(13, 0.35) +
  eyes() +
  lashes() +
  brows("#8a5f24", { width: 2.8, y: -10 }) +
  nose(4, 12) +
  smile(22, 9) +
  fill("#b8863c", "M-27 12C-28-8-16-16-4-29 6-18 22-12 27 10 34-42 6-41-2-41-12-41-34-40-27 12Z") +
  fill("#b8863c", "M22 12C34 14 34 24 28 30 38 32 38 44 30 48 38 52 36 64 28 66 18 62 18 52 22 46 14 42 14 34 20 28 14 22 16 14 22 12Z") +
  line("M20 28q6 4 10 1M22 46q6 4 10 1", 1.6) +
  fill(RED, "M20 64l16-2 4 12-10-4-12 6Z") +
  flower(RED, -24, -16, 1.15);

/** A cattleman of the gaucho country of Brazil. */
const anselmo = () =>
  neck(SKINS.fair, 13) +
  shoulders("#e9dfc8") +
  line("M0 60V90", 2) +
  face(SKINS.fair, { wide: 25, long: 40, jaw: 18 }) +
  beard(GINGER, { tip: 52 }) +
  moustache(GINGER, { wide: 16, drop: 4, y: 16 }) +
  cheeks(10, 0.3) +
  eyes() +
  brows(GINGER, { width: 4.4, y: -9 }) +
  nose(6, 12) +
  neckerchief(PAPER) +
  fill("#4a4f58", "M-27-12C-46-16-44-36-22-42 4-50 36-44 42-26 44-18 36-12 27-13 10-22-12-22-27-12Z") +
  fill("#34383f", "M-27-12C-12-23 12-23 27-13L26-7C12-16-12-16-26-6Z", { "stroke-width": 1.8 }) +
  line("M-4-45q3-5 6-4", 3);

/** A woman of the huerta of Valencia, in her best dress. */
const empar = () =>
  fill(BROWN, "M-26 6C-30-38 30-38 26 6Z") +
  neck(SKINS.fair, 10) +
  shoulders("#2f6a8c", { wide: 50, y: 43 }) +
  fill(PAPER, "M-54 90C-50 62-38 52-19 43L0 72 19 43C38 52 50 62 54 90H34L0 84-34 90Z") +
  [[-24, 54, 0.55], [24, 54, 0.55], [-38, 64, 0.55], [38, 64, 0.55]].map(([x, y, scale]) => flower(RED, x, y, scale)).join("") +
  dots(GREEN, 2.2, [[-30, 63], [30, 63], [-17, 60], [17, 60], [-26, 72], [26, 72]]) +
  face(SKINS.fair, { wide: 23, long: 36, jaw: 13 }) +
  cheeks(13, 0.32) +
  eyes() +
  lashes() +
  brows(BROWN, { width: 3, y: -10 }) +
  nose(4.5, 12) +
  lips(22, "#c4503f") +
  fill(BROWN, "M-25 4C-24-14-10-20 0-30 10-20 24-14 25 4 30-40 10-41 0-41S-30-40-25 4Z") +
  [-30, 30].map((x) => rodete(x)).join("") +
  fill(GOLD, "M-16-38C-14-58 14-58 16-38Q0-46-16-38Z") +
  line("M-9-43-11-51M0-45V-54M9-43 11-51", 1.8) +
  earrings(23, GOLD, 4);

/** A coil of hair at the side of a head, with its comb. */
const rodete = (x) =>
  disc(BROWN, x, 2, 10) +
  line(`M${x - 5} 2a5 5 0 1 1 5 5`, 1.8, GOLD) +
  disc(GOLD, x, 2, 2.4, { "stroke-width": 1.2 });

/** An old farmer of the huerta of Valencia. */
const batiste = () =>
  neck(SKINS.tan, 12) +
  shoulders("#3d3a44") +
  line("M0 62V90M-30 60q4 14 0 30M30 60q-4 14 0 30", 2) +
  face(SKINS.tan, { wide: 24, long: 40, jaw: 15 }) +
  wrinkles(FOLDS) +
  stubble(40) +
  narrowEyes() +
  brows(WHITE, { width: 4.6, y: -8, worry: -1 }) +
  nose(7, 14) +
  smile(25, 8) +
  fill("#7a3b8c", "M-27-6C-32-36-14-44 0-44S32-36 27-6C14-18-14-18-27-6Z") +
  fill("#7a3b8c", "M24-14C36-20 46-12 44-2 38-4 36 0 36 6 30 6 24-2 24-14Z") +
  line("M-25-14C-12-24 12-24 25-14M-22-26C-10-34 10-34 22-26", 2.6, GOLD);

/** An olive grower of Jaén. */
const lorenzo = () =>
  fill(GREY, "M-25-6C-27 8-26 14-24 18H24C26 14 27 8 25-6Z") +
  neck(SKINS.tan, 13) +
  shoulders(PAPER) +
  openCollar(SKINS.tan, PAPER) +
  fill("#6b7046", "M-62 90C-58 64-44 56-26 48L-10 90ZM62 90C58 64 44 56 26 48L10 90Z") +
  face(SKINS.tan, { wide: 25, long: 38, jaw: 19 }) +
  wrinkles(FOLDS) +
  cheeks(12, 0.25) +
  smilingEyes() +
  brows("#6d6259", { width: 5, y: -8 }) +
  nose(7) +
  smile(24, 10) +
  fill("#8a7f6d", "M-28-12C-34-34-14-44 4-43 26-42 36-28 29-12Z") +
  fill("#8a7f6d", "M-34-8C-24-20 22-20 32-10 20-7-14-7-34-8Z") +
  line("M-14-36q12-5 26 0M0-43v10", 1.6) +
  placed(olives(), 33, 52);

/** A sprig of olive. */
const olives = () =>
  line("M-6 22Q0 6 8-14", 2.4, BROWN) +
  [[-2, 8, -50], [3, -2, 40], [6, -10, -40], [-4, 16, 50]]
    .map(([x, y, turn]) => placed(fill(GREEN, "M0 0Q4-7 0-15-4-7 0 0Z", { "stroke-width": 1.4 }), x, y, { turn }))
    .join("") +
  dots("#3b4a1f", 3.6, [[8, 2], [-7, 4]]);

/** A young woman of the olive harvest. */
const rocio = () =>
  fill(BLACK, "M-28 8C-38-40 38-40 28 8L34 60Q22 70 16 56H-16Q-22 70-34 60Z") +
  neck(SKINS.fair, 10) +
  shoulders("#d8843b", { wide: 46, y: 50 }) +
  fill(SKINS.fair, "M-12 44Q0 66 12 44Z", { stroke: "none" }) +
  line("M-12 47Q0 60 12 47", 1.8, GOLD) +
  disc(GOLD, 0, 55, 3, { "stroke-width": 1.4 }) +
  face(SKINS.fair, { wide: 22, long: 37, jaw: 11 }) +
  cheeks(13, 0.28) +
  eyes(10.5) +
  lashes(10.5) +
  brows(BLACK, { width: 3, y: -10 }) +
  nose(4, 12) +
  grin(20, 8) +
  dots(FOLDS, 0.9, [[-14, 9], [-10, 11], [-17, 12], [14, 9], [10, 11], [17, 12]]) +
  fill(BLACK, "M-26 20C-30-6-22-24-16-30-6-18 14-16 24-2 26 6 27 14 26 20 34-12 30-40 0-40S-34-12-26 20Z") +
  fill(GREEN, "M-29-10C-28-26-14-34 0-34S28-26 29-10L27-20C14-28-14-28-27-20Z") +
  dots(PAPER, 1.6, [[-18, -25], [-7, -29.5], [5, -30], [16, -26]]);

/** A woman of Ávila, with the straw hat of her land. */
const teodora = () =>
  fill("#6b4a35", "M-26 8C-30-30 30-30 26 8L24 24H-24Z") +
  neck(SKINS.pale, 11) +
  shoulders("#7b2a2a", { wide: 50, y: 48 }) +
  fill("#4c1a22", "M-56 90C-50 66-36 58-22 50L0 74 22 50C36 58 50 66 56 90H44L0 84-44 90Z") +
  dots(GOLD, 2.6, [[-40, 76], [-28, 66], [40, 76], [28, 66], [-16, 74], [16, 74]]) +
  face(SKINS.pale, { wide: 25, long: 36, jaw: 17 }) +
  cheeks(13, 0.4) +
  line("M-12 16q-3 4-3 8M12 16q3 4 3 8M-20 5l-4 2M20 5l4 2", 1.5, FOLDS) +
  eyes() +
  brows("#6b4a35", { width: 3.2, y: -9, worry: 1 }) +
  nose(5) +
  smile(23, 8) +
  fill("#6b4a35", "M-25 6C-25-10-12-16 0-20 12-16 25-10 25 6 28-20 14-28 0-28S-28-20-25 6Z") +
  fill(STRAW, "M-24-22C-28-56 28-56 24-22Z") +
  fill(STRAW, "M-44-16C-40-34 40-34 44-16 24-26-24-26-44-16Z") +
  fill(RED, "M0-27C-14-36-10-48-4-46-1-45 0-42 0-41 0-42 1-45 4-46 10-48 14-36 0-27Z") +
  line("M-34-22Q0-34 34-22", 2.4, RED) +
  earrings(25, GOLD, 5);

/** A man of Asturias with his montera. */
const xuacu = () =>
  fill(GINGER, "M-26-8C-30 8-28 18-25 22H25C28 18 30 8 26-8Z") +
  neck(SKINS.pale, 13) +
  shoulders(PAPER) +
  openCollar(SKINS.pale, PAPER) +
  fill("#8c2438", "M-60 90C-58 66-46 56-26 48L-6 90ZM60 90C58 66 46 56 26 48L6 90Z") +
  dots(GOLD, 2.6, [[-17, 74], [-13, 84], [17, 74], [13, 84]]) +
  face(SKINS.pale, { wide: 26, long: 37, jaw: 20 }) +
  fill(GINGER, "M-27 0C-28 18-24 30-19 34-20 22-20 10-22 2ZM27 0C28 18 24 30 19 34 20 22 20 10 22 2Z", { "stroke-width": 1.8 }) +
  cheeks(13, 0.5) +
  smilingEyes() +
  brows(GINGER, { width: 4.6, y: -8 }) +
  nose(7) +
  grin(21, 10) +
  fill(BLACK, "M-27-12C-30-24-26-34-18-38L2-62 20-38C28-32 30-22 27-12 12-22-12-22-27-12Z") +
  fill("#51403a", "M-29-12C-14-26 14-26 29-12L26-5C14-16-14-16-26-5Z", { "stroke-width": 1.8 });

/** A gentleman of the eighteenth century. */
const baltasar = () =>
  fill(WHITE, "M-26-6C-42-8-42 10-34 12-42 18-36 32-28 28H28C36 32 42 18 34 12 42 10 42-8 26-6Z") +
  neck(SKINS.pale, 11) +
  shoulders("#3b5b86") +
  fill(GOLD, "M-30 53-22 48-8 90H-20ZM30 53 22 48 8 90H20Z", { "stroke-width": 1.8 }) +
  fill(PAPER, "M-14 42Q0 54 14 42L16 52Q10 58 12 66 6 66 6 76 0 72-6 76-6 66-12 66-10 58-16 52Z") +
  line("M-6 56q6 4 12 0M-4 66q4 3 8 0", 1.6) +
  face(SKINS.pale, { wide: 23, long: 40, jaw: 13 }) +
  cheeks(14, 0.3) +
  line("M-18-1q7-4 13 1M18-3q-7-5-13 2", 2.2) +
  dots(INK, 2.9, [[-11, 1], [11, 0]]) +
  line("M-19-10Q-12-13-5-9M19-14Q12-18 5-10", 3, "#8d8377") +
  nose(5, 14) +
  line("M-9 25Q0 29 10 22", 2.4) +
  dots(INK, 1.6, [[14, 18]]) +
  line("M-38 4q5 4 9 0M-36 20q5 4 9 0M38 4q-5 4-9 0M36 20q-5 4-9 0", 1.6, GREY) +
  fill(WHITE, "M-25-2C-26-30 26-30 25-2 18-16-18-16-25-2Z") +
  fill(BLACK, "M-48-16C-40-48-18-54 0-40 18-54 40-48 48-16 24-30-24-30-48-16Z") +
  line("M-47-17C-38-45-17-50 0-37 17-50 38-45 47-17", 2.6, GOLD) +
  fill(RED, "M22-34l6 4 6-5-1 8 6 3-8 3-2 7-4-7-8-1 6-5Z", { "stroke-width": 1.6 });

/** How a portrait fills its frame. A broad or a high hat needs room. */
const HATTED = { scale: 1.12, y: 80 };
const BARE = { scale: 1.26, y: 84 };
const CAPPED = { scale: 1.2, y: 84 };

/** The portraits, each with the colour behind it. */
const PORTRAITS = {
  anselmo: [anselmo, "#a9c2a0", CAPPED],
  baltasar: [baltasar, "#cfa9a0", HATTED],
  batiste: [batiste, "#f0d39a", BARE],
  benedita: [benedita, "#8fb8c9", HATTED],
  empar: [empar, "#e8a98a", CAPPED],
  eusebio: [eusebio, "#8fc0a8", HATTED],
  kenji: [kenji, "#e9b872", BARE],
  lorenzo: [lorenzo, "#c5cf9d", CAPPED],
  luzia: [luzia, "#a8c8dd", BARE],
  malena: [malena, "#dcb8cf", BARE],
  nelson: [nelson, "#9ecbe0", HATTED],
  ofelia: [ofelia, "#bcd0a4", CAPPED],
  rocio: [rocio, "#b9d7c4", BARE],
  rufino: [rufino, "#efc48b", HATTED],
  teodora: [teodora, "#b7c4dd", HATTED],
  toninho: [toninho, "#bfd89b", HATTED],
  xuacu: [xuacu, "#93b6a6", HATTED],
  yajaira: [yajaira, "#8cc6c4", HATTED],
};

/** The text of each portrait by its name. */
export function portraits() {
  const backdrop = (colour) =>
    patch(colour, `M0 0H${SIZE}V${SIZE}H0Z`) +
    disc("#fff", SIZE / 2, SIZE / 2, 66, { stroke: "none", "fill-opacity": 0.22 });
  return new Map(
    Object.entries(PORTRAITS).map(([name, [drawing, colour, { scale, y }]]) => [
      name,
      file(SIZE, SIZE, backdrop(colour), placed(drawing(), SIZE / 2, y, { scale })),
    ]),
  );
}
