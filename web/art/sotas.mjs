/** The four sotas: a dandy, a cupbearer, a soldier and a woodsman. */

import {
  FAIR,
  belt,
  boot,
  brimmed,
  dot,
  feathered,
  ground,
  hand,
  hooded,
  kerchiefed,
  ruff,
  shoe,
  youth,
} from "./people.mjs";
import { club, coin, cup, sword } from "./spanish-suits.mjs";
import { BLUE, BROWN, GOLD, GREEN, INK, PAPER, RED, STEEL, disc, fill, limb, line, patch, placed } from "./svg.mjs";

const head = (drawing, hat, x, y, how = {}) => placed(drawing + hat, x, y, how);

/** Breeches in panes of two colours, from the waist to the thighs. */
const breeches = (colour, panes) =>
  fill(
    colour,
    "M80 166H120C132 180 134 198 128 210 118 216 106 214 100 204 94 214 82 216 72 210 66 198 68 180 80 166Z",
  ) +
  patch(
    panes,
    "M86 168C78 182 76 198 80 211L87 210C84 196 86 182 92 168ZM108 168C114 182 116 196 113 210L120 211C124 198 122 182 114 168Z",
  ) +
  line("M100 168V204", 1.8);

function oros() {
  return (
    ground() +
    fill(BLUE, "M74 108C52 140 44 190 46 232 62 240 84 236 98 228L104 112Z") +
    line("M66 132C58 164 56 196 58 234M78 138C72 170 70 200 74 236", 1.6) +
    limb(RED, "M114 200C116 226 116 246 120 274", 15) +
    shoe(INK, 126, 286) +
    limb(PAPER, "M86 200C84 228 84 250 80 274", 15) +
    shoe(INK, 86, 287) +
    fill(GOLD, "M112 222h16v6h-16ZM76 222h17v6h-17Z", { "stroke-width": 1.6 }) +
    breeches(RED, GOLD) +
    limb(RED, "M122 120C140 128 150 116 152 100", 16) +
    fill(RED, "M74 112C84 104 116 104 126 112 130 134 122 150 120 166H80C78 150 70 134 74 112Z") +
    line("M100 108V164M88 118C86 134 88 150 90 164M112 118C114 134 112 150 110 164", 1.5) +
    [122, 134, 146].map((y) => dot(GOLD, 96, y, 2.6)).join("") +
    belt(BROWN, 100, 166, 21) +
    limb(RED, "M78 120C58 130 50 150 76 164", 16) +
    hand(79, 166, -30) +
    fill(PAPER, "M144 98 161 101 160 93 145 91Z", { "stroke-width": 1.8 }) +
    hand(153, 86) +
    placed(coin(), 150, 56, { scale: 0.98 }) +
    ruff(100, 105) +
    head(youth(BROWN), feathered(RED, PAPER), 98, 78)
  );
}

/** Drawn facing left, and mirrored on the card. */
function copas() {
  const gown = "M76 110C86 104 116 104 124 112 132 150 140 210 146 272 116 282 84 282 56 272 60 212 66 150 76 110Z";
  const drawn =
    shoe(BROWN, 86, 286) +
    shoe(BROWN, 118, 287) +
    fill(BLUE, gown) +
    fill(GOLD, "M57 258C84 268 116 268 145 258L146 272C116 282 84 282 56 272Z") +
    [68, 84, 100, 116, 132].map((x) => disc(RED, x, 269 - Math.abs(x - 100) / 8, 3, { stroke: "none" })).join("") +
    line("M86 176C80 204 76 232 74 258M102 178C101 206 101 234 101 262M116 176C122 204 126 232 128 258", 1.7) +
    fill(PAPER, "M92 108C96 120 100 128 104 108Z") +
    belt(RED, 98, 168, 28) +
    fill(GREEN, "M112 172h16v20q-8 5-16 0Z") +
    line("M112 180q8 4 16 0", 1.5) +
    limb(BLUE, "M118 122C132 150 120 166 92 158", 17) +
    limb(BLUE, "M82 122C66 140 60 138 52 124", 17) +
    fill(GOLD, "M44 128 60 119 56 112 41 120Z", { "stroke-width": 1.8 }) +
    hand(90, 156, 10) +
    placed(cup(), 46, 82, { scale: 1.05 }) +
    hand(47, 112, -10) +
    fill(RED, "M70 112C80 98 118 98 128 114 132 124 128 132 122 134 108 126 88 126 76 132 70 128 68 120 70 112Z") +
    line("M84 118q14-5 30 1", 1.5) +
    head(youth(FAIR), hooded(RED, GOLD), 96, 80);
  return ground() + placed(drawn, 190, 0, { flip: true });
}

