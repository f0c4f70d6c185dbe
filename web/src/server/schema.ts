// Made by `python -m tools.typescript` from page_protocol.py, ws/page_messages.py, ws/messages.py and
// http/*bodies.py in src/truquero/server: do not edit it.

export const PROTOCOL = 6;

export const PROTOCOL_HEADER = "X-Truquero-Protocol";

export const LONGEST_TALK = 200;

export const LONGEST_CODE = 1500;

export const MOST_BYTES = 4096;

/** Ask for the whole table. This is the first message of a page. `protocol` must be the server's number of the protocol; the first pages sent none. `lang` is the language of the texts. Programs that need no texts leave it out. */
export interface Hello {
  readonly type: "hello";
  readonly id: number;
  readonly protocol?: number;
  readonly lang?: "ca" | "en" | "es" | "es-AR" | "pt" | null;
}

/** Make a move, a seña or a challenge. The server refuses it if the match has changed since `version`. */
export interface Move {
  readonly type: "move";
  readonly id: number;
  readonly version: number;
  readonly move: string;
}

/** Make the move that typed or spoken words name. If they may have several meanings, the server refuses them with choices. `meaning` is the one that was chosen. With `confirms` the server also asks before a bet of the whole game. */
export interface Talk {
  readonly type: "talk";
  readonly id: number;
  readonly version: number;
  readonly words: string;
  readonly meaning?: string;
  readonly confirms?: boolean;
}

/** Pass: let the other players who may speak go first. */
export interface Pass {
  readonly type: "pass";
  readonly id: number;
  readonly version: number;
}

/** Watch another seat, and see its señas. */
export interface Watch {
  readonly type: "watch";
  readonly id: number;
  readonly seat: number;
}

/** Cut the pack after this number of cards. 0 is a knock, which leaves the pack uncut. */
export interface Cut {
  readonly type: "cut";
  readonly id: number;
  readonly version: number;
  readonly cards: number;
}

/** Commit to a secret for a draw whose seed the server has not fixed yet. The commitment is a hash of the secret, which docs/explanation/fair-deals.md describes. The last commitment before the seed is fixed counts. */
export interface Commit {
  readonly type: "commit";
  readonly id: number;
  readonly match: number;
  readonly deal: number;
  readonly commitment: string;
}

/** Reveal the secret of a commitment, after the server has published the seal, all commitments and the cut. */
export interface Reveal {
  readonly type: "reveal";
  readonly id: number;
  readonly match: number;
  readonly deal: number;
  readonly secret: string;
}

/** Ask for the next hand. */
export interface NextHand {
  readonly type: "next-hand";
  readonly id: number;
  readonly version: number;
}

/** Ask for the worth of the own cards. */
export interface Hint {
  readonly type: "hint";
  readonly id: number;
}

/** Take an empty seat, or the seat of a bot. If cards are dealt, the guest sits down with the next deal. */
export interface Sit {
  readonly type: "sit";
  readonly id: number;
  readonly seat: number;
}

/** Leave the seat, or cancel the reservation of a seat. During a match a bot plays on. */
export interface Stand {
  readonly type: "stand";
  readonly id: number;
}

/** Play again after a bot has played for this guest. */
export interface ReturnToSeat {
  readonly type: "return-to-seat";
  readonly id: number;
}

/** Put a bot in a seat, or empty the seat. Only the host may do this. During a match a bot takes the seat of a player who keeps the table waiting, or keeps a seat that a guest has reserved. Without a bot, the player who was replaced in the seat may sit down again. */
export interface PlaceBot {
  readonly type: "place-bot";
  readonly id: number;
  readonly seat: number;
  readonly bot: string | null;
}

/** Set the señas of the own side before a match. Only that side learns of them. The text has the form `NAME=MEANING/GESTURE`, with spaces between the señas. An empty text sets the usual ones. */
export interface AgreeSigns {
  readonly type: "agree-signs";
  readonly id: number;
  readonly signs: string;
}

