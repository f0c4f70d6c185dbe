import { expect, test } from "vitest";

import { routeOf } from "./router.svelte";

test("every path has its page", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/variants/belmez")).toEqual({ page: "variant", name: "belmez" });
  expect(routeOf("/learn/belmez")).toEqual({ page: "lesson", name: "belmez" });
  expect(routeOf("/tables/a-_1/")).toEqual({ page: "table", id: "a-_1" });
  expect(routeOf("/history")).toEqual({ page: "history" });
  expect(routeOf("/commented-hands/belmez-1")).toEqual({ page: "commented-hand", name: "belmez-1" });
  expect(routeOf("/replay")).toEqual({ page: "replay" });
  expect(routeOf("/replay/x")).toEqual({ page: "table-replay", id: "x", match: null });
  expect(routeOf("/replay/x/2")).toEqual({ page: "table-replay", id: "x", match: 2 });
  for (const path of ["/nothing", "/replay/x/0", "/replay/x/y", "/replay/x/2/3", "/tables/a/b", "/tables", "/commented-hands", "/history/x", "/%zz"]) expect(routeOf(path)).toEqual({ page: "unknown" });
});

test("a code in capitals names the same table, unless the case of its letters matters", () => {
  const id = "0a1b2c3d4e5f60718f";
  expect(routeOf(`/tables/${id.toUpperCase()}`)).toEqual({ page: "table", id });
  expect(routeOf(`/replay/${id.toUpperCase()}/2`)).toEqual({ page: "table-replay", id, match: 2 });
  expect(routeOf("/tables/KoOETjmO_kaD")).toEqual({ page: "table", id: "KoOETjmO_kaD" });
});
