import { expect, test } from "vitest";

import { Settling, SETTLING } from "./pressGuard";

class Clocked {
  now = 1_000;
  readonly of = new Settling<object>(() => this.now);
}

test("a control that has just appeared is not pressed", () => {
  const clock = new Clocked();
  const control = {};
  expect(clock.of.left(control)).toBe(SETTLING);
  clock.of.note(control, "quiero");
  clock.now += SETTLING - 1;
  expect(clock.of.left(control)).toBe(1);
  clock.now += 1;
  expect(clock.of.left(control)).toBe(0);
});

test("a control that is seen again as it was stays ready", () => {
  const clock = new Clocked();
  const control = {};
  clock.of.note(control, "quiero");
  clock.now += SETTLING;
  clock.of.note(control, "quiero");
  expect(clock.of.left(control)).toBe(0);
});

test("a control that moves or means something else settles anew, and no other does", () => {
  const clock = new Clocked();
  const [control, other] = [{}, {}];
  clock.of.note(control, "truco 10 20");
  clock.of.note(other, "mazo 90 20");
  clock.now += SETTLING;
  clock.of.note(control, "retruco 10 20");
  expect(clock.of.left(control)).toBe(SETTLING);
  expect(clock.of.left(other)).toBe(0);
  clock.now += SETTLING;
  clock.of.note(control, "retruco 10 40");
  expect(clock.of.left(control)).toBe(SETTLING);
});

test("a control that an animation moves does not settle before it has come to rest", () => {
  const clock = new Clocked();
  const control = {};
  for (const moving of [true, true, true]) {
    clock.of.note(control, "lay 10 20", moving);
    expect(clock.of.left(control)).toBe(SETTLING);
    clock.now += SETTLING;
  }
  clock.of.note(control, "lay 10 20");
  expect(clock.of.left(control)).toBe(0);
});
