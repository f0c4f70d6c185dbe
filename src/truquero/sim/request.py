"""Requests to play many games at once, and their results: the interface of every executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import index
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex, TypeAlias

from truquero.cards import CARDS, Card
from truquero.engine import State
from truquero.engine.state import COVER, DISCARD, PLAY
from truquero.engine.state import LANCES as LANCES  # the order of the awards in a row
from truquero.i18n import _
from truquero.sim.arguments import Weights
from truquero.sim.errors import SimulationError
from truquero.table import Event

if TYPE_CHECKING:
    from truquero.sim.policy import PolicyTable
    from truquero.sim.tables.tables import Tables

NO_SIDE = -1  # nobody has won


# --------------------------------------------------------------------------------------------------------- policies


class Decision(NamedTuple):
    """One decision in a game of a batch: what the player knows, and the legal moves.

    It contains what a `View` of the player's seat contains. Places are counted from the mano. In a single hand a seat
    is the place plus one.
    """

    kind: int  # of the hand: its number in `kinds_of_hand`
    state: State
    place: int
    seat: int
    seats: tuple[int, ...]  # of all places
    dealt: tuple[Card, ...]  # strongest first
    held: tuple[Card, ...]  # those still in the hand, in the same order
    others: tuple[tuple[int, tuple[Card, ...]], ...]  # places whose cards the player may see, and these cards
    laid: tuple[tuple[int, Card | None], ...]  # place and card, in the order laid; None: covered by another player
    turned: Card | None
    points: tuple[int, int]  # of the mano's side and of the others, as in `state`; a gallo's points come first
    score: tuple[int, ...]  # the score as the match writes it: of A and B, or of each of three seats
    games: tuple[int, ...]  # games that each has won before: chicos, patas
    events: tuple[Event, ...]  # all that the player has seen and heard in this hand, as in a `View`
    codes: Sequence[str]  # the legal moves

    def unseen(self) -> Decision:
        """Return the decision of a player who may not look at the cards.

        To this player any card is as good as another, so laying a card is a single move.
        """
        return self._replace(dealt=(), held=(), codes=list(dict.fromkeys(map(word_of, self.codes))))


def word_of(code: str) -> str:
    """Return a move as the automaton and the weights of a policy name it: all cards share one word."""
    if code in CARDS:
        return PLAY
    kind, _dash, name = code.partition("-")
    return kind if kind in (COVER, DISCARD) and name in CARDS else code


def choices_of(policy: Callback, decisions: Sequence[Decision]) -> list[int]:
    """Return the choices of a policy, one index for each decision.

    Raise SimulationError if the policy does not return as many whole numbers as there are decisions.
    """
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
    """Return the index of a legal move, from the index that a policy chose among the moves shown to it.

    The random 32-bit `word` decides choices that the policy left to chance, and which card is laid by a player who sees
    none.
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


# Returns for each decision the index of one of its codes, or -1 to leave that choice to chance.
Callback = Callable[[Sequence[Decision]], Iterable[SupportsIndex]]
# A table is finer: it has a weight for each move in each public state, for each class of cards.
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
    """One game move by move, with all that is needed to replay it."""

    dealer: int  # the first; in a single hand the last seat, so that seat 1 is mano
    deals: tuple[tuple[Card, ...], ...]  # the cards drawn for each deal, from the top of the pack
    moves: tuple[tuple[int, str], ...]  # of all hands one after the other: the seat and the code


@dataclass
class Counts:
    """Totals over all the hands that were played."""

    kinds: list[int]  # hands of each kind, as `kinds_of_hand` numbers them
    happened: list[int]  # in how many hands each of `happenings` happened
    points: int = 0  # points that two partners each write count once
    mano_points: int = 0  # points of the mano's side
    decided: int = 0  # hands in which a side has won the truco
    mano_hands: int = 0  # hands in which the mano's side has won it

    def add(self, other: Counts) -> None:
        """Add the counts of another batch."""
        self.kinds = [one + more for one, more in zip(self.kinds, other.kinds, strict=True)]
        self.happened = [one + more for one, more in zip(self.happened, other.happened, strict=True)]
        self.points += other.points
        self.mano_points += other.mano_points
        self.decided += other.decided
        self.mano_hands += other.mano_hands


Column = Any  # a list of whole numbers, or of such lists; or a NumPy array of the same shape


@dataclass
class Played:
    """The results of a request, in columns with one row for each game, in the order of the games."""

    points: Column  # [game][side]: in a single hand the mano's side and the others, in a match each side of the score
    awards: Column  # [game][lance][side]: the same points, by `LANCES`
    winner: Column  # of a single hand: the winner of the truco, 0 the mano's side, 1 the others; of a match: its winner
    moves: Column
    hands: Column
    first_mano: Column  # the side of the first mano; with three players the seat minus one; 0 in single hands
    counts: Counts
    trajectories: Sequence[Trajectory] | None = field(default=None, repr=False)


class Executor(Protocol):
    """The interface of an executor, which plays the games of a request by the rules it was created with."""

    @property
    def name(self) -> str:
        """The name of the executor: reference, cpu or gpu."""
        ...

    @property
    def tables(self) -> Tables | None:
        """The compiled game, if the executor plays by one."""
        ...

    @property
    def holds_all(self) -> bool:
        """Whether every state of the game is known, so that none has to be expanded during play."""
        ...

    def play(self, request: Request) -> Played: ...
