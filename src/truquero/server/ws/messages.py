"""The messages of a table to its pages over the WebSocket. `tools/typescript.py` makes TypeScript types of them.

Each frame of the server contains one `ServerMessage`. The table counts its versions: every change that the whole table
notices makes a new version; looks and señas do not. A page that has missed a version asks for the whole table again
with `Hello` (`page_messages.py`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from truquero.server.summary import Phase
from truquero.server.ws.page_messages import Part
from truquero.session import Speed

# ------------------------------------------------------------------------------------------------- parts of an update


class TableCard(Part, frozen=True):
    """A card on the table. `card` is None for a card of another player that lies face down."""

    seat: int
    card: str | None
    trick: int
    past: bool = False  # it belongs to an earlier trick, which nobody may look at again
    face_down: bool = False


class MoveOption(Part, frozen=True):
    """A move, a challenge or a seña that the seat may make."""

    code: str
    kind: Literal["card", "answer", "call", "declare", "leave", "other"]
    words: str = ""  # said aloud at the table
    stakes: str = ""  # the stakes, in words
    lance: str = ""  # of a call: truco, envido or flor
    ends_game: bool = False  # a bet of the whole game at this score, or its acceptance
    breaks_rules: bool = False  # a call that the rules punish with these cards


class SignOption(Part, frozen=True):
    """A seña that the seat may make."""

    code: str
    gesture: str  # the picture of its gesture, which is a key of GESTURES or "other"
    words: str = ""  # how it is made, in words
    meaning: str = ""  # in words
    holds: bool = False  # the seat holds what it shows, so it would be true


class BetSizes(Part, frozen=True):
    """A legal call with a range of sizes: the moves `NAME-N` for every N from `first` to `last` in steps of `step`."""

    position: int  # the index of the choice before which it stands; the number of choices if it comes last
    name: str
    first: int
    last: int
    step: int
    words: str = ""  # said aloud at the table; {n} stands for N, {pairs} for half of it, rounded down
    stakes: str = ""  # the stakes, in words; {n} stands for N + adds
    adds: int = 0
    lance: str = ""
    ends_game_from: int | None = None  # the smallest size that bets the whole game; None if none does


class TableEvent(Part, frozen=True):
    """An event of the table, with the facts that this seat may know, and its texts.

    The facts are the fields of `table.Event` except `seen_by`, which only the server may know. A test compares the two.
    A seña also has its gesture and its meaning, as far as this seat knows them.
    """

    # The fields are written again here. A message that contained an `Event` would change what pages receive, and a
    # structure that is built from the fields of `Event` at run time has no types that mypy could check.

    kind: str
    seat: int | None = None
    move: str | None = None
    side: str | None = None
    lance: str | None = None
    points: int | None = None
    why: str | None = None
    value: int | None = None
    cards: tuple[str, ...] = ()
    words: str = ""  # said aloud at the table, in its own language
    calls: str = ""  # the lance of a call: truco, envido or flor; empty for other moves
    text: str = ""  # the line of the log, in the language of the page
    gesture: str = ""  # of a seña: the picture of its gesture, which is a key of GESTURES or "other"
    meaning: str = ""  # of a seña, in words, if this seat knows it


class OpenBet(Part, frozen=True):
    """A call that waits for an answer, with the most points that it can pay at this score."""

    lance: str  # truco, envido or flor
    words: str  # the last call, as it was said aloud
    seats: tuple[int, ...]  # of the side that called
    accepted: int  # points if the call is accepted
    refused: int  # points for the side that called if it is refused


class MarkedCard(Part, frozen=True):
    """A card above all ordinary ones that this seat sees."""

    card: str
    place: int  # in the order of the cards, 1 for the highest
    kind: Literal["pieza", "manilha", "matador"]
    name: str = ""  # its name at the table


class SeatInfo(Part, frozen=True):
    """A seat of the table, and its player."""

    seat: int
    side: str
    name: str = ""
    kind: Literal["empty", "person", "bot"] = "empty"
    bot: str | None = None  # the name of the bot that plays here, also for a person who is away
    connected: bool = False  # the person has a page open
    away: bool = False  # a bot plays for this person
    clock: int | None = None  # milliseconds left for the move, with the reserve; None without a clock
    answer_time: int | None = None  # milliseconds in which bots of this side still let this person answer first
    reserved_for: str = ""  # the name of the guest who takes this seat with the next deal
    replaced: bool = False  # a bot has replaced a player who kept the table waiting; the host may readmit that player
    portrait: str = ""  # of the person, or of the person in whose place a bot plays
    temper: str = ""  # of that person, if the bot plays with it
    alias: str = ""  # identifies the person at this table, also under another name; empty without a person
    opened: bool = False  # the person has opened the table, and invites others to it


class HandInfo(Part, frozen=True):
    """The hand on the table as a seat sees it. Spectators have no cards and no choices."""

    deal: int  # counted from 1
    hand: int  # of the deal
    over: bool
    hand_type: str
    description: str  # in words, if the hand is special: a duel, or the hand before the end
    dealer: int | None
    seat_order: tuple[int, ...]  # the seats that play this hand, mano first
    gallo: int | None
    turned: str | None
    must_act: tuple[int, ...]  # seats
    leader: int | None  # the seat that leads the trick; None when the hand is over
    laid: tuple[TableCard, ...]
    trick_winners: tuple[int | None, ...]  # the seat that won each trick; None for a parda
    at_stake: tuple[str, ...] = ()  # in words
    worth: int | None = None  # the most points that the hand pays now for its tricks
    open_bet: OpenBet | None = None  # the call that waits for an answer
    marked: tuple[MarkedCard, ...] = ()
    cards: tuple[str | None, ...] = ()
    card_counts: tuple[int, ...] = ()  # the number of cards that each seat of `seat_order` holds
    partner_hands: tuple[tuple[int, tuple[str, ...]], ...] = ()  # the cards of other seats that the rules show
    points_text: str = ""  # the points of the own cards, in words
    points_explained: tuple[str, ...] = ()  # the same points with the sum that gives them, in words
    points_to_declare: int | None = None  # the points of the own cards in the lance whose points are being declared
    choices: tuple[MoveOption, ...] = ()
    bet_sizes: tuple[BetSizes, ...] = ()  # further choices: calls with a range of sizes
    challenges: tuple[MoveOption, ...] = ()
    may_pass: bool = False
    signs: tuple[SignOption, ...] = ()  # the señas that the seat may make
    watching: int | None = None


class DealInfo(Part, frozen=True):
    """The draw of the next or the current deal: the values that are public before the cut, and those known later.

    Deal number 0 is the draw for the first dealer.
    """

    number: int
    match: int
    sealed: str  # SHA-256 of the server's seed, in hexadecimal digits
    cutter: int  # a seat; 0 if nobody cuts
    awaits_cut: bool  # the table waits for the cut
    awaits_secrets: bool  # the pages that have committed should reveal their secrets now
    cut: int | None = None
    salt: str | None = None  # only if an older server sealed the deal; then there are no commitments
    seed: str | None = None  # of the server, once the hand is over
    committed: tuple[tuple[int, str], ...] | None = None  # seats and their commitments
    secrets: tuple[tuple[int, str], ...] = ()  # seats and their secrets, once the cards are dealt


class DrawId(Part, frozen=True):
    """The next draw whose seed the server has not fixed. Pages of seated guests may commit to a secret for it."""

    match: int
    deal: int


class ScoreInfo(Part, frozen=True):
    """The score. Every field but `winners` has a value for each side, in the order of `sides`."""

    sides: tuple[str, ...]  # their names: A and B, or 1, 2 and 3
    points: tuple[int, ...]
    points_in_half: tuple[int, ...]  # the points on the table; the count starts again at the end of the malas
    games: tuple[int, ...]
    halves: tuple[str, ...]  # malas or buenas, in the words of the variant; empty if it has no halves
    winners: tuple[str, ...] = ()


class TableInfo(Part, frozen=True):
    """The settings of the table, and other facts that seldom change."""

    id: str
    variant: str
    title: str
    players: int
    target: int
    games: int  # the number of games that win the match
    options: dict[str, str]  # house rules that differ from the preset
    phase: Phase
    public: bool
    spectators: bool
    french: bool  # the pack has French suits
    pack_size: int  # the number of cards in the pack, for the cut
    least_cut: int  # the least number of cards in the smaller part of a cut
    has_signs: bool  # the game has señas
    sign_meanings: tuple[str, ...]  # words for what an own seña can mean beside cards
    counters: str  # the name of the counters for the points
    pile_size: int  # the number of counters in a pile; 0 without piles
    stacks: tuple[tuple[int, int], ...]  # the heights of stacks of counters, and their worth
    worth_behind: int  # the worth of a counter behind the others; 0 if there is none
    most_points: int  # that a side can have on the table
    seconds: int  # for a move; 0 without a clock
    reserve: int
    answer_seconds: int  # for which bots leave the answer to people of their side
    speed: Speed  # of the bots
    speech_locale: str  # in which a browser reads the words of the game, such as es-AR
    match: int  # the number of the match at this table, from 1


class You(Part, frozen=True):
    """The guest of the page."""

    seat: int | None = None
    host: bool = False  # may place bots and start the match
    may_empty: tuple[int, ...] = ()  # the seats of other people that the guest may empty now
    reserved_seat: int | None = None  # the seat that the guest takes with the next deal
    may_watch: bool = True  # may see the hands of this table
    sign_code: str = ""  # the own señas of the side, as in `AgreeSigns`


# ------------------------------------------------------------------------------------------------------- of the server


class ToPage(Struct, tag_field="type", frozen=True, omit_defaults=True):
    """A message of the server."""


class TableUpdate(ToPage, tag="update", frozen=True):
    """The table as this page may see it.

    The answer to `Hello` contains all parts, and in `news` all events of the current hand. Later updates contain
    `hand`, `you` and the other parts that have changed, and in `news` the events since the previous version.
    """

    version: int
    whole: bool
    news: tuple[TableEvent, ...] = ()
    hand: HandInfo | UnsetType | None = UNSET
    score: ScoreInfo | UnsetType = UNSET
    seats: tuple[SeatInfo, ...] | UnsetType = UNSET
    table: TableInfo | UnsetType = UNSET
    you: You | UnsetType = UNSET
    deal: DealInfo | UnsetType | None = UNSET
    previous_deal: DealInfo | UnsetType | None = UNSET  # the previous draw, with its seed once the server reveals it
    next_draw: DrawId | UnsetType = UNSET


class Done(ToPage, tag="done", frozen=True):
    """The server has carried out the message of this number and stored its changes."""

    id: int
    version: int
    text: str = ""  # an answer in words, for example a hint


class TalkChoice(Part, frozen=True):
    """A meaning that words may have. The page sends them again with the one that the guest chooses."""

    meaning: str  # for `Talk`
    words: str
    stakes: str = ""
    ends_game: bool = False


class Refused(ToPage, tag="refused", frozen=True):
    """The server has refused the message of this number. Nothing has changed, except perhaps after two codes.

    `unclear`: the guest should choose one of the `choices`. `no-call`: the words of a `Talk` are no call.

    `closing`: the server failed. If the message makes several changes, the first of them may be stored; for example, a
    guest who wanted another seat may have left the old one. `unknown`: the server lost the database, so all its changes
    may be stored.
    """

    id: int
    code: Literal["illegal", "late", "unclear", "no-call", "forbidden", "malformed", "flood", "closing", "unknown"]
    reason: str
    version: int = 0
    choices: tuple[TalkChoice, ...] = ()


class ChatLine(ToPage, tag="chat-line", frozen=True):
    """A line of the chat. `alias` has the meaning that it has in `SeatInfo`; onlookers have one too."""

    alias: str
    name: str
    seat: int | None
    words: str
    portrait: str


class Pong(ToPage, tag="pong", frozen=True):
    """The answer to `Ping`."""

    id: int


class Closing(ToPage, tag="closing", frozen=True):
    """The server shuts down. The page should reconnect after this number of seconds."""

    seconds: int


ServerMessage = TableUpdate | Done | Refused | ChatLine | Pong | Closing
