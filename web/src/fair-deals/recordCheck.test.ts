import { describe, expect, it } from "vitest";

import games from "./dealt.json";
import { commitment, seal, seedOf, tableCode, type BySeat, type Draw } from "./hashes";
import { checkRecord, shuffled } from "./recordCheck";
import { hexadecimal, sha256 } from "./sha256";

const RANKS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
const PACK = RANKS.flatMap((rank) => ["e", "b", "o", "c"].map((suit) => `${rank}${suit}`));

const DEAL_ORDER = [[[1, 2]]];

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

it.each([0, 1, 55, 56, 63, 64, 65, 200])("the digest of %i bytes is the same as that of the browser", async (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
  expect(hexadecimal(sha256(bytes))).toBe(await digest(bytes));
});

it("shuffles like the server", () => {
  expect(shuffled(PACK, "truquero").slice(0, 6)).toEqual(["4e", "2b", "10e", "5b", "4c", "11b"]); // docs/reference/dealing.md
});

describe.each(games)("$name", ({ name, text, pack, seat_orders: seatOrders }) => {
  const lines = text.split("\n");
  const players = Number(name.split(" ").at(-1));

  it("passes the check of its cards", () => {
    const checks = checkRecord(text, pack, seatOrders, players);
    expect(checks).toHaveLength(seatOrders.length);
    expect(checks.filter(({ dealt }) => !dealt)).toEqual([]);
  });

  it("fails the check if two players have exchanged a card", () => {
    const [mine, others] = lines.flatMap((line, at) => (line.startsWith("cards") ? [at] : []));
    const [, , own = ""] = lines[mine!]!.split(" ");
    const [, , theirs = ""] = lines[others!]!.split(" ");
    const changed = lines.map((line, at) => (at === mine ? line.replace(` ${own}`, ` ${theirs}`) : at === others ? line.replace(` ${theirs}`, ` ${own}`) : line));
    expect(checkRecord(changed.join("\n"), pack, seatOrders, players)).toMatchObject([{ dealt: false }, ...seatOrders.slice(1).map(() => ({ dealt: true }))]);
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

  it("is fair if seed, seal and cards agree", () => {
    expect(checkRecord(record(top), PACK, DEAL_ORDER, 2)).toEqual([{ deal: 1, sealed: true, dealt: true, chances: null, missing: [] }]);
  });

  it("is unfair if a card was changed", () => {
    expect(checkRecord(record([top[39]!, ...top.slice(1)]), PACK, DEAL_ORDER, 2)).toMatchObject([{ sealed: true, dealt: false }]);
  });

  it("is unfair if another seed was published", () => {
    expect(checkRecord(record(top, `# sealed ${"0".repeat(64)}\n`), PACK, DEAL_ORDER, 2)).toMatchObject([{ sealed: false, dealt: true }]);
  });

  it("cannot be judged without a seed", () => {
    expect(checkRecord("deal 1\ncards 1 1e 2e 3e\n", PACK, DEAL_ORDER, 2)).toEqual([{ deal: 1, sealed: null, dealt: null, chances: null, missing: [] }]);
    expect(checkRecord(record(top, ""), PACK, DEAL_ORDER, 2)).toMatchObject([{ sealed: null, dealt: true }]);
  });
});

describe("a deal with the secrets of two people", () => {
  const about = { table: tableCode("mesa"), match: 1 };
  const [deal, firstDealer] = [{ ...about, deal: 1 }, { ...about, deal: 0 }];
  const [server, first, second] = ["5e".repeat(32), "a1".repeat(32), "b2".repeat(32)];
  const comments = (draw: Draw, committed: BySeat, secrets: BySeat): string =>
    [`# fixed ${seal(draw, server)}`, ...committed.map(([seat, hash]) => `# committed ${seat} ${hash}`), `# server ${server}`, ...secrets.map(([seat, secret]) => `# secret ${seat} ${secret}`)].join("\n") + "\n";
  const all = (draw: Draw): BySeat => [[1, commitment(draw, 1, first)], [2, commitment(draw, 2, second)]];
  const both: BySeat = [[1, first], [2, second]];
  const record = (secrets: BySeat, committed = all(deal), dealer?: number): string => {
    const seed = seedOf(deal, server, secrets);
    const deck = shuffled(PACK, seed);
    return (
      `# table ${about.table} match 1\n${comments(firstDealer, all(firstDealer), both)}variant argentino\nplayers 2\ndeal ${dealer ?? DEALER}\ncut 0\nseed ${seed}\n${comments(deal, committed, secrets)}` +
      `cards 1 ${[0, 2, 4].map((at) => deck[at]).join(" ")}\ncards 2 ${[1, 3, 5].map((at) => deck[at]).join(" ")}\n1 mazo\n`
    );
  };
  const DEALER = 1 + (sha256(new TextEncoder().encode(`${seedOf(firstDealer, server, both)}/dealer\0\0\0\0\0\0\0\0`))[0] ?? 0) % 2;

  it("names the seats whose secrets were used", () => {
    expect(checkRecord(record(both), PACK, DEAL_ORDER, 2)).toEqual([
      { deal: 0, sealed: true, dealt: true, chances: [1, 2], missing: [] },
      { deal: 1, sealed: true, dealt: true, chances: [1, 2], missing: [] },
    ]);
  });

  it("names the seats that did not reveal", () => {
    expect(checkRecord(record([[1, first]]), PACK, DEAL_ORDER, 2)[1]).toEqual({ deal: 1, sealed: true, dealt: true, chances: [1], missing: [2] });
  });

  it("is wrong if a secret is not the committed one", () => {
    expect(checkRecord(record([[1, first], [2, first]]), PACK, DEAL_ORDER, 2)[1]).toMatchObject({ sealed: false });
  });

  it("is wrong if the record names a seat that does not exist", () => {
    const committed: BySeat = [...all(deal), [9, commitment(deal, 9, first)]];
    expect(checkRecord(record([...both, [9, first]], committed), PACK, DEAL_ORDER, 2)[1]).toMatchObject({ sealed: false });
    expect(checkRecord(record(both, committed), PACK, DEAL_ORDER, 2)[1]).toMatchObject({ sealed: false });
  });

  it("is wrong if another seat deals first", () => {
    expect(checkRecord(record(both, all(deal), 3 - DEALER), PACK, DEAL_ORDER, 2)[0]).toMatchObject({ sealed: false, dealt: false });
  });
});
