import { expect, it } from "vitest";

import { areCommitted, commitment, missing, newSecret, seal, seedOf, tableCode, type Round } from "./hashes";

const [SECRET, OTHER, SEED] = ["ab".repeat(32), "ef".repeat(32), "cd".repeat(32)];
const ROUND: Round = { table: tableCode("mesa"), match: 2, deal: 3 };

// The same values are in tests/server/tables/test_fair_deals.py.
it("hashes as the server does", () => {
  expect(ROUND.table).toBe("1e716bb007743eabcc6a69627ead0549");
  expect(commitment(ROUND, 4, SECRET)).toBe("3b0ca51610dc7668ea074b0b3dc653730df506c847feb333e49316d52e21a0c8");
  expect(seal(ROUND, SEED)).toBe("fed5eedbf5044c0ec0a4e3d3719e10b921efd523f2e2f7e938e79c4185b4759e");
  expect(seedOf(ROUND, SEED, [[4, SECRET], [1, OTHER]])).toBe("d0fb2f6fa1e5ae48e3850103fa9393e00102c5a04609bbe5aff47f6264e3b562");
  expect(seedOf(ROUND, SEED, [[1, OTHER], [4, SECRET]])).toBe("d0fb2f6fa1e5ae48e3850103fa9393e00102c5a04609bbe5aff47f6264e3b562");
});

it("binds a commitment to its table, match, deal and seat", () => {
  const others: [Round, number][] = [[{ ...ROUND, table: tableCode("mesa 2") }, 4], [{ ...ROUND, match: 3 }, 4], [{ ...ROUND, deal: 4 }, 4], [ROUND, 1]];
  for (const [round, seat] of others) expect(commitment(round, seat, SECRET)).not.toBe(commitment(ROUND, 4, SECRET));
});

it("takes no secret for another, nor one of another seat", () => {
  const committed = [[4, commitment(ROUND, 4, SECRET)], [2, commitment(ROUND, 4, SECRET)]] as const;
  expect(areCommitted(ROUND, [[4, SECRET]], committed)).toBe(true);
  expect(areCommitted(ROUND, [[4, OTHER]], committed)).toBe(false);
  expect(areCommitted(ROUND, [[2, SECRET]], committed)).toBe(false);
  expect(areCommitted(ROUND, [[1, SECRET]], committed)).toBe(false);
  expect(missing(committed, [[4, SECRET]])).toEqual([2]);
});

it("a secret has 32 bytes, and no two are the same", () => {
  expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
  expect(newSecret()).not.toBe(newSecret());
});
