import { expect, test } from "vitest";

import type { MoveOption, HandInfo } from "../../server/schema";
import { allChoices, isBetRange, keysOf, offersOf, singleChoices, sizeOf } from "./offers";

const choice = (code: string, kind: MoveOption["kind"] = "call", lance = ""): MoveOption => ({ code, kind, words: code, stakes: "", lance, ends_game: false, breaks_rules: false });

function hand(cards: (string | null)[], ...choices: MoveOption[]): HandInfo {
  return { cards, choices, bet_sizes: [] } as unknown as HandInfo;
}

test("a card can be played open, face down, or discarded", () => {
  const { cards } = offersOf(hand(["7o", "4c"], choice("7o", "card"), choice("tapada-7o", "card"), choice("descarta-4c", "card")));
  expect(cards[0]?.lay?.code).toBe("7o");
  expect(cards[0]?.cover?.code).toBe("tapada-7o");
  expect(cards[1]?.lay).toBeUndefined();
  expect(cards[1]?.discard?.code).toBe("descarta-4c");
});

test("hidden cards are named by their position", () => {
  const { cards } = offersOf(hand([null, null], choice("carta-1", "card"), choice("carta-2", "card")));
  expect(cards.map(({ lay }) => lay?.code)).toEqual(["carta-1", "carta-2"]);
});

test("calls keep the order of the server, with all sizes of a bet at the position of the first", () => {
  const sizes = [4, 6, 8, 10].map((size) => choice(`mas-${size}`));
  const answer = [choice("quiero", "answer"), ...sizes, choice("envido-pata"), choice("no-quiero", "answer"), choice("flor"), choice("mazo", "leave")];
  const { calls } = offersOf(hand([], ...answer));
  expect(calls.map((call) => (isBetRange(call) ? call.choices.map(sizeOf) : call.code))).toEqual(["quiero", [4, 6, 8, 10], "envido-pata", "no-quiero", "flor", "mazo"]);
});

test("every size of a bet has its own words and stakes", () => {
  const pairs = "{pairs} pares más";
  const sizes = [{ position: 2, name: "mas", first: 4, last: 10, step: 2, words: pairs, stakes: "{n} if they want it, 6 if not", adds: 6, lance: "envido", ends_game_from: 10 }];
  const pair = { ...choice("mas-2", "call", "envido"), words: "un par más" };
  const range = { ...hand([], choice("quiero", "answer"), pair, choice("no-quiero", "answer")), bet_sizes: sizes };
  const [quiero, group, refusal] = offersOf(range).calls.map((call) => (isBetRange(call) ? call : { choices: [call] }));
  expect([quiero, refusal].map((call) => call?.choices[0]?.code)).toEqual(["quiero", "no-quiero"]);
  expect(group?.choices.map(({ code }) => code)).toEqual(["mas-2", "mas-4", "mas-6", "mas-8", "mas-10"]);
  expect(group?.choices.at(-1)).toEqual({ code: "mas-10", kind: "call", words: "5 pares más", stakes: "16 if they want it, 6 if not", lance: "envido", ends_game: true, breaks_rules: false });
  expect(group?.choices.map((bet) => bet.ends_game)).toEqual([false, false, false, false, true]);
  expect(allChoices(range)).toHaveLength(7);
});

test("points to declare are numbers, not buttons", () => {
  const offers = offersOf(hand([], choice("27", "declare"), choice("3", "declare"), choice("son-buenas")));
  expect(offers.numbers).toHaveLength(2);
  expect(singleChoices(offers).map(({ code }) => code)).toEqual(["son-buenas"]);
});

test("no key bets more than the call it is named after", () => {
  const answers = [choice("falta-envido", "call", "envido"), choice("envido", "call", "envido"), choice("guena", "call", "flor")];
  expect([...keysOf(answers)]).toEqual([["envido", "e"]]);
  expect(keysOf([choice("envido-pata", "call", "envido")]).size).toBe(0);
});

test("no two buttons have the same key", () => {
  const buttons = [choice("quiero", "answer"), choice("no-quiero", "answer"), choice("envido", "call", "envido")];
  buttons.push(choice("real-envido", "call", "envido"), choice("seis", "call", "truco"), choice("mira"));
  const keys = keysOf(buttons);
  expect(Object.fromEntries(keys)).toEqual({ quiero: "s", "no-quiero": "n", envido: "e", seis: "t", mira: "v" });
});
