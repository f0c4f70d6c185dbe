"""The bodies of HTTP requests and responses. `tools/typescript.py` makes TypeScript types of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from truquero.server.ws.messages import HandInfo, MarkedCard, ScoreInfo, SeatInfo, TableCard, TableEvent, TableInfo
from truquero.session import Speed

LONGEST_RECORD = 200_000  # characters of a record that is replayed; a long match has some tens of thousands


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class ResponseBody(Struct, frozen=True):
    """The body of a response."""


class Guest(ResponseBody, frozen=True):
    """The guest of the page's cookie. Requests that change something send `token` in the header X-CSRF-Token."""

    id: str
    name: str
    portrait: str
    token: str
    reach: Reachability


class Reachability(ResponseBody, frozen=True):
    """Who can open the page: only this machine, or others in the network too.

    `address` is the URL for others. If there is none, `command` starts a server that others can reach; it is empty if
    nothing helps.
    """

    audience: Literal["machine", "network"]
    address: str
    command: str


class NewProfile(RequestBody, frozen=True):
    """The name or the portrait that a guest chooses, or both."""

    name: str | None = None
    portrait: str | None = None


class HouseRule(ResponseBody, frozen=True):
    """An option of a variant."""

    name: str
    group: str  # the title of its group; the house rules of a group follow each other
    description: str
    kind: Literal["switch", "number", "choice"]
    default: str
    conditions: tuple[
        dict[str, str], ...
    ]  # values of other house rules and of `players`: one must hold for it to matter
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class StyleInfo(ResponseBody, frozen=True):
    """A way to play a variant: its players and house rules."""

    name: Literal["quick", "classic", "book"]
    title: str
    line: str  # the players, the length and the special rules
    players: int
    options: dict[str, str]


class ChampionshipInfo(ResponseBody, frozen=True):
    """What a championship table of a variant sets."""

    options: dict[str, str]
    seconds: int
    reserve: int
    missing: tuple[str, ...]  # what such a table of this variant lacks, in words


class Variant(ResponseBody, frozen=True):
    """A variant, described for people who choose one."""

    name: str
    title: str
    region: str
    summary: str  # its rules in a minute
    players: tuple[int, ...]  # the usual number first
    partnered: tuple[int, ...]  # the numbers of players with which everybody has partners, so a side may agree on señas
    sign_meanings: tuple[str, ...]  # words for what such a seña can mean beside cards
    target: int
    french: bool
    best_cards: tuple[str, ...]  # its highest cards
    turned: str | None  # the turned card with which these are the highest; None if no card is turned
    turned_name: str  # the name of the turned card in this variant
    language: str  # the language of its words: es, pt or ca
    verses: tuple[str, ...]  # verses that players say with their calls
    house_rules: tuple[HouseRule, ...]
    styles: tuple[StyleInfo, ...]
    championship: ChampionshipInfo


class PersonInfo(ResponseBody, frozen=True):
    """A person in whose place a bot plays, and who gave a portrait its name."""

    id: str  # also of the portrait
    name: str
    origin: str
    temper: str
    manner: str  # the temper in one line


class VariantList(ResponseBody, frozen=True):
    """All variants, bots and people."""

    variants: tuple[Variant, ...]
    bots: tuple[tuple[str, str], ...]  # their names, and how they play
    people: tuple[PersonInfo, ...]
    answer_seconds: int  # for which bots usually leave the answer to people of their side


class OptionMeanings(ResponseBody, frozen=True):
    """The meanings of the values of a variant's house rules, in words; empty if the rule book does not explain them."""

    variant: str
    meanings: dict[str, dict[str, str]]  # by house rule and value


class CommentedHandTitle(ResponseBody, frozen=True):
    """The name of a commented hand, whose record /api/commented-hands/NAME returns, and its title."""

    name: str
    title: str


class CommentedHandRecord(ResponseBody, frozen=True):
    """A commented hand in the language of the request."""

    title: str
    source: str
    text: str  # of the record, with the comments


class RuleBook(ResponseBody, frozen=True):
    """A rule book, as Markdown in the language of the request."""

    variant: str
    title: str
    markdown: str
    commented_hands: tuple[CommentedHandTitle, ...]  # hands of this variant


