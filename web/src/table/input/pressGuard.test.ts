import { expect, test } from "vitest";

import { SETTLING_TIME, SettlingTimes } from "./pressGuard";

class TestClock {
  now = 1_000;
  readonly times = new SettlingTimes<object>(() => this.now);
}

test("presses on a new control do not count", () => {
  const clock = new TestClock();
  const control = {};
  expect(clock.times.timeLeft(control)).toBe(SETTLING_TIME);
  clock.times.note(control, "quiero");
  clock.now += SETTLING_TIME - 1;
  expect(clock.times.timeLeft(control)).toBe(1);
  clock.now += 1;
  expect(clock.times.timeLeft(control)).toBe(0);
});

test("an unchanged control stays settled", () => {
  const clock = new TestClock();
  const control = {};
  clock.times.note(control, "quiero");
  clock.now += SETTLING_TIME;
  clock.times.note(control, "quiero");
  expect(clock.times.timeLeft(control)).toBe(0);
});

test("a control that moves or changes its meaning settles again, and others do not", () => {
  const clock = new TestClock();
  const [control, otherControl] = [{}, {}];
  clock.times.note(control, "truco 10 20");
  clock.times.note(otherControl, "mazo 90 20");
  clock.now += SETTLING_TIME;
  clock.times.note(control, "retruco 10 20");
  expect(clock.times.timeLeft(control)).toBe(SETTLING_TIME);
  expect(clock.times.timeLeft(otherControl)).toBe(0);
  clock.now += SETTLING_TIME;
  clock.times.note(control, "retruco 10 40");
  expect(clock.times.timeLeft(control)).toBe(SETTLING_TIME);
});

test("a control settles only after the animation that moves it", () => {
  const clock = new TestClock();
  const control = {};
  for (const moving of [true, true, true]) {
    clock.times.note(control, "lay 10 20", moving);
    expect(clock.times.timeLeft(control)).toBe(SETTLING_TIME);
    clock.now += SETTLING_TIME;
  }
  clock.times.note(control, "lay 10 20");
  expect(clock.times.timeLeft(control)).toBe(0);
});
