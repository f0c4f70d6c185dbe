import { expect, test } from "vitest";

import { cardOf } from "./cards";

test("French names of cards are accepted too", () => {
  expect(cardOf("Qp")?.code).toBe("10b");
  expect(cardOf("12o")?.code).toBe("12o");
  expect(cardOf("13o")).toBeUndefined();
});
