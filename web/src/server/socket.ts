/** The connection of a page to its table. It reconnects, asks for the whole table when an update is missing, and keeps
 * the view of the table. */

import type { LanguageCode } from "../profile/language.svelte";
import { PROTOCOL } from "./schema";
import type { DrawId, ChatLine, DealInfo, Done, HandInfo, TableEvent, SeatInfo, Refused, PageMessage, ScoreInfo, TableUpdate, TableInfo, TalkChoice, ServerMessage, You } from "./schema";

/** Everything that the page knows of its table. Updates replace it and its parts; nothing changes it in place. */
export interface TableView {
  readonly version: number;
  readonly table: TableInfo;
  readonly you: You;
  readonly seats: readonly SeatInfo[];
  readonly score: ScoreInfo;
  readonly hand: HandInfo | null;
  readonly deal: DealInfo | null;
  /** The previous draw, with its seed once the server reveals it. */
  readonly previous_deal: DealInfo | null;
  /** The next draw whose seed the server has not chosen: pages may still send a commitment for it. */
  readonly next_draw: DrawId | null;
}

/** `waiting`: until the next attempt. `shut`: for good, because the server has refused this page. */
export type ConnectionStatus = "connecting" | "open" | "waiting" | "offline" | "shut";

export interface TableListener {
  /** The table has changed. `whole` is set in the answer to a hello. Then `news` contains all events of the current hand,
   * and none of earlier hands. */
  onView(view: TableView, news: readonly TableEvent[], whole: boolean): void;
  onChat(line: ChatLine): void;
  /** `reason` is the text of the server if it has shut the connection. */
  onConnection(status: ConnectionStatus, reason: string): void;
}

/** A message without its number, which the socket adds. */
export type OutgoingMessage = PageMessage extends infer Message ? (Message extends PageMessage ? Omit<Message, "id"> : never) : never;

/** The server refused a message. The text says why. */
export class RefusedError extends Error {
  readonly code: Refused["code"];
  readonly choices: readonly TalkChoice[];

  constructor(refused: Refused) {
    super(refused.reason);
    this.code = refused.code;
    this.choices = refused.choices ?? [];
  }
}

/** The connection broke before the answer. The next view shows whether the message had an effect. */
export class LostError extends Error {}

/** The part of `WebSocket` that is used here. Tests replace it. */
export interface WebSocketLike {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

interface PendingRequest {
  resolve(done: Done): void;
  reject(error: Error): void;
}

// Times in milliseconds.
const FIRST_PAUSE = 500; // before the second attempt; each further pause is twice as long
const LONGEST_PAUSE = 4_000;
const PING_AFTER = 20_000; // without a message from the server
const ANSWER_TIMEOUT = 8_000; // after which the connection counts as lost
const OFFLINE_TIMEOUT = 2_000; // the same if the browser reports that there is no network
const HELLO_RETRY = 3_000; // after a refused hello

// Close codes from 4400 to 4499 mean that reconnecting is useless, except after BUSY.
const FIRST_FINAL_CODE = 4400;
const LAST_FINAL_CODE = 4499;
const BUSY = 4429; // too many pages of this address or at this table; there may be room later

export class TableSocket {
  #socket: WebSocketLike | null = null;
  #view: TableView | null = null;
  #loaded = false; // whether this connection has received the whole table; updates before that are ignored
  #requestedLanguage: LanguageCode | null = null;
  #lastId = Date.now(); // larger than any number of an earlier page of the same guest
  #pending = new Map<number, PendingRequest>();
  #failedAttempts = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #helloTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(
    private readonly table: string,
    private language: LanguageCode,
    private readonly listener: TableListener,
    private readonly connectTo: (path: string) => WebSocketLike = openWebSocket,
    /** Load the guest again. A server that refuses connections may have forgotten the guest. */
    private readonly reloadGuest: () => Promise<unknown> = async () => undefined,
  ) {}

