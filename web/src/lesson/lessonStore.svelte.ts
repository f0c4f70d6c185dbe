/** A lesson in play. The server has played every hand, so this only goes from one of its steps to the next. */

import type { LessonData, LessonDeal, LessonDecision, LessonStep, TableEvent } from "../server/schema";
import type { TableView } from "../server/socket";
import type { Announcement, Bubble, Glance } from "../table/state/tableStore.svelte";
import { finishedHands, noteFinished } from "./lessonProgress";

/** What the teacher says about the last move of the learner. */
export interface Feedback {
  readonly right: boolean;
  readonly text: string;
}

/** `intro`: the explanation before the hand. `over`: the last hand is finished. */
export type Stage = "intro" | "play" | "end" | "over";

export const STEP_TIME = 1400; // milliseconds before somebody else moves
const LEARNER = 1; // the learner's seat

export class LessonStore {
  lesson = $state.raw<LessonData>() as LessonData;
  /** The index of the hand. */
  hand = $state(0);
  stage = $state<Stage>("intro");
  #step = $state(0);
  feedback = $state.raw<Feedback | null>(null);
  bubbles = $state.raw<readonly Bubble[]>([]);
  readonly glances: readonly Glance[] = []; // lessons show señas in words
  announcements = $state.raw<readonly Announcement[]>([]);
  #number = 0;
  #praise = ""; // for the right move, said when everybody else has moved: it may tell what they played
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly ownSeat = LEARNER;
  readonly seatsChangedAt = 0;
  readonly deal = $derived(this.lesson.hands[this.hand] as LessonDeal);
  readonly step = $derived(this.deal.steps[this.#step] as LessonStep);
  readonly decision: LessonDecision | null = $derived(this.stage === "play" ? this.step.decision : null);
  /** Whether the order of the cards is not that of the hand before. */
  readonly hasNewOrder = $derived(this.deal.ranking.join() !== this.lesson.hands[this.hand - 1]?.ranking.join());
  readonly handKey = $derived(`lesson/${this.hand}`);
  readonly view: TableView = $derived({
    version: this.#step,
    table: this.deal.table,
    you: { seat: LEARNER, host: false, may_empty: [], reserved_seat: null, may_watch: true, sign_code: "" },
    seats: this.deal.seats,
    score: this.step.score,
    hand: this.step.hand,
    deal: null,
    previous_deal: null,
    next_draw: null,
  });
  /** The lines of the log since the last decision of the learner. */
  readonly news: readonly string[] = $derived(this.#linesSinceDecision());

  constructor(lesson: LessonData) {
    this.lesson = lesson;
    const finished = finishedHands(lesson.variant, lesson.hands.length);
    this.hand = finished === lesson.hands.length ? 0 : finished;
  }

  /** Show the same lesson in another language. */
  translate(lesson: LessonData): void {
    this.lesson = lesson;
    [this.feedback, this.#praise] = [null, ""];
  }

  /** Go to the explanation of a hand. */
  open(hand: number): void {
    this.stop();
    [this.hand, this.#step, this.stage, this.feedback, this.bubbles, this.#praise] = [hand, 0, "intro", null, [], ""];
  }

  /** Deal the cards of the hand. */
  start(): void {
    this.stage = "play";
    this.#show(0);
  }

  /** Make a move. Only the right one goes on. */
  move(code: string): void {
    const { decision } = this;
    if (decision === null) return;
    if (code !== decision.move) {
      this.feedback = { right: false, text: decision.replies[code] ?? decision.wrong };
      this.#announce(this.feedback.text);
      return;
    }
    [this.feedback, this.#praise] = [null, decision.good];
    this.#show(this.#step + 1);
  }

  /** Go on after a hand. */
  goOn(): void {
    if (this.hand + 1 < this.lesson.hands.length) this.open(this.hand + 1);
    else this.stage = "over";
  }

  /** Make no further move of the others. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #show(step: number): void {
    this.#step = step;
    for (const event of this.step.news) this.#present(event);
    if (this.step.decision !== null) {
      this.#givePraise();
      this.#announce(this.step.decision.ask);
      return;
    }
    const isSign = this.step.news.some(({ kind }) => kind === "sign"); // a glance is easily missed
    if (step + 1 < this.deal.steps.length) this.#timer = setTimeout(() => this.#show(step + 1), isSign ? 2 * STEP_TIME : STEP_TIME);
    else this.#finish();
  }

  #finish(): void {
    this.stage = "end";
    this.#givePraise();
    this.#announce(this.deal.end);
    noteFinished(this.lesson.variant, this.hand + 1, this.lesson.hands.length);
  }

  #present({ kind, seat, words, text }: TableEvent): void {
    if (kind === "move" && !words) this.bubbles = []; // a card is played, so the calls are settled
    if (text) this.#announce(text);
    if (seat !== null && words) this.bubbles = [...this.bubbles.filter((bubble) => bubble.seat !== seat), { number: this.#number, seat, words, chat: false }];
  }

  #givePraise(): void {
    if (!this.#praise) return;
    [this.feedback, this.#praise] = [{ right: true, text: this.#praise }, ""];
    this.#announce(this.feedback.text);
  }

  /** Let screen readers say a line. */
  #announce(text: string): void {
    this.#number += 1;
    this.announcements = [...this.announcements.slice(-20), { number: this.#number, text }];
  }

  #linesSinceDecision(): string[] {
    const before = this.deal.steps.findLastIndex(({ decision }, index) => decision !== null && index < this.#step);
    return this.deal.steps.slice(before + 1, this.#step + 1).flatMap(({ news }) => news.flatMap(({ text }) => (text ? [text] : [])));
  }
}
