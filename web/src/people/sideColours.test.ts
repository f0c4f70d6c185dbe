import { expect, test } from "vitest";

import CSS from "../style/colours.css?raw";

type Colour = readonly [number, number, number];


/** Return the light and the dark form of a colour of the page. */
function forms(name: string): [Colour, Colour] {
  const value = new RegExp(`--${name}: ([^;]*);`).exec(CSS)?.[1] ?? "";
  const colours = value.match(/#[0-9a-f]{6}/g) ?? [];
  const [light, dark = light] = colours.map((hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Colour);
  if (!light || !dark) throw new Error(`colours.css has no colour ${name}`);
  return [light, dark];
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const times = (matrix: readonly Colour[], colour: Colour): Colour =>
  matrix.map((row) => row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]) as unknown as Colour;

/** Return the contrast of two colours, as WCAG defines it. */
function contrast(first: Colour, second: Colour): number {
  const [low, high] = [first, second].map((colour) => 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])).sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** How linear colours look to people without one kind of cones (Machado, Oliveira and Fernandes 2009). */
const VISION: { readonly [name: string]: readonly Colour[] } = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** Return the coordinates of a linear colour in CIELAB. */
function lab(colour: Colour): Colour {
  const xyz = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], colour);
  const [x, y, z] = [xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089].map((part) => (part > 0.008856 ? Math.cbrt(Math.max(0, part)) : 7.787 * part + 16 / 116)) as unknown as Colour;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function difference(first: Colour, second: Colour, vision: readonly Colour[]): number {
  const [a, b] = [first, second].map((colour) => lab(times(vision, colour.map(linear) as unknown as Colour)));
  return Math.hypot(a![0] - b![0], a![1] - b![1], a![2] - b![2]);
}

test.each(Object.entries(VISION))("the colours of the sides differ with %s", (_name, vision) => {
  for (const form of ["", "-bright", "-deep"]) {
    const [own, rival] = [forms(`side-own${form}`), forms(`side-rival${form}`)];
    for (const theme of [0, 1] as const) expect(difference(own[theme], rival[theme], vision)).toBeGreaterThan(30);
  }
});

test("the marks of the sides stand out from what they lie on", () => {
  const [bubble, chat, plate] = [[1, 0.98, 0.941], [0.902, 0.933, 0.961], [0.149, 0.09, 0.055]] as const;
  for (const side of ["side-own", "side-rival"]) {
    for (const theme of [0, 1] as const) {
      for (const ground of ["paper", "paper-raised", "paper-sunk"]) expect(contrast(forms(side)[theme], forms(ground)[theme])).toBeGreaterThan(4.5);
      expect(contrast(forms(`${side}-bright`)[theme], forms("cloth")[theme])).toBeGreaterThan(3);
      expect(contrast(forms(`${side}-bright`)[theme], forms("wood-dark")[theme])).toBeGreaterThan(4.5);
    }
    expect(contrast(forms(`${side}-bright`)[0], plate)).toBeGreaterThan(4.5);
    for (const ground of [bubble, chat]) expect(contrast(forms(`${side}-deep`)[0], ground)).toBeGreaterThan(4.5);
  }
});
