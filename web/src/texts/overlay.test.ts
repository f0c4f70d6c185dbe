import { expect, test } from "vitest";

import { es } from "./es";
import { esAR } from "./es-AR";
import { overlay } from "./overlay";

test("differences replace texts at any depth, and lists as a whole", () => {
  const texts = { title: "a", group: { first: "b", second: "c" }, list: ["d", "e"] };
  expect(overlay(texts, { group: { second: "x" }, list: ["y"] })).toEqual({ title: "a", group: { first: "b", second: "x" }, list: ["y"] });
  expect(texts.group.second).toBe("c");
});

test("Rioplatense Spanish has all texts of Spanish, with its own forms", () => {
  expect(Object.keys(esAR.table)).toEqual(Object.keys(es.table));
  expect(esAR.table.chat.placeholder).toBe("Escribile a la mesa");
  expect(esAR.table.chat.send).toBe(es.table.chat.send);
});

/** Return all texts, with sample values for functions. */
const lines = (value: unknown): string[] =>
  typeof value === "function"
    ? [String(value("1", "1"))]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(lines)
      : [String(value)];

test("Rioplatense Spanish has no forms of the Spanish of Spain", () => {
  const peninsular = /(?<!\p{L})(tú|ordenador|fichero|puedes|tienes|quieres|mira|elige|abre|pega|pide|copia|siéntate|llévate|inténtalo|levantas|aquí|te han|has|os|vosotros)(?!\p{L})/iu;
  expect(lines(esAR).filter((line) => peninsular.test(line))).toEqual([]);
});