/** Choose how fast bots play, and for how many seconds they leave an answer to people of their side. Only the host may do this, at any time. */
export interface SetPace {
  readonly type: "set-pace";
  readonly id: number;
  readonly answer_seconds: number;
  readonly speed: "calm" | "fast" | "normal";
}

/** Start the match, with bots in empty seats. The host starts the first match, any seated player a rematch. */
export interface StartMatch {
  readonly type: "start-match";
  readonly id: number;
}

/** Send a chat line to everybody at the table. */
export interface Chat {
  readonly type: "chat";
  readonly id: number;
  readonly words: string;
}

/** Check that the server answers. */
export interface Ping {
  readonly type: "ping";
  readonly id: number;
}

export type PageMessage = Hello | Move | Talk | Pass | Watch | Cut | Commit | Reveal | NextHand | Hint | Sit | Stand | ReturnToSeat | PlaceBot | AgreeSigns | SetPace | StartMatch | Chat | Ping;

/** A card on the table. `card` is None for a card of another player that lies face down. */
export interface TableCard {
  readonly seat: number;
  readonly card: string | null;
  readonly trick: number;
  readonly past: boolean;
  readonly face_down: boolean;
}

/** A move, a challenge or a seña that the seat may make. */
export interface MoveOption {
  readonly code: string;
  readonly kind: "answer" | "call" | "card" | "declare" | "leave" | "other";
  readonly words: string;
  readonly stakes: string;
  readonly lance: string;
  readonly ends_game: boolean;
  readonly breaks_rules: boolean;
}

/** A seña that the seat may make. */
export interface SignOption {
  readonly code: string;
  readonly gesture: string;
  readonly words: string;
  readonly meaning: string;
  readonly holds: boolean;
}

/** A legal call with a range of sizes: the moves `NAME-N` for every N from `first` to `last` in steps of `step`. */
export interface BetSizes {
  readonly position: number;
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly words: string;
  readonly stakes: string;
  readonly adds: number;
  readonly lance: string;
  readonly ends_game_from: number | null;
}

/** An event of the table, with the facts that this seat may know, and its texts. The facts are the fields of `table.Event` except `seen_by`, which only the server may know. A test compares the two. A seña also has its gesture and its meaning, as far as this seat knows them. */
export interface TableEvent {
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
  readonly calls: string;
  readonly text: string;
  readonly gesture: string;
  readonly meaning: string;
}

/** A call that waits for an answer, with the most points that it can pay at this score. */
export interface OpenBet {
  readonly lance: string;
  readonly words: string;
  readonly seats: readonly number[];
  readonly accepted: number;
  readonly refused: number;
}

/** A card above all ordinary ones that this seat sees. */
export interface MarkedCard {
  readonly card: string;
  readonly place: number;
  readonly kind: "manilha" | "matador" | "pieza";
  readonly name: string;
}

/** A seat of the table, and its player. */
export interface SeatInfo {
  readonly seat: number;
  readonly side: string;
  readonly name: string;
  readonly kind: "bot" | "empty" | "person";
  readonly bot: string | null;
  readonly connected: boolean;
  readonly away: boolean;
  readonly clock: number | null;
  readonly answer_time: number | null;
  readonly reserved_for: string;
  readonly replaced: boolean;
  readonly portrait: string;
  readonly temper: string;
  readonly alias: string;
  readonly opened: boolean;
}

/** The hand on the table as a seat sees it. Spectators have no cards and no choices. */
export interface HandInfo {
  readonly deal: number;
  readonly hand: number;
  readonly over: boolean;
  readonly hand_type: string;
  readonly description: string;
  readonly dealer: number | null;
  readonly seat_order: readonly number[];
  readonly gallo: number | null;
  readonly turned: string | null;
  readonly must_act: readonly number[];
  readonly leader: number | null;
  readonly laid: readonly TableCard[];
  readonly trick_winners: readonly (number | null)[];
  readonly at_stake: readonly string[];
  readonly worth: number | null;
  readonly open_bet: OpenBet | null;
  readonly marked: readonly MarkedCard[];
  readonly cards: readonly (string | null)[];
  readonly card_counts: readonly number[];
  readonly partner_hands: readonly (readonly [number, readonly string[]])[];
  readonly points_text: string;
  readonly points_explained: readonly string[];
  readonly points_to_declare: number | null;
  readonly choices: readonly MoveOption[];
  readonly bet_sizes: readonly BetSizes[];
  readonly challenges: readonly MoveOption[];
  readonly may_pass: boolean;
  readonly signs: readonly SignOption[];
  readonly watching: number | null;
}

