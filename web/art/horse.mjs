/** A horse that goes to the left; its rider sits at about (114, 160). */

import { GOLD, INK, PAPER, d, disc, fill, group, line } from "./svg.mjs";

/** A tapering limb: a closed outline around points [x, y, width]. */
function tapered(colour, points) {
  const sides = points.map(([x, y, width], at) => {
    const [ax, ay] = points[Math.max(at - 1, 0)];
    const [bx, by] = points[Math.min(at + 1, points.length - 1)];
    const long = Math.hypot(bx - ax, by - ay);
    const [nx, ny] = [((ay - by) / long) * (width / 2), ((bx - ax) / long) * (width / 2)];
    return [d`${x + nx} ${y + ny}`, d`${x - nx} ${y - ny}`];
  });
  return fill(colour, `M${[...sides.map(([one]) => one), ...sides.map(([, other]) => other).reverse()].join("L")}Z`);
}

/** A leg and the hoof at its end. */
function leg(colour, points) {
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const long = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
  const corner = (along, across) => d`${bx + ux * along - uy * across} ${by + uy * along + ux * across}`;
  const hoof = `M${corner(-1, -5)}L${corner(-1, 5)}L${corner(10, 7.5)}L${corner(10, -7.5)}Z`;
  return tapered(colour, points) + fill(INK, hoof);
}

const FORE = {
  standing: [[80, 204, 24], [80, 236, 13], [80, 260, 9.5], [78, 273, 11]],
  raised: [[72, 204, 22], [44, 216, 14], [48, 240, 9.5], [53, 249, 11]],
  high: [[76, 202, 22], [42, 200, 14], [36, 222, 9.5], [40, 232, 11]],
  reaching: [[74, 202, 22], [50, 222, 14], [42, 242, 9.5], [41, 251, 11]],
};

const HIND = {
  near: [[146, 204, 34], [134, 228, 19], [145, 248, 11], [138, 264, 9], [135, 273, 10.5]],
  far: [[132, 206, 30], [116, 230, 17], [126, 250, 10], [117, 264, 9], [113, 273, 10.5]],
};

const BODY =
  "M64 106C54 112 40 128 29 148 24 154 23 161 29 164 36 168 42 166 46 161 52 157 58 157 64 154 66 168 56 178 57 194 59 210 72 217 84 218 104 225 122 222 134 216 148 222 163 214 165 198 167 178 156 164 138 163 122 163 110 170 98 164 96 140 88 116 64 106Z";

const MANE =
  "M58 106C64 96 74 98 78 106 86 104 92 112 92 120 99 122 102 130 100 138 106 142 108 150 104 156 106 160 106 164 100 168 92 162 92 150 88 140 84 126 76 114 58 106Z";

/** The bridle. */
function bridle(colour) {
  const path = "M47 125 61 153M32 146 42 164M36 150 55 138";
  return line(path, 5.4) + line(path, 2.6, colour) + disc(GOLD, 38, 157, 3.2, { "stroke-width": 1.4 });
}

/**
 * The horse of a caballo.
 * @param coat, shade, mane: its colours; the far legs are in the shade.
 * @param near, far: the poses of its fore legs, by the names above.
 * @param rearing: the angle of its body in degrees.
 */
export function horse({ coat, shade, mane, leather, near, far, rearing = 0 }) {
  const lift = (...drawing) =>
    rearing ? group({ transform: `rotate(${rearing} 140 222)` }, ...drawing) : drawing.join("");
  return (
    lift(
      fill(
        mane,
        "M160 174C182 168 190 200 182 224 178 238 172 242 166 246 170 232 164 220 164 208 164 196 160 192 158 186Z",
      ),
      line("M168 182C178 194 178 214 173 232", 1.5),
      leg(shade, FORE[far]),
    ) +
    leg(shade, HIND.far) +
    leg(coat, HIND.near) +
    lift(
      leg(coat, FORE[near]),
      fill(coat, "M58 108 56 92 68 102Z"),
      fill(coat, BODY),
      fill(mane, MANE),
      line("M70 108C80 116 90 132 93 146M82 110C90 120 96 134 98 150", 1.4),
      fill(coat, "M64 106 66 90 75 104Z"),
      line("M148 178C156 184 158 196 152 206M66 178C72 184 76 194 76 204M62 138C64 146 64 150 62 154", 1.6),
      bridle(leather),
      fill(PAPER, "M48 127q6-4 9 1-4 4-9-1Z", { "stroke-width": 1.6 }),
      disc(INK, 52.5, 127.5, 2.2, { stroke: "none" }),
      disc(INK, 29, 156, 1.8, { stroke: "none" }),
      line("M29 163q5-1 9-4", 1.5),
    )
  );
}
