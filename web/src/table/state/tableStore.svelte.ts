/** The state of a table on this page, and the messages of the page to the table. The visitor plays or watches. */

import { prefersReducedMotion } from "svelte/motion";

import { FairDealClient } from "../../fair-deals/fairDealClient";
import { judgeDeal, shownBeforeCut, type ShownDeal } from "../../fair-deals/shownDeals";
import type { LanguageCode } from "../../profile/language.svelte";
import { SPEECH_PAUSE } from "../../pace/pace";
import { profile } from "../../profile/profile.svelte";
import type { ChatLine, MoveOption, DealInfo, Done, HandInfo, ScoreInfo, TableEvent } from "../../server/schema";
import { LostError, RefusedError, TableSocket, type ConnectionStatus, type OutgoingMessage, type TableListener, type TableView } from "../../server/socket";
import { Breath } from "./breath";
import { TableChat } from "./chat.svelte";
import { extendedLog, type HandLog } from "./handLog";

/** Words shown for a while beside the seat of the guest or bot that said or wrote them. */
export interface Bubble {
  readonly number: number;
  readonly seat: number;
  readonly words: string;
  readonly chat: boolean;
}

/** A seña that is shown for as long as a glance. */
export interface Glance {
  readonly number: number;
  readonly seat: number;
  /** The name of its picture. */
  readonly gesture: string;
  /** Its meaning, or how it is made if this seat does not know the meaning. */
  readonly words: string;
}

/** Points that a side has just won. */
export interface WonPoints {
  readonly number: number;
  readonly side: string;
  readonly points: number;
}

/** A finished hand, with the view at its end. */
export interface FinishedHand {
  readonly key: string;
  readonly view: TableView;
  readonly hand: HandInfo;
  readonly news: readonly TableEvent[];
}

/** A text for screen readers. */
export interface Announcement {
  readonly number: number;
  readonly text: string;
}

/** The functions of the page that the store calls. */
export interface TableCallbacks {
  /** The text that explains a lost connection. */
  lostText(): string;
  /** The page has received the whole table, for the first time or after a pause. */
  onLoad(view: TableView): void;
  onNews(news: readonly TableEvent[], before: TableView | null, now: TableView): void;
}

const BUBBLE_TIME = 4500; // milliseconds
const GLANCE_TIME = 2600; // milliseconds
const WON_POINTS_TIME = 2400; // milliseconds
const OLD_CHAT_TIME = 1000; // milliseconds after loading in which the server sends earlier lines again
const MAX_ANNOUNCEMENTS = 40; // no message of the server contains more
const REFUSAL_TIME = 4_000; // milliseconds for which a refusal stays, even if others act
const GO_ON_ATTEMPTS = 3;
const TALK_REFUSALS: ReadonlySet<RefusedError["code"]> = new Set(["unclear", "no-call", "illegal", "late"]); // of words, not of the page

export class TableStore implements TableListener {
  view = $state.raw<TableView | null>(null);
  connection = $state.raw<ConnectionStatus>("connecting");
  /** Why the server has shut the connection. */
  shutReason = $state("");
  readonly chat = new TableChat();
  log = $state.raw<readonly HandLog[]>([]);
  bubbles = $state.raw<readonly Bubble[]>([]);
  glances = $state.raw<readonly Glance[]>([]);
  wonPoints = $state.raw<readonly WonPoints[]>([]);
  /** The score without the points of words that are not shown yet. */
  shownScore = $state.raw<ScoreInfo | null>(null);
  announcements = $state.raw<readonly Announcement[]>([]);
  /** Why the server refused the last message, until the next one is sent. */
  refusal = $state("");
  #refusedAt = 0;
  /** The text of the server's answer to the last message, for example a hint. */
  answer = $state("");
  /** The last deal whose seed was revealed. The deal of `view` is already the next one, whose seed is sealed. */
  revealedDeal = $state.raw<DealInfo | null>(null);
  /** What the server showed of that deal before the cut. */
  shownDeal = $state.raw<ShownDeal | null>(null);
  /** Whether the server has changed a deal after showing it. */
  dealTampered = $state(false);
  /** The last finished hand. It can be read after the next one has begun. */
  lastHand = $state.raw<FinishedHand | null>(null);
  /** When the seats last changed. Their clocks count from then. */
  seatsChangedAt = $state(0);