  start(): void {
    addEventListener("online", this.#onOnline);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#onVisibilityChange);
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    removeEventListener("online", this.#onOnline);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#onVisibilityChange);
    this.#disconnect();
  }

  /** Send a message. Resolves when it is carried out and stored; rejects with a `RefusedError` or a `LostError`. */
  send(message: OutgoingMessage): Promise<Done> {
    return new Promise((resolve, reject) => {
      if (!this.#socket || !this.#loaded) {
        reject(new LostError("no connection"));
        return;
      }
      this.#pending.set(this.#transmit(message), { resolve, reject });
    });
  }

  /** Ask for the texts of the server in another language. */
  setLanguage(language: LanguageCode): void {
    if (language === this.language) return;
    this.language = language;
    if (this.#socket && this.#loaded) this.#sendHello();
  }

  #transmit(message: OutgoingMessage): number {
    const id = Math.max(this.#lastId + 1, Date.now());
    this.#lastId = id;
    this.#socket?.send(JSON.stringify({ ...message, id }));
    return id;
  }

  #sendHello(): void {
    this.#loaded = false;
    this.#requestedLanguage = this.language;
    this.#transmit({ type: "hello", protocol: PROTOCOL, lang: this.language });
  }

  /** Repeat a hello that was refused because there were too many. */
  #retryHello(): void {
    clearTimeout(this.#helloTimer);
    this.#helloTimer = setTimeout(() => {
      if (this.#socket && !this.#loaded) this.#sendHello();
    }, HELLO_RETRY);
  }

  #connect(): void {
    clearTimeout(this.#reconnectTimer);
    if (this.#socket || this.#stopped) return;
    // Also try without a network, because the server may be on this machine. Report only the first such attempt.
    if (navigator.onLine || this.#failedAttempts === 0) this.listener.onConnection("connecting", "");
    const socket = this.connectTo(`/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.#socket = socket;
    this.#expectMessage(ANSWER_TIMEOUT);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#sendHello();
      this.#expectMessage(ANSWER_TIMEOUT);
    };
    socket.onmessage = ({ data }) => {
      this.#expectMessage(PING_AFTER);
      this.#receive(JSON.parse(String(data)) as ServerMessage);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket !== socket) return;
      this.#disconnect();
      if (!opened && this.#failedAttempts > 0) void this.reloadGuest().catch(() => undefined);
      const isFinal = code >= FIRST_FINAL_CODE && code <= LAST_FINAL_CODE && code !== BUSY;
      if (isFinal) this.listener.onConnection("shut", reason);
      else this.#reconnectLater();
    };
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "update":
        this.#applyUpdate(message);
        break;
      case "done":
        this.#takePending(message.id)?.resolve(message);
        break;
      case "refused":
        // The answer to an unreadable message has no number. It can only be the last one.
        this.#takePending(message.id || this.#lastId)?.reject(new RefusedError(message));
        if (!this.#loaded) this.#retryHello();
        break;
      case "chat-line":
        this.listener.onChat(message);
        break;
      case "closing":
        this.#disconnect();
        this.#reconnectLater(message.seconds * 1000);
        break;
      case "pong":
        break;
    }
  }

  #applyUpdate(update: TableUpdate): void {
    if (!update.whole) {
      if (!this.#loaded || !this.#view || update.version < this.#view.version) return;
      if (update.version > this.#view.version + 1) {
        this.#sendHello();
        return;
      }
    }
    const view = updated(update.whole ? null : this.#view, update);
    if (!view) return;
    this.#view = view;
    if (update.whole) {
      this.#loaded = true;
      this.#failedAttempts = 0;
      this.listener.onConnection("open", "");
    }
    this.listener.onView(view, update.news ?? [], update.whole);
    if (update.whole && this.#requestedLanguage !== this.language) this.#sendHello();
  }

  #takePending(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #reconnectLater(pause = Math.min(FIRST_PAUSE * 2 ** this.#failedAttempts, LONGEST_PAUSE)): void {
    if (this.#stopped) return;
    this.#failedAttempts += 1;
    this.listener.onConnection(navigator.onLine ? "waiting" : "offline", "");
    // A random pause, so that many pages do not reconnect at once after a restart of the server.
    this.#reconnectTimer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #disconnect(): void {
    clearTimeout(this.#reconnectTimer);
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#helloTimer);
    const socket = this.#socket;
    this.#socket = null;
    this.#loaded = false;
    socket?.close();
    for (const request of this.#pending.values()) request.reject(new LostError("the connection broke"));
    this.#pending.clear();
  }

  /** Expect a message within a time. After PING_AFTER send a ping; after any other time reconnect. */
  #expectMessage(within: number): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => {
      if (within === PING_AFTER) {
        this.#ping(ANSWER_TIMEOUT);
      } else {
        this.#disconnect();
        this.#reconnectLater();
      }
    }, within);
  }

  #ping(timeout: number): void {
    this.#transmit({ type: "ping" });
    this.#expectMessage(timeout);
  }

  readonly #onOnline = (): void => {
    this.#failedAttempts = 0;
    if (!this.#loaded) this.#disconnect(); // an earlier attempt may hang
    this.#connect();
  };

  /** Test the connection: it may still work, because the server may be on this machine. */
  readonly #onOffline = (): void => {
    if (this.#socket && this.#loaded) this.#ping(OFFLINE_TIMEOUT);
  };

  /** A page that becomes visible may have slept. It reconnects at once. */
  readonly #onVisibilityChange = (): void => {
    if (document.visibilityState !== "visible") return;
    if (!this.#socket) this.#connect();
    else if (this.#loaded) this.#ping(ANSWER_TIMEOUT);
  };
}

/** Return the view after an update, or null if the first message is incomplete. */
function updated(before: TableView | null, update: TableUpdate): TableView | null {
  const table = update.table ?? before?.table;
  const you = update.you ?? before?.you;
  const seats = update.seats ?? before?.seats;
  const score = update.score ?? before?.score;
  if (!table || !you || !seats || !score) return null;
  return {
    version: update.version,
    table,
    you,
    seats,
    score,
    hand: update.hand === undefined ? (before?.hand ?? null) : update.hand,
    deal: update.deal === undefined ? (before?.deal ?? null) : update.deal,
    previous_deal: update.previous_deal ?? (before && before.table.match === table.match ? before.previous_deal : null), // a rematch has deals of its own
    next_draw: update.next_draw ?? before?.next_draw ?? null,
  };
}

function openWebSocket(path: string): WebSocketLike {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}`) as WebSocketLike;
}
