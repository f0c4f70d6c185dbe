/** The line between a page and its table: it stays open, asks again where something was missed, and keeps what is seen. */

import type { LanguageCode } from "../profile/language.svelte";
import type { Chance, Chatted, Deal, Done, Hand, Happening, Place, Refused, Said, Score, Seen, Table, Told, You } from "./schema";

/** All that the page knows of its table. It is replaced and never changed, as are its parts. */
export interface TableState {
  readonly version: number;
  readonly table: Table;
  readonly you: You;
  readonly places: readonly Place[];
  readonly score: Score;
  readonly hand: Hand | null;
  readonly deal: Deal | null;
  /** The last deal whose seed is known. */
  readonly last: Deal | null;
  /** The next draw whose seed the server has not chosen: pages may still send a commitment for it. */
  readonly chance: Chance | null;
}

/** `waiting`: for the next attempt. `shut`: for good, since the server says that there is nothing here for this page. */
export type Connection = "connecting" | "open" | "waiting" | "offline" | "shut";

export interface Listener {
  /** The table has changed, or is seen for the first time; `whole` after a pause, when `news` may lack things. */
  seen(state: TableState, news: readonly Happening[], whole: boolean): void;
  chatted(line: Chatted): void;
  /** `reason` is the server's where it shut the line. */
  connection(now: Connection, reason: string): void;
}

/** Any message but its number, which the socket gives it. */
export type Unnumbered = Said extends infer One ? (One extends Said ? Omit<One, "id"> : never) : never;

/** A message was not carried out: the server says why. */
export class RefusedError extends Error {
  readonly code: Refused["code"];

  constructor(refused: Refused) {
    super(refused.reason);
    this.code = refused.code;
  }
}

/** The line broke before an answer came: whether the message was carried out is seen when the table is seen again. */
export class LostError extends Error {}

export interface Line {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

interface Waiting {
  resolve(done: Done): void;
  reject(error: Error): void;
}

const FIRST_PAUSE = 500; // milliseconds before the second attempt; each further pause is twice as long
const LONGEST_PAUSE = 4_000; // a server that was started again is soon found
const QUIET = 20_000; // after so long without a word the server is asked whether it is there
const AGAIN = 3_000; // until a greeting that was refused is said again
const PATIENCE = 8_000; // and after so long without an answer it is taken for lost
const UNPLUGGED = 2_000; // the same where the browser says that there is no network
const SHUT_FROM = 4400; // close codes from here to 4499 are the server's: no attempt will fare better
const SHUT_UNTIL = 4500;
const BUSY = 4429; // but a table with too many onlookers may have room later

export class TableSocket {
  #line: Line | null = null;
  #state: TableState | null = null;
  #heardAll = false; // nothing is believed before the whole table was seen
  #greetedIn: LanguageCode | null = null;
  #lastId = Date.now(); // larger than any number that an earlier page of the same guest has used
  #waiting = new Map<number, Waiting>();
  #pauses = 0;
  #attempt: ReturnType<typeof setTimeout> | undefined;
  #greeting: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(
    private readonly table: string,
    private lang: LanguageCode,
    private readonly listener: Listener,
    private readonly dial: (path: string) => Line = dialled,
    /** Who the page is may have been forgotten: a server that is there and takes no line is asked that. */
    private readonly meetAgain: () => Promise<unknown> = async () => undefined,
  ) {}

