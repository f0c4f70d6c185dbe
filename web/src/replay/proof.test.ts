import { describe, expect, it } from "vitest";

import { hexadecimal, sha256 } from "../lib/sha256";
import { checked, shuffled } from "./proof";
import games from "./dealt.json";

const RANKS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
const PACK = RANKS.flatMap((rank) => ["e", "b", "o", "c"].map((suit) => `${rank}${suit}`));

const ROUND = [[[1, 2]]];

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

it.each([0, 1, 55, 56, 63, 64, 65, 200])("a digest of %i bytes is that of everybody else", async (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
  expect(hexadecimal(sha256(bytes))).toBe(await digest(bytes));
});

it("shuffles as the server does", () => {
  expect(shuffled(PACK, "truquero").slice(0, 6)).toEqual(["4e", "2b", "10e", "5b", "4c", "11b"]); // docs/dealing.md
});

describe.each(games)("$name", ({ text, pack, rounds }) => {
  const told = text.split("\n");

  it("is dealt as the engine deals it", () => {
    const found = checked(text, pack, rounds);
    expect(found).toHaveLength(rounds.length);
    expect(found.filter(({ dealt }) => !dealt)).toEqual([]);
  });

  it("is not where two have changed a card", () => {
    const [mine, others] = told.flatMap((line, at) => (line.startsWith("cards") ? [at] : []));
    const [, , own = ""] = told[mine!]!.split(" ");
    const [, , theirs = ""] = told[others!]!.split(" ");
    const changed = told.map((line, at) => (at === mine ? line.replace(` ${own}`, ` ${theirs}`) : at === others ? line.replace(` ${theirs}`, ` ${own}`) : line));
    expect(checked(changed.join("\n"), pack, rounds)).toMatchObject([{ dealt: false }, ...rounds.slice(1).map(() => ({ dealt: true }))]);
  });
});

describe("a deal", async () => {
  const [seed, salt, cut] = ["5eed", "5a17", 7];
  const deck = shuffled(PACK, `${seed}.${salt}`);
  const top = [...deck.slice(cut), ...deck.slice(0, cut)];
  const seal = await digest(new TextEncoder().encode(seed));
  const record = (cards: readonly string[], sealed = `# sealed ${seal}\n`): string =>
    `variant argentino\nplayers 2\ndeal 2\ncut ${cut}\nseed ${seed}.${salt}\n${sealed}` +
    `cards 1 ${[0, 2, 4].map((at) => cards[at]).join(" ")}\ncards 2 ${[1, 3, 5].map((at) => cards[at]).join(" ")}\n1 mazo\n`;

  it("is fair where seed, seal and cards agree", () => {
    expect(checked(record(top), PACK, ROUND)).toEqual([{ deal: 1, sealed: true, dealt: true }]);
  });

  it("is not where a card was changed", () => {
    expect(checked(record([top[39]!, ...top.slice(1)]), PACK, ROUND)).toMatchObject([{ sealed: true, dealt: false }]);
  });

  it("is not where another seed was published", () => {
    expect(checked(record(top, `# sealed ${"0".repeat(64)}\n`), PACK, ROUND)).toMatchObject([{ sealed: false, dealt: true }]);
  });

  it("tells nothing where there is no seed", () => {
    expect(checked("deal 1\ncards 1 1e 2e 3e\n", PACK, ROUND)).toEqual([{ deal: 1, sealed: null, dealt: null }]);
    expect(checked(record(top, ""), PACK, ROUND)).toMatchObject([{ sealed: null, dealt: true }]);
  });
});
