"""The bodies of HTTP requests and responses. `tools/typescript.py` makes TypeScript types of them.

`match_bodies.py` has those about finished matches and replays, and `lesson_bodies.py` those about lessons.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from truquero.server.ws.messages import MarkedCard
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
    bots: tuple[tuple[str, str, str], ...]  # their names, the names to show, and how they play
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
