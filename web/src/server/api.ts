/** What the page asks the server by HTTP. An answer that is no good is an `ApiError` whose message can be shown. */

import { language } from "../profile/language.svelte";
import type { Book, Family, Guest, Lobby, Meanings, Name, NewTable, Opened, Problem, Record, Replay } from "./schema";

export class ApiError extends Error {
  constructor(
    /** Of the server's `Problem`, or "offline" where no answer came. */
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

let token = "";
/** Asks anew who the page is: its cookie may have been changed by another page, or taken away. */
let meetAgain: () => Promise<unknown> = guest;
let meeting: Promise<unknown> | null = null;

export function whenForgotten(meet: () => Promise<unknown>): void {
  meetAgain = meet;
}

export async function guest(): Promise<Guest> {
  return remembered(await json<Guest>("/api/guest"));
}

export async function rename(name: string, { once = false } = {}): Promise<Guest> {
  return remembered(await json<Guest>("/api/guest", { method: "PUT", body: { name } satisfies Name, once }));
}

export const family = (): Promise<Family> => json("/api/family");

export const meanings = (variant: string): Promise<Meanings> => json(`/api/meanings/${encodeURIComponent(variant)}`);

export const book = (variant: string): Promise<Book> =>
  json(`/api/books/${encodeURIComponent(variant)}?lang=${language.code}`);

export const lobby = (): Promise<Lobby> => json("/api/lobby");

export const openTable = (wanted: NewTable): Promise<Opened> => json("/api/tables", { method: "POST", body: wanted });

export const replay = (text: string): Promise<Replay> =>
  json("/api/replay", { method: "POST", body: { text } satisfies Record });

/** Where the record of a match at this server is: that of its number at the table, or the last one that is over. */
export function recordPath(table: string, match: number | null): string {
  return `/api/tables/${encodeURIComponent(table)}/record${match === null ? "" : `/${match}`}`;
}

/** That record, as text. */
export async function record(table: string, match: number | null): Promise<string> {
  return (await answer(recordPath(table, match))).text();
}

const FORGOTTEN = ["guest", "token"]; // of a `Problem`

interface Request {
  method?: "GET" | "POST" | "PUT";
  body?: unknown;
  /** Not again for who was forgotten: it is what makes somebody known. */
  once?: boolean;
}

function remembered(known: Guest): Guest {
  token = known.token;
  return known;
}

async function json<Wanted>(path: string, request: Request = {}): Promise<Wanted> {
  return (await answer(path, request)).json() as Promise<Wanted>;
}

async function answer(path: string, request: Request = {}): Promise<Response> {
  try {
    return await asked(path, request);
  } catch (error) {
    if (request.once || !(error instanceof ApiError) || !FORGOTTEN.includes(error.code)) throw error;
    meeting ??= meetAgain().finally(() => (meeting = null));
    await meeting;
    return asked(path, request);
  }
}

async function asked(path: string, { method = "GET", body }: Request): Promise<Response> {
  const headers = new Headers({ "Accept-Language": language.code });
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (method !== "GET") headers.set("X-CSRF-Token", token);
  if (body !== undefined) {
    headers.set("Content-Type", "application/json");
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError("offline", language.texts.errors.offline);
  }
  if (!response.ok) throw await problem(response);
  return response;
}

async function problem(response: Response): Promise<ApiError> {
  try {
    const { code, reason } = (await response.json()) as Partial<Problem>;
    if (code && reason) return new ApiError(code, reason);
  } catch {
    // Whoever answered was not the server of the tables: a proxy, for instance, which tells it in HTML.
  }
  return new ApiError(`http-${response.status}`, language.texts.errors.server(response.status));
}
