/** The four caballos: a lord at walk, a guest who brings wine, a knight who charges, a herdsman. */

import { horse } from "./horse.mjs";
import {
  FAIR,
  GREY,
  bearded,
  boot,
  brimmed,
  feathered,
  ground,
  hand,
  helmeted,
  hooded,
  ruff,
  youth,
} from "./people.mjs";
import { club, coin, cup, sword } from "./spanish-suits.mjs";
import { BLUE, BROWN, GOLD, GREEN, INK, PAPER, RED, STEEL, disc, fill, limb, line, patch, placed } from "./svg.mjs";

const DARK = "#5a3a26";

const head = (drawing, hat, x, y, how = {}) => placed(drawing + hat, x, y, { scale: 0.92, ...how });

/** The saddle cloth, with its border. */
const cloth = (colour, border) =>
  fill(colour, "M94 162C106 170 128 168 146 163L152 200C132 210 108 210 92 202Z") +
  line("M96 196C110 202 130 202 147 195", 3.6, border);

/** The rider's leg on this side, with its boot in the stirrup. */
const seated = (hose, leather) =>
  limb(hose, "M118 162C104 168 96 176 96 196", 18) +
  placed(boot(leather, 0, 0), 98, 236, { scale: 0.95 }) +
  line("M78 238H104", 3.4, GOLD);

const torso = (colour) =>
  fill(colour, "M92 108C100 100 128 100 136 108 142 126 138 146 138 166 126 172 108 172 98 166 98 148 88 126 92 108Z");

/** From the bit to the rider's hand. */
function rein(end, colour, start = "38 158C56 170 70 160") {
  const path = `M${start} ${end}`;
  return line(path, 4.6) + line(path, 2, colour);
}

function oros() {
  return (
    ground(146) +
    horse({ coat: PAPER, shade: GREY, mane: GREY, leather: RED, near: "raised", far: "standing" }) +
    cloth(BLUE, GOLD) +
    fill(BLUE, "M128 104C146 118 160 146 172 158 164 168 150 172 138 168Z") +
    limb(RED, "M132 114C146 122 154 112 154 98", 15) +
    torso(RED) +
    seated(PAPER, BROWN) +
    line("M114 104C112 126 114 146 116 166", 1.6) +
    [118, 130, 142, 154].map((y) => disc(GOLD, 109, y, 2.6, { "stroke-width": 1.2 })).join("") +
    rein("86 146", RED) +
    limb(RED, "M102 116C90 128 94 142 88 146", 15) +
    hand(86, 148, 20) +
    fill(GOLD, "M146 97 162 99 161 91 147 90Z", { "stroke-width": 1.8 }) +
    hand(155, 84) +
    placed(coin(), 152, 54, { scale: 0.96 }) +
    ruff(112, 102, 21) +
    head(youth(FAIR), feathered(RED, BLUE), 110, 77)
  );
}

/** Drawn facing left, and mirrored on the card. */
function copas() {
  const drawn =
    horse({ coat: BROWN, shade: DARK, mane: INK, leather: GOLD, near: "standing", far: "raised" }) +
    cloth(RED, GOLD) +
    limb(BLUE, "M134 114C150 132 146 148 130 156", 15) +
    torso(BLUE) +
    seated(RED, INK) +
    line("M114 112C112 130 114 150 116 166", 1.6) +
    fill(GOLD, "M97 158C110 164 126 164 138 158V167C126 173 108 173 98 167Z", { "stroke-width": 1.8 }) +
    rein("122 158", GOLD) +
    hand(126, 157, 10) +
    limb(BLUE, "M98 116C82 128 74 118 64 106", 16) +
    fill(GOLD, "M56 108 71 101 68 94 54 101Z", { "stroke-width": 1.8 }) +
    placed(cup(), 58, 63, { scale: 1 }) +
    hand(59, 93, -10) +
    fill(RED, "M88 108C98 95 130 95 140 109 144 118 140 126 134 128 122 120 104 120 94 126 88 122 86 114 88 108Z") +
    line("M102 112q12-5 26 1", 1.5) +
    head(youth(INK), hooded(RED, GOLD), 112, 76);
  return ground(146) + placed(drawn, 203, 0, { flip: true });
}

function espadas() {
  return (
    ground(150) +
    placed(
      horse({
        coat: GREY,
        shade: "#9d968a",
        mane: INK,
        leather: RED,
        near: "high",
        far: "reaching",
        rearing: 13,
      }),
      -5,
      0,
    ) +
    placed(
      cloth(RED, GOLD) +
        fill(RED, "M130 106C152 112 172 132 180 158 166 172 150 172 138 166Z") +
        line("M138 120C152 130 160 144 164 162", 1.6) +
        placed(sword(118), 152, 72, { turn: 12 }) +
        torso(STEEL) +
        patch(BLUE, "M118 104C128 104 131 106 133 110 138 128 135 148 135 164 130 167 124 168 119 168Z") +
        line("M117 104C115 126 117 148 118 169M96 128C108 134 126 134 137 128", 1.6) +
        seated(BLUE, BROWN) +
        rein("92 140", RED, "53 137C66 150 76 148") +
        limb(BLUE, "M102 116C92 128 98 138 94 142", 15) +
        hand(92, 144, 20) +
        limb(BLUE, "M132 116C142 132 146 130 145 124", 14) +
        hand(143.5, 116, 102) +
        fill(
          GOLD,
          "M84 112C88 101 102 101 106 109 104 118 96 123 86 121ZM124 108C130 100 142 102 146 112 144 122 134 122 128 118Z",
        ) +
        head(bearded(INK), helmeted(RED), 112, 76, { turn: -6 }),
      -3,
      2,
    )
  );
}

function bastos() {
  return (
    ground(146) +
    horse({ coat: FAIR, shade: BROWN, mane: PAPER, leather: GREEN, near: "raised", far: "standing" }) +
    fill(
      PAPER,
      "M92 160C106 168 128 168 148 161L156 204 148 200 142 208 134 202 126 210 118 203 110 210 102 203 92 206Z",
    ) +
    line("M94 178C112 186 134 186 151 178M93 190C112 198 134 198 153 190", 3.4, RED) +
    placed(club(134), 132, 75, { turn: 48 }) +
    torso(GREEN) +
    seated(BROWN, INK) +
    fill(GOLD, "M104 102 113 134 124 102Z", { "stroke-width": 1.8 }) +
    fill(RED, "M98 156C110 162 126 162 138 156V166C126 172 108 172 98 166Z", { "stroke-width": 1.8 }) +
    rein("116 160", GREEN) +
    limb(GREEN, "M132 116C146 132 138 150 120 158", 16) +
    hand(117, 159, 10) +
    limb(GREEN, "M98 118C86 138 76 132 84 120", 15) +
    hand(87, 114, -36) +
    fill(PAPER, "M96 102C104 96 122 96 130 102L122 112 113 104 104 112Z", { "stroke-width": 1.8 }) +
    head(bearded(BROWN), brimmed(GREEN, RED), 112, 76)
  );
}

export const caballos = { o: oros, c: copas, e: espadas, b: bastos };
