/** What the page does when something happens at its table, beside showing it: it reads aloud and makes sounds. */

import { cardName } from "../../cards/cards";
import { language } from "../../profile/language.svelte";
import type { Choice, Happening, Sizes } from "../../server/schema";
import type { TableState } from "../../server/socket";
import { play } from "../../sound/play";
import type { Texts } from "../../texts/es";
import { comings } from "./peopleChanges";
import { ofSize } from "../moves/offers";
import { ownWord, resultOf, seatName, sideName } from "../state/seatNames";
import type { Sitting } from "../state/tableStore.svelte";

const MOST_TOLD = 12; // choices: more are not listened to

export function heardBy(
  sitting: Sitting,
  words: Texts["table"],
  news: readonly Happening[],
  before: TableState | null,
  now: TableState,
): void {
  sound(news, before, now, sitting.asked);
  if (before) for (const coming of comings(before, now, words)) sitting.say(coming);
  const hand = now.hand;
  if (hand && (before?.hand?.deal !== hand.deal || before.hand.hand !== hand.hand)) sitting.say(opening(now, words));
  if (sitting.choicesAreNew() && !isAway(now)) sitting.say(choices(now, words));
  if (hand?.over && before?.hand?.over === false && hand.challenges.length > 0) {
    sitting.say(`${words.talk.now} ${hand.challenges.map(inWords).join(", ")}`);
  }
  if (isOver(now) && before && !isOver(before)) sitting.say(sentences([resultOf(now, words), points(now, words)]));
  if (waitsForCut(now) && !(before && waitsForCut(before))) sitting.say(turn(now, words));
}

const isOver = ({ table }: TableState): boolean => table.phase === "over";

/** Bots are not waited for. */
const waitsForCut = ({ deal, places }: TableState): boolean => deal?.waits === true && places[deal.cutter - 1]?.kind === "person";

/** Whoever comes to the table, or comes back, is told shortly where it stands. */
export function arrivedAt(sitting: Sitting, words: Texts["table"], now: TableState): void {
  const asked = sitting.choicesAreNew();
  const { hand, table } = now;
  const own = hand && hand.cards.length > 0 ? `${words.yourCards}: ${hand.cards.map((card) => nameOf(card, now)).join(", ")}` : "";
  const told =
    table.phase === "gathering"
      ? [words.gathering.title, ...now.places.filter(({ name }) => name).map(({ seat }) => seatName(now, seat, words))]
      : [isAway(now) ? words.away : "", isOver(now) ? resultOf(now, words) : "", points(now, words), own, ...laid(now, words), ...(hand?.at_stake ?? []), asked ? choices(now, words) : turn(now, words)];
  sitting.say(sentences(told));
}

const sentences = (told: readonly string[]): string =>
  told
    .filter(Boolean)
    .map((one) => (/[.!?]$/.test(one) ? one : `${one}.`))
    .join(" ");

/** Answers who asks what can be said. */
export function tellChoices(sitting: Sitting, words: Texts["table"]): void {
  const hand = sitting.asked ? sitting.hand : null;
  const said = hand ? [...hand.choices.filter(({ kind }) => kind !== "card").map(inWords), ...hand.sizes.map(rangeInWords)] : [];
  sitting.answer(said.length > 0 ? [words.talk.now, ...said].join("\n") : words.talk.nothing);
}

const inWords = ({ code, words, stakes }: Choice): string => (words ? (stakes ? `${words} (${stakes})` : words) : code);

/** The smallest and the largest of many sizes. */
const rangeInWords = (sizes: Sizes): string => `${inWords(ofSize(sizes, sizes.first))} … ${inWords(ofSize(sizes, sizes.last))}`;

/** What may be done now, with what it brings. */
function choices(now: TableState, words: Texts["table"]): string {
  const { hand, table } = now;
  const told = (hand?.choices ?? []).map((choice) => {
    const [, deed, card] = /^(?:(tapada|descarta)-)?(\w+)$/.exec(choice.code) ?? [];
    if (choice.kind !== "card" || !card || /^\d+$/.test(card)) return inWords(choice);
    const name = cardName(card, table.french, language.texts.cards);
    return deed === "tapada" ? words.cover(name) : deed === "descarta" ? words.discard(name) : name;
  });
  const ranges = (hand?.sizes ?? []).map(rangeInWords);
  const said = `${ownWord(now, words)}: ${[...told, ...ranges].slice(0, MOST_TOLD).join(", ")}`;
  const answer = now.places.find(({ seat }) => seat === now.you.seat)?.answer ?? null;
  return answer === null ? said : `${said}; ${words.answerTime(Math.ceil(answer / 1000))}`;
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
  const result = isOver(now) ? resultOf(now, words) : "";
  const away = isAway(now) ? words.away : "";
  return sentences([away, result, points(now, words), opening(now, words), ...laid(now, words), ...(now.hand?.at_stake ?? []), turn(now, words)]);
}

/** Whether a bot plays for this page's seat. */
const isAway = ({ places, you }: TableState): boolean => places.some(({ seat, away }) => away && seat === you.seat);

const nameOf = (card: string | null, { table }: TableState): string => cardName(card, table.french, language.texts.cards);

function points(now: TableState, words: Texts["table"]): string {
  return now.score.names.map((side, index) => `${sideName(now, side, words)} ${now.score.points[index] ?? 0}`).join(", ");
}

/** The cards of the trick that is being played, or of the whole hand when it is over. */
function laid(now: TableState, words: Texts["table"]): string[] {
  const { hand } = now;
  const trick = hand?.tricks.length ?? 0;
  return (hand?.laid ?? [])
    .filter((one) => hand?.over || one.trick === trick)
    .map(({ seat, card }) => `${seatName(now, seat, words)}: ${nameOf(card, now)}`);
}

/** Whose word or whose cut it is. */
function turn(now: TableState, words: Texts["table"]): string {
  if (now.deal?.waits) return now.deal.cutter === now.you.seat ? words.youCut : words.cuts(seatName(now, now.deal.cutter, words));
  const speaks = (now.hand?.word ?? []).map((seat) => seatName(now, seat, words)).join(", ");
  return speaks && `${words.hasWord}: ${speaks}`;
}

/** Who deals, who is mano, what is turned, and one's own cards. */
function opening(now: TableState, words: Texts["table"]): string {
  const { hand } = now;
  if (!hand) return "";
  return sentences([
    language.texts.replay.handOf(hand.deal, hand.hand),
    hand.kind,
    hand.dealer === null ? "" : `${words.marks.dealer}: ${seatName(now, hand.dealer, words)}`,
    hand.seats[0] === undefined ? "" : `${words.marks.mano}: ${seatName(now, hand.seats[0], words)}`,
    hand.turned ? `${words.turned}: ${nameOf(hand.turned, now)}` : "",
    hand.cards.length > 0 ? `${words.yourCards}: ${hand.cards.map((card) => nameOf(card, now)).join(", ")}` : "",
    hand.points,
  ]);
}