function espadas() {
  const stripes = (x, lean) => line(`M${x - 8} 214l16 5M${x - 8 + lean} 226l16 5M${x - 8 + 2 * lean} 238l16 5`, 3, RED);
  return (
    ground() +
    fill(RED, "M82 108C60 128 44 170 40 214 56 226 80 224 100 216L118 112Z") +
    line("M70 132C58 160 54 190 54 218M82 140C74 170 72 196 74 222", 1.6) +
    limb(PAPER, "M112 196C118 216 122 232 126 256", 16) +
    stripes(121, 2) +
    boot(BROWN, 130, 286) +
    limb(PAPER, "M86 196C78 216 72 232 68 256", 16) +
    stripes(78, -3) +
    boot(BROWN, 68, 287) +
    breeches(BLUE, PAPER) +
    placed(sword(164), 156, 104, { turn: 4 }) +
    limb(BLUE, "M122 122C134 142 144 160 148 166", 16) +
    hand(150, 173, 94) +
    fill(STEEL, "M74 110C84 104 116 104 126 110 132 130 124 148 120 168 106 174 94 174 80 168 76 148 68 130 74 110Z") +
    patch(BLUE, "M104 108C114 108 120 108 123 112 128 130 121 148 117 166 112 169 107 170 103 170Z") +
    line("M101 106V172M78 128C90 134 112 134 123 128", 1.6) +
    belt(BROWN, 100, 168, 21) +
    limb(BLUE, "M78 120C60 134 56 152 76 166", 16) +
    hand(79, 167, -30) +
    fill(
      GOLD,
      "M64 112C70 102 84 102 88 110 86 120 76 126 66 124ZM112 110C116 102 130 102 136 112 136 124 124 126 114 120Z",
    ) +
    ruff(100, 104, 20) +
    head(youth(INK), brimmed(BLUE, RED), 98, 76)
  );
}

function bastos() {
  const tunic =
    "M74 112C84 104 116 104 126 112 130 134 122 150 122 166 130 186 134 204 134 222L122 214 114 226 104 216 94 227 84 216 74 226 64 218C66 200 72 184 80 166 78 150 70 134 74 112Z";
  return (
    ground() +
    limb(BROWN, "M112 212C114 232 116 244 116 270", 16) +
    shoe(INK, 122, 286) +
    limb(BROWN, "M86 212C80 232 80 248 78 270", 16) +
    shoe(INK, 84, 287) +
    line("M108 240l17 12M125 240l-17 12M71 242l17 12M88 242l-17 12", 2.6, GOLD) +
    placed(club(190), 92, 84, { turn: 52 }) +
    fill(GREEN, tunic) +
    line("M86 176C80 192 78 204 76 216M102 176V208M116 176C122 190 124 200 124 208", 1.6) +
    fill(GOLD, "M88 106 100 140 112 106Z", { "stroke-width": 1.8 }) +
    line("M94 116l10 4M96 124l7 3", 1.5) +
    belt(RED, 101, 168, 21) +
    limb(GREEN, "M122 122C142 134 142 152 122 162", 17) +
    hand(120, 163, 20) +
    limb(GREEN, "M80 122C62 144 46 150 38 136", 17) +
    fill(GOLD, "M30 141 46 131 42 124 27 133Z", { "stroke-width": 1.8 }) +
    hand(33, 125, -34) +
    collar() +
    head(youth(FAIR), kerchiefed(RED), 98, 78)
  );
}

/** A plain collar of linen. */
function collar() {
  return fill(PAPER, "M82 106C90 100 108 100 116 106L108 116 100 108 92 116Z", { "stroke-width": 1.8 });
}

export const sotas = { o: oros, c: copas, e: espadas, b: bastos };
