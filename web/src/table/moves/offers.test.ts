import { expect, test } from "vitest";

import type { Choice, Hand } from "../../server/schema";
import { buttonsOf, choicesOf, isSizes, keysOf, offers, sizeOf } from "./offers";

const choice = (code: string, kind: Choice["kind"] = "call", lance = ""): Choice => ({ code, kind, words: code, stakes: "", lance });

function hand(cards: (string | null)[], ...choices: Choice[]): Hand {
  return { cards, choices, sizes: [] } as unknown as Hand;
}

test("a card may be laid open, covered or discarded", () => {
  const { cards } = offers(hand(["7o", "4c"], choice("7o", "card"), choice("tapada-7o", "card"), choice("descarta-4c", "card")));
  expect(cards[0]?.lay?.code).toBe("7o");
  expect(cards[0]?.cover?.code).toBe("tapada-7o");
  expect(cards[1]?.lay).toBeUndefined();
  expect(cards[1]?.discard?.code).toBe("descarta-4c");
});

test("cards that may not be looked at go by their place", () => {
  const { cards } = offers(hand([null, null], choice("carta-1", "card"), choice("carta-2", "card")));
  expect(cards.map(({ lay }) => lay?.code)).toEqual(["carta-1", "carta-2"]);
});

test("offers keep the order of the server, and many sizes stand where the first of them does", () => {
  const sizes = [4, 6, 8, 10].map((size) => choice(`mas-${size}`));
  const answer = [choice("quiero", "answer"), ...sizes, choice("envido-pata"), choice("no-quiero", "answer"), choice("flor"), choice("mazo", "leave")];
  const { said } = offers(hand([], ...answer));
  expect(said.map((one) => (isSizes(one) ? one.choices.map(sizeOf) : one.code))).toEqual(["quiero", [4, 6, 8, 10], "envido-pata", "no-quiero", "flor", "mazo"]);
});

test("a range of bets is offered size by size, each with its own words and stakes", () => {
  const pairs = "{pairs} pares más";
  const sizes = [{ before: 2, name: "mas", first: 4, last: 10, step: 2, words: pairs, stakes: "{n} if they want it, 6 if not", adds: 6, lance: "envido" }];
  const pair = { ...choice("mas-2", "call", "envido"), words: "un par más" };
  const range = { ...hand([], choice("quiero", "answer"), pair, choice("no-quiero", "answer")), sizes };
  const [quiero, group, refusal] = offers(range).said.map((one) => (isSizes(one) ? one : { choices: [one] }));
  expect([quiero, refusal].map((one) => one?.choices[0]?.code)).toEqual(["quiero", "no-quiero"]);
  expect(group?.choices.map(({ code }) => code)).toEqual(["mas-2", "mas-4", "mas-6", "mas-8", "mas-10"]);
  expect(group?.choices.at(-1)).toEqual({ code: "mas-10", kind: "call", words: "5 pares más", stakes: "16 if they want it, 6 if not", lance: "envido" });
  expect(choicesOf(range)).toHaveLength(7);
});

test("numbers said aloud are chosen, not pressed", () => {
  const found = offers(hand([], choice("27", "declare"), choice("3", "declare"), choice("son-buenas")));
  expect(found.numbers).toHaveLength(2);
  expect(buttonsOf(found).map(({ code }) => code)).toEqual(["son-buenas"]);
});

test("no key stakes more than the call it is named after", () => {
  const answers = [choice("falta-envido", "call", "envido"), choice("envido", "call", "envido"), choice("guena", "call", "flor")];
  expect([...keysOf(answers)]).toEqual([["envido", "e"]]);
  expect(keysOf([choice("envido-pata", "call", "envido")]).size).toBe(0);
});

test("no two buttons share a key", () => {
  const buttons = [choice("quiero", "answer"), choice("no-quiero", "answer"), choice("envido", "call", "envido")];
  buttons.push(choice("real-envido", "call", "envido"), choice("seis", "call", "truco"), choice("mira"));
  const keys = keysOf(buttons);
  expect(Object.fromEntries(keys)).toEqual({ quiero: "s", "no-quiero": "n", envido: "e", seis: "t", mira: "v" });
});
