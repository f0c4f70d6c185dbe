/** Somebody at a table, playing or looking on: what is seen and heard there, and what the page says to it. */

import { keep, kept } from "../../profile/storage";
import type { LanguageCode } from "../../profile/language.svelte";
import type { Chatted, Choice, Deal, Done, Hand, Happening } from "../../server/schema";
import { LostError, RefusedError, TableSocket, type Connection, type Listener, type TableState, type Unnumbered } from "../../server/socket";
import { visitor } from "../../profile/profile.svelte";
import { FairPlay } from "../../fair-deals/fairDealClient";
import { judged, promised, type Promised } from "../../fair-deals/shownDeals";

/** What somebody said, above the seat for a while. */
export interface Bubble {
  readonly number: number;
  readonly seat: number;
  readonly words: string;
  readonly chat: boolean;
}

/** The lines of one hand in the log. */
export interface Chapter {
  readonly match: number;
  readonly deal: number;
  readonly hand: number;
  readonly kind: string;
  readonly news: readonly Happening[];
}

/** A hand that is over, as it was seen. */
export interface Finished {
  readonly key: string;
  readonly view: TableState;
  readonly hand: Hand;
  readonly news: readonly Happening[];
}

/** Something to be read aloud. */
export interface Spoken {
  readonly number: number;
  readonly text: string;
}

const BUBBLE_TIME = 4500; // milliseconds
const GREETING = 1000; // what is chatted so soon after the whole table was seen is old
const MOST_SPOKEN = 40; // more than one message ever tells: what goes before it was drawn would not be read
const READ = 4_000; // milliseconds that an answer is left to be read, whatever others do meanwhile
const ATTEMPTS = 3;
const MOST_CHAPTERS = 60;
const MOST_CHAT = 200;
const MOST_MUTED = 100;

export class Sitting implements Listener {
  state = $state.raw<TableState | null>(null);
  line = $state.raw<Connection>("connecting");
  shutReason = $state("");
  chapters = $state.raw<readonly Chapter[]>([]);
  bubbles = $state.raw<readonly Bubble[]>([]);
  chat = $state.raw<readonly Chatted[]>([]);
  unread = $state(0);
  spoken = $state.raw<readonly Spoken[]>([]);
  /** Why the last message was refused, until the next one is sent. */
  problem = $state("");
  #problemAt = 0;
  /** Whether that message was words for the table, which could be other ones. */
  misheard = $state(false);
  /** An answer in words. */
  told = $state("");
  /** Whether nobody is listened to. */
  deaf = $state(kept("chat") === "off");
  /** Who is not listened to, with the names they had. */
  muted = $state.raw<ReadonlyMap<string, string>>(keptMuted());
  /** Those of them who have said something here. */
  hushed = $state.raw<ReadonlySet<string>>(new Set());
  /** The last deal whose seed was revealed: the next one is sealed at once, and hides it. */
  revealed = $state.raw<Deal | null>(null);
  /** What was shown of that deal before it was cut. */
  promise = $state.raw<Promised | null>(null);
  /** Whether the server has changed something of a deal after it was shown. */
  broken = $state(false);
  /** The last hand that is over: it can be read although the next one has begun. */
  finished = $state.raw<Finished | null>(null);
  /** When the places were last seen: their clocks run from there. */
  seenAt = $state(0);

  #passed = $state(-1); // the version at which the word was left to others
  #looked = $state(""); // the finished hand that has been looked at
  #choices = ""; // what may be done, as it was last told
  #sending = $state(0);
  #greeted = 0;
  #left = false; // and has not seen the table since
  #number = 0;
  #socket: TableSocket;
  #fair: FairPlay;

