/** The four reyes: a rich one, a merry one, a warrior and an old shepherd of his people. */

import { FAIR, GREY, bearded, belt, crowned, ground, hand, shoe } from "./people.mjs";
import { club, coin, cup, sword } from "./spanish-suits.mjs";
import { BLUE, BROWN, GOLD, GREEN, INK, PAPER, RED, STEEL, disc, fill, limb, line, patch, placed } from "./svg.mjs";

const head = (drawing, hat, x, y) => placed(drawing + hat, x, y);

/** The small black tails on white fur. */
const ermine = (places) => places.map(([x, y]) => line(`M${x} ${y}v5`, 2.6)).join("");

const spots = (colour, places) => places.map(([x, y]) => disc(colour, x, y, 3, { "stroke-width": 1.2 })).join("");

function oros() {
  const sceptre =
    line("M54 118 74 226", 8) +
    line("M54 118 74 226", 3.6, GOLD) +
    disc(BLUE, 53, 112, 7) +
    line("M53 104V96M49 100H57", 2.6);
  return (
    ground(144) +
    fill(
      RED,
      "M72 116C52 160 36 224 28 276 44 286 70 284 84 278L118 278C128 284 140 282 144 276 144 220 140 160 126 116Z",
    ) +
    shoe(INK, 92, 287) +
    shoe(INK, 118, 287) +
    fill(BLUE, "M82 118C80 170 70 230 68 272 88 280 108 280 126 272 124 230 120 170 116 118Z") +
    fill(GOLD, "M69 258C88 266 108 266 125.5 258L126 272C108 280 88 280 68 272Z") +
    line("M92 186C88 212 86 236 85 262M107 186C109 212 110 236 110 262", 1.6) +
    spots(GOLD, [
      [86, 200],
      [100, 214],
      [84, 232],
      [112, 238],
      [98, 246],
    ]) +
    belt(GOLD, 99, 176, 21) +
    fill(
      PAPER,
      "M72 116C56 160 42 226 34 278L48 282C56 230 66 170 82 120ZM128 118C136 164 138 222 138 278L130 280C130 226 126 170 116 120Z",
    ) +
    ermine([
      [64, 160],
      [56, 192],
      [50, 224],
      [44, 256],
      [129, 164],
      [132, 200],
      [134, 236],
    ]) +
    limb(RED, "M124 130C140 140 150 128 152 112", 19) +
    limb(RED, "M78 130C60 148 58 164 64 176", 19) +
    sceptre +
    hand(65, 178, 80) +
    fill(PAPER, "M142 112 162 114 161 103 143 101Z") +
    hand(153, 94) +
    placed(coin(), 150, 62) +
    fill(PAPER, "M68 126C70 108 84 104 98 104 114 104 128 110 130 126 128 136 118 140 98 140S68 136 68 126Z") +
    ermine([
      [76, 122],
      [86, 130],
      [110, 130],
      [121, 122],
    ]) +
    head(bearded(BROWN), crowned(RED), 98, 84)
  );
}

/** On his throne with a glass; drawn facing left, and mirrored on the card. */
function copas() {
  const throne =
    fill(BROWN, "M62 262V112C62 92 132 92 132 112V262Z") +
    patch(GREEN, "M70 250V116C70 102 124 102 124 116V250Z") +
    line("M64 262V100M130 262V100", 9) +
    line("M64 262V100M130 262V100", 4.2, GOLD) +
    disc(GOLD, 64, 94, 7) +
    disc(GOLD, 130, 94, 7);
  const drawn =
    throne +
    fill(BROWN, "M42 276H150V288H42Z") +
    shoe(INK, 84, 278) +
    shoe(INK, 122, 278) +
    fill(
      RED,
      "M72 122C70 150 66 176 58 196 50 204 50 214 54 226L60 270C80 278 116 278 136 270L142 226C146 212 144 202 138 196 130 176 126 150 124 122Z",
    ) +
    fill(GOLD, "M58.5 258C80 266 116 266 137.5 258L136 270C116 278 80 278 60 270Z") +
    fill(PAPER, "M89 122C90 170 92 230 88 268L108 268C104 230 106 170 107 122Z") +
    ermine([
      [98, 150],
      [94, 172],
      [102, 196],
      [95, 220],
      [101, 244],
    ]) +
    line(
      "M60 204C70 196 80 198 86 206M136 204C126 196 116 198 110 206M66 214C64 232 66 244 68 258M130 214C132 232 130 244 128 258",
      1.7,
    ) +
    belt(BLUE, 98, 182, 30) +
    limb(BLUE, "M120 132C140 150 142 170 126 188", 20) +
    fill(PAPER, "M132 192 116 183 112 193 126 202Z") +
    hand(114, 198, 20) +
    limb(BLUE, "M76 132C58 152 52 144 48 128", 20) +
    fill(PAPER, "M37 130 58 125 55 114 36 119Z") +
    placed(cup(), 44, 76, { scale: 1.08 }) +
    hand(45, 107, -8) +
    fill(BLUE, "M66 130C68 110 82 106 98 106 114 106 128 112 130 130 128 142 118 146 98 146S68 142 66 130Z") +
    line("M70 134C82 142 114 142 126 134", 3.4, GOLD) +
    head(bearded(FAIR), crowned(BLUE), 98, 86);
  return ground(144) + placed(drawn, 188, 0, { flip: true });
}

