/** Drawing functions. A drawing is a string of SVG elements. */

/** The colours of the cards. */
export const INK = "#2a1c16";
export const PAPER = "#fdf6e6";
export const RED = "#b8332a";
export const GOLD = "#e6ad3c";
export const BLUE = "#2c5a8c";
export const GREEN = "#3f7d4b";
export const SKIN = "#f3cda6";
export const STEEL = "#b9d0df";
export const BROWN = "#8a5632";

/** Width of an outline, in units of a card. */
export const OUTLINE = 2.4;

const short = (number) => String(Math.round(number * 10) / 10);

/** Tag for templates: writes numbers with at most one decimal, so that files are small and the same on every machine. */
export function d(strings, ...numbers) {
  return strings.reduce((path, part, at) => path + short(numbers[at - 1]) + part);
}

export function element(name, attributes, ...children) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? short(value) : value}"`)
    .join("");
  const inside = children.flat().join("");
  return inside ? `<${name}${written}>${inside}</${name}>` : `<${name}${written}/>`;
}

/** A filled shape, with an outline by default. */
export const fill = (colour, path, more = {}) => element("path", { fill: colour, d: path, ...more });

/** A shape without an outline: a pattern on cloth, a shade. */
export const patch = (colour, path) => fill(colour, path, { stroke: "none" });

/** A line, in the colour of ink by default. */
export const line = (path, width = undefined, colour = undefined) =>
  element("path", { fill: "none", d: path, "stroke-width": width, stroke: colour });

export const disc = (colour, x, y, radius, more = {}) =>
  element("circle", { fill: colour, cx: x, cy: y, r: radius, ...more });

export const oval = (colour, x, y, rx, ry, more = {}) =>
  element("ellipse", { fill: colour, cx: x, cy: y, rx, ry, ...more });

/** A band of even width with an outline on both sides: an arm, a leg, a ribbon. */
export const limb = (colour, path, width) => line(path, width + 2 * OUTLINE) + line(path, width, colour);

export const group = (attributes, ...children) => element("g", attributes, ...children);

/** A drawing, moved to (x, y), rotated and scaled. */
export function placed(drawing, x, y, { turn = 0, scale = 1, flip = false } = {}) {
  let transform = d`translate(${x} ${y})`;
  if (turn) transform += d`rotate(${turn})`;
  if (scale !== 1 || flip) {
    const factor = Math.round(scale * 1000) / 1000;
    transform += flip ? `scale(-${factor} ${factor})` : `scale(${factor})`;
  }
  return group({ transform }, drawing);
}

/** The same drawing in several places, written once. Each place is [x, y, options of `placed`]. */
export function repeated(name, drawing, places) {
  const copies = places.map(([x, y, options]) => placed(element("use", { href: `#${name}` }), x, y, options));
  return element("defs", {}, group({ id: name }, drawing)) + copies.join("");
}

/** Copies of a drawing, rotated aaround (0, 0). */
export function around(times, drawing, first = 0) {
  return Array.from({ length: times }, (_, at) =>
    group({ transform: d`rotate(${first + (360 * at) / times})` }, drawing),
  ).join("");
}

/** A closed star with points at one radius and notches at another, around (0, 0). */
export function star(points, outer, inner) {
  const corners = Array.from({ length: 2 * points }, (_, at) => {
    const angle = (Math.PI * at) / points - Math.PI / 2;
    const radius = at % 2 ? inner : outer;
    return d`${radius * Math.cos(angle)} ${radius * Math.sin(angle)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** The text of a whole SVG file. */
export function file(width, height, ...drawing) {
  const outlines = { stroke: INK, "stroke-width": OUTLINE, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return `${element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}` },
    group(outlines, ...drawing),
  )}\n`;
}
