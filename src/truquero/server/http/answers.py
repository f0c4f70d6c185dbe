"""What the pages ask by HTTP and are answered. The TypeScript types of the page are made from this file too."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from truquero.server.ws.messages import Happening, Laid, Score

LONGEST_RECORD = 200_000  # letters of one that is replayed; a long match has some tens of thousands


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class Answer(Struct, frozen=True):
    """The body of an answer."""


class Guest(Answer, frozen=True):
    """Who the page's cookie says it is. `token` goes back in the header X-CSRF-Token of every request that changes
    something."""

    id: str
    name: str
    token: str
    reach: Reach


class Reach(Answer, frozen=True):
    """Who can open the page: only this machine, or others too. `address` is how they reach it, for links to send to
    them; where only this machine can, `command` starts the server so that they can, if anything does."""

    who: Literal["machine", "network"]
    address: str
    command: str


class Name(Asked, frozen=True):
    name: str


class HouseRule(Answer, frozen=True):
    name: str
    about: str
    kind: Literal["switch", "number", "choice"]
    default: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class Variant(Answer, frozen=True):
    name: str
    title: str
    place: str
    blurb: str  # its rules in a minute
    players: tuple[int, ...]  # the usual number first
    partnered: tuple[int, ...]  # those numbers with which every player has partners, who may have señas of their own
    target: int
    french: bool
    best: tuple[str, ...]  # its highest cards
    turned: str | None  # they are the highest with this card turned up; none where no card is
    turned_name: str  # what such a card is called there
    tongue: str  # the language of its region: es, es-AR, pt or ca
    verses: tuple[str, ...]  # that go with its calls
    house_rules: tuple[HouseRule, ...]


class Family(Answer, frozen=True):
    variants: tuple[Variant, ...]
    bots: tuple[tuple[str, str], ...]  # their names, and how they play


class Meanings(Answer, frozen=True):
    """What each value of a variant's house rules means, in words; none where the book is silent."""

    variant: str
    choices: dict[str, dict[str, str]]  # by house rule and value


class Book(Answer, frozen=True):
    """A rule book, as Markdown in the language asked for."""

    variant: str
    title: str
    markdown: str


class NewTable(Asked, frozen=True):
    variant: str
    players: int | None = None
    options: dict[str, str] = {}
    public: bool = False
    spectators: bool = True
    seconds: int = 0  # for a move; 0: no clock
    reserve: int = 0
    bots: str = "jugador"  # who fills empty seats
    alone: bool = False  # play at once against bots
    seat: int = 1
    signs: str = ""  # señas of the own side of who opens it, as in Agree


class Opened(Answer, frozen=True):
    id: str


class Lobby(Answer, frozen=True):
    tables: tuple[InLobby, ...]
    yours: tuple[InLobby, ...]


class InLobby(Answer, frozen=True):
    id: str
    variant: str
    title: str
    players: int
    seated: tuple[str, ...]
    empty: int
    phase: str
    options: dict[str, str]
    spectators: bool
    seconds: int  # for a move; 0: no clock
    reserve: int


class Problem(Answer, frozen=True):
    """Why a request was not carried out, in the language of the page."""

    code: str
    reason: str


# -------------------------------------------------------------------------------------------------------------- replay


class Record(Asked, frozen=True):
    """The text of a `.truco` record."""

    text: str


class Step(Answer, frozen=True):
    """The table after something has happened."""

    line: int  # of the record
    deal: int
    hand: int
    kind: str  # what is not as usual in the hand, where it begins
    news: tuple[Happening, ...]
    cards: dict[str, tuple[str | None, ...]]  # in the hand of each seat
    laid: tuple[Laid, ...]
    turned: str | None
    word: tuple[int, ...]
    score: Score


class DealProof(Answer, frozen=True):
    """Whether the cards of a deal are those that its seed gives, and whose chance went in. The deal of number 0 is the
    draw for the first dealer."""

    deal: int
    verdict: Literal["fair", "partial", "seeded", "wrong", "unknown"]  # partial: somebody has not revealed
    told: str
    chances: tuple[int, ...]  # seats whose chance went in
    missing: tuple[int, ...]  # seats that committed and did not reveal


class Replay(Answer, frozen=True):
    variant: str
    title: str
    players: int
    target: int
    french: bool
    options: dict[str, str]
    sides: dict[str, str]  # of the seats, as the score calls them
    names: dict[str, str]  # of the seats, where the record tells them
    pack: tuple[str, ...]  # before it is shuffled, so that the page can deal again by itself
    rounds: tuple[tuple[tuple[int, ...], ...], ...]  # of each deal, for each hand: its seats as they are dealt to
    steps: tuple[Step, ...]
    hands: tuple[int, ...]  # the step at which each hand begins
    proofs: tuple[DealProof, ...]
    text: str  # the record as it is written
