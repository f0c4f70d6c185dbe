import { expect, test } from "vitest";
import type { Deal } from "../lib/schema";
import { hexadecimal, sha256 } from "../lib/sha256";
import { judged } from "./promises";

const seal = (seed: string): string => hexadecimal(sha256(new TextEncoder().encode(seed)));
const deal = (seed: string, salt: string): Deal => ({ number: 1, sealed: seal(seed), cutter: 1, waits: false, cut: 0, salt, seed });

test("a server that keeps its word", () => {
  expect(judged(deal("one", "aa"), { sealed: seal("one") })).toBe("kept");
  expect(judged(deal("one", "aa"), { sealed: seal("one"), salt: "aa" })).toBe("own");
});

test("a server that changes its seed with the seal, or the chance of the cutter", () => {
  expect(judged(deal("two", "aa"), { sealed: seal("one") })).toBe("broken");
  expect(judged(deal("one", "bb"), { sealed: seal("one"), salt: "aa" })).toBe("broken");
});

test("a cut of which nobody has said whether it was taken", () => {
  expect(judged(deal("one", "aa"), { sealed: seal("one"), offered: "aa" })).toBe("own");
  expect(judged(deal("one", "bb"), { sealed: seal("one"), offered: "aa" })).toBe("kept");
});

test("a page that has not seen the seal before the cut can tell less", () => {
  expect(judged(deal("one", "aa"), null)).toBe("unseen");
});
