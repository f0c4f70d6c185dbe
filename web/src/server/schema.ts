// Made by `python -m tools.typescript` from ws/messages.py and http/answers.py in src/truquero/server: do not edit it.

export const LONGEST_TALK = 200;

export const LONGEST_CODE = 1500;

export const MOST_BYTES = 4096;

/** The first message: the language that texts are wanted in, none for programs that need none. Sent again it asks for everything anew. */
export interface Hello {
  readonly type: "hello";
  readonly id: number;
  readonly lang?: "ca" | "en" | "es" | "es-AR" | "pt" | null;
}

/** A move, a seña or a challenge, by its code. It is made only if nothing has happened since `version`. */
export interface Move {
  readonly type: "move";
  readonly id: number;
  readonly version: number;
  readonly move: string;
}

/** Words typed or spoken, to be taken as a move. */
export interface Talk {
  readonly type: "talk";
  readonly id: number;
  readonly version: number;
  readonly words: string;
}

/** The seat leaves the word to those who may speak after it. */
export interface Pass {
  readonly type: "pass";
  readonly id: number;
  readonly version: number;
}

/** Look at another seat, and see its señas. */
export interface Watch {
  readonly type: "watch";
  readonly id: number;
  readonly seat: number;
}

/** The cutter lifts so many cards, 0 for a knock. */
export interface Cut {
  readonly type: "cut";
  readonly id: number;
  readonly version: number;
  readonly cards: number;
}

/** The page has chosen a secret for a draw whose seed is not fixed yet: SHA-256 of it, as docs/explanation/fair-deals.md says. The last one before the seed is fixed counts. */
export interface Commit {
  readonly type: "commit";
  readonly id: number;
  readonly match: number;
  readonly deal: number;
  readonly commitment: string;
}

/** The secret that the page has committed to, once the seal, all commitments and the cut are published. */
export interface Reveal {
  readonly type: "reveal";
  readonly id: number;
  readonly match: number;
  readonly deal: number;
  readonly secret: string;
}

/** Whoever has seen enough of a finished hand. */
export interface GoOn {
  readonly type: "go-on";
  readonly id: number;
  readonly version: number;
}

/** What are my cards worth? */
export interface Hint {
  readonly type: "hint";
  readonly id: number;
}

/** Take an empty seat, or one of a bot's that nobody has been given: with the next deal where cards are dealt. */
export interface Sit {
  readonly type: "sit";
  readonly id: number;
  readonly seat: number;
}

/** Leave one's seat, or the one that was to come: a bot plays on where a match is being played. */
export interface Stand {
  readonly type: "stand";
  readonly id: number;
}

/** The one for whom a bot plays takes the cards in hand again. */
export interface Back {
  readonly type: "back";
  readonly id: number;
}

/** The host of the table puts a bot in a seat, or leaves it empty. During a match a bot takes the seat of somebody who keeps the table waiting, or keeps the seat that somebody else wants to take; without a bot whoever was replaced in the seat may sit down again. */
export interface PutBot {
  readonly type: "put-bot";
  readonly id: number;
  readonly seat: number;
  readonly bot: string | null;
}

/** Before a match: the señas that one's side has agreed on, `NAME=MEANING/GESTURE` with spaces between them; nothing for the usual ones. Only that side hears of it. */
export interface Agree {
  readonly type: "agree";
  readonly id: number;
  readonly signs: string;
}

/** The host begins the match; when it is over whoever sits there may begin a rematch. Empty seats are filled with bots. */
export interface Begin {
  readonly type: "begin";
  readonly id: number;
}

/** A line for everybody at the table. */
export interface Chat {
  readonly type: "chat";
  readonly id: number;
  readonly words: string;
}

/** Is the server there? */
export interface Ping {
  readonly type: "ping";
  readonly id: number;
}

export type Said = Hello | Move | Talk | Pass | Watch | Cut | Commit | Reveal | GoOn | Hint | Sit | Stand | Back | PutBot | Agree | Begin | Chat | Ping;

/** A card on the table; None where it lies face down and is somebody else's. */
export interface Laid {
  readonly seat: number;
  readonly card: string | null;
  readonly trick: number;
  readonly past: boolean;
  readonly face_down: boolean;
}

/** A move that the seat may make. */
export interface Choice {
  readonly code: string;
  readonly kind: "answer" | "call" | "card" | "declare" | "leave" | "other";
  readonly words: string;
  readonly stakes: string;
  readonly lance: string;
}

/** A call that the seat may make in many sizes: the moves `NAME-N` for every N from `first` to `last`, `step` by `step`. */
export interface Sizes {
  readonly before: number;
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly words: string;
  readonly stakes: string;
  readonly adds: number;
  readonly lance: string;
}

