import { expect, test } from "vitest";

import { cardOf, cardPicture } from "./cards";

test("French names of cards are accepted too", () => {
  expect(cardOf("Qp")?.code).toBe("10b");
  expect(cardOf("12o")?.code).toBe("12o");
  expect(cardOf("13o")).toBeUndefined();
});

test("the pictures are those of the chosen pack and back", () => {
  const classic = { pack: "classic", back: "back" } as const;
  const large = { pack: "large", back: "back-sun" } as const;
  expect(cardPicture("1e", false, classic)).toBe("/cards/spanish/1e.svg");
  expect(cardPicture("Qp", true, large)).toBe("/cards/french-large/10b.svg");
  expect(cardPicture(null, true, large)).toBe("/cards/back-sun.svg");
});
