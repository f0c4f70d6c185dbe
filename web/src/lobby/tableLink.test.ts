import { expect, test } from "vitest";

import { tableOf } from "./tableLink";

test("a link or a code names a table", () => {
  const hosts = ["127.0.0.1:8000", "truco.example"];
  for (const link of [" truco.example/tables/KoOETjmO_kaD?x#y ", "KoOETjmO_kaD", "/tables/KoOETjmO_kaD", "http://localhost:8000/tables/KoOETjmO_kaD"]) {
    expect(tableOf(link, hosts)).toEqual({ table: "KoOETjmO_kaD" });
  }
  expect(tableOf("https://club.example/tables/KoOETjmO_kaD", hosts)).toEqual({ elsewhere: "club.example" });
  expect(tableOf("http://127.0.0.1:9000/tables/KoOETjmO_kaD", hosts)).toEqual({ elsewhere: "127.0.0.1:9000" });
  expect(tableOf("no link at all", hosts)).toBeUndefined();
});
