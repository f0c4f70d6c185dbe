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
  const hosts = ["127.0.0.1:8000", "truco.example"];
  for (const link of [" truco.example/tables/KoOETjmO_kaD?x#y ", "KoOETjmO_kaD", "/tables/KoOETjmO_kaD", "http://localhost:8000/tables/KoOETjmO_kaD"]) {
    expect(tableOf(link, hosts)).toEqual({ table: "KoOETjmO_kaD" });
  }
  expect(tableOf("https://club.example/tables/KoOETjmO_kaD", hosts)).toEqual({ elsewhere: "club.example" });
  expect(tableOf("http://127.0.0.1:9000/tables/KoOETjmO_kaD", hosts)).toEqual({ elsewhere: "127.0.0.1:9000" });
  expect(tableOf("no link at all", hosts)).toBeUndefined();
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