/** Something that the table saw or heard, as far as this seat did. */
export interface Happening {
  readonly kind: string;
  readonly seat: number | null;
  readonly move: string | null;
  readonly side: string | null;
  readonly lance: string | null;
  readonly points: number | null;
  readonly why: string | null;
  readonly value: number | null;
  readonly cards: readonly string[];
  readonly words: string;
  readonly text: string;
}

/** A seat of the table and who sits there. */
export interface Place {
  readonly seat: number;
  readonly side: string;
  readonly name: string;
  readonly kind: "bot" | "empty" | "person";
  readonly bot: string | null;
  readonly here: boolean;
  readonly away: boolean;
  readonly clock: number | null;
  readonly answer: number | null;
  readonly next: string;
  readonly replaced: boolean;
  readonly who: string;
}

/** What a seat sees of the hand on the table; a spectator has no cards and no choices. */
export interface Hand {
  readonly deal: number;
  readonly hand: number;
  readonly over: boolean;
  readonly setting: string;
  readonly kind: string;
  readonly dealer: number | null;
  readonly seats: readonly number[];
  readonly gallo: number | null;
  readonly turned: string | null;
  readonly word: readonly number[];
  readonly leads: number | null;
  readonly laid: readonly Laid[];
  readonly tricks: readonly (number | null)[];
  readonly at_stake: readonly string[];
  readonly cards: readonly (string | null)[];
  readonly held: readonly number[];
  readonly partners: readonly (readonly [number, readonly string[]])[];
  readonly points: string;
  readonly count: number | null;
  readonly choices: readonly Choice[];
  readonly sizes: readonly Sizes[];
  readonly challenges: readonly Choice[];
  readonly may_pass: boolean;
  readonly signs: readonly Choice[];
  readonly watching: number | null;
}

/** The next deal, or that of the hand on the table: what was published before the cut, and what is known after. The deal of number 0 is the draw for the first dealer. */
export interface Deal {
  readonly number: number;
  readonly match: number;
  readonly sealed: string;
  readonly cutter: number;
  readonly waits: boolean;
  readonly asks: boolean;
  readonly cut: number | null;
  readonly salt: string | null;
  readonly seed: string | null;
  readonly committed: readonly (readonly [number, string])[] | null;
  readonly secrets: readonly (readonly [number, string])[];
}

/** The next draw whose seed is not fixed: pages of those who sit there may commit to a secret for it. */
export interface Chance {
  readonly match: number;
  readonly deal: number;
}

export interface Score {
  readonly names: readonly string[];
  readonly points: readonly number[];
  readonly counted: readonly number[];
  readonly games: readonly number[];
  readonly halves: readonly string[];
  readonly winners: readonly string[];
}

/** What does not change during a match, or seldom. */
export interface Table {
  readonly id: string;
  readonly variant: string;
  readonly title: string;
  readonly players: number;
  readonly target: number;
  readonly games: number;
  readonly options: { readonly [key: string]: string };
  readonly phase: "cutting" | "drawing" | "gathering" | "over" | "playing" | "resting";
  readonly public: boolean;
  readonly spectators: boolean;
  readonly french: boolean;
  readonly cards: number;
  readonly least_cut: number;
  readonly signs: boolean;
  readonly tally: string;
  readonly pile: number;
  readonly stacks: readonly (readonly [number, number])[];
  readonly behind: number;
  readonly most: number;
  readonly seconds: number;
  readonly reserve: number;
  readonly match: number;
}

/** Whose page it is. */
export interface You {
  readonly seat: number | null;
  readonly host: boolean;
  readonly next: number | null;
  readonly looks: boolean;
  readonly code: string;
}

/** The table as this page may see it. After a `Hello` it holds everything; then what has changed, and `news` since the version before. */
export interface Seen {
  readonly type: "seen";
  readonly version: number;
  readonly whole: boolean;
  readonly news?: readonly Happening[];
  readonly hand?: Hand | null;
  readonly score?: Score;
  readonly places?: readonly Place[];
  readonly table?: Table;
  readonly you?: You;
  readonly deal?: Deal | null;
  readonly last?: Deal | null;
  readonly chance?: Chance;
}

/** The message of this number was carried out; what it has changed of the table is kept. */
export interface Done {
  readonly type: "done";
  readonly id: number;
  readonly version: number;
  readonly told?: string;
}

/** The message of this number was not carried out, and nothing has changed; but with the code `unknown` the database was lost meanwhile, and the table has to be looked at again. */
export interface Refused {
  readonly type: "refused";
  readonly id: number;
  readonly code: "closing" | "flood" | "forbidden" | "illegal" | "late" | "malformed" | "unclear" | "unknown";
  readonly reason: string;
  readonly version?: number;
}

