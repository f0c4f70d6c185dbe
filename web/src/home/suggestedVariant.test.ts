import { expect, test } from "vitest";

import { likely } from "./suggestedVariant";

const NAMES = ["argentino", "belmez", "paulista", "valenciano"];

test("the variant played last comes first", () => {
  expect(likely(NAMES, "belmez", ["pt-BR"])).toBe("belmez");
  expect(likely(NAMES, "paulista", ["es-AR"])).toBe("paulista");
});

test("otherwise the languages of the browser decide, in their order", () => {
  expect(likely(NAMES, null, ["en-US", "pt-BR"])).toBe("paulista");
  expect(likely(NAMES, null, ["es-UY", "pt-BR"])).toBe("paulista");
  expect(likely(NAMES, "of another server", ["de", "ca-ES", "es-AR"])).toBe("valenciano");
});

test("without a matching language the first variant is suggested", () => {
  expect(likely(NAMES, "of another server", ["en-US"])).toBe("argentino");
  expect(likely(NAMES, null, ["fi"])).toBe("argentino");
});

test("invalid language tags are ignored", () => {
  expect(likely(NAMES, null, ["en-US@posix", "", "ca-ES"])).toBe("valenciano");
  expect(likely(NAMES, null, ["en-US@posix"])).toBe("argentino");
});
