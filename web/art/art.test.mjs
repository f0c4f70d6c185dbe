/** Tests of the pictures, run by `npm test`. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { RANKS, SUITS, drawings } from "./drawings.mjs";
import { GESTURES } from "./gestures.mjs";
import { PLACES, SHEETS, mapModule } from "./map.mjs";

const files = drawings();
const LARGEST = 12_000;

/** Fail if the tags are not nested as XML requires. Supports the syntax that `svg.mjs` writes. */
function assertWellFormed(text, path) {
  const open = [];
  const rest = text.replace(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z-]+="[^"<>&]*")*)(\/?)>/g,
    (_, closes, name, attributes, empty) => {
      const names = [...attributes.matchAll(/ ([a-zA-Z-]+)=/g)].map(([, key]) => key);
      assert.equal(new Set(names).size, names.length, `${path}: <${name}> has an attribute twice`);
      if (closes) assert.equal(open.pop(), name, path);
      else if (!empty) open.push(name);
      return "";
    },
  );
  assert.equal(rest.trim(), "", `${path}: text outside of tags`);
  assert.deepEqual(open, [], path);
}

test("every pack has forty-eight cards", () => {
  for (const pack of ["spanish", "french", "spanish-large", "french-large"])
    for (const suit of SUITS)
      for (const rank of RANKS) assert.ok(files.has(`cards/${pack}/${rank}${suit}.svg`), `${pack} ${rank}${suit}`);
  for (const other of ["cards/back.svg", "cards/slot.svg", "favicon.svg"]) assert.ok(files.has(other), other);
});

test("every gesture of the program has a face", () => {
  const source = readFileSync(new URL("../../src/truquero/variants/gestures.py", import.meta.url), "utf8");
  const [, table] = /GESTURES: Mapping\[str, str\] = \{([^}]*)\}/.exec(source);
  const known = [...table.matchAll(/"([a-z-]+)": N_/g)].map(([, name]) => name);
  assert.deepEqual([...known, "other"], GESTURES);
});

test("no two cards look the same", () => {
  assert.equal(new Set(files.values()).size, files.size);
});

test("every picture is well-formed and small", () => {
  for (const [path, text] of files) {
    assertWellFormed(text, path);
    assert.ok(text.length < LARGEST, `${path}: ${text.length} bytes`);
    assert.doesNotMatch(text, /NaN|undefined|Infinity/, path);
  }
});

test("every card has the same shape", () => {
  for (const [path, text] of files)
    if (path.startsWith("cards/")) assert.match(text, /^<svg xmlns="[^"]+" viewBox="0 0 200 312">/, path);
});

test("pictures contain no external resources, scripts or fonts", () => {
  for (const [path, text] of files) {
    assert.doesNotMatch(text, /<(?:script|style|image|text|foreignObject)\b| style=| on[a-z]+=/, path);
    for (const [, target] of text.matchAll(/href="([^"]*)"/g)) assert.match(target, /^#/, path);
    for (const [, target] of text.matchAll(/url\(([^)]*)\)/g)) assert.match(target, /^#/, path);
    const known = new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    for (const [, id] of text.matchAll(/#([a-z]\w*)[")]/g))
      assert.ok(known.has(id) || /^[0-9a-f]{6}$/.test(id), `${path}: ${id}`);
  }
});

test("the gaps of the frame show the suit", () => {
  const strokes = (suit) => {
    const [, path] = /stroke-linecap="butt"><path fill="none" d="([^"]*)"/.exec(
      files.get(`cards/spanish/4${suit}.svg`),
    );
    return path.match(/M/g).length - 2; // without the two sides
  };
  assert.deepEqual(SUITS.map(strokes), [2, 4, 6, 8]); // gaps at the top and at the bottom
});

test("pictures are the same each time", () => {
  assert.deepEqual([...drawings()], [...files]);
});

test("the map of the page is up to date", () => {
  const kept = readFileSync(new URL("../src/home/map.ts", import.meta.url), "utf8");
  assert.equal(kept, mapModule());
});

test("every place is on the map", () => {
  for (const [name, { sheet, x, y }] of Object.entries(PLACES)) {
    const { width, height } = SHEETS[sheet];
    assert.ok(x > 0 && y > 0 && x < width && y < height, name);
  }
});
