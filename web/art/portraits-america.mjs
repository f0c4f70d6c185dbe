/** Portraits of people of America. */

import {
  BLACK,
  DEEP_FOLDS,
  FOLDS,
  GINGER,
  GREY,
  SKINS,
  STRAW,
  WHITE,
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
import { BLUE, BROWN, GOLD, GREEN, INK, PAPER, RED, fill, line } from "./svg.mjs";

/** A gaucho of the pampas. */
export const rufino = () =>
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
export const malena = () =>
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
export const nelson = () =>
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
export const ofelia = () =>
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
export const eusebio = () =>
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
export const yajaira = () =>
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
export const kenji = () =>
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
export const toninho = () =>
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
export const benedita = () =>
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
export const luzia = () =>
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
export const anselmo = () =>
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
