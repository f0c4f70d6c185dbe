"""What has happened at a table: every deal, hand, move and award. Records and accounts are written from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from truquero.cards import Card
from truquero.engine.state import Lance
from truquero.rules.game import Setting
from truquero.table.holdings import Unknown
from truquero.table.position import Trick
from truquero.table.schedule import GALLO, PAIR, Field
from truquero.table.settling import Settled


@dataclass(slots=True)
class HandLog:
    """One hand or duel. It knows every card: for the table's owner and for records, never for a player."""

    field: Field
    setting: Setting
    cards: Mapping[int, tuple[Unknown, ...]]
    turned: Card | None
    score: tuple[int, ...]  # as the players saw it when the hand was opened
    games: tuple[int, ...]
    exposed: tuple[int, Card] | None = None
    exchanged: Card | None = None  # what came instead of the exposed card
    moves: list[tuple[int, str]] = dataclasses.field(default_factory=list)
    awards: list[Settled] = dataclasses.field(default_factory=list)
    tricks: list[Trick] = dataclasses.field(default_factory=list)
    finished: bool = False
    void: bool = False  # a card fell face up and was refused: dealt again

    def copy(self) -> HandLog:
        """The same minutes, to be continued apart from these."""
        moves, awards, tricks = self.moves.copy(), self.awards.copy(), self.tricks.copy()
        return dataclasses.replace(self, moves=moves, awards=awards, tricks=tricks)


@dataclass(slots=True)
class DealLog:
    """One deal. `fields` are all its hands, played or not: cards are dealt round all of them."""

    dealer: int
    seed: str | None = None
    cut: int = 0
    fields: tuple[Field, ...] = ()
    hands: list[HandLog] = dataclasses.field(default_factory=list)

    def copy(self) -> DealLog:
        """The same deal, to be continued apart from this one. Only its last hand can still change."""
        return dataclasses.replace(self, hands=[*self.hands[:-1], *(hand.copy() for hand in self.hands[-1:])])


class Event(NamedTuple):
    """Something that the table sees or hears.

    `kind`: deal, turned, exposed, void, move, trick, declare (a `value`, or None for "son buenas"), award, show, game,
    match, sign. A covered or discarded card is told to its owner only, a seña to those who saw it. The `lance` of a
    move is what it answers.
    """

    kind: str
    seat: int | None = None
    move: str | None = None
    side: str | None = None
    lance: str | None = None
    points: int | None = None
    why: str | None = None
    value: int | None = None  # in envido or flor
    cards: tuple[Card, ...] = ()
    seen: frozenset[int] | None = None  # the seats that saw a seña: for the owner of the table only


def award_events(settled: Settled, names: Sequence[str], *, declared: bool) -> list[Event]:
    """An award as everybody hears of it: first the points said aloud, where they are, then who is paid what."""
    lance, winner = settled.lance, settled.winner
    value = None if winner is None else dict(settled.values).get(winner)
    found: list[Event] = []
    best = -1
    for seat, spoken in settled.values if declared else ():
        # S000 §12, §13: from the mano on, each says his points only if they beat the best so far.
        found.append(Event("declare", seat, lance=lance, value=spoken if spoken > best else None))
        best = max(best, spoken)
    award = Event("award", winner, lance=lance, points=settled.points, why=settled.why, value=value)
    return [*found, *(award._replace(side=name) for name in names)]


def awards_told(events: Iterable[Event], field: Field) -> Iterator[Settled]:
    """The awards of a hand that events tell of, without the values that were compared."""
    gallo = field.gallo
    # Partners against a gallo are counted apart and have an event each: one of them is enough.
    counted = {"A": 0, "B": 1} if gallo is None else {str(gallo): GALLO, str(min({1, 2, 3} - {gallo})): PAIR}
    for event in events:
        if event.kind == "award" and event.side in counted:
            assert event.points is not None
            assert event.why is not None
            yield Settled(cast(Lance, event.lance), counted[event.side], event.points, event.why, event.seat)
