/** What the page announces to screen readers when something happens at the table, and the sounds that it plays. */

import { cardName } from "../../cards/cards";
import { language } from "../../profile/language.svelte";
import type { BetSizes, HandInfo, MoveOption, OpenBet, TableEvent } from "../../server/schema";
import type { TableView } from "../../server/socket";
import { play } from "../../sound/play";
import { soundOf } from "../../sound/sounds";
import { speak } from "../../sound/speech";
import type { Texts } from "../../texts/es";
import { choiceOfSize } from "../moves/offers";
import { matchResult } from "../score/matchResult";
import { anyOf, ownSide, seatName, sideName } from "../state/seatNames";
import type { TableStore } from "../state/tableStore.svelte";
import { answerText, ownTurnText } from "../state/turn";
import { peopleChanges } from "./peopleChanges";

type TableTexts = Texts["table"];

const MAX_ANNOUNCED_MOVES = 12; // nobody listens to more

/** Announce what has changed between two views. The store announces the texts of the news itself. */
export function announceNews(
  store: TableStore,
  texts: TableTexts,
  news: readonly TableEvent[],
  before: TableView | null,
  now: TableView,
): void {
  playSound(news, before, now, store.mayMove);
  for (const { words } of news) if (words) speak(words, now.table.speech_locale);
  if (before) for (const change of peopleChanges(before, now, texts)) store.announce(change);
  const hand = now.hand;
  if (hand && (before?.hand?.deal !== hand.deal || before.hand.hand !== hand.hand)) store.announce(handStart(now, texts));
  if (hand?.open_bet && hand.open_bet.words !== before?.hand?.open_bet?.words) store.announce(openBetText(hand.open_bet, now, texts));
  if (store.checkForNewChoices() && !isReplaced(now)) store.announce(legalMoves(now, texts));
  if (hand?.over && before?.hand?.over === false && hand.challenges.length > 0) {
    store.announce(`${texts.talk.now} ${hand.challenges.map(moveText).join(", ")}`);
  }
  if (isOver(now) && before && !isOver(before)) store.announce(sentences([matchResult(now, texts), points(now, texts)]));
  if (waitsForCut(now) && !(before && waitsForCut(before))) store.announce(turn(now, texts));
}

/** Return the stakes of the bet that waits for an answer, and whose answer it is. */
/** Return a bet that waits for an answer, its points, and who answers. */
export function openBetText(bet: OpenBet, view: TableView, texts: TableTexts): string {
  return sentences([`${bet.words}: ${texts.openBet.stakes(bet.accepted, bet.refused)}`, answerText(view, texts)]);
}

const isOver = ({ table }: TableView): boolean => table.phase === "over";

/** Return whether the table waits for the cut of a person. Bots cut at once. */
const waitsForCut = ({ deal, seats }: TableView): boolean => deal?.awaits_cut === true && seats[deal.cutter - 1]?.kind === "person";

/** Announce the state of the table in short, after loading or reconnecting. */
export function announceArrival(store: TableStore, texts: TableTexts, view: TableView): void {
  const mayMove = store.checkForNewChoices();
  const { hand, table } = view;
  const own = hand && hand.cards.length > 0 ? `${texts.yourCards}: ${hand.cards.map((card) => nameOf(card, view)).join(", ")}` : "";
  const parts =
    table.phase === "gathering"
      ? [texts.waitingRoom.title, ...view.seats.filter(({ name }) => name).map(({ seat }) => seatName(view, seat, texts))]
      : [
          isReplaced(view) ? texts.away : "",
          isOver(view) ? matchResult(view, texts) : "",
          points(view, texts),
          own,
          ...cardsOnCloth(view, texts),
          ...(hand?.at_stake ?? []),
          mayMove ? legalMoves(view, texts) : turn(view, texts),
        ];
  store.announce(sentences(parts));
}

