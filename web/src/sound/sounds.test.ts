import { describe, expect, it } from "vitest";

import { samplesOf, soundOf, SOUNDS } from "./sounds";

const RATE = 8_000;
const loudest = (samples: Float32Array): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe.each(SOUNDS)("the sound of %s", (sound) => {
  const samples = samplesOf(sound, RATE);

  it("is audible and does not clip", () => {
    expect(loudest(samples)).toBeGreaterThan(0.1);
    expect(loudest(samples)).toBeLessThanOrEqual(1);
  });

  it("ends in silence", () => {
    expect(loudest(samples.slice(-RATE / 100))).toBeLessThan(0.02);
  });

  it("is the same each time", () => {
    expect(samplesOf(sound, RATE)).toEqual(samples);
  });
});

it("each lance, an acceptance and a refusal have their own sound", () => {
  const sounds = [["envido", "envido"], ["flor", "flor"], ["truco", "truco"], ["", "quiero"], ["", "no-quiero"]].map(([calls = "", move = ""]) => soundOf({ calls, move }));
  expect(new Set(sounds).size).toBe(5);
  expect(soundOf({ calls: "", move: "27" })).toBe("call");
  const heard = sounds.map((sound) => samplesOf(sound, RATE).join());
  expect(new Set(heard).size).toBe(5);
});
