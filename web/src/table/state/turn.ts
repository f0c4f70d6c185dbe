/** Whose turn it is. */

import type { TableView } from "../../server/socket";
import type { Texts } from "../../texts/es";
import { anyOf } from "./seatNames";

type TableTexts = Texts["table"];

/** Return whether the table waits for a seat, so that its clock runs. It does not wait for optional interrupters. */
export function isWaitedFor({ hand, deal }: TableView, seat: number): boolean {
  return (hand?.over === false && hand.must_act.includes(seat)) || (deal?.awaits_cut === true && deal.cutter === seat);
}

/** Return the text that tells who answers the bet that is open. */
export function answerText(view: TableView, texts: TableTexts): string {
  const answering = view.hand?.must_act ?? [];
  if (answering.some((seat) => seat === view.you.seat)) return texts.openBet.youAnswer;
  return texts.openBet.answers(anyOf(view, answering, texts));
}

/** Return the text for a player who may move. It differs if the table waits for others, whom the player may interrupt. */
export function ownTurnText(view: TableView, texts: TableTexts): string {
  const waitedFor = view.hand?.must_act ?? [];
  if (waitedFor.length === 0 || waitedFor.some((seat) => seat === view.you.seat)) return texts.yourTurn;
  return texts.mayInterrupt(anyOf(view, waitedFor, texts));
}
