import { expect, test } from "vitest";

import { likely } from "../home/region";
import { tableOf } from "../home/tableLink";
import { cardOf } from "./cards";
import { routeOf } from "./router.svelte";

test("every path has its page", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/variants/belmez")).toEqual({ page: "variant", name: "belmez" });
  expect(routeOf("/tables/a-_1/")).toEqual({ page: "table", id: "a-_1" });
  expect(routeOf("/replay")).toEqual({ page: "replay" });
  expect(routeOf("/replay/x")).toEqual({ page: "kept-replay", id: "x", match: null });
  expect(routeOf("/replay/x/2")).toEqual({ page: "kept-replay", id: "x", match: 2 });
  for (const path of ["/nothing", "/replay/x/0", "/replay/x/y", "/replay/x/2/3", "/tables/a/b", "/tables", "/%zz"]) expect(routeOf(path)).toEqual({ page: "unknown" });
});

test("a link or a code names a table", () => {
  expect(tableOf(" truco.example/tables/KoOETjmO_kaD?x#y ")).toBe("KoOETjmO_kaD");
  expect(tableOf("KoOETjmO_kaD")).toBe("KoOETjmO_kaD");
  expect(tableOf("no link at all")).toBeUndefined();
});

test("the truco shown first is the last played, or that of the browser's region", () => {
  const names = ["argentino", "paulista", "valenciano"];
  expect(likely(names, "paulista", ["es-AR"])).toBe("paulista");
  expect(likely(names, "gone", ["de", "ca-ES", "es-AR"])).toBe("valenciano");
  expect(likely(names, null, ["es-UY", "pt-BR"])).toBe("paulista");
  expect(likely(names, null, ["fi"])).toBe("argentino");
});

test("French names of cards are read as everywhere", () => {
  expect(cardOf("Qp")?.code).toBe("10b");
  expect(cardOf("12o")?.code).toBe("12o");
  expect(cardOf("13o")).toBeUndefined();
});
