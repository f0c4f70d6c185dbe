import { expect, test } from "vitest";

import { browserLanguage, varietyOf } from "./language.svelte";

test("the first supported language of the browser is used", () => {
  expect(browserLanguage(["de", "pt-BR", "en"])).toBe("pt");
  expect(browserLanguage(["ca-ES"])).toBe("ca");
  expect(browserLanguage(["fi"])).toBeUndefined();
});

test("Argentina and Uruguay have Rioplatense Spanish, other countries have Spanish", () => {
  expect(browserLanguage(["es-AR"])).toBe("es-AR");
  expect(browserLanguage(["es-UY", "en"])).toBe("es-AR");
  for (const tag of ["es", "es-ES", "es-419"]) expect(browserLanguage([tag])).toBe("es");
});

test("games of the Río de la Plata have Rioplatense Spanish if the browser names no country", () => {
  expect(varietyOf(["es"], "es-AR")).toBe("es-AR");
  expect(varietyOf(["es"], "es")).toBe("es");
  expect(varietyOf(["fi", "es"], "pt")).toBe("es");
  expect(varietyOf(["es-ES"], "es-AR")).toBeUndefined();
  expect(varietyOf(["en"], "es-AR")).toBe("en");
});