/** The draw of the next or the current deal: the values that are public before the cut, and those known later. Deal number 0 is the draw for the first dealer. */
export interface DealInfo {
  readonly number: number;
  readonly match: number;
  readonly sealed: string;
  readonly cutter: number;
  readonly awaits_cut: boolean;
  readonly awaits_secrets: boolean;
  readonly cut: number | null;
  readonly salt: string | null;
  readonly seed: string | null;
  readonly committed: readonly (readonly [number, string])[] | null;
  readonly secrets: readonly (readonly [number, string])[];
}

/** The next draw whose seed the server has not fixed. Pages of seated guests may commit to a secret for it. */
export interface DrawId {
  readonly match: number;
  readonly deal: number;
}

/** The score. Every field but `winners` has a value for each side, in the order of `sides`. */
export interface ScoreInfo {
  readonly sides: readonly string[];
  readonly points: readonly number[];
  readonly points_in_half: readonly number[];
  readonly games: readonly number[];
  readonly halves: readonly string[];
  readonly winners: readonly string[];
}

/** The settings of the table, and other facts that seldom change. */
export interface TableInfo {
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
  readonly pack_size: number;
  readonly least_cut: number;
  readonly has_signs: boolean;
  readonly sign_meanings: readonly string[];
  readonly counters: string;
  readonly pile_size: number;
  readonly stacks: readonly (readonly [number, number])[];
  readonly worth_behind: number;
  readonly most_points: number;
  readonly seconds: number;
  readonly reserve: number;
  readonly answer_seconds: number;
  readonly speed: "calm" | "fast" | "normal";
  readonly speech_locale: string;
  readonly match: number;
}

/** The guest of the page. */
export interface You {
  readonly seat: number | null;
  readonly host: boolean;
  readonly may_empty: readonly number[];
  readonly reserved_seat: number | null;
  readonly may_watch: boolean;
  readonly sign_code: string;
}

/** The table as this page may see it. The answer to `Hello` contains all parts, and in `news` all events of the current hand. Later updates contain `hand`, `you` and the other parts that have changed, and in `news` the events since the previous version. */
export interface TableUpdate {
  readonly type: "update";
  readonly version: number;
  readonly whole: boolean;
  readonly news?: readonly TableEvent[];
  readonly hand?: HandInfo | null;
  readonly score?: ScoreInfo;
  readonly seats?: readonly SeatInfo[];
  readonly table?: TableInfo;
  readonly you?: You;
  readonly deal?: DealInfo | null;
  readonly previous_deal?: DealInfo | null;
  readonly next_draw?: DrawId;
}

/** The server has carried out the message of this number and stored its changes. */
export interface Done {
  readonly type: "done";
  readonly id: number;
  readonly version: number;
  readonly text?: string;
}

/** A meaning that words may have. The page sends them again with the one that the guest chooses. */
export interface TalkChoice {
  readonly meaning: string;
  readonly words: string;
  readonly stakes: string;
  readonly ends_game: boolean;
}

/** The server has refused the message of this number. Nothing has changed, except perhaps after two codes. `unclear`: the guest should choose one of the `choices`. `no-call`: the words of a `Talk` are no call. `closing`: the server failed. If the message makes several changes, the first of them may be stored; for example, a guest who wanted another seat may have left the old one. `unknown`: the server lost the database, so all its changes may be stored. */
export interface Refused {
  readonly type: "refused";
  readonly id: number;
  readonly code: "closing" | "flood" | "forbidden" | "illegal" | "late" | "malformed" | "no-call" | "unclear" | "unknown";
  readonly reason: string;
  readonly version?: number;
  readonly choices?: readonly TalkChoice[];
}

