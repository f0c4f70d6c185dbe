import { describe, expect, it } from "vitest";

import { commitment, seal, seedOf, tableCode, type OfSeats, type Round } from "./hashes";
import { hexadecimal, sha256 } from "./sha256";
import { checked, shuffled } from "./recordCheck";
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
  expect(shuffled(PACK, "truquero").slice(0, 6)).toEqual(["4e", "2b", "10e", "5b", "4c", "11b"]); // docs/reference/dealing.md
});

describe.each(games)("$name", ({ name, text, pack, rounds }) => {
  const told = text.split("\n");
  const players = Number(name.split(" ").at(-1));

  it("is dealt as the engine deals it", () => {
    const found = checked(text, pack, rounds, players);
    expect(found).toHaveLength(rounds.length);
    expect(found.filter(({ dealt }) => !dealt)).toEqual([]);
  });

  it("is not where two have changed a card", () => {
    const [mine, others] = told.flatMap((line, at) => (line.startsWith("cards") ? [at] : []));
    const [, , own = ""] = told[mine!]!.split(" ");
    const [, , theirs = ""] = told[others!]!.split(" ");
    const changed = told.map((line, at) => (at === mine ? line.replace(` ${own}`, ` ${theirs}`) : at === others ? line.replace(` ${theirs}`, ` ${own}`) : line));
    expect(checked(changed.join("\n"), pack, rounds, players)).toMatchObject([{ dealt: false }, ...rounds.slice(1).map(() => ({ dealt: true }))]);
  });
});

describe("a deal of an older server", async () => {
  const [seed, salt, cut] = ["5eed", "5a17", 7];
  const deck = shuffled(PACK, `${seed}.${salt}`);
  const top = [...deck.slice(cut), ...deck.slice(0, cut)];
  const seal = await digest(new TextEncoder().encode(seed));
  const record = (cards: readonly string[], sealed = `# sealed ${seal}\n`): string =>
    `variant argentino\nplayers 2\ndeal 2\ncut ${cut}\nseed ${seed}.${salt}\n${sealed}` +
    `cards 1 ${[0, 2, 4].map((at) => cards[at]).join(" ")}\ncards 2 ${[1, 3, 5].map((at) => cards[at]).join(" ")}\n1 mazo\n`;

  it("is fair where seed, seal and cards agree", () => {
    expect(checked(record(top), PACK, ROUND, 2)).toEqual([{ deal: 1, sealed: true, dealt: true, chances: null, missing: [] }]);
  });

  it("is not where a card was changed", () => {
    expect(checked(record([top[39]!, ...top.slice(1)]), PACK, ROUND, 2)).toMatchObject([{ sealed: true, dealt: false }]);
  });

  it("is not where another seed was published", () => {
    expect(checked(record(top, `# sealed ${"0".repeat(64)}\n`), PACK, ROUND, 2)).toMatchObject([{ sealed: false, dealt: true }]);
  });

  it("tells nothing where there is no seed", () => {
    expect(checked("deal 1\ncards 1 1e 2e 3e\n", PACK, ROUND, 2)).toEqual([{ deal: 1, sealed: null, dealt: null, chances: null, missing: [] }]);
    expect(checked(record(top, ""), PACK, ROUND, 2)).toMatchObject([{ sealed: null, dealt: true }]);
  });
});

describe("a deal with the secrets of two people", () => {
  const about = { table: tableCode("mesa"), match: 1 };
  const [deal, draw] = [{ ...about, deal: 1 }, { ...about, deal: 0 }];
  const [server, first, second] = ["5e".repeat(32), "a1".repeat(32), "b2".repeat(32)];
  const told = (round: Round, committed: OfSeats, secrets: OfSeats): string =>
    [`# fixed ${seal(round, server)}`, ...committed.map(([seat, one]) => `# committed ${seat} ${one}`), `# server ${server}`, ...secrets.map(([seat, one]) => `# secret ${seat} ${one}`)].join("\n") + "\n";
  const all = (round: Round): OfSeats => [[1, commitment(round, 1, first)], [2, commitment(round, 2, second)]];
  const both: OfSeats = [[1, first], [2, second]];
  const record = (secrets: OfSeats, committed = all(deal), dealer?: number): string => {
    const seed = seedOf(deal, server, secrets);
    const deck = shuffled(PACK, seed);
    return (
      `# table ${about.table} match 1\n${told(draw, all(draw), both)}variant argentino\nplayers 2\ndeal ${dealer ?? DEALER}\ncut 0\nseed ${seed}\n${told(deal, committed, secrets)}` +
      `cards 1 ${[0, 2, 4].map((at) => deck[at]).join(" ")}\ncards 2 ${[1, 3, 5].map((at) => deck[at]).join(" ")}\n1 mazo\n`
    );
  };
  const DEALER = 1 + (sha256(new TextEncoder().encode(`${seedOf(draw, server, both)}/dealer\0\0\0\0\0\0\0\0`))[0] ?? 0) % 2;

  it("says whose chance went in", () => {
    expect(checked(record(both), PACK, ROUND, 2)).toEqual([
      { deal: 0, sealed: true, dealt: true, chances: [1, 2], missing: [] },
      { deal: 1, sealed: true, dealt: true, chances: [1, 2], missing: [] },
    ]);
  });

  it("says who did not reveal", () => {
    expect(checked(record([[1, first]]), PACK, ROUND, 2)[1]).toEqual({ deal: 1, sealed: true, dealt: true, chances: [1], missing: [2] });
  });

  it("is wrong where a secret is not the one that was committed to", () => {
    expect(checked(record([[1, first], [2, first]]), PACK, ROUND, 2)[1]).toMatchObject({ sealed: false });
  });

  it("is wrong where something is told of a seat that does not exist", () => {
    const committed: OfSeats = [...all(deal), [9, commitment(deal, 9, first)]];
    expect(checked(record([...both, [9, first]], committed), PACK, ROUND, 2)[1]).toMatchObject({ sealed: false });
    expect(checked(record(both, committed), PACK, ROUND, 2)[1]).toMatchObject({ sealed: false });
  });

  it("is wrong where somebody else deals first", () => {
    expect(checked(record(both, all(deal), 3 - DEALER), PACK, ROUND, 2)[0]).toMatchObject({ sealed: false, dealt: false });
  });
});
