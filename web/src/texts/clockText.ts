/** The clock of a table in words. */

import type { Texts } from "./es";

interface ClockSettings {
  readonly seconds: number;
  readonly reserve: number;
}

/** Return the text for the clock, empty without a clock. */
export function clockText({ seconds, reserve }: ClockSettings, texts: Texts["newTable"]): string {
  return seconds > 0 ? texts.clockOf(duration(seconds), reserve > 0 ? duration(reserve) : "") : "";
}

function duration(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
