import { expect, test } from "vitest";

import { isSealed, salt } from "./fair";

test("a salt has sixteen bytes, and no two are the same", () => {
  expect(salt()).toMatch(/^[0-9a-f]{32}$/);
  expect(salt()).not.toBe(salt());
});

test("the digest of a seed is that of its text", async () => {
  const sealed = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(await isSealed("abc", sealed)).toBe(true);
  expect(await isSealed("abd", sealed)).toBe(false);
});
