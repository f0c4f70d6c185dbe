"""What a page and its table say to each other over the socket. The TypeScript types of the page are made from this.

A page sends one `FromPage` a message and the server one `ToPage`. The table counts its versions: every change that the
whole table notices makes a new one, and looks and señas make none. A page that sees a version missing asks for
everything again with `Hello`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from truquero.server.summary import Phase

LONGEST_TALK = 200  # characters of what is typed or chatted
LONGEST_CODE = 1500  # characters of a side's own señas
MOST_BYTES = 4096  # of a message from a page


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a message."""


class FromPage(Part, tag_field="type", frozen=True, forbid_unknown_fields=True):
    """A message of a page. Each has a number of its own, larger than all before: what comes twice is done once."""

    id: int


class Hello(FromPage, tag="hello", frozen=True):
    """The first message: the language that texts are wanted in, none for programs that need none. Sent again it asks
    for everything anew."""

    lang: Literal["es", "pt", "ca", "en", "es-AR"] | None = None


class Move(FromPage, tag="move", frozen=True):
    """A move, a seña or a challenge, by its code. It is made only if nothing has happened since `version`."""

    version: int
    move: str


class Talk(FromPage, tag="talk", frozen=True):
    """Words typed or spoken, to be taken as a move."""

    version: int
    words: str


class Pass(FromPage, tag="pass", frozen=True):
    """The seat leaves the word to those who may speak after it."""

    version: int


class Watch(FromPage, tag="watch", frozen=True):
    """Look at another seat, and see its señas."""

    seat: int


class Cut(FromPage, tag="cut", frozen=True):
    """The cutter lifts so many cards, 0 for a knock."""

    version: int
    cards: int


class Commit(FromPage, tag="commit", frozen=True):
    """The page has chosen a secret for a draw whose seed is not fixed yet: SHA-256 of it, as
    docs/explanation/fair-deals.md says. The last one before the seed is fixed counts."""

    match: int
    deal: int
    commitment: str


class Reveal(FromPage, tag="reveal", frozen=True):
    """The secret that the page has committed to, once the seal, all commitments and the cut are published."""

    match: int
    deal: int
    secret: str


class GoOn(FromPage, tag="go-on", frozen=True):
    """Whoever has seen enough of a finished hand."""

    version: int


class Hint(FromPage, tag="hint", frozen=True):
    """What are my cards worth?"""


class Sit(FromPage, tag="sit", frozen=True):
    """Take an empty seat, or one of a bot's that nobody has been given: with the next deal where cards are dealt."""

    seat: int


class Stand(FromPage, tag="stand", frozen=True):
    """Leave one's seat, or the one that was to come: a bot plays on where a match is being played."""


class Back(FromPage, tag="back", frozen=True):
    """The one for whom a bot plays takes the cards in hand again."""


class PutBot(FromPage, tag="put-bot", frozen=True):
    """The host of the table puts a bot in a seat, or leaves it empty. During a match a bot takes the seat of somebody
    who keeps the table waiting, or keeps the seat that somebody else wants to take; without a bot whoever was replaced
    in the seat may sit down again."""

    seat: int
    bot: str | None


class Agree(FromPage, tag="agree", frozen=True):
    """Before a match: the señas that one's side has agreed on, `NAME=MEANING/GESTURE` with spaces between them; nothing
    for the usual ones. Only that side hears of it."""

    signs: str


class Begin(FromPage, tag="begin", frozen=True):
    """The host begins the match; when it is over whoever sits there may begin a rematch. Empty seats are filled with
    bots."""


class Chat(FromPage, tag="chat", frozen=True):
    """A line for everybody at the table."""

    words: str


class Ping(FromPage, tag="ping", frozen=True):
    """Is the server there?"""


Said = (
    Hello
    | Move
    | Talk
    | Pass
    | Watch
    | Cut
    | Commit
    | Reveal
    | GoOn
    | Hint
    | Sit
    | Stand
    | Back
    | PutBot
    | Agree
    | Begin
    | Chat
    | Ping
)