class History(ResponseBody, frozen=True):
    """The page on the history of the game, as Markdown in the language of the request."""

    title: str
    markdown: str
    commented_hands: tuple[CommentedHandTitle, ...]  # all that there are


class EqualCards(ResponseBody, frozen=True):
    """Cards of the same strength, with their names at the table."""

    cards: tuple[str, ...]
    caption: str


class CallGuide(ResponseBody, frozen=True):
    """A call of a lance, in words."""

    code: str
    words: str  # said at the table
    stakes: str
    answers: str  # empty if nothing answers the call


class LanceGuide(ResponseBody, frozen=True):
    """A lance, what it is about, and its calls."""

    lance: str  # truco, envido or flor
    title: str
    about: str
    calls: tuple[CallGuide, ...]


class GlossaryTerm(ResponseBody, frozen=True):
    """A term of the game."""

    word: str
    meaning: str


class TableGuide(ResponseBody, frozen=True):
    """What a player can look up at a table: it depends on its rules and the turned card alone."""

    order: tuple[EqualCards, ...]  # the highest first
    marked: tuple[MarkedCard, ...]
    lances: tuple[LanceGuide, ...]
    glossary: tuple[GlossaryTerm, ...]


class NewTable(RequestBody, frozen=True):
    """The settings of a new table."""

    variant: str
    players: int | None = None
    options: dict[str, str] = {}
    public: bool = False
    spectators: bool = True
    seconds: int = 0  # for a move; 0 without a clock
    reserve: int = 0
    bots: str = "jugador"  # the name of the bot for empty seats
    answer_seconds: int | None = None  # for which bots leave the answer to people; None: as usual on this server
    speed: Speed = "normal"  # of the bots
    starts_at_once: bool = False  # with bots in all other seats
    seat: int = 1
    signs: str = ""  # the own señas of the owner's side, as in `AgreeSigns`
    championship: bool = False  # the house rules and the clock of a championship, where the request does not set others


class OpenedTable(ResponseBody, frozen=True):
    """A new table."""

    id: str


class Lobby(ResponseBody, frozen=True):
    """The public tables that a guest may join or watch, and the guest's own tables."""

    tables: tuple[LobbyRow, ...]
    yours: tuple[LobbyRow, ...]


class LobbyRow(ResponseBody, frozen=True):
    """A table in the lobby."""

    id: str
    variant: str
    title: str
    players: int
    player_names: tuple[str, ...]
    empty_seats: int
    phase: str
    options: dict[str, str]
    spectators: bool
    seconds: int  # for a move; 0 without a clock
    reserve: int


class Problem(ResponseBody, frozen=True):
    """The reason why the server refused a request, in the language of the page. After the code `outcome-unknown`, the
    request may have been carried out."""

    code: str
    reason: str


# ------------------------------------------------------------------------------------------------------------- matches


class SideOfSummary(ResponseBody, frozen=True):
    """What a side of the score won and lost in a match."""

    name: str
    envidos_won: int
    envidos_lost: int
    bluffs: int  # of its seats that worked


class ScoreAfterHand(ResponseBody, frozen=True):
    """The score after a hand, each side in the order of `sides`. A hand that wins a game keeps its points."""

    deal: int
    hand: int
    points: tuple[int, ...]
    games: tuple[int, ...]


class WorkedBluff(ResponseBody, frozen=True):
    """A bet that was refused by a side that would have won it."""

    deal: int
    hand: int
    seat: int
    words: str  # of the bet
    refused_by: int
    answer: str  # of that seat, in words


class ChainCall(ResponseBody, frozen=True):
    """A call in a chain of bets."""

    seat: int
    words: str


class CallChain(ResponseBody, frozen=True):
    """The longest chain of bets of a match: calls of one lance, each of which raises the one before."""

    deal: int
    hand: int
    calls: tuple[ChainCall, ...]


class MatchReview(ResponseBody, frozen=True):
    """The summary of a match. It is made from all cards, so it exists only when the record of the match is public."""

    sides: tuple[SideOfSummary, ...]
    scores: tuple[ScoreAfterHand, ...]
    bluffs: tuple[WorkedBluff, ...]
    chain: CallChain | None  # None if nobody has raised a bet


