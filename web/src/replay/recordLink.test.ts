import { expect, test } from "vitest";

import { fragmentOf, MAX_BYTES, recordOf } from "./recordLink";

test("a link contains the whole record", async () => {
  const text = "variant belmez\nplayers 4\n# «¡envido!»\n2 envido ; 1 quiero\n".repeat(50);
  const fragment = await fragmentOf(text);
  expect(fragment).toMatch(/^#r=[\w-]+$/);
  expect(fragment.length).toBeLessThan(300);
  expect(await recordOf(fragment)).toBe(text);
});

test("other fragments contain no record, and incomplete ones are damaged", async () => {
  expect(await recordOf("#section-3")).toBeNull();
  const fragment = await fragmentOf("variant argentino\n2 truco ; 1 quiero\n");
  await expect(recordOf(fragment.slice(0, 20))).rejects.toThrow();
});

test("a fragment that unpacks to too many bytes is refused", async () => {
  await expect(recordOf(await fragmentOf("0".repeat(MAX_BYTES + 1)))).rejects.toThrow(RangeError);
});