/** A line of the chat. `alias` has the meaning that it has in `SeatInfo`; onlookers have one too. */
export interface ChatLine {
  readonly type: "chat-line";
  readonly alias: string;
  readonly name: string;
  readonly seat: number | null;
  readonly words: string;
  readonly portrait: string;
}

/** The answer to `Ping`. */
export interface Pong {
  readonly type: "pong";
  readonly id: number;
}

/** The server shuts down. The page should reconnect after this number of seconds. */
export interface Closing {
  readonly type: "closing";
  readonly seconds: number;
}

export type ServerMessage = TableUpdate | Done | Refused | ChatLine | Pong | Closing;

export const LONGEST_RECORD = 200000;

/** The guest of the page's cookie. Requests that change something send `token` in the header X-CSRF-Token. */
export interface Guest {
  readonly id: string;
  readonly name: string;
  readonly portrait: string;
  readonly token: string;
  readonly reach: Reachability;
}

/** Who can open the page: only this machine, or others in the network too. `address` is the URL for others. If there is none, `command` starts a server that others can reach; it is empty if nothing helps. */
export interface Reachability {
  readonly audience: "machine" | "network";
  readonly address: string;
  readonly command: string;
}

/** The name or the portrait that a guest chooses, or both. */
export interface NewProfile {
  readonly name?: string | null;
  readonly portrait?: string | null;
}

/** An option of a variant. */
export interface HouseRule {
  readonly name: string;
  readonly group: string;
  readonly description: string;
  readonly kind: "choice" | "number" | "switch";
  readonly default: string;
  readonly conditions: readonly ({ readonly [key: string]: string })[];
  readonly choices: readonly string[];
  readonly least: number | null;
  readonly most: number | null;
}

/** A way to play a variant: its players and house rules. */
export interface StyleInfo {
  readonly name: "book" | "classic" | "quick";
  readonly title: string;
  readonly line: string;
  readonly players: number;
  readonly options: { readonly [key: string]: string };
}

/** What a championship table of a variant sets. */
export interface ChampionshipInfo {
  readonly options: { readonly [key: string]: string };
  readonly seconds: number;
  readonly reserve: number;
  readonly missing: readonly string[];
}

/** A variant, described for people who choose one. */
export interface Variant {
  readonly name: string;
  readonly title: string;
  readonly region: string;
  readonly summary: string;
  readonly players: readonly number[];
  readonly partnered: readonly number[];
  readonly sign_meanings: readonly string[];
  readonly target: number;
  readonly french: boolean;
  readonly best_cards: readonly string[];
  readonly turned: string | null;
  readonly turned_name: string;
  readonly language: string;
  readonly verses: readonly string[];
  readonly house_rules: readonly HouseRule[];
  readonly styles: readonly StyleInfo[];
  readonly championship: ChampionshipInfo;
}

/** A person in whose place a bot plays, and who gave a portrait its name. */
export interface PersonInfo {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  readonly temper: string;
  readonly manner: string;
}

/** All variants, bots and people. */
export interface VariantList {
  readonly variants: readonly Variant[];
  readonly bots: readonly (readonly [string, string, string])[];
  readonly people: readonly PersonInfo[];
  readonly answer_seconds: number;
}

/** The meanings of the values of a variant's house rules, in words; empty if the rule book does not explain them. */
export interface OptionMeanings {
  readonly variant: string;
  readonly meanings: { readonly [key: string]: { readonly [key: string]: string } };
}

/** The name of a commented hand, whose record /api/commented-hands/NAME returns, and its title. */
export interface CommentedHandTitle {
  readonly name: string;
  readonly title: string;
}

/** A commented hand in the language of the request. */
export interface CommentedHandRecord {
  readonly title: string;
  readonly source: string;
  readonly text: string;
}