# ------------------------------------------------------------------------------------------------------ what is seen


class Laid(Part, frozen=True):
    """A card on the table; None where it lies face down and is somebody else's."""

    seat: int
    card: str | None
    trick: int
    past: bool = False  # of a trick that may not be looked at again
    face_down: bool = False


class Choice(Part, frozen=True):
    """A move that the seat may make."""

    code: str
    kind: Literal["card", "answer", "call", "declare", "leave", "other"]
    words: str = ""  # what the table hears
    stakes: str = ""  # what it brings, in words
    lance: str = ""  # of a call: truco, envido or flor


class Sizes(Part, frozen=True):
    """A call that the seat may make in many sizes: the moves `NAME-N` for every N from `first` to `last`, `step` by
    `step`."""

    before: int  # where it stands among the choices: before the one with this index, or behind all
    name: str
    first: int
    last: int
    step: int
    words: str = ""  # what the table hears: {n} stands for N, {pairs} for half of it, rounded down
    stakes: str = ""  # what it brings, in words: {n} stands for N + adds
    adds: int = 0
    lance: str = ""


class Happening(Part, frozen=True):
    """Something that the table saw or heard, as far as this seat did."""

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
    text: str = ""  # the line of the log, in the language of the page


class Place(Part, frozen=True):
    """A seat of the table and who sits there."""

    seat: int
    side: str
    name: str = ""
    kind: Literal["empty", "person", "bot"] = "empty"
    bot: str | None = None  # which one plays, also for somebody who is away
    here: bool = False  # a page of this person is open
    away: bool = False  # a bot plays for this person
    clock: int | None = None  # milliseconds left of the move and the reserve, where they run
    answer: int | None = None  # milliseconds that bots of this side still leave the answer to this person
    next: str = ""  # who sits down here with the next deal
    replaced: bool = False  # a bot plays for who kept the table waiting; the host may let that person sit down again
    who: str = ""  # the same as long as this person sits here or chats at this table, whatever the name


class Hand(Part, frozen=True):
    """What a seat sees of the hand on the table; a spectator has no cards and no choices."""

    deal: int  # counted from 1
    hand: int  # of the deal
    over: bool
    setting: str
    kind: str  # what is not as usual in it, in words: a duel, the hand before the end
    dealer: int | None
    seats: tuple[int, ...]  # of this hand, mano first
    gallo: int | None
    turned: str | None
    word: tuple[int, ...]  # seats that are asked
    leads: int | None  # who lays the first card of the trick; None when the hand is over
    laid: tuple[Laid, ...]
    tricks: tuple[int | None, ...]  # the seat that took each; None for a parda
    at_stake: tuple[str, ...] = ()  # in words
    cards: tuple[str | None, ...] = ()
    held: tuple[int, ...] = ()  # how many cards each of `seats` holds
    partners: tuple[tuple[int, tuple[str, ...]], ...] = ()  # hands that the rules let this seat see
    points: str = ""  # what its own cards count, in words
    count: int | None = None  # what they count in the lance whose points are being said aloud
    choices: tuple[Choice, ...] = ()
    sizes: tuple[Sizes, ...] = ()  # more choices: bets of which there are many
    challenges: tuple[Choice, ...] = ()
    may_pass: bool = False
    signs: tuple[Choice, ...] = ()  # the señas that may be made
    watching: int | None = None


class Deal(Part, frozen=True):
    """The next deal, or that of the hand on the table: what was published before the cut, and what is known after. The
    deal of number 0 is the draw for the first dealer."""

    number: int
    match: int
    sealed: str  # SHA-256 of the server's seed, in hexadecimal digits
    cutter: int  # 0 where nobody cuts
    waits: bool  # for the cut
    asks: bool  # for the secrets of those who have committed
    cut: int | None = None
    salt: str | None = None  # of a deal that an older server has sealed: it has no commitments
    seed: str | None = None  # the server's, once the hand is over
    committed: tuple[tuple[int, str], ...] | None = None  # seats and their commitments
    secrets: tuple[tuple[int, str], ...] = ()  # seats and their secrets, once the cards are dealt