/** `who` is that of `Place`, also for who looks on. */
export interface Chatted {
  readonly type: "chatted";
  readonly who: string;
  readonly name: string;
  readonly seat: number | null;
  readonly words: string;
}

export interface Pong {
  readonly type: "pong";
  readonly id: number;
}

/** The server goes away for a moment: come back and ask again. */
export interface Closing {
  readonly type: "closing";
  readonly seconds: number;
}

export type Told = Seen | Done | Refused | Chatted | Pong | Closing;

export const LONGEST_RECORD = 200000;

/** Who the page's cookie says it is. `token` goes back in the header X-CSRF-Token of every request that changes something. */
export interface Guest {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly reach: Reach;
}

/** Who can open the page: only this machine, or others too. `address` is how they reach it, for links to send to them; where only this machine can, `command` starts the server so that they can, if anything does. */
export interface Reach {
  readonly who: "machine" | "network";
  readonly address: string;
  readonly command: string;
}

export interface Name {
  readonly name: string;
}

export interface HouseRule {
  readonly name: string;
  readonly about: string;
  readonly kind: "choice" | "number" | "switch";
  readonly default: string;
  readonly choices: readonly string[];
  readonly least: number | null;
  readonly most: number | null;
}

export interface Variant {
  readonly name: string;
  readonly title: string;
  readonly place: string;
  readonly blurb: string;
  readonly players: readonly number[];
  readonly partnered: readonly number[];
  readonly target: number;
  readonly french: boolean;
  readonly best: readonly string[];
  readonly turned: string | null;
  readonly turned_name: string;
  readonly tongue: string;
  readonly verses: readonly string[];
  readonly house_rules: readonly HouseRule[];
}

export interface Family {
  readonly variants: readonly Variant[];
  readonly bots: readonly (readonly [string, string])[];
}

/** What each value of a variant's house rules means, in words; none where the book is silent. */
export interface Meanings {
  readonly variant: string;
  readonly choices: { readonly [key: string]: { readonly [key: string]: string } };
}

/** A rule book, as Markdown in the language asked for. */
export interface Book {
  readonly variant: string;
  readonly title: string;
  readonly markdown: string;
}

export interface NewTable {
  readonly variant: string;
  readonly players?: number | null;
  readonly options?: { readonly [key: string]: string };
  readonly public?: boolean;
  readonly spectators?: boolean;
  readonly seconds?: number;
  readonly reserve?: number;
  readonly bots?: string;
  readonly alone?: boolean;
  readonly seat?: number;
  readonly signs?: string;
}

export interface Opened {
  readonly id: string;
}

export interface Lobby {
  readonly tables: readonly InLobby[];
  readonly yours: readonly InLobby[];
}

export interface InLobby {
  readonly id: string;
  readonly variant: string;
  readonly title: string;
  readonly players: number;
  readonly seated: readonly string[];
  readonly empty: number;
  readonly phase: string;
  readonly options: { readonly [key: string]: string };
  readonly spectators: boolean;
  readonly seconds: number;
  readonly reserve: number;
}

/** Why a request was not carried out, in the language of the page. */
export interface Problem {
  readonly code: string;
  readonly reason: string;
}

/** The text of a `.truco` record. */
export interface Record {
  readonly text: string;
}

/** The table after something has happened. */
export interface Step {
  readonly line: number;
  readonly deal: number;
  readonly hand: number;
  readonly kind: string;
  readonly news: readonly Happening[];
  readonly cards: { readonly [key: string]: readonly (string | null)[] };
  readonly laid: readonly Laid[];
  readonly turned: string | null;
  readonly word: readonly number[];
  readonly score: Score;
}

/** Whether the cards of a deal are those that its seed gives, and whose chance went in. The deal of number 0 is the draw for the first dealer. */
export interface DealProof {
  readonly deal: number;
  readonly verdict: "fair" | "partial" | "seeded" | "unknown" | "wrong";
  readonly told: string;
  readonly chances: readonly number[];
  readonly missing: readonly number[];
}

export interface Replay {
  readonly variant: string;
  readonly title: string;
  readonly players: number;
  readonly target: number;
  readonly french: boolean;
  readonly options: { readonly [key: string]: string };
  readonly sides: { readonly [key: string]: string };
  readonly names: { readonly [key: string]: string };
  readonly pack: readonly string[];
  readonly rounds: readonly (readonly (readonly number[])[])[];
  readonly steps: readonly Step[];
  readonly hands: readonly number[];
  readonly proofs: readonly DealProof[];
  readonly text: string;
}
