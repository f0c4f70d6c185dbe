/** The names of seats and sides in a replay: those in the record, or the numbers of the seats. */

import type { ReplayData } from "../server/schema";
import type { Texts } from "../texts/es";

export function replaySeatName(replay: ReplayData, seat: number, words: Texts["table"]): string {
  return replay.names[String(seat)] ?? words.seat(seat);
}

export function replaySideName(replay: ReplayData, side: string, words: Texts["table"]): string {
  const members = Object.keys(replay.sides).filter((seat) => replay.sides[seat] === side);
  return members.map((seat) => replaySeatName(replay, Number(seat), words)).join(" + ");
}
