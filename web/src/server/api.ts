/** HTTP requests to the server. A failed request throws an `ApiError`, whose message can be shown to the visitor. */

import { language } from "../profile/language.svelte";
import { PROTOCOL, PROTOCOL_HEADER } from "./schema";
import type { CommentedHandRecord, FinishedMatches, MatchReview, RuleBook, Statistics, VariantList, Guest, History, LessonData, Lobby, OptionMeanings, NewProfile, NewTable, OpenedTable, Problem, RecordText, ReplayData, TableGuide } from "./schema";

export class ApiError extends Error {
  constructor(
    /** The code of the server's `Problem`, or "offline" if the server did not answer. */
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** Make requests. Return why one of them failed, and an empty text if all succeeded. */
export async function failureOf(requests: () => Promise<void>): Promise<string> {
  try {
    await requests();
    return "";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}

/** The code of a `Problem` after which the request may have been carried out: do not repeat it before looking. */
export const OUTCOME_UNKNOWN = "outcome-unknown";

/** Codes of a `Problem` that mean that the server does not know the cookie or the CSRF token. */
const FORGOTTEN = ["guest", "token"];

let csrfToken = "";
/** Load the guest again, because another page may have changed or removed the cookie. */
let reloadGuest: () => Promise<unknown> = guest;
let reloading: Promise<unknown> | null = null;

/** Set what loads the guest again when the server has forgotten it. */
export function onForgotten(reload: () => Promise<unknown>): void {
  reloadGuest = reload;
}

export async function guest(): Promise<Guest> {
  return withToken(await requestJson<Guest>("/api/guest"));
}

export async function changeProfile(body: NewProfile, { retry = true } = {}): Promise<Guest> {
  return withToken(await requestJson<Guest>("/api/guest", { method: "PUT", body, retry }));
}

export const family = (): Promise<VariantList> => requestJson("/api/family");

export const meanings = (variant: string): Promise<OptionMeanings> => requestJson(`/api/meanings/${encodeURIComponent(variant)}`);

export const book = (variant: string): Promise<RuleBook> =>
  requestJson(`/api/books/${encodeURIComponent(variant)}?lang=${language.code}`);

export const history = (): Promise<History> => requestJson(`/api/history?lang=${language.code}`);

export const commentedHand = (name: string): Promise<CommentedHandRecord> =>
  requestJson(`/api/commented-hands/${encodeURIComponent(name)}?lang=${language.code}`);

export const lesson = (variant: string): Promise<LessonData> =>
  requestJson(`/api/lessons/${encodeURIComponent(variant)}?lang=${language.code}`);

/** Return what a player can look up at a table, with the card that is turned up there. */
export const tableGuide = (table: string, turned: string | null): Promise<TableGuide> =>
  requestJson(`/api/tables/${encodeURIComponent(table)}/guide${turned === null ? "" : `/${turned}`}`);

export const lobby = (): Promise<Lobby> => requestJson("/api/lobby");

export const openTable = (table: NewTable): Promise<OpenedTable> => requestJson("/api/tables", { method: "POST", body: table });

export const replay = (text: string): Promise<ReplayData> =>
  requestJson("/api/replay", { method: "POST", body: { text } satisfies RecordText });

/** Return the summary of the match that has just ended at a table. */
export const matchReview = (table: string, match: number): Promise<MatchReview> =>
  requestJson(`/api/tables/${encodeURIComponent(table)}/summary/${match}`);

/** Return a page of the visitor's finished matches. `after` is `following` of the page before. */
export const finishedMatches = (after: string | null = null): Promise<FinishedMatches> =>
  requestJson(`/api/matches${after === null ? "" : `?after=${encodeURIComponent(after)}`}`);

export const statistics = (): Promise<Statistics> => requestJson("/api/statistics");

/** Return the path of the record of a match at a table. Without a number, it is the last finished match. */
export function recordPath(table: string, match: number | null): string {
  return `/api/tables/${encodeURIComponent(table)}/record${match === null ? "" : `/${match}`}`;
}

/** Return the text of that record. */
export async function record(table: string, match: number | null): Promise<string> {
  return (await request(recordPath(table, match))).text();
}

interface RequestOptions {
  method?: "GET" | "POST" | "PUT";
  body?: unknown;
  /** Whether to load the guest and try again if the server has forgotten the guest. */
  retry?: boolean;
}

function withToken(guest: Guest): Guest {
  csrfToken = guest.token;
  return guest;
}

async function requestJson<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  return (await request(path, options)).json() as Promise<Answer>;
}

async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  try {
    return await requestOnce(path, options);
  } catch (error) {
    if (options.retry === false || !(error instanceof ApiError) || !FORGOTTEN.includes(error.code)) throw error;
    reloading ??= reloadGuest().finally(() => (reloading = null));
    await reloading;
    return requestOnce(path, options);
  }
}

async function requestOnce(path: string, { method = "GET", body }: RequestOptions): Promise<Response> {
  const headers = new Headers({ "Accept-Language": language.code, [PROTOCOL_HEADER]: String(PROTOCOL) });
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (method !== "GET") headers.set("X-CSRF-Token", csrfToken);
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
  if (!response.ok) throw await apiError(response);
  return response;
}

async function apiError(response: Response): Promise<ApiError> {
  try {
    const { code, reason } = (await response.json()) as Partial<Problem>;
    if (code && reason) return new ApiError(code, reason);
  } catch {
    // The answer came from something else, for example a proxy that answers in HTML.
  }
  return new ApiError(`http-${response.status}`, language.texts.errors.server(response.status));
}
