"""Requests to play many games at once, and their results: the interface of every executor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from truquero.cards import Card
from truquero.sim.argument_checks import Weights

if TYPE_CHECKING:
    from truquero.sim.policy_tables import PolicyTable
    from truquero.sim.tables.compiled_tables import CompiledTables
    from truquero.sim.view_policies import Callback, Player

NO_SIDE = -1  # nobody has won


# A policy is Python code that sees views, the weight of each move, or a table. A table is finer than weights: it has a
# weight for each move in each public state and for each class of cards.
Policy: TypeAlias = "Callback | Player | Weights | PolicyTable"


# ---------------------------------------------------------------------------------------------------------- request


@dataclass(frozen=True)
class Request:
    """The games to play: single hands, or whole matches."""

    games: int  # how many to play
    whole_matches: bool = True  # False: single hands
    first_game: int = 0  # the number of the first; the others follow
    seed: int = 0  # below 2**64
    # Points before the first deal: of the sides of the match, or in a single hand of the mano's side and the others.
    score: tuple[int, ...] = (0, 0)  # before the first deal, see above
    kind: int = 0  # of a single hand: its number in `kinds_of_hand`
    dealer: int | None = None  # of a match; None: drawn by lot
    policy: Policy | None = None  # None: all legal moves are equally likely
    trajectories: bool = False  # whether to return every move
    threads: int | None = None  # None: as many as there are cores


# ---------------------------------------------------------------------------------------------------------- results


@dataclass(frozen=True)
class Trajectory:
    """One game move by move, with all that is needed to replay it."""

    dealer: int  # the first; in a single hand the last seat, so that seat 1 is mano
    deals: tuple[tuple[Card, ...], ...]  # the cards drawn for each deal, from the top of the pack
    moves: tuple[tuple[int, str], ...]  # of all hands one after the other: the seat and the code

    def __repr__(self) -> str:
        played = f"dealer {self.dealer}, {len(self.deals)} deals, {len(self.moves)} moves"
        return f"<{type(self).__name__} {played}>"


@dataclass
class Counts:
    """Totals over all the hands that were played."""

    kinds: list[int]  # hands of each kind, as `kinds_of_hand` numbers them
    outcomes: list[int]  # in how many hands each of `outcomes` occurred
    points: int = 0  # points that two partners each write count once
    mano_points: int = 0  # points of the mano's side
    decided: int = 0  # hands in which a side has won the truco
    mano_hands: int = 0  # hands in which the mano's side has won it

    def add(self, other: Counts) -> None:
        """Add the counts of another batch."""
        self.kinds = [count + added for count, added in zip(self.kinds, other.kinds, strict=True)]
        self.outcomes = [count + added for count, added in zip(self.outcomes, other.outcomes, strict=True)]
        self.points += other.points
        self.mano_points += other.mano_points
        self.decided += other.decided
        self.mano_hands += other.mano_hands


Column = Any  # a list of whole numbers, or of such lists; or a NumPy array of the same shape


@dataclass
class ExecutorResults:
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
    def tables(self) -> CompiledTables | None:
        """The compiled game, if the executor plays by one."""
        ...

    @property
    def holds_all(self) -> bool:
        """Whether every state of the game is known, so that none has to be expanded during play."""
        ...

    def play(self, request: Request) -> ExecutorResults: ...