  readonly hand = $derived(this.state?.hand ?? null);
  /** Which hand lies on the table: no other of any match here has the same. */
  readonly handKey = $derived(this.hand ? this.#key(this.hand) : "");
  readonly own = $derived(this.state?.you.seat ?? null);
  readonly busy = $derived(this.#sending > 0 || this.line !== "open");
  readonly chapter = $derived(this.chapters.at(-1) ?? null);
  readonly place = $derived(this.state?.places.find(({ seat }) => seat === this.own) ?? null);
  /** Whether something is asked of this seat, which has not left the word to others. */
  readonly asked = $derived(
    this.hand !== null && !this.hand.over && this.hand.choices.length > 0 && this.#passed !== this.state?.version,
  );
  readonly cuts = $derived(this.state?.deal?.waits === true && this.state.deal.cutter === this.own);
  /** A finished hand that has not been looked at. */
  readonly ended = $derived(this.hand?.over === true && this.#looked !== this.#key(this.hand));

  /** The next hand has begun before this page had looked at the one before. */
  readonly missed = $derived(
    this.finished !== null && this.hand?.over === false && this.#looked !== this.finished.key ? this.finished : null,
  );

  constructor(
    private readonly table: string,
    lang: LanguageCode,
    private readonly lostWords: () => string,
    private readonly arrived: (now: TableState) => void,
    private readonly heard: (news: readonly Happening[], before: TableState | null, now: TableState) => void,
  ) {
    this.#socket = new TableSocket(table, lang, this, undefined, () => visitor.load());
    // What was lost on the way is sent again when the table is seen again; what was refused came too late.
    this.#fair = new FairPlay(table, (part) => void this.#socket.send(part).catch(() => undefined));
  }

  start(): void {
    this.#socket.start();
  }

  stop(): void {
    this.#socket.stop();
  }

  speak(lang: LanguageCode): void {
    this.#socket.speak(lang);
  }

  // ------------------------------------------------------------------------------------------------------- hearing

  seen(state: TableState, news: readonly Happening[], whole: boolean): void {
    const before = this.state;
    if (state.version !== before?.version && performance.now() > this.#problemAt + READ) this.problem = "";
    this.state = state;
    if (state.places !== before?.places) this.seenAt = performance.now();
    this.#checkDeal(state, before, whole);
    this.#write(state, news, whole);
    if (state.hand?.over) this.finished = { key: this.#key(state.hand), view: state, hand: state.hand, news: this.chapter?.news ?? [] };
    if (whole) {
      this.#comeBack();
      this.#passed = -1; // a server that was started again does not know of it
      this.chat = []; // the server tells the last lines again
      this.unread = 0;
      this.#greeted = this.seenAt;
      this.arrived(state);
      return;
    }
    for (const happening of news) this.#hear(happening);
    this.heard(news, before, state);
  }

  /** Takes part in the next deal, and looks whether the last one is what was shown before its cut. */
  #checkDeal(state: TableState, before: TableState | null, whole: boolean): void {
    this.#fair.see(state, whole);
    if (state.table.match !== before?.table.match) this.revealed = null; // a rematch has deals of its own
    const shown = state.deal?.seed ? state.deal : state.last;
    if (shown?.seed && shown !== this.revealed) {
      this.revealed = shown;
      this.promise = promised(this.table, shown.match, shown.number);
      if (judged(this.table, shown, this.promise) === "broken") this.broken = true;
    }
    if (this.#fair.broken) this.broken = true;
  }

  chatted(line: Chatted): void {
    if (this.muted.has(line.who)) this.hushed = new Set(this.hushed).add(line.who);
    if (this.deaf || this.muted.has(line.who)) return;
    this.chat = [...this.chat, line].slice(-MOST_CHAT);
    if (performance.now() - this.#greeted < GREETING) return;
    this.unread += 1;
    this.say(`${line.name}: ${line.words}`);
    if (line.seat !== null) this.#bubble(line.seat, line.words, true);
  }

  /** Who returns to the table has the seat back from the bot; a page that nobody looks at does not return. */
  #comeBack(): void {
    const returns = this.#left && document.visibilityState === "visible";
    this.#left = false;
    if (returns && this.place?.away) void this.send({ type: "back" });
  }

  connection(now: Connection, reason: string): void {
    this.#left ||= now !== "open";
    this.line = now;
    this.shutReason = reason;
  }

  #write(state: TableState, news: readonly Happening[], whole: boolean): void {
    const hand = state.hand;
    if (!hand) {
      if (whole) this.chapters = [];
      this.#settle();
      return;
    }
    const last = this.chapters.at(-1);
    const match = state.table.match;
    const same = last?.match === match && last.deal === hand.deal && last.hand === hand.hand;
    if (!same) this.#settle();
    const older = same ? this.chapters.slice(0, -1) : this.chapters;
    const heard = same && !whole ? [...last.news, ...news] : news;
    this.chapters = [...older, { match, deal: hand.deal, hand: hand.hand, kind: hand.kind, news: heard }].slice(-MOST_CHAPTERS);
  }

  /** What was said in the hand before is no longer in the air. */
  #settle(): void {
    this.bubbles = this.bubbles.filter(({ chat }) => chat);
  }

  #hear(happening: Happening): void {
    if (happening.text) this.say(happening.text);
    if (happening.seat !== null && happening.words) this.#bubble(happening.seat, happening.words, false);
  }

  #bubble(seat: number, words: string, chat: boolean): void {
    const bubble = { number: (this.#number += 1), seat, words, chat };
    this.bubbles = [...this.bubbles.filter((other) => other.seat !== seat), bubble];
    setTimeout(() => {
      this.bubbles = this.bubbles.filter((other) => other !== bubble);
    }, BUBBLE_TIME);
  }

  /** Whether what may be done is something else than when this was last asked. */
  choicesAreNew(): boolean {
    const now = this.asked ? `${this.handKey} ${this.hand?.choices.map(({ code }) => code).join(" ")} ${this.hand?.sizes.map(({ name, last }) => `${name}-${last}`).join(" ")}` : "";
    const before = this.#choices;
    this.#choices = now;
    return now !== "" && now !== before;
  }

  /** Have something read aloud. */
  say(text: string): void {
    this.spoken = [...this.spoken, { number: (this.#number += 1), text }].slice(-MOST_SPOKEN);
  }

  // ------------------------------------------------------------------------------------------------------- speaking

  /** Whether it was carried out; if not, `problem` says why. */
  async send(message: Unnumbered): Promise<Done | null> {
    this.problem = "";
    this.misheard = false;
    this.told = "";
    this.#sending += 1;
    try {
      const done = await this.#socket.send(message);
      this.told = done.told ?? "";
      return done;
    } catch (error) {
      this.#problemAt = performance.now();
      if (error instanceof RefusedError) this.problem = error.message;
      else if (error instanceof LostError) this.problem = this.lostWords();
      else throw error;
      return null;
    } finally {
      this.#sending -= 1;
    }
  }

  /** For a button that is pressed although an answer is still awaited: were it disabled, it would lose the keyboard. */
  ask(message: Unnumbered): void {
    if (!this.busy) void this.send(message);
  }

  /** An answer that the page gives itself. */
  answer(words: string): void {
    this.problem = "";
    this.told = words;
  }

  get #version(): number {
    return this.state?.version ?? 0;
  }

  move({ code }: Pick<Choice, "code">): void {
    if (this.busy) return;
    if (this.missed) this.letGo(); // who plays has read enough
    void this.send({ type: "move", version: this.#version, move: code });
  }

  async talk(words: string): Promise<Done | null> {
    const done = await this.send({ type: "talk", version: this.#version, words });
    this.misheard = done === null;
    return done;
  }

  async pass(): Promise<void> {
    const version = this.#version;
    if (!(await this.send({ type: "pass", version }))) return;
    this.#passed = version;
    this.#choices = ""; // who is asked again is told again
  }

  async sit(seat: number): Promise<void> {
    if (this.busy) return;
    await this.send({ type: "sit", seat });
    this.told = ""; // the table shows whether it is at once or with the next deal
  }

  async cut(cards: number): Promise<void> {
    if (!this.busy) await this.send({ type: "cut", version: this.#version, cards });
  }

  /** The finished hand has been looked at; the others need not wait for this page. */
  async goOn(): Promise<void> {
    const hand = this.handKey;
    this.#looked = hand;
    if (this.own === null) return;
    // Where something else happened on the way there, it is said again: otherwise the others would wait in vain.
    for (let attempt = 0; attempt < ATTEMPTS && this.handKey === hand && this.hand?.over; attempt += 1) {
      const version = this.#version;
      if ((await this.send({ type: "go-on", version })) || this.#version === version) return;
    }
  }

  /** What was missed has been looked at, or need not be. */
  letGo(): void {
    if (this.finished) this.#looked = this.finished.key;
  }

  /** Look at the finished hand once more. */
  lookAgain(): void {
    this.#looked = "";
  }

  hearNobody(deaf: boolean): void {
    keep("chat", deaf ? "off" : "on");
    this.deaf = deaf;
    if (!deaf) return;
    this.chat = [];
    this.bubbles = this.bubbles.filter(({ chat }) => !chat);
  }

  mute(who: string, name: string, quiet: boolean): void {
    const muted = new Map(this.muted);
    if (quiet) muted.set(who, name);
    else muted.delete(who);
    this.muted = muted;
    this.hushed = new Set(this.hushed).add(who);
    keep("muted", JSON.stringify([...muted].slice(-MOST_MUTED)));
    if (!quiet) return;
    const seats = this.state?.places.filter((place) => place.who === who).map(({ seat }) => seat) ?? [];
    this.chat = this.chat.filter((line) => line.who !== who);
    this.bubbles = this.bubbles.filter((bubble) => !bubble.chat || !seats.includes(bubble.seat));
  }

  #key(hand: { readonly deal: number; readonly hand: number }): string {
    return `${this.state?.table.match}/${hand.deal}/${hand.hand}`;
  }
}

function keptMuted(): Map<string, string> {
  try {
    return new Map(JSON.parse(kept("muted") ?? "[]") as [string, string][]);
  } catch {
    return new Map(); // somebody else wrote that
  }
}
