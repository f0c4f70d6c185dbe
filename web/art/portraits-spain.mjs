/** Portraits of people of Spain. */

import {
  BLACK,
  FOLDS,
  GINGER,
  GREY,
  SKINS,
  STRAW,
  WHITE,
  brows,
  cheeks,
  dots,
  earrings,
  eyes,
  face,
  flower,
  grin,
  lashes,
  lips,
  narrowEyes,
  neck,
  nose,
  openCollar,
  shoulders,
  smile,
  smilingEyes,
  stubble,
  wrinkles,
} from "./portrait-parts.mjs";
import { BROWN, GOLD, GREEN, INK, PAPER, RED, disc, fill, line, placed } from "./svg.mjs";

/** A woman of the huerta of Valencia, in her best dress. */
export const empar = () =>
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
export const batiste = () =>
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
export const lorenzo = () =>
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
export const rocio = () =>
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
export const teodora = () =>
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
export const xuacu = () =>
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
export const baltasar = () =>
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