  start(): void {
    addEventListener("online", this.#online);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#shown);
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    removeEventListener("online", this.#online);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#shown);
    this.#drop();
  }

  /** Sends a message. Resolves when it is done and kept; rejects with a `RefusedError` or a `LostError`. */
  send(message: Unnumbered): Promise<Done> {
    return new Promise((resolve, reject) => {
      if (!this.#line || !this.#heardAll) {
        reject(new LostError("no connection"));
        return;
      }
      this.#waiting.set(this.#say(message), { resolve, reject });
    });
  }

  /** From now on the texts are wanted in another language. */
  speak(lang: LanguageCode): void {
    if (lang === this.lang) return;
    this.lang = lang;
    if (this.#line && this.#heardAll) this.#hello();
  }

  #say(message: Unnumbered): number {
    const id = Math.max(this.#lastId + 1, Date.now());
    this.#lastId = id;
    this.#line?.send(JSON.stringify({ ...message, id }));
    return id;
  }

  #hello(): void {
    this.#heardAll = false;
    this.#greetedIn = this.lang;
    this.#say({ type: "hello", lang: this.lang });
  }

  /** A greeting that was refused, for there were too many, is said again. */
  #helloLater(): void {
    clearTimeout(this.#greeting);
    this.#greeting = setTimeout(() => {
      if (this.#line && !this.#heardAll) this.#hello();
    }, AGAIN);
  }

  #connect(): void {
    clearTimeout(this.#attempt);
    if (this.#line || this.#stopped) return;
    // Without a network it is tried again and again, in silence: the server may be on this machine.
    if (navigator.onLine || this.#pauses === 0) this.listener.connection("connecting", "");
    const line = this.dial(`/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.#line = line;
    this.#listenFor(PATIENCE);
    let opened = false;
    line.onopen = () => {
      opened = true;
      this.#hello();
      this.#listenFor(PATIENCE);
    };
    line.onmessage = ({ data }) => {
      this.#listenFor(QUIET);
      this.#hear(JSON.parse(String(data)) as Told);
    };
    line.onclose = ({ code, reason }) => {
      if (this.#line !== line) return;
      this.#drop();
      if (!opened && this.#pauses > 0) void this.meetAgain().catch(() => undefined);
      if (code >= SHUT_FROM && code < SHUT_UNTIL && code !== BUSY) this.listener.connection("shut", reason);
      else this.#later();
    };
  }

  #hear(told: Told): void {
    switch (told.type) {
      case "seen":
        this.#see(told);
        break;
      case "done":
        this.#answered(told.id)?.resolve(told);
        break;
      case "refused":
        // A message that could not be read has no number: it can only be the last one.
        this.#answered(told.id || this.#lastId)?.reject(new RefusedError(told));
        if (!this.#heardAll) this.#helloLater();
        break;
      case "chatted":
        this.listener.chatted(told);
        break;
      case "closing":
        this.#drop();
        this.#later(told.seconds * 1000);
        break;
      case "pong":
        break;
    }
  }

  #see(seen: Seen): void {
    if (!seen.whole) {
      if (!this.#heardAll || !this.#state || seen.version < this.#state.version) return;
      if (seen.version > this.#state.version + 1) {
        this.#hello();
        return;
      }
    }
    const state = merged(seen.whole ? null : this.#state, seen);
    if (!state) return;
    this.#state = state;
    if (seen.whole) {
      this.#heardAll = true;
      this.#pauses = 0;
      this.listener.connection("open", "");
    }
    this.listener.seen(state, seen.news ?? [], seen.whole);
    if (seen.whole && this.#greetedIn !== this.lang) this.#hello(); // another was chosen meanwhile
  }

  #answered(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #later(pause = Math.min(FIRST_PAUSE * 2 ** this.#pauses, LONGEST_PAUSE)): void {
    if (this.#stopped) return;
    this.#pauses += 1;
    this.listener.connection(navigator.onLine ? "waiting" : "offline", "");
    // Not all at once where a server comes back to many pages.
    this.#attempt = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #drop(): void {
    clearTimeout(this.#attempt);
    clearTimeout(this.#quiet);
    clearTimeout(this.#greeting);
    const line = this.#line;
    this.#line = null;
    this.#heardAll = false;
    line?.close();
    for (const waiting of this.#waiting.values()) waiting.reject(new LostError("the connection broke"));
    this.#waiting.clear();
  }

  #listenFor(time: number): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      if (time === QUIET) {
        this.#say({ type: "ping" });
        this.#listenFor(PATIENCE);
      } else {
        this.#drop();
        this.#later();
      }
    }, time);
  }

  #online = (): void => {
    this.#pauses = 0;
    if (!this.#heardAll) this.#drop(); // an attempt of before may hang
    this.#connect();
  };

  /** That is told of the network; the server may be on this machine. */
  #offline = (): void => {
    if (!this.#line || !this.#heardAll) return;
    this.#say({ type: "ping" });
    this.#listenFor(UNPLUGGED);
  };

  /** A page that comes to the front again may have slept: it does not wait for the next attempt. */
  #shown = (): void => {
    if (document.visibilityState !== "visible") return;
    if (!this.#line) this.#connect();
    else if (this.#heardAll) {
      this.#say({ type: "ping" });
      this.#listenFor(PATIENCE);
    }
  };
}

/** What is known after a message; null where the first one does not hold all that is needed. */
function merged(old: TableState | null, seen: Seen): TableState | null {
  const table = seen.table ?? old?.table;
  const you = seen.you ?? old?.you;
  const places = seen.places ?? old?.places;
  const score = seen.score ?? old?.score;
  if (!table || !you || !places || !score) return null;
  return {
    version: seen.version,
    table,
    you,
    places,
    score,
    hand: seen.hand === undefined ? (old?.hand ?? null) : seen.hand,
    deal: seen.deal === undefined ? (old?.deal ?? null) : seen.deal,
    last: seen.last ?? (old && old.table.match === table.match ? old.last : null), // a rematch has deals of its own
    chance: seen.chance ?? old?.chance ?? null,
  };
}

function dialled(path: string): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}`) as Line;
}