/** A rule book, as Markdown in the language of the request. */
export interface RuleBook {
  readonly variant: string;
  readonly title: string;
  readonly markdown: string;
  readonly commented_hands: readonly CommentedHandTitle[];
}

/** The page on the history of the game, as Markdown in the language of the request. */
export interface History {
  readonly title: string;
  readonly markdown: string;
  readonly commented_hands: readonly CommentedHandTitle[];
}

/** Cards of the same strength, with their names at the table. */
export interface EqualCards {
  readonly cards: readonly string[];
  readonly caption: string;
}

/** A call of a lance, in words. */
export interface CallGuide {
  readonly code: string;
  readonly words: string;
  readonly stakes: string;
  readonly answers: string;
}

/** A lance, what it is about, and its calls. */
export interface LanceGuide {
  readonly lance: string;
  readonly title: string;
  readonly about: string;
  readonly calls: readonly CallGuide[];
}

/** A term of the game. */
export interface GlossaryTerm {
  readonly word: string;
  readonly meaning: string;
}

/** What a player can look up at a table: it depends on its rules and the turned card alone. */
export interface TableGuide {
  readonly order: readonly EqualCards[];
  readonly marked: readonly MarkedCard[];
  readonly lances: readonly LanceGuide[];
  readonly glossary: readonly GlossaryTerm[];
}

/** The settings of a new table. */
export interface NewTable {
  readonly variant: string;
  readonly players?: number | null;
  readonly options?: { readonly [key: string]: string };
  readonly public?: boolean;
  readonly spectators?: boolean;
  readonly seconds?: number;
  readonly reserve?: number;
  readonly bots?: string;
  readonly answer_seconds?: number | null;
  readonly speed?: "calm" | "fast" | "normal";
  readonly starts_at_once?: boolean;
  readonly seat?: number;
  readonly signs?: string;
  readonly championship?: boolean;
}

/** A new table. */
export interface OpenedTable {
  readonly id: string;
}

/** The public tables that a guest may join or watch, and the guest's own tables. */
export interface Lobby {
  readonly tables: readonly LobbyRow[];
  readonly yours: readonly LobbyRow[];
}

/** A table in the lobby. */
export interface LobbyRow {
  readonly id: string;
  readonly variant: string;
  readonly title: string;
  readonly players: number;
  readonly player_names: readonly string[];
  readonly empty_seats: number;
  readonly phase: string;
  readonly options: { readonly [key: string]: string };
  readonly spectators: boolean;
  readonly seconds: number;
  readonly reserve: number;
}

/** The reason why the server refused a request, in the language of the page. After the code `outcome-unknown`, the request may have been carried out. */
export interface Problem {
  readonly code: string;
  readonly reason: string;
}

/** What a side of the score won and lost in a match. */
export interface SideOfSummary {
  readonly name: string;
  readonly envidos_won: number;
  readonly envidos_lost: number;
  readonly bluffs: number;
}

/** The score after a hand, each side in the order of `sides`. A hand that wins a game keeps its points. */
export interface ScoreAfterHand {
  readonly deal: number;
  readonly hand: number;
  readonly points: readonly number[];
  readonly games: readonly number[];
}

/** A bet that was refused by a side that would have won it. */
export interface WorkedBluff {
  readonly deal: number;
  readonly hand: number;
  readonly seat: number;
  readonly words: string;
  readonly refused_by: number;
  readonly answer: string;
}

/** A call in a chain of bets. */
export interface ChainCall {
  readonly seat: number;
  readonly words: string;
}

/** The longest chain of bets of a match: calls of one lance, each of which raises the one before. */
export interface CallChain {
  readonly deal: number;
  readonly hand: number;
  readonly calls: readonly ChainCall[];
}

/** The summary of a match. It is made from all cards, so it exists only when the record of the match is public. */
export interface MatchReview {
  readonly sides: readonly SideOfSummary[];
  readonly scores: readonly ScoreAfterHand[];
  readonly bluffs: readonly WorkedBluff[];
  readonly chain: CallChain | null;
}

