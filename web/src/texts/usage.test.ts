import { expect, test } from "vitest";

import { es } from "./es";

/** The source of the page, without its texts and tests. */
const sources = Object.entries(import.meta.glob<string>(["../**/*.{ts,svelte}", "!../texts/{es,es-AR,pt,ca,en}.ts", "!../texts/table/*", "!../**/*.test.ts"], { eager: true, query: "?raw", import: "default" }));
const source = sources.map(([, text]) => text).join("\n");

/** Groups whose texts are chosen by a value of the server or of a preference. */
const CHOSEN_BY_VALUE = ["ranks", "suits", "phases", "judgements", "themes", "cloths", "backs", "packs"];

/** Return the paths of all texts, such as "table.chat.send". */
function paths(group: object, path: readonly string[] = []): string[] {
  return Object.entries(group).flatMap(([key, value]) => {
    const own = [...path, key];
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
    return isGroup && !isIndexed(key) ? paths(value, own) : [own.join(".")];
  });
}

/** Return whether the source reads a group with an index, as in `texts.themes[value]`. */
const isIndexed = (key: string): boolean => CHOSEN_BY_VALUE.includes(key) || new RegExp(`\\.${key}\\??\\.?\\[|\\[[^\\]]*\\] of .*\\.${key}\\b`).test(source);

test("every text is used in a file that names its group", () => {
  const isUsed = (path: string): boolean => {
    const [key = "", group = ""] = path.split(".").reverse();
    const [read, named] = [new RegExp(`\\.${key}\\b`), new RegExp(`\\b${group}\\b`)];
    return sources.some(([, text]) => read.test(text) && named.test(text));
  };
  expect(sources.length).toBeGreaterThan(100);
  expect(paths(es).filter((path) => !isUsed(path))).toEqual([]);
});
