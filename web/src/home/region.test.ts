import { expect, test } from "vitest";

import { likely } from "./region";

const NAMES = ["argentino", "belmez", "paulista", "valenciano"];

test("the truco played last comes before that of the country", () => {
  expect(likely(NAMES, "belmez", ["pt-BR"])).toBe("belmez");
  expect(likely(NAMES, null, ["en-US", "pt-BR"])).toBe("paulista");
  expect(likely(NAMES, "of another server", ["en-US"])).toBe("argentino");
});

test("a tag that is none is passed over", () => {
  expect(likely(NAMES, null, ["en-US@posix", "", "ca-ES"])).toBe("valenciano");
  expect(likely(NAMES, null, ["en-US@posix"])).toBe("argentino");
});
