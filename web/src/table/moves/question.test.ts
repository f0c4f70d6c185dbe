import { expect, test, vi } from "vitest";

import type { MoveOption, TalkChoice } from "../../server/schema";
import { es } from "../../texts/es";
import { challengeQuestion, talkQuestion, wholeGameQuestion } from "./question";

const texts = es.table.talk;
const choice = (meaning: string, ends_game = false): TalkChoice => ({ meaning, words: meaning, stakes: "", ends_game });

test("a bet of the whole game is made only if the player says so", () => {
  const choose = vi.fn();
  const bet: MoveOption = { code: "falta-envido", kind: "call", words: "falta envido", stakes: "30 si quieren, 1 si no", lance: "envido", ends_game: true, breaks_rules: false };
  const question = wholeGameQuestion(bet, texts, choose);
  expect(question.wholeGame).toBe(true);
  expect(question.answers.map(({ words, stakes }) => [words, stakes])).toEqual([["falta envido", "30 si quieren, 1 si no"]]);
  expect(choose).not.toHaveBeenCalled();
  question.answers[0]?.choose();
  expect(choose).toHaveBeenCalledOnce();
});

test("words with several meanings can be any of them, or go to the chat", () => {
  const [say, chat] = [vi.fn(), vi.fn()];
  const question = talkQuestion("¿Cuál?", [choice("quiero"), choice("envido")], texts, say, chat);
  expect(question.answers.map(({ words }) => words)).toEqual(["quiero", "envido", texts.toChat]);
  question.answers[1]?.choose();
  expect(say).toHaveBeenCalledExactlyOnceWith("envido");
  question.answers[2]?.choose();
  expect(chat).toHaveBeenCalledOnce();
});

test("only one bet of the whole game offers not to be asked again", () => {
  const asksAgain = (...choices: TalkChoice[]): boolean => !talkQuestion("", choices, texts, vi.fn(), vi.fn()).wholeGame;
  expect(asksAgain(choice("falta-envido", true))).toBe(false);
  expect(asksAgain(choice("falta-envido", true), choice("truco"))).toBe(true);
  expect(asksAgain(choice("truco"))).toBe(true);
  expect(asksAgain()).toBe(true);
});

test("a challenge is made only if the player says so", () => {
  const choose = vi.fn();
  const challenge: MoveOption = { code: "pido-flor-2", kind: "other", words: "pido flor a Bot 2", stakes: "3 para ti", lance: "", ends_game: false, breaks_rules: false };
  const question = challengeQuestion(challenge, texts, choose);
  expect([question.text, question.wholeGame]).toEqual([texts.challenge, false]);
  expect(choose).not.toHaveBeenCalled();
  question.answers[0]?.choose();
  expect(choose).toHaveBeenCalledOnce();
});
