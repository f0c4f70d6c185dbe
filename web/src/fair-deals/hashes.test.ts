import { expect, it } from "vitest";

import { commitment, matchCommitments, missingSeats, newSecret, seal, seedOf, tableCode, type Draw } from "./hashes";

const [SECRET, OTHER, SEED] = ["ab".repeat(32), "ef".repeat(32), "cd".repeat(32)];
const DRAW: Draw = { table: tableCode("mesa"), match: 2, deal: 3 };

// The same values are in tests/server/tables/test_fair_deals.py.
it("computes the same hashes as the server", () => {
  expect(DRAW.table).toBe("1e716bb007743eabcc6a69627ead0549");
  expect(commitment(DRAW, 4, SECRET)).toBe("3b0ca51610dc7668ea074b0b3dc653730df506c847feb333e49316d52e21a0c8");
  expect(seal(DRAW, SEED)).toBe("fed5eedbf5044c0ec0a4e3d3719e10b921efd523f2e2f7e938e79c4185b4759e");
  expect(seedOf(DRAW, SEED, [[4, SECRET], [1, OTHER]])).toBe("d0fb2f6fa1e5ae48e3850103fa9393e00102c5a04609bbe5aff47f6264e3b562");
  expect(seedOf(DRAW, SEED, [[1, OTHER], [4, SECRET]])).toBe("d0fb2f6fa1e5ae48e3850103fa9393e00102c5a04609bbe5aff47f6264e3b562");
});

it("binds a commitment to its table, match, deal and seat", () => {
  const others: [Draw, number][] = [[{ ...DRAW, table: tableCode("mesa 2") }, 4], [{ ...DRAW, match: 3 }, 4], [{ ...DRAW, deal: 4 }, 4], [DRAW, 1]];
  for (const [draw, seat] of others) expect(commitment(draw, seat, SECRET)).not.toBe(commitment(DRAW, 4, SECRET));
});

it("rejects a secret that is not the committed one or is of another seat", () => {
  const committed = [[4, commitment(DRAW, 4, SECRET)], [2, commitment(DRAW, 4, SECRET)]] as const;
  expect(matchCommitments(DRAW, [[4, SECRET]], committed)).toBe(true);
  expect(matchCommitments(DRAW, [[4, OTHER]], committed)).toBe(false);
  expect(matchCommitments(DRAW, [[2, SECRET]], committed)).toBe(false);
  expect(matchCommitments(DRAW, [[1, SECRET]], committed)).toBe(false);
  expect(missingSeats(committed, [[4, SECRET]])).toEqual([2]);
});

it("makes different secrets of 32 bytes", () => {
  expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
  expect(newSecret()).not.toBe(newSecret());
});
