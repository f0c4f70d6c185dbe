/** A table's clock in words. */

import type { Texts } from "./es";

interface Timed {
  readonly seconds: number;
  readonly reserve: number;
}

/** Nothing where there is no clock. */
export function clockTold({ seconds, reserve }: Timed, texts: Texts["newTable"]): string {
  return seconds > 0 ? texts.clockOf(span(seconds), reserve > 0 ? span(reserve) : "") : "";
}

function span(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
