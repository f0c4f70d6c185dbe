/** Portraits of people of the places where Truco is played. `people.py` says who they are. */

import { SIZE } from "./portrait-parts.mjs";
import { anselmo, benedita, eusebio, kenji, luzia, malena, nelson, ofelia, rufino, toninho, yajaira } from "./portraits-america.mjs";
import { baltasar, batiste, empar, lorenzo, rocio, teodora, xuacu } from "./portraits-spain.mjs";
import { PAPER, disc, file, fill, patch, placed } from "./svg.mjs";

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
    disc(PAPER, SIZE / 2, SIZE / 2, 66, { stroke: "none", "fill-opacity": 0.22 });
  return new Map(
    Object.entries(PORTRAITS).map(([name, [drawing, colour, { scale, y }]]) => [
      name,
      file(SIZE, SIZE, backdrop(colour), placed(drawing(), SIZE / 2, y, { scale })),
    ]),
  );
}
