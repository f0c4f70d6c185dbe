"""What is asked of those who play many games at once, and what they give back. Every executor speaks this language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from truquero.cards import Card
from truquero.engine import State
from truquero.table import TableError

LANCES = ("flor", "envido", "truco", "penalty")  # the order of the awards in a row
NO_SIDE = -1  # nobody has won


class SimulationError(TableError):
    """A simulation that cannot be played as it was asked for. The message says what would be right."""


# --------------------------------------------------------------------------------------------------------- policies


class Decision(NamedTuple):
    """One game of a batch in which somebody has to choose: what that player knows, and what he may do."""

    kind: int  # of the hand: its number in `kinds_of_hand`
    state: State
    place: int  # counted from the mano
    seat: int  # in a single hand the place and one
    dealt: tuple[Card, ...]  # strongest first
    held: tuple[Card, ...]  # those still in the hand, in the same order
    laid: tuple[tuple[int, Card | None], ...]  # the place and the card, in the order laid; None: covered, and not his
    turned: Card | None
    points: tuple[int, int]  # of each side of the hand, as its rules number them
    codes: Sequence[str]  # the legal moves


# For each decision the number of one of its codes, or -1 to leave that choice to chance.
Callback = Callable[[Sequence[Decision]], Sequence[int]]
# How likely a move is beside the others: 1 where nothing is told. All cards go by `carta`, `tapada` or `descarta`;
# any other move by its code. Where all the moves there are weigh 0 they are equally likely.
Weights = Mapping[str, int]
Policy = Callback | Weights


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

    def play(self, request: Request) -> Played: ...
