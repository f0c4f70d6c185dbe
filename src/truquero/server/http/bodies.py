"""The bodies of HTTP requests and responses. `tools/typescript.py` makes TypeScript types of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from truquero.server.ws.messages import MarkedCard, ScoreInfo, TableCard, TableEvent

LONGEST_RECORD = 200_000  # characters of a record that is replayed; a long match has some tens of thousands


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class ResponseBody(Struct, frozen=True):
    """The body of a response."""


class Guest(ResponseBody, frozen=True):
    """The guest of the page's cookie. Requests that change something send `token` in the header X-CSRF-Token."""

    id: str
    name: str
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


class NewName(RequestBody, frozen=True):
    """The name that a guest chooses."""

    name: str


class HouseRule(ResponseBody, frozen=True):
    """An option of a variant."""

    name: str
    description: str
    kind: Literal["switch", "number", "choice"]
    default: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


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


class VariantList(ResponseBody, frozen=True):
    """All variants and bots."""

    variants: tuple[Variant, ...]
    bots: tuple[tuple[str, str], ...]  # their names, and how they play


class OptionMeanings(ResponseBody, frozen=True):
    """The meanings of the values of a variant's house rules, in words; empty if the rule book does not explain them."""

    variant: str
    meanings: dict[str, dict[str, str]]  # by house rule and value


class RuleBook(ResponseBody, frozen=True):
    """A rule book, as Markdown in the language of the request."""

    variant: str
    title: str
    markdown: str


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
    starts_at_once: bool = False  # with bots in all other seats
    seat: int = 1
    signs: str = ""  # the own señas of the owner's side, as in `AgreeSigns`


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
    proofs: tuple[DealProof, ...]
    text: str  # of the record
