import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { LessonData } from "../server/schema";
import { LessonStore, STEP_TIME } from "./lessonStore.svelte";

const said = (seat: number, words: string): object => ({ kind: "move", seat, words, text: `${seat}: ${words}` });
const DEAL = {
  title: "The truco",
  intro: [],
  ranking: [["1e"], ["3e", "3b"]],
  steps: [
    { hand: {}, news: [], decision: { move: "truco", ask: "Call.", good: "Well called.", wrong: "Not now.", replies: { mazo: "Never." } } },
    { hand: {}, news: [said(1, "truco")], decision: null },
    { hand: {}, news: [said(2, "quiero")], decision: null },
    { hand: {}, news: [said(2, "")], decision: null },
  ],
  end: "Two points.",
};
const LESSON = { variant: "argentino", title: "Truco", hands: [DEAL, DEAL] } as unknown as LessonData;
const stored = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
});
afterEach(() => void vi.useRealTimers());

function begun(): LessonStore {
  const store = new LessonStore(LESSON);
  store.start();
  return store;
}

test("a wrong move gets its answer, and the learner tries again", () => {
  const store = begun();
  store.move("mazo");
  expect(store.feedback).toEqual({ right: false, text: "Never." });
  store.move("envido");
  expect(store.feedback).toEqual({ right: false, text: "Not now." });
  expect(store.decision?.move).toBe("truco");
});

test("after the right move the others move, one after the other", () => {
  const store = begun();
  store.move("truco");
  expect(store.feedback).toBeNull(); // the praise would tell what the others do
  expect(store.decision).toBeNull();
  expect(store.bubbles.map(({ words }) => words)).toEqual(["truco"]);
  vi.advanceTimersByTime(STEP_TIME);
  expect(store.bubbles.map(({ words }) => words)).toEqual(["truco", "quiero"]);
  expect(store.news).toEqual(["1: truco", "2: quiero"]);
  vi.advanceTimersByTime(STEP_TIME);
  expect(store.bubbles).toEqual([]);
  expect(store.stage).toBe("end");
  expect(store.feedback).toEqual({ right: true, text: "Well called." });
});

test("screen readers hear every line of the teacher and every move once, in order", () => {
  const store = begun();
  store.move("mazo");
  store.move("mazo");
  store.move("truco");
  vi.advanceTimersByTime(2 * STEP_TIME);
  const heard = store.announcements.map(({ text }) => text);
  expect(heard).toEqual(["Call.", "Never.", "Never.", "1: truco", "2: quiero", "2: ", "Well called.", "Two points."]);
});

test("a lesson goes on after the last finished hand, and begins again when all are finished", () => {
  const store = begun();
  store.move("truco");
  vi.advanceTimersByTime(2 * STEP_TIME);
  expect(new LessonStore(LESSON).hand).toBe(1);
  store.goOn();
  expect([store.hand, store.stage]).toEqual([1, "intro"]);
  store.start();
  store.move("truco");
  vi.advanceTimersByTime(2 * STEP_TIME);
  store.goOn();
  expect(store.stage).toBe("over");
  expect(new LessonStore(LESSON).hand).toBe(0);
});

test("a hand that is left makes no further moves", () => {
  const store = begun();
  store.move("truco");
  store.open(1);
  vi.advanceTimersByTime(STEP_TIME);
  expect([store.hand, store.stage]).toEqual([1, "intro"]);
});

test("the order of the cards is new in the first hand and where it changes", () => {
  const turned = { ...DEAL, ranking: [["3e"], ["1e"], ["3b"]] };
  const store = new LessonStore({ ...LESSON, hands: [DEAL, DEAL, turned] } as unknown as LessonData);
  const isNew = store.lesson.hands.map((_deal, hand) => (store.open(hand), store.hasNewOrder));
  expect(isNew).toEqual([true, false, true]);
});

test("damaged progress is ignored", () => {
  stored.set("truquero.lessons", "{");
  expect(new LessonStore(LESSON).hand).toBe(0);
});