function espadas() {
  const greave = (path, x, y) =>
    limb(STEEL, path, 17) +
    disc(GOLD, x, y - 44, 7.5, { "stroke-width": 1.8 }) +
    placed(fill(STEEL, "M10 0V-12H-8C-10-8-22-6-26 0Z"), x, y);
  return (
    ground(144) +
    fill(
      BLUE,
      "M74 116C52 150 34 214 28 266 44 276 66 274 84 266H116C126 272 136 270 142 262 144 214 140 156 126 116Z",
    ) +
    fill(
      GOLD,
      "M29 256C46 266 66 264 84 256V266C66 274 44 276 28 266ZM116 256C126 262 136 260 142 252V262C136 270 126 272 116 266Z",
      { "stroke-width": 1.8 },
    ) +
    line("M62 152C50 186 46 222 44 258M74 164C66 196 62 228 62 260", 1.7) +
    greave("M114 204C116 232 116 250 118 276", 119, 287) +
    greave("M88 204C84 232 84 250 82 276", 83, 287) +
    fill(
      RED,
      "M80 174H120C128 192 132 208 134 224L122 218 112 228 101 218 90 228 80 218 68 224C70 208 74 192 80 174Z",
    ) +
    line("M90 182C86 196 84 206 82 216M101 182V216M112 182C116 196 118 206 120 216", 1.6) +
    placed(sword(178, 1.15), 155, 116, { turn: 3 }) +
    limb(STEEL, "M124 130C136 152 146 170 150 178", 18) +
    fill(GOLD, "M137 170 152 161 156 169 142 178Z", { "stroke-width": 1.8 }) +
    hand(151, 191, 93) +
    fill(STEEL, "M74 120C84 112 116 112 126 120 132 142 124 158 120 176 106 182 94 182 80 176 76 158 68 142 74 120Z") +
    patch(BLUE, "M104 116C114 116 120 118 123 122 128 142 121 158 117 174 112 177 107 178 103 178Z") +
    fill(GOLD, "M101 134 112 150 101 168 90 150Z", { "stroke-width": 1.8 }) +
    belt(BROWN, 100, 178, 21) +
    limb(STEEL, "M78 130C58 142 54 162 74 176", 18) +
    hand(78, 178, -30) +
    fill(
      GOLD,
      "M62 124C66 110 84 110 90 120 88 132 76 138 64 134ZM110 120C116 110 134 110 138 124 136 136 122 138 112 132Z",
    ) +
    head(bearded(INK), crowned(RED), 98, 84)
  );
}

function bastos() {
  return (
    ground(144) +
    fill(GREEN, "M72 120C54 164 38 228 34 278 62 288 116 288 144 276 142 222 138 164 126 120Z") +
    line("M58 172C50 206 46 238 44 276M138 200C140 226 140 250 139 272", 1.7) +
    fill(GOLD, "M84 122C82 172 76 232 74 280 92 285 112 285 128 280 124 232 120 172 116 122Z") +
    [150, 214, 234, 254]
      .map((y) => line(`M${88 - (y - 150) / 12} ${y}Q101 ${y + 8} ${112 + (y - 150) / 12} ${y}`, 4, RED))
      .join("") +
    line("M101 200V282", 1.7) +
    fill(
      BROWN,
      "M74 120C58 164 46 230 42 281L56 284C62 232 72 172 86 124ZM126 120C136 166 138 226 138 279L128 282C128 228 124 172 114 124Z",
    ) +
    line("M64 164l9 3M58 190l10 3M53 216l9 3M49 244l9 2M128 166l7-2M131 194l6-2M132 222l6-2M132 250l6-1", 1.5) +
    belt(RED, 100, 190, 22) +
    placed(club(184), 156, 124, { turn: 2 }) +
    limb(GREEN, "M122 134C134 150 144 154 152 146", 20) +
    fill(BROWN, "M139 157 154 152 151 138 138 144Z") +
    hand(156, 143) +
    limb(GREEN, "M78 134C60 150 58 172 78 186", 20) +
    fill(BROWN, "M67 190 78 177 88 183 77 196Z") +
    hand(88, 190, 10) +
    fill(BROWN, "M66 130C68 112 82 106 98 106 114 106 128 112 132 130 128 140 118 142 98 142S70 140 66 130Z") +
    line("M74 128l4 7M84 132l3 6M112 132l-2 6M122 128l-4 7", 1.5) +
    head(bearded(GREY, 26), crowned(GREEN), 98, 84)
  );
}

export const reyes = { o: oros, c: copas, e: espadas, b: bastos };
