/** How seats and sides are called in a replay: by the names that the record tells, or by their places. */

import type { Replay } from "../server/schema";
import type { Texts } from "../texts/es";

export function nameOf(replay: Replay, seat: number, words: Texts["table"]): string {
  return replay.names[String(seat)] ?? words.seat(seat);
}

export function sideOf(replay: Replay, side: string, words: Texts["table"]): string {
  const members = Object.keys(replay.sides).filter((seat) => replay.sides[seat] === side);
  return members.map((seat) => nameOf(replay, Number(seat), words)).join(" + ");
}
