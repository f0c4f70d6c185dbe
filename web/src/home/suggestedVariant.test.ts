import { expect, test } from "vitest";

import { suggestedVariant } from "./suggestedVariant";

const NAMES = ["argentino", "belmez", "paulista", "valenciano"];

test("the variant played last comes first", () => {
  expect(suggestedVariant(NAMES, "belmez", ["pt-BR"])).toBe("belmez");
  expect(suggestedVariant(NAMES, "paulista", ["es-AR"])).toBe("paulista");
});

test("otherwise the languages of the browser decide, in their order", () => {
  expect(suggestedVariant(NAMES, null, ["en-US", "pt-BR"])).toBe("paulista");
  expect(suggestedVariant(NAMES, null, ["es-UY", "pt-BR"])).toBe("paulista");
  expect(suggestedVariant(NAMES, "of another server", ["de", "ca-ES", "es-AR"])).toBe("valenciano");
});

test("without a matching language the first variant is suggested", () => {
  expect(suggestedVariant(NAMES, "of another server", ["en-US"])).toBe("argentino");
  expect(suggestedVariant(NAMES, null, ["fi"])).toBe("argentino");
});

test("invalid language tags are ignored", () => {
  expect(suggestedVariant(NAMES, null, ["en-US@posix", "", "ca-ES"])).toBe("valenciano");
  expect(suggestedVariant(NAMES, null, ["en-US@posix"])).toBe("argentino");
});
