/** What the page announces to screen readers when something happens at the table, and the sounds that it plays. */

import { cardName } from "../../cards/cards";
import { language } from "../../profile/language.svelte";
import type { MoveOption, TableEvent, BetSizes } from "../../server/schema";
import type { TableView } from "../../server/socket";
import { play } from "../../sound/play";
import type { Texts } from "../../texts/es";
import { choiceOfSize } from "../moves/offers";
import { matchResult, ownSide, seatName, sideName } from "../state/seatNames";
import type { TableStore } from "../state/tableStore.svelte";
import { ownTurnText } from "../state/turn";
import { peopleChanges } from "./peopleChanges";

type Words = Texts["table"];

const MAX_ANNOUNCED_MOVES = 12; // nobody listens to more

/** Announce what has changed between two views. The store announces the texts of the news itself. */
export function announceNews(
  store: TableStore,
  words: Words,
  news: readonly TableEvent[],
  before: TableView | null,
  now: TableView,
): void {
  playSound(news, before, now, store.mayMove);
  if (before) for (const change of peopleChanges(before, now, words)) store.announce(change);
  const hand = now.hand;
  if (hand && (before?.hand?.deal !== hand.deal || before.hand.hand !== hand.hand)) store.announce(handStart(now, words));
  if (store.checkForNewChoices() && !isReplaced(now)) store.announce(legalMoves(now, words));
  if (hand?.over && before?.hand?.over === false && hand.challenges.length > 0) {
    store.announce(`${words.talk.now} ${hand.challenges.map(moveText).join(", ")}`);
  }
  if (isOver(now) && before && !isOver(before)) store.announce(sentences([matchResult(now, words), points(now, words)]));
  if (waitsForCut(now) && !(before && waitsForCut(before))) store.announce(turn(now, words));
}

const isOver = ({ table }: TableView): boolean => table.phase === "over";

/** Return whether the table waits for the cut of a person. Bots cut at once. */
const waitsForCut = ({ deal, places }: TableView): boolean => deal?.waits === true && places[deal.cutter - 1]?.kind === "person";

/** Announce the state of the table in short, after loading or reconnecting. */
export function announceArrival(store: TableStore, words: Words, view: TableView): void {
  const mayMove = store.checkForNewChoices();
  const { hand, table } = view;
  const own = hand && hand.cards.length > 0 ? `${words.yourCards}: ${hand.cards.map((card) => nameOf(card, view)).join(", ")}` : "";
  const parts =
    table.phase === "gathering"
      ? [words.waitingRoom.title, ...view.places.filter(({ name }) => name).map(({ seat }) => seatName(view, seat, words))]
      : [
          isReplaced(view) ? words.away : "",
          isOver(view) ? matchResult(view, words) : "",
          points(view, words),
          own,
          ...cardsOnCloth(view, words),
          ...(hand?.at_stake ?? []),
          mayMove ? legalMoves(view, words) : turn(view, words),
        ];
  store.announce(sentences(parts));
}

