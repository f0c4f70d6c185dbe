import { expect, test } from "vitest";

import { signTexts } from "./signNames";

const SIGN = { code: "sena-guino", gesture: "other", words: "guiño", meaning: "as de espadas", holds: false };

test("a seña of one's own has its name with accents", () => {
  expect(signTexts(SIGN)).toEqual({ name: "guiño", how: "" });
});

test("a usual seña has a name and a gesture", () => {
  expect(signTexts({ ...SIGN, code: "sena-as-de-bastos", words: "guiñar un ojo" })).toEqual({ name: "as de bastos", how: "guiñar un ojo" });
});
