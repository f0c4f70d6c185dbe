/** The map of the home page: where each truco is played. `npm run art` writes it as data to `src/home/map.ts`. */

import { AMERICA, IBERIA } from "./geography.mjs";

/** A sheet of the map: what it shows of the world, and how many units a degree of latitude has. */
export const SHEETS = {
  iberia: { ...IBERIA, west: -10.2, north: 44.6, width: 640, height: 500, degree: 56, middle: 40 },
  america: { ...AMERICA, west: -86, north: 15.5, width: 520, height: 700, degree: 9.6, middle: 0 },
};

/** Where each truco is at home: a sheet, longitude and latitude, and where its name is written from there. */
const HOMES = {
  argentino: ["america", -64.5, -34.5, "left"],
  uruguayo: ["america", -56, -33.4, "right"],
  venezolano: ["america", -66.2, 8, "right"],
  paulista: ["america", -48.7, -22.3, "right"],
  mineiro: ["america", -44.6, -18.4, "right"],
  gauderio: ["america", -53.2, -29.4, "right"],
  trucardo: ["america", -41, -44, "below"], // of no place: a ship carries it
  navarrevisca: ["iberia", -4.89, 40.36, "left"],
  belmez: ["iberia", -3.38, 37.72, "left"],
  quesada: ["iberia", -3.07, 37.84, "right"],
  valenciano: ["iberia", -0.75, 39.35, "right"],
  asturiano: ["iberia", -5.85, 43.3, "below"],
  autoridades: ["iberia", -3.7, 40.42, "right"],
};

const round = (number) => Math.round(number * 10) / 10;

function project({ west, north, degree, middle }, [longitude, latitude]) {
  const narrow = Math.cos((middle * Math.PI) / 180);
  return [round((longitude - west) * degree * narrow), round((north - latitude) * degree)];
}

/** Corners cut off twice: a coast without needles. Borders that two lands share stay shared. */
function softened(points) {
  const cut = (corners) =>
    corners.flatMap(([x, y], at) => {
      const [nx, ny] = corners[(at + 1) % corners.length];
      return [[x * 0.75 + nx * 0.25, y * 0.75 + ny * 0.25], [x * 0.25 + nx * 0.75, y * 0.25 + ny * 0.75]];
    });
  return cut(cut(points));
}

function outline(sheet, points) {
  const once = points.filter(([x, y], at) => at === 0 || x !== points[at - 1][0] || y !== points[at - 1][1]);
  const [first, ...rest] = softened(once.map((point) => project(sheet, point)));
  const written = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;
  return `M${written(first)}L${rest.map(written).join(" ")}Z`;
}

export const PLACES = Object.fromEntries(
  Object.entries(HOMES).map(([name, [sheet, longitude, latitude, label]]) => {
    const [x, y] = project(SHEETS[sheet], [longitude, latitude]);
    return [name, { sheet, x, y, label }];
  }),
);

/** A small ship under sail, round (0, 0). */
const SHIP = "M-17 5H17L11 14H-11ZM-2 3V-18L-15 1ZM2 3V-22Q17-12 15 1Z";

/** The text of `src/home/map.ts`. */
export function mapModule() {
  const sheets = Object.entries(SHEETS).map(([name, sheet]) => ({
    name,
    width: sheet.width,
    height: sheet.height,
    lands: Object.values(sheet.lands).map((points) => outline(sheet, points)),
    regions: Object.fromEntries(
      Object.entries(sheet.regions).map(([variant, points]) => [variant, outline(sheet, points)]),
    ),
  }));
  return `/** Where each truco is played. Made by \`npm run art\` from web/art/map.mjs: change it there. */

export interface Sheet {
  readonly name: "iberia" | "america";
  readonly width: number;
  readonly height: number;
  /** Outlines of the land. */
  readonly lands: readonly string[];
  /** Outlines of the regions by variant, the largest first; not every variant has one. */
  readonly regions: { readonly [variant: string]: string };
}

export interface Place {
  readonly sheet: "iberia" | "america";
  readonly x: number;
  readonly y: number;
  /** On which side of the place its name has room. */
  readonly label: "left" | "right" | "below";
}

export const sheets: readonly Sheet[] = ${JSON.stringify(sheets, null, 2)};

export const places: { readonly [variant: string]: Place } = ${JSON.stringify(PLACES, null, 2)};

/** For a truco of no place: a ship, drawn round (0, 0). */
export const ship = ${JSON.stringify(SHIP)};
`;
}