  #passedAtVersion = $state(-1);
  #dismissedHand = $state(""); // the key of the finished hand that the visitor has closed
  #announcedChoices = "";
  #pendingMessages = $state(0);
  #loadedAt = 0;
  #wasDisconnected = false; // since the last whole view
  #number = 0;
  readonly #breath = new Breath(() => (prefersReducedMotion.current ? 0 : SPEECH_PAUSE[this.view?.table.speed ?? "normal"]));
  readonly #socket: TableSocket;
  readonly #fairDeals: FairDealClient;

  readonly hand = $derived(this.view?.hand ?? null);
  /** Identifies the hand on the table among all hands of this table. */
  readonly handKey = $derived(this.hand ? this.#keyOf(this.hand) : "");
  readonly ownSeat = $derived(this.view?.you.seat ?? null);
  readonly ownSeatInfo = $derived(this.view?.seats.find(({ seat }) => seat === this.ownSeat) ?? null);
  readonly busy = $derived(this.#pendingMessages > 0 || this.connection !== "open");
  readonly handLog = $derived(this.log.at(-1) ?? null);
  /** Whether the own seat has moves and has not passed. */
  readonly mayMove = $derived(
    this.hand !== null && !this.hand.over && this.hand.choices.length > 0 && this.#passedAtVersion !== this.view?.version,
  );
  readonly mustCut = $derived(this.view?.deal?.awaits_cut === true && this.view.deal.cutter === this.ownSeat);
  /** Whether the hand is over and the visitor has not closed its summary. */
  readonly showsHandEnd = $derived(this.hand?.over === true && this.#dismissedHand !== this.#keyOf(this.hand));
  /** Whether the hand is new to the visitor: it is in its first trick, and the visitor has laid no card in it. */
  readonly #isNewHand = $derived(
    this.hand?.over === false && this.hand.trick_winners.length === 0 && !this.hand.laid.some(({ seat }) => seat === this.ownSeat),
  );
  /** The last hand, if the next one began before the visitor had closed its summary, until the visitor acts in the next one. */
  readonly missedHand = $derived(
    this.lastHand !== null && this.#isNewHand && this.#dismissedHand !== this.lastHand.key ? this.lastHand : null,
  );

  constructor(
    private readonly table: string,
    language: LanguageCode,
    private readonly callbacks: TableCallbacks,
  ) {
    this.#socket = new TableSocket(table, language, this, undefined, () => profile.load());
    // A lost message is sent again after reconnecting. A refused one came too late.
    this.#fairDeals = new FairDealClient(table, (message) => void this.#socket.send(message).catch(() => undefined));
  }

  start(): void {
    this.#socket.start();
  }

  stop(): void {
    this.#socket.stop();
  }

  setLanguage(language: LanguageCode): void {
    this.#socket.setLanguage(language);
  }

  // ----------------------------------------------------------------------------------------- messages from the server

  onView(view: TableView, news: readonly TableEvent[], whole: boolean): void {
    const before = this.view;
    if (view.version !== before?.version && performance.now() > this.#refusedAt + REFUSAL_TIME) this.refusal = "";
    this.view = view;
    if (view.seats !== before?.seats) this.seatsChangedAt = performance.now();
    this.#checkDeal(view, before, whole);
    this.#updateLog(view, news, whole);
    if (view.hand?.over) this.lastHand = { key: this.#keyOf(view.hand), view, hand: view.hand, news: this.handLog?.news ?? [] };
    if (whole) {
      this.#takeSeatBack();
      this.#passedAtVersion = -1; // a restarted server has forgotten the pass
      this.chat.clear(); // the server sends the last lines again
      this.#loadedAt = this.seatsChangedAt;
      this.#breath.end();
      this.shownScore = view.score;
      this.callbacks.onLoad(view);
      return;
    }
    for (const event of news) this.#present(event);
    this.#breath.add(() => (this.shownScore = view.score), false);
    this.callbacks.onNews(news, before, view);
  }

  /** Take part in the next deal, and compare the last one with what the server showed before its cut. */
  #checkDeal(view: TableView, before: TableView | null, whole: boolean): void {
    this.#fairDeals.update(view, whole);
    if (view.table.match !== before?.table.match) this.revealedDeal = null; // a rematch has deals of its own
    const revealed = view.deal?.seed ? view.deal : view.previous_deal;
    if (revealed?.seed && revealed !== this.revealedDeal) {
      this.revealedDeal = revealed;
      this.shownDeal = shownBeforeCut(this.table, revealed.match, revealed.number);
      if (judgeDeal(this.table, revealed, this.shownDeal) === "broken") this.dealTampered = true;
    }
    if (this.#fairDeals.tampered) this.dealTampered = true;
  }

  #updateLog(view: TableView, news: readonly TableEvent[], whole: boolean): void {
    const before = this.handLog;
    this.log = extendedLog(this.log, view, news, whole);
    const now = this.handLog;
    const isSameHand = view.hand !== null && before?.match === now?.match && before?.deal === now?.deal && before?.hand === now?.hand;
    if (isSameHand) return;
    this.#breath.end();
    this.bubbles = this.bubbles.filter(({ chat }) => chat); // the calls of an earlier hand
  }

  onChat(line: ChatLine): void {
    if (!this.chat.add(line) || performance.now() - this.#loadedAt < OLD_CHAT_TIME) return;
    if (line.seat === null || line.seat !== this.ownSeat) this.chat.unread += 1;
    this.announce(`${line.name}: ${line.words}`);
    if (line.seat !== null) this.#showBubble(line.seat, line.words, true);
  }

  /** Take the seat back from the bot after a lost connection, if the page is visible. */
  #takeSeatBack(): void {
    const returns = this.#wasDisconnected && document.visibilityState === "visible";
    this.#wasDisconnected = false;
    if (returns && this.ownSeatInfo?.away) void this.send({ type: "return-to-seat" });
  }

  onConnection(status: ConnectionStatus, reason: string): void {
    this.#wasDisconnected ||= status !== "open";
    this.connection = status;
    this.shutReason = reason;
  }

  #present(event: TableEvent): void {
    if (event.text) this.announce(event.meaning ? `${event.text}: ${event.meaning}` : event.text);
    const { kind, seat, side, words } = event;
    const points = event.points ?? 0;
    if (seat !== null && words) this.#breath.add(() => this.#showBubble(seat, words, false), true);
    if (kind === "award" && side !== null && points > 0) this.#breath.add(() => this.#showWonPoints(side, points), false);
    if (seat !== null && event.gesture) this.#showGlance(seat, event.gesture, event.meaning || event.text);
  }

  #showWonPoints(side: string, points: number): void {
    const won = { number: (this.#number += 1), side, points };
    this.wonPoints = [...this.wonPoints, won];
    setTimeout(() => {
      this.wonPoints = this.wonPoints.filter((other) => other !== won);
    }, WON_POINTS_TIME);
  }

  #showGlance(seat: number, gesture: string, words: string): void {
    const glance = { number: (this.#number += 1), seat, gesture, words };
    this.glances = [...this.glances.filter((other) => other.seat !== seat), glance];
    setTimeout(() => {
      this.glances = this.glances.filter((other) => other !== glance);
    }, GLANCE_TIME);
  }

  #showBubble(seat: number, words: string, chat: boolean): void {
    const bubble = { number: (this.#number += 1), seat, words, chat };
    this.bubbles = [...this.bubbles.filter((other) => other.seat !== seat), bubble];
    setTimeout(() => {
      this.bubbles = this.bubbles.filter((other) => other !== bubble);
    }, BUBBLE_TIME);
  }

  // --------------------------------------------------------------------------------------------------- announcements

  /** Return whether the legal moves have changed since the last call. */
  checkForNewChoices(): boolean {
    const codes = this.hand?.choices.map(({ code }) => code).join(" ");
    const sizes = this.hand?.bet_sizes.map(({ name, last }) => `${name}-${last}`).join(" ");
    const now = this.mayMove ? `${this.handKey} ${codes} ${sizes}` : "";
    const before = this.#announcedChoices;
    this.#announcedChoices = now;
    return now !== "" && now !== before;
  }

  /** Let screen readers read a text. */
  announce(text: string): void {
    this.announcements = [...this.announcements, { number: (this.#number += 1), text }].slice(-MAX_ANNOUNCEMENTS);
  }

  /** Show a text of the page as if it were an answer of the server. */
  showAnswer(text: string): void {
    this.refusal = "";
    this.answer = text;
  }

  // ------------------------------------------------------------------------------------------- messages to the server

  /** Send a message. Return null if it failed; `refusal` says why, unless `takes` returns true for it. */
  async send(message: OutgoingMessage, takes?: (refused: RefusedError) => boolean): Promise<Done | null> {
    this.refusal = "";
    this.answer = "";
    this.#pendingMessages += 1;
    try {
      const done = await this.#socket.send(message);
      this.answer = done.text ?? "";
      return done;
    } catch (error) {
      if (error instanceof RefusedError && takes?.(error)) return null;
      this.#refusedAt = performance.now();
      if (error instanceof RefusedError) this.refusal = error.message;
      else if (error instanceof LostError) this.refusal = this.callbacks.lostText();
      else throw error;
      return null;
    } finally {
      this.#pendingMessages -= 1;
    }
  }

  /** Send a message unless an answer is pending. For buttons that stay enabled meanwhile, so that they keep the focus. */
  sendUnlessBusy(message: OutgoingMessage): void {
    if (!this.busy) void this.send(message);
  }

  get #version(): number {
    return this.view?.version ?? 0;
  }

  move({ code }: Pick<MoveOption, "code">): void {
    if (this.busy) return;
    if (this.missedHand) this.dismissLastHand();
    void this.send({ type: "move", version: this.#version, move: code });
  }

  /** Say words that may be a call. Return null if it failed; `refusal` says why. A refusal of the words is returned. */
  async talk(words: string, meaning: string, confirms: boolean): Promise<Done | RefusedError | null> {
    let refused: RefusedError | null = null;
    const takes = (error: RefusedError): boolean => {
      refused = error;
      return TALK_REFUSALS.has(error.code);
    };
    const done = await this.send({ type: "talk", version: this.#version, words, meaning, confirms }, takes);
    if (done && this.missedHand) this.dismissLastHand();
    return done ?? (this.refusal ? null : refused);
  }

  /** Write in the chat. Return whether it was sent. */
  async write(words: string): Promise<boolean> {
    return (await this.send({ type: "chat", words })) !== null;
  }

  async pass(): Promise<void> {
    const version = this.#version;
    if (!(await this.send({ type: "pass", version }))) return;
    if (this.missedHand) this.dismissLastHand();
    this.#passedAtVersion = version;
    this.#announcedChoices = ""; // announce the moves again when it is the player's turn again
  }

  async sit(seat: number): Promise<void> {
    if (this.busy) return;
    await this.send({ type: "sit", seat });
    this.answer = ""; // the table shows whether the seat is free at once or with the next deal
  }

  async cut(cards: number): Promise<void> {
    if (!this.busy) await this.send({ type: "cut", version: this.#version, cards });
  }

  // ---------------------------------------------------------------------------------------------- the end of the hand

  /** Close the summary of the finished hand, and tell the server that this player is ready for the next one. */
  async goOn(): Promise<void> {
    const hand = this.handKey;
    this.#dismissedHand = hand;
    if (this.ownSeat === null) return;
    // If another event comes first, the server refuses the message. Send it again, so that the others do not wait.
    for (let attempt = 0; attempt < GO_ON_ATTEMPTS && this.handKey === hand && this.hand?.over; attempt += 1) {
      const version = this.#version;
      if ((await this.send({ type: "next-hand", version })) || this.#version === version) return;
    }
  }

  /** Do not offer the last hand any more. */
  dismissLastHand(): void {
    if (this.lastHand) this.#dismissedHand = this.lastHand.key;
  }

  // ------------------------------------------------------------------------------------------------------------- chat

  muteAll(on: boolean): void {
    this.chat.muteAll(on);
    if (on) this.bubbles = this.bubbles.filter(({ chat }) => !chat);
  }

  mute(alias: string, name: string, on: boolean): void {
    this.chat.mute(alias, name, on);
    if (!on) return;
    const seats = this.view?.seats.filter((seatInfo) => seatInfo.alias === alias).map(({ seat }) => seat) ?? [];
    this.bubbles = this.bubbles.filter((bubble) => !bubble.chat || !seats.includes(bubble.seat));
  }

  #keyOf(hand: { readonly deal: number; readonly hand: number }): string {
    return `${this.view?.table.match}/${hand.deal}/${hand.hand}`;
  }
}
