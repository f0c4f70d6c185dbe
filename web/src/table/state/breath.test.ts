import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Breath } from "./breath";

let shown: string[];
let pause: number;
let breath: Breath;
const say = (words: string): void => breath.add(() => shown.push(words), true);

beforeEach(() => {
  vi.useFakeTimers();
  [shown, pause] = [[], 700];
  breath = new Breath(() => pause);
});
afterEach(() => void vi.useRealTimers());

test("what is said at once appears one after another, and what follows comes after the last words", () => {
  for (const words of ["quiero", "27", "son buenas"]) say(words);
  breath.add(() => shown.push("+2"), false);
  breath.add(() => shown.push("2–0"), false);
  expect(shown).toEqual(["quiero"]);
  vi.advanceTimersByTime(699);
  expect(shown).toEqual(["quiero"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["quiero", "27"]);
  vi.advanceTimersByTime(700);
  expect(shown).toEqual(["quiero", "27", "son buenas"]);
  vi.advanceTimersByTime(700);
  expect(shown).toEqual(["quiero", "27", "son buenas", "+2", "2–0"]);
});

test("words after a pause, and what follows no words, appear at once", () => {
  breath.add(() => shown.push("+1"), false);
  say("truco");
  vi.advanceTimersByTime(700);
  say("quiero");
  expect(shown).toEqual(["+1", "truco", "quiero"]);
});

test("without a pause everything appears at once", () => {
  pause = 0;
  for (const words of ["quiero", "27"]) say(words);
  expect(shown).toEqual(["quiero", "27"]);
});

test("the end of a hand drops the words that wait and shows the rest", () => {
  for (const words of ["quiero", "27"]) say(words);
  breath.add(() => shown.push("2–0"), false);
  breath.end();
  expect(shown).toEqual(["quiero", "2–0"]);
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual(["quiero", "2–0"]);
});