class Chance(Part, frozen=True):
    """The next draw whose seed is not fixed: pages of those who sit there may commit to a secret for it."""

    match: int
    deal: int


class Score(Part, frozen=True):
    names: tuple[str, ...]  # of the sides: A and B, or 1, 2 and 3
    points: tuple[int, ...]
    counted: tuple[int, ...]  # what of them lies on the table: at the end of the malas the count starts anew
    games: tuple[int, ...]
    halves: tuple[str, ...]  # malas or buenas, as the place calls them; empty words where there are none
    winners: tuple[str, ...] = ()


class Table(Part, frozen=True):
    """What does not change during a match, or seldom."""

    id: str
    variant: str
    title: str
    players: int
    target: int
    games: int  # that win the match
    options: dict[str, str]  # house rules that differ from the preset
    phase: Phase
    public: bool
    spectators: bool
    french: bool  # the pack has French suits
    cards: int  # of the pack, for the cut
    least_cut: int  # cards of the smaller part of a cut
    signs: bool  # señas are made
    tally: str  # what the points are kept with
    pile: int  # how many are heaped together; 0 where they are not
    stacks: tuple[tuple[int, int], ...]  # so many, one on another, are worth so much
    behind: int  # what one behind the others is worth; 0 where none lies there
    most: int  # points that a side may have on the table
    seconds: int  # for a move; 0 without a clock
    reserve: int
    match: int  # the number of the match at this table, from 1


class You(Part, frozen=True):
    """Whose page it is."""

    seat: int | None = None
    host: bool = False  # and may put bots and begin
    next: int | None = None  # the seat that is taken with the next deal
    looks: bool = True  # and sees the hand
    code: str = ""  # the señas of one's side's own, as in Agree


class ToPage(Struct, tag_field="type", frozen=True, omit_defaults=True):
    """A message of the server."""


class Seen(ToPage, tag="seen", frozen=True):
    """The table as this page may see it. After a `Hello` it holds everything; then what has changed, and `news` since
    the version before."""

    version: int
    whole: bool
    news: tuple[Happening, ...] = ()
    hand: Hand | UnsetType | None = UNSET
    score: Score | UnsetType = UNSET
    places: tuple[Place, ...] | UnsetType = UNSET
    table: Table | UnsetType = UNSET
    you: You | UnsetType = UNSET
    deal: Deal | UnsetType | None = UNSET
    last: Deal | UnsetType | None = UNSET  # the deal before this one, with its seed
    chance: Chance | UnsetType = UNSET


class Done(ToPage, tag="done", frozen=True):
    """The message of this number was carried out; what it has changed of the table is kept."""

    id: int
    version: int
    told: str = ""  # an answer in words: a hint, or what else was understood


class Refused(ToPage, tag="refused", frozen=True):
    """The message of this number was not carried out, and nothing has changed; but with the code `unknown` the database
    was lost meanwhile, and the table has to be looked at again."""

    id: int
    code: Literal["illegal", "late", "unclear", "forbidden", "malformed", "flood", "closing", "unknown"]
    reason: str
    version: int = 0


class Chatted(ToPage, tag="chatted", frozen=True):
    """`who` is that of `Place`, also for who looks on."""

    who: str
    name: str
    seat: int | None
    words: str


class Pong(ToPage, tag="pong", frozen=True):
    id: int


class Closing(ToPage, tag="closing", frozen=True):
    """The server goes away for a moment: come back and ask again."""

    seconds: int


Told = Seen | Done | Refused | Chatted | Pong | Closing