/** A finished match of the guest. */
export interface FinishedMatch {
  readonly table: string;
  readonly number: number;
  readonly ended: number;
  readonly variant: string;
  readonly title: string;
  readonly players: number;
  readonly seat: number;
  readonly won: boolean;
  readonly score: string;
  readonly names: { readonly [key: string]: string };
}

/** A page of the finished matches of the guest, the newest first. */
export interface FinishedMatches {
  readonly matches: readonly FinishedMatch[];
  readonly following: string | null;
}

/** The hands in which the guest called or accepted a lance, and in which the guest's side won it after a call. */
export interface BetTotals {
  readonly called: number;
  readonly accepted: number;
  readonly won: number;
}

/** The matches of the guest in one variant. */
export interface VariantStatistics {
  readonly variant: string;
  readonly title: string;
  readonly matches: number;
  readonly won: number;
  readonly envido: BetTotals;
  readonly truco: BetTotals;
  readonly usual_score: string;
  readonly usual_count: number;
}

/** The statistics of the guest, the variants played most first. */
export interface Statistics {
  readonly variants: readonly VariantStatistics[];
}

/** The text of a `.truco` record. */
export interface RecordText {
  readonly text: string;
}

/** The table after a statement of the record. */
export interface ReplayStep {
  readonly line: number;
  readonly deal: number;
  readonly hand: number;
  readonly description: string;
  readonly news: readonly TableEvent[];
  readonly cards: { readonly [key: string]: readonly (string | null)[] };
  readonly laid: readonly TableCard[];
  readonly turned: string | null;
  readonly must_act: readonly number[];
  readonly score: ScoreInfo;
}

/** Whether the cards of a deal are those that its seed gives, and whose secrets contributed to it. Deal number 0 is the draw for the first dealer. */
export interface DealProof {
  readonly deal: number;
  readonly verdict: "fair" | "partial" | "seeded" | "unknown" | "wrong";
  readonly explanation: string;
  readonly contributors: readonly number[];
  readonly missing: readonly number[];
}

/** A record as a list of steps. */
export interface ReplayData {
  readonly variant: string;
  readonly title: string;
  readonly players: number;
  readonly target: number;
  readonly french: boolean;
  readonly options: { readonly [key: string]: string };
  readonly sides: { readonly [key: string]: string };
  readonly names: { readonly [key: string]: string };
  readonly pack: readonly string[];
  readonly seat_orders: readonly (readonly (readonly number[])[])[];
  readonly steps: readonly ReplayStep[];
  readonly marks: { readonly [key: string]: readonly MarkedCard[] };
  readonly hand_starts: readonly number[];
  readonly comments: { readonly [key: string]: string };
  readonly proofs: readonly DealProof[];
  readonly summary: MatchReview;
  readonly text: string;
}

/** A decision of the learner. Only `move` goes on; other moves get an answer, and the learner tries again. */
export interface LessonDecision {
  readonly move: string;
  readonly ask: string;
  readonly good: string;
  readonly wrong: string;
  readonly replies: { readonly [key: string]: string };
}

/** The table before a decision of the learner, or after a move. */
export interface LessonStep {
  readonly hand: HandInfo;
  readonly score: ScoreInfo;
  readonly news: readonly TableEvent[];
  readonly decision: LessonDecision | null;
}

/** A hand of a lesson. The learner has seat 1. */
export interface LessonDeal {
  readonly title: string;
  readonly intro: readonly string[];
  readonly turned: string | null;
  readonly ranking: readonly (readonly string[])[];
  readonly table: TableInfo;
  readonly seats: readonly SeatInfo[];
  readonly steps: readonly LessonStep[];
  readonly end: string;
}

/** The lesson of a variant, with texts in the language of the request. */
export interface LessonData {
  readonly variant: string;
  readonly title: string;
  readonly language: string;
  readonly hands: readonly LessonDeal[];
}