const sentences = (parts: readonly string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");

/** Show what the player may say now. */
export function showChoices(store: TableStore, words: Words): void {
  const hand = store.mayMove ? store.hand : null;
  const lines = hand ? [...hand.choices.filter(({ kind }) => kind !== "card").map(moveText), ...hand.sizes.map(rangeText)] : [];
  store.showAnswer(lines.length > 0 ? [words.talk.now, ...lines].join("\n") : words.talk.nothing);
}

const moveText = ({ code, words, stakes }: MoveOption): string => (words ? (stakes ? `${words} (${stakes})` : words) : code);

/** Return the smallest and the largest bet of a range. */
const rangeText = (sizes: BetSizes): string => `${moveText(choiceOfSize(sizes, sizes.first))} … ${moveText(choiceOfSize(sizes, sizes.last))}`;

/** Return the legal moves with their stakes. */
function legalMoves(view: TableView, words: Words): string {
  const { hand, table } = view;
  const single = (hand?.choices ?? []).map((choice) => {
    const [, action, card] = /^(?:(tapada|descarta)-)?(\w+)$/.exec(choice.code) ?? [];
    if (choice.kind !== "card" || !card || /^\d+$/.test(card)) return moveText(choice);
    const name = cardName(card, table.french, language.texts.cards);
    return action === "tapada" ? words.cover(name) : action === "descarta" ? words.discard(name) : name;
  });
  const ranges = (hand?.sizes ?? []).map(rangeText);
  const text = `${ownTurnText(view, words)}: ${[...single, ...ranges].slice(0, MAX_ANNOUNCED_MOVES).join(", ")}`;
  const answerTime = view.places.find(({ seat }) => seat === view.you.seat)?.answer ?? null;
  return answerTime === null ? text : `${text}; ${words.answerTime(Math.ceil(answerTime / 1000))}`;
}

/** Play one sound, for the most important change. */
function playSound(news: readonly TableEvent[], before: TableView | null, now: TableView, mayMove: boolean): void {
  const own = ownSide(now);
  if (isOver(now) && !(before && isOver(before))) {
    play(own === undefined || now.score.winners.includes(own) ? "win" : "lose");
  } else if (now.hand && before?.hand?.deal !== now.hand.deal) play("shuffle");
  else if (news.some(({ words }) => words)) play("call");
  else if ((now.hand?.laid.length ?? 0) > (before?.hand?.laid.length ?? 0)) play("card");
  else if (mayMove && before?.hand?.choices.length === 0) play("turn");
}

/** Return the whole state of the table, for the shortcut R. */
export function describeTable(view: TableView, words: Words): string {
  const result = isOver(view) ? matchResult(view, words) : "";
  const replaced = isReplaced(view) ? words.away : "";
  return sentences([
    replaced,
    result,
    points(view, words),
    handStart(view, words),
    ...cardsOnCloth(view, words),
    ...(view.hand?.at_stake ?? []),
    turn(view, words),
  ]);
}

/** Return whether a bot plays for this page's seat. */
const isReplaced = ({ places, you }: TableView): boolean => places.some(({ seat, away }) => away && seat === you.seat);

const nameOf = (card: string | null, { table }: TableView): string => cardName(card, table.french, language.texts.cards);

function points(view: TableView, words: Words): string {
  return view.score.names.map((side, index) => `${sideName(view, side, words)} ${view.score.points[index] ?? 0}`).join(", ");
}

/** Return the cards of the current trick, or those of the whole hand when it is over. */
function cardsOnCloth(view: TableView, words: Words): string[] {
  const { hand } = view;
  const current = hand?.tricks.length ?? 0;
  return (hand?.laid ?? [])
    .filter(({ trick }) => hand?.over || trick === current)
    .map(({ seat, card }) => `${seatName(view, seat, words)}: ${nameOf(card, view)}`);
}

/** Return whose turn it is to cut or to move. */
function turn(view: TableView, words: Words): string {
  if (view.deal?.waits) return view.deal.cutter === view.you.seat ? words.youCut : words.cuts(seatName(view, view.deal.cutter, words));
  const names = (view.hand?.word ?? []).map((seat) => seatName(view, seat, words)).join(", ");
  return names && `${words.hasTurn}: ${names}`;
}

/** Return the dealer, the mano, the turned card and the player's cards. */
function handStart(view: TableView, words: Words): string {
  const { hand } = view;
  if (!hand) return "";
  return sentences([
    language.texts.replay.handOf(hand.deal, hand.hand),
    hand.kind,
    hand.dealer === null ? "" : `${words.marks.dealer}: ${seatName(view, hand.dealer, words)}`,
    hand.seats[0] === undefined ? "" : `${words.marks.mano}: ${seatName(view, hand.seats[0], words)}`,
    hand.turned ? `${words.turned}: ${nameOf(hand.turned, view)}` : "",
    hand.cards.length > 0 ? `${words.yourCards}: ${hand.cards.map((card) => nameOf(card, view)).join(", ")}` : "",
    hand.points,
  ]);
}
