"""What is asked of those who play many games at once, and what they give back. Every executor speaks this language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex, TypeAlias

from truquero.cards import CARDS, Card
from truquero.engine import State
from truquero.engine.state import COVER, DISCARD, PLAY
from truquero.engine.state import LANCES as LANCES  # the order of the awards in a row
from truquero.language import _
from truquero.rules.game import Rules
from truquero.table import Event, TableError
from truquero.variants import rules_of

if TYPE_CHECKING:
    from truquero.compiled.policy import PolicyTable
    from truquero.compiled.tables import Tables

NO_SIDE = -1  # nobody has won
MOST_WEIGHT = 1_000_000  # of a move in a policy: the sum over all that are legal stays well below 32 bits
Progress = Callable[[int, int], None]  # told while tables are made: states done, states found


class SimulationError(TableError):
    """A simulation that cannot be played as it was asked for. The message says what would be right."""


def rules_asked(variant: str | Rules, players: int | None, options: Mapping[str, object]) -> Rules:
    """The rules of a game, from the name of a variant with its players and house rules, or as they are."""
    if isinstance(variant, str):
        return rules_of(variant, players, **options)
    if not isinstance(variant, Rules):
        raise SimulationError(
            _("{given} is no game: write the name of a variant, or Rules").format(given=repr(variant))
        )
    if players is not None or options:
        about = _("players and house rules are part of Rules: give the name of a variant with them, or Rules alone")
        raise SimulationError(about)
    return variant


# --------------------------------------------------------------------------------------------------------- policies


class Decision(NamedTuple):
    """One game of a batch in which somebody has to choose: what that player knows, and what he may do.

    It tells what a `View` of his seat would. Places are counted from the mano; in a single hand a seat is the place
    and one.
    """

    kind: int  # of the hand: its number in `kinds_of_hand`
    state: State
    place: int
    seat: int
    seats: tuple[int, ...]  # of all places
    dealt: tuple[Card, ...]  # strongest first
    held: tuple[Card, ...]  # those still in the hand, in the same order
    others: tuple[tuple[int, tuple[Card, ...]], ...]  # places whose cards the rules let him see, and what they hold
    laid: tuple[tuple[int, Card | None], ...]  # the place and the card, in the order laid; None: covered, and not his
    turned: Card | None
    points: tuple[int, int]  # of the mano's side and of the others, as in `state`; a gallo is a side before any others
    score: tuple[int, ...]  # the same as the match writes it: of A and B, or of each of three seats
    games: tuple[int, ...]  # that they have won before: chicos, patas
    events: tuple[Event, ...]  # all that he has seen and heard in this hand, as in a `View`
    codes: Sequence[str]  # the legal moves

    def unseen(self) -> Decision:
        """The same for one who may not look at his cards: any card is as good as another, so laying one is one move."""
        return self._replace(dealt=(), held=(), codes=list(dict.fromkeys(map(word_of, self.codes))))


def word_of(code: str) -> str:
    """A move as the automaton and the weights of a policy know it: all cards have one word."""
    if code in CARDS:
        return PLAY
    kind, _dash, name = code.partition("-")
    return kind if kind in (COVER, DISCARD) and name in CARDS else code


def choices_of(policy: Callback, decisions: Sequence[Decision]) -> list[int]:
    """What a policy decides, a number for each decision."""
    given = policy(decisions)
    try:
        chosen = [index(one) for one in given]
    except TypeError:
        about = _("the policy gave {given}: it must give a whole number for each decision")
        raise SimulationError(about.format(given=short(given))) from None
    if len(chosen) != len(decisions):
        about = _("the policy was asked for {asked} moves and gave {given}")
        raise SimulationError(about.format(asked=len(decisions), given=len(chosen)))
    return chosen


def number_chosen(shown: Sequence[str], legal: Sequence[str], choice: int, word: int) -> int:
    """The number of a legal move, from the number that a policy gave for one of those shown to it.

    Chance decides, by a random word of 32 bits, what was left to it, and which card is laid by one who sees none.
    """
    if not -1 <= choice < len(shown):
        about = _("the policy chose move {choice}: there are {count}, from 0 on, or -1 for chance")
        raise SimulationError(about.format(choice=choice, count=len(shown)))
    if choice < 0:
        return word * len(legal) >> 32
    if len(shown) == len(legal):
        return choice
    same = [number for number, code in enumerate(legal) if word_of(code) == shown[choice]]
    return same[word * len(same) >> 32]


# For each decision the number of one of its codes, or -1 to leave that choice to chance.
Callback = Callable[[Sequence[Decision]], Iterable[SupportsIndex]]
# How likely a move is beside the others: 1 where nothing is told. All cards go by `carta`, `tapada` or `descarta`;
# any other move by its code. Where all the moves there are weigh 0 they are equally likely.
Weights = Mapping[str, int]
# A table tells more: how likely a move is in each public state, with each kind of cards.
Policy: TypeAlias = "Callback | Weights | PolicyTable"


# ---------------------------------------------------------------------------------------------------------- request


@dataclass(frozen=True)
class Request:
    """Games to be played: single hands, or `whole` matches. They are numbered from `first` on."""

    games: int
    whole: bool = True
    first: int = 0
    seed: int = 0  # below 2**64
    # Points before the first deal: of the sides of the match, or in a single hand of the mano's side and the others.
    score: tuple[int, ...] = (0, 0)
    kind: int = 0  # of a single hand: its number in `kinds_of_hand`
    dealer: int | None = None  # of a match; None: drawn by lot
    policy: Policy | None = None  # None: all legal moves are equally likely
    trajectories: bool = False
    threads: int | None = None  # None: as many as there are cores


# ---------------------------------------------------------------------------------------------------------- results


@dataclass(frozen=True)
class Trajectory:
    """One game move by move: enough to play it again."""

    dealer: int  # the first; in a single hand the last seat, so that seat 1 is mano
    deals: tuple[tuple[Card, ...], ...]  # the cards drawn for each deal, from the top of the pack
    moves: tuple[tuple[int, str], ...]  # of all hands one after the other: the seat and the code


@dataclass
class Counts:
    """What happened in all the hands that were played, put together."""

    kinds: list[int]  # hands of each kind, as `kinds_of_hand` numbers them
    happened: list[int]  # in how many hands each of `happenings` happened
    points: int = 0  # those a pair of partners writes for each of the two count once
    mano_points: int = 0  # those of the mano's side
    decided: int = 0  # hands whose truco somebody has won
    mano_hands: int = 0  # those the mano's side has

    def add(self, other: Counts) -> None:
        """Count the hands of another batch too."""
        self.kinds = [one + more for one, more in zip(self.kinds, other.kinds, strict=True)]
        self.happened = [one + more for one, more in zip(self.happened, other.happened, strict=True)]
        self.points += other.points
        self.mano_points += other.mano_points
        self.decided += other.decided
        self.mano_hands += other.mano_hands


Column = Any  # a list of whole numbers, or of such lists; or an array of NumPy of the same shape


@dataclass
class Played:
    """One row for each game in every column, in the order of the games."""

    points: Column  # [game][side]: in a single hand the mano's side and the others, in a match each side of the score
    awards: Column  # [game][lance][side]: the same points, by `LANCES`
    winner: Column  # of a single hand: who took the truco, 0 the mano's side, 1 the others; of a match: who won it
    moves: Column
    hands: Column
    first_mano: Column  # who in the score was mano first; with three players his seat less one; 0 in single hands
    counts: Counts
    trajectories: Sequence[Trajectory] | None = field(default=None, repr=False)


class Executor(Protocol):
    """Whoever plays the games of a request, for the rules he was made with."""

    @property
    def name(self) -> str:
        """For people and programs: reference, cpu, gpu."""
        ...

    @property
    def tables(self) -> Tables | None:
        """The compiled game, where he plays by one."""
        ...

    @property
    def holds_all(self) -> bool:
        """Whether every state of the game is at hand, so that nothing has to be worked out while it is played."""
        ...

    def play(self, request: Request) -> Played: ...
