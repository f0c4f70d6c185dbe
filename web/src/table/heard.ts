/** What the page does when something happens at its table, beside showing it: it reads aloud and makes sounds. */

import { cardName } from "../lib/cards";
import { language } from "../lib/language.svelte";
import type { Happening } from "../lib/schema";
import type { TableState } from "../lib/socket";
import { play } from "../sound/play";
import type { Texts } from "../texts/es";
import { seatName, sideName } from "./names";
import type { Sitting } from "./sitting.svelte";

export function heardBy(
  sitting: Sitting,
  words: Texts["table"],
  news: readonly Happening[],
  before: TableState | null,
  now: TableState,
): void {
  sound(news, before, now, sitting.asked);
  const hand = now.hand;
  if (hand && (before?.hand?.deal !== hand.deal || before.hand.hand !== hand.hand)) sitting.say(opening(now, words));
  if (hand && sitting.asked && (news.length > 0 || (before?.hand?.choices.length ?? 0) === 0)) {
    const choices = hand.choices.map(({ code, words: said, stakes }) =>
      said ? (stakes ? `${said} (${stakes})` : said) : cardName(code, now.table.french, language.texts.cards),
    );
    sitting.say(`${words.yourWord}: ${choices.slice(0, 12).join(", ")}`);
  }
  if (now.deal?.waits && !before?.deal?.waits && now.deal.cutter === now.you.seat) sitting.say(words.youCut);
}

/** One sound for what matters most of what has just happened. */
function sound(news: readonly Happening[], before: TableState | null, now: TableState, asked: boolean): void {
  const own = now.places.find(({ seat }) => seat === now.you.seat)?.side;
  if (now.table.phase === "over" && before?.table.phase !== "over") {
    play(own === undefined || now.score.winners.includes(own) ? "win" : "lose");
  } else if (now.hand && before?.hand?.deal !== now.hand.deal) play("shuffle");
  else if (news.some(({ words }) => words)) play("call");
  else if ((now.hand?.laid.length ?? 0) > (before?.hand?.laid.length ?? 0)) play("card");
  else if (asked && before?.hand?.choices.length === 0) play("turn");
}

/** How the table stands, for who cannot look at it. */
export function situation(now: TableState, words: Texts["table"]): string {
  const { hand, table, score } = now;
  const trick = hand?.tricks.length ?? 0;
  const laid = (hand?.laid ?? [])
    .filter((one) => hand?.over || one.trick === trick)
    .map(({ seat, card }) => `${seatName(now, seat, words)}: ${cardName(card, table.french, language.texts.cards)}`);
  const points = score.names.map((side, index) => `${sideName(now, side, words)} ${score.points[index] ?? 0}`);
  const speaks = (hand?.word ?? []).map((seat) => seatName(now, seat, words)).join(", ");
  return [points.join(", "), opening(now, words), ...laid, ...(hand?.at_stake ?? []), speaks && `${words.hasWord}: ${speaks}`]
    .filter(Boolean)
    .join(". ");
}

/** Who deals, who is mano, what is turned, and one's own cards. */
function opening(now: TableState, words: Texts["table"]): string {
  const { hand, table } = now;
  if (!hand) return "";
  const name = (card: string | null): string => cardName(card, table.french, language.texts.cards);
  return [
    language.texts.replay.handOf(hand.deal, hand.hand),
    hand.dealer === null ? "" : `${words.marks.dealer}: ${seatName(now, hand.dealer, words)}`,
    hand.seats[0] === undefined ? "" : `${words.marks.mano}: ${seatName(now, hand.seats[0], words)}`,
    hand.turned ? `${words.turned}: ${name(hand.turned)}` : "",
    hand.cards.length > 0 ? `${words.yourCards}: ${hand.cards.map(name).join(", ")}` : "",
    hand.points,
  ]
    .filter(Boolean)
    .join(". ");
}