class FinishedMatch(ResponseBody, frozen=True):
    """A finished match of the guest."""

    table: str
    number: int  # of the match at the table, from 1
    ended: int  # milliseconds since 1970
    variant: str
    title: str
    players: int
    seat: int  # of the guest
    won: bool
    score: str  # the guest's side first: "30-24", or the games won where several win a match
    names: dict[str, str]  # of the players, by seat


class FinishedMatches(ResponseBody, frozen=True):
    """A page of the finished matches of the guest, the newest first."""

    matches: tuple[FinishedMatch, ...]
    following: str | None  # for the parameter `after` of the next page; None after the last match


class BetTotals(ResponseBody, frozen=True):
    """The hands in which the guest called or accepted a lance, and in which the guest's side won it after a call."""

    called: int
    accepted: int
    won: int


class VariantStatistics(ResponseBody, frozen=True):
    """The matches of the guest in one variant."""

    variant: str
    title: str
    matches: int
    won: int
    envido: BetTotals
    truco: BetTotals
    usual_score: str  # the most common result, the guest's side first
    usual_count: int  # how many matches ended with it


class Statistics(ResponseBody, frozen=True):
    """The statistics of the guest, the variants played most first."""

    variants: tuple[VariantStatistics, ...]


# -------------------------------------------------------------------------------------------------------------- replay


class RecordText(RequestBody, frozen=True):
    """The text of a `.truco` record."""

    text: str


class ReplayStep(ResponseBody, frozen=True):
    """The table after a statement of the record."""

    line: int  # of the record
    deal: int
    hand: int
    description: str  # at the start of a special hand: its kind in words
    news: tuple[TableEvent, ...]
    cards: dict[str, tuple[str | None, ...]]  # in the hand of each seat
    laid: tuple[TableCard, ...]
    turned: str | None
    must_act: tuple[int, ...]
    score: ScoreInfo


class DealProof(ResponseBody, frozen=True):
    """Whether the cards of a deal are those that its seed gives, and whose secrets contributed to it.

    Deal number 0 is the draw for the first dealer.
    """

    deal: int
    verdict: Literal["fair", "partial", "seeded", "wrong", "unknown"]  # partial: a seat has not revealed its secret
    explanation: str
    contributors: tuple[int, ...]  # seats whose secrets contributed
    missing: tuple[int, ...]  # seats that committed and did not reveal


class ReplayData(ResponseBody, frozen=True):
    """A record as a list of steps."""

    variant: str
    title: str
    players: int
    target: int
    french: bool
    options: dict[str, str]
    sides: dict[str, str]  # by seat, the name of its side in the score
    names: dict[str, str]  # by seat, if the record contains the name
    pack: tuple[str, ...]  # before it is shuffled, so that the page can deal again by itself
    seat_orders: tuple[tuple[tuple[int, ...], ...], ...]  # by deal and hand, the seats in the order of dealing
    steps: tuple[ReplayStep, ...]
    hand_starts: tuple[int, ...]  # the step at which each hand begins
    comments: dict[str, str]  # by step, what the record comments on it
    proofs: tuple[DealProof, ...]
    summary: MatchReview
    text: str  # of the record


# ------------------------------------------------------------------------------------------------------------- lessons


class LessonDecision(ResponseBody, frozen=True):
    """A decision of the learner. Only `move` goes on; other moves get an answer, and the learner tries again."""

    move: str
    ask: str
    good: str  # the answer to the right move; empty if there is none
    wrong: str  # the answer to every move that is not in `replies`
    replies: dict[str, str]  # by move


class LessonStep(ResponseBody, frozen=True):
    """The table before a decision of the learner, or after a move."""

    hand: HandInfo
    score: ScoreInfo
    news: tuple[TableEvent, ...]
    decision: LessonDecision | None  # None if somebody else moves, or the hand is over


class LessonDeal(ResponseBody, frozen=True):
    """A hand of a lesson. The learner has seat 1."""

    title: str
    intro: tuple[str, ...]
    turned: str | None
    ranking: tuple[tuple[str, ...], ...]  # groups of equal cards, the highest first
    table: TableInfo
    seats: tuple[SeatInfo, ...]
    steps: tuple[LessonStep, ...]
    end: str


class LessonData(ResponseBody, frozen=True):
    """The lesson of a variant, with texts in the language of the request."""

    variant: str
    title: str
    language: str  # of the words of the variant
    hands: tuple[LessonDeal, ...]