const sentences = (parts: readonly string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");

/** Show what the player may say now. */
export function showChoices(store: TableStore, texts: TableTexts): void {
  const hand = store.mayMove ? store.hand : null;
  const lines = hand
    ? [...hand.choices.filter(({ kind }) => kind !== "card").map(moveText), ...hand.bet_sizes.map(rangeText), ...silence(hand, texts)]
    : [];
  store.showAnswer(lines.length > 0 ? [texts.talk.now, ...lines].join("\n") : texts.talk.nothing);
}

const moveText = ({ code, words, stakes }: MoveOption): string => (words ? (stakes ? `${words} (${stakes})` : words) : code);

/** Return the words for leaving the answer to others, if the player may do so. */
const silence = (hand: HandInfo, texts: TableTexts): string[] => (hand.may_pass ? [`${texts.pass} (${texts.passStakes})`] : []);

/** Return the smallest and the largest bet of a range. */
const rangeText = (sizes: BetSizes): string => `${moveText(choiceOfSize(sizes, sizes.first))} … ${moveText(choiceOfSize(sizes, sizes.last))}`;

/** Return the legal moves with their stakes. */
function legalMoves(view: TableView, texts: TableTexts): string {
  const { hand, table } = view;
  const single = (hand?.choices ?? []).map((choice) => {
    const [, action, card] = /^(?:(tapada|descarta)-)?(\w+)$/.exec(choice.code) ?? [];
    if (choice.kind !== "card" || !card || /^\d+$/.test(card)) return moveText(choice);
    const name = cardName(card, table.french, language.texts.cards);
    return action === "tapada" ? texts.cover(name) : action === "descarta" ? texts.discard(name) : name;
  });
  const ranges = (hand?.bet_sizes ?? []).map(rangeText);
  const text = `${ownTurnText(view, texts)}: ${[...single, ...ranges].slice(0, MAX_ANNOUNCED_MOVES).concat(hand ? silence(hand, texts) : []).join(", ")}`;
  const answerTime = view.seats.find(({ seat }) => seat === view.you.seat)?.answer_time ?? null;
  return answerTime === null ? text : `${text}; ${texts.answerTime(Math.ceil(answerTime / 1000))}`;
}

/** Play one sound, for the most important change. */
function playSound(news: readonly TableEvent[], before: TableView | null, now: TableView, mayMove: boolean): void {
  const own = ownSide(now);
  const said = news.find(({ words }) => words);
  if (isOver(now) && !(before && isOver(before))) {
    play(own === undefined || now.score.winners.includes(own) ? "win" : "lose");
  } else if (now.hand && before?.hand?.deal !== now.hand.deal) play("shuffle");
  else if (said) play(soundOf(said));
  else if ((now.hand?.laid.length ?? 0) > (before?.hand?.laid.length ?? 0)) play("card");
  else if (mayMove && before?.hand?.choices.length === 0) play("turn");
}

/** Return the whole state of the table, for the shortcut R. */
export function describeTable(view: TableView, texts: TableTexts): string {
  const result = isOver(view) ? matchResult(view, texts) : "";
  const replaced = isReplaced(view) ? texts.away : "";
  return sentences([
    replaced,
    result,
    points(view, texts),
    handStart(view, texts),
    ...cardsOnCloth(view, texts),
    ...(view.hand?.at_stake ?? []),
    turn(view, texts),
  ]);
}

/** Return whether a bot plays for this page's seat. */
const isReplaced = ({ seats, you }: TableView): boolean => seats.some(({ seat, away }) => away && seat === you.seat);

const nameOf = (card: string | null, { table }: TableView): string => cardName(card, table.french, language.texts.cards);

function points(view: TableView, texts: TableTexts): string {
  return view.score.sides.map((side, index) => `${sideName(view, side, texts)} ${view.score.points[index] ?? 0}`).join(", ");
}

/** Return the cards of the current trick, or those of the whole hand when it is over. */
function cardsOnCloth(view: TableView, texts: TableTexts): string[] {
  const { hand } = view;
  const current = hand?.trick_winners.length ?? 0;
  return (hand?.laid ?? [])
    .filter(({ trick }) => hand?.over || trick === current)
    .map(({ seat, card }) => `${seatName(view, seat, texts)}: ${nameOf(card, view)}`);
}

/** Return whose turn it is to cut or to move. */
function turn(view: TableView, texts: TableTexts): string {
  if (view.deal?.awaits_cut) return view.deal.cutter === view.you.seat ? texts.youCut : texts.cuts(seatName(view, view.deal.cutter, texts));
  const names = anyOf(view, view.hand?.must_act ?? [], texts);
  return names && `${texts.hasTurn}: ${names}`;
}

/** Return the dealer, the mano, the turned card and the player's cards. */
function handStart(view: TableView, texts: TableTexts): string {
  const { hand } = view;
  if (!hand) return "";
  return sentences([
    language.texts.replay.handOf(hand.deal, hand.hand),
    hand.description,
    hand.dealer === null ? "" : `${texts.marks.dealer}: ${seatName(view, hand.dealer, texts)}`,
    hand.seat_order[0] === undefined ? "" : `${texts.marks.mano}: ${seatName(view, hand.seat_order[0], texts)}`,
    hand.turned ? `${texts.turned}: ${nameOf(hand.turned, view)}` : "",
    hand.cards.length > 0 ? `${texts.yourCards}: ${hand.cards.map((card) => nameOf(card, view)).join(", ")}` : "",
    hand.points_text,
  ]);
}
