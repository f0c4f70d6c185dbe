import { expect, test } from "vitest";

import type { HandInfo } from "../../../server/schema";
import { cardState, matching, offerNow, stakesOf } from "./lookup";

const hand = {
  turned: "2b",
  cards: ["7e", "4c"],
  laid: [
    { seat: 1, card: "1e", trick: 1, past: false, face_down: false },
    { seat: 2, card: "3o", trick: 0, past: true, face_down: false },
    { seat: 2, card: null, trick: 1, past: false, face_down: true },
  ],
  choices: [{ code: "truco", stakes: "3 if accepted" }],
  bet_sizes: [{ name: "mas" }],
} as unknown as HandInfo;

const call = (code: string, words = code) => ({ code, words, stakes: "usual", answers: "" });

test("own cards are held and open cards seen, but not those that nobody may look at again", () => {
  expect(["7e", "1e", "3o", "2b"].map((card) => cardState(card, hand))).toEqual(["held", "seen", "", "seen"]);
  expect(cardState("7e", null)).toBe("");
});

test("a call is possible if it is offered, in any size", () => {
  expect(["truco", "mas-4", "envido"].map((code) => offerNow(call(code), hand) !== undefined)).toEqual([true, true, false]);
  expect(offerNow(call("truco"), null)).toBeUndefined();
});

test("a call that is possible now has the stakes of its offer", () => {
  expect(["truco", "mas-4", "envido"].map((code) => stakesOf(call(code), offerNow(call(code), hand)))).toEqual(["3 if accepted", "usual", "usual"]);
});

test("words are found without their accents, in the word or its meaning", () => {
  const terms = [
    { word: "mão", meaning: "quem joga primeiro" },
    { word: "pé", meaning: "quem joga por último" },
  ];
  expect(matching(terms, "MAO")).toEqual([terms[0]]);
  expect(matching(terms, "ultimo")).toEqual([terms[1]]);
  expect(matching([call("envido"), call("truco")], "tru")).toEqual([call("truco")]);
});
