"""The log of a table: every deal, hand, move and award. Records and narrations are written from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from truquero.cards import Card
from truquero.engine.state import Lance
from truquero.rules.game import HandType
from truquero.table.award_values import SettledAward
from truquero.table.copying import PicklesSlots
from truquero.table.holdings import MaybeCard
from truquero.table.position import Trick
from truquero.table.schedule import GALLO, PAIR, Lineup


@dataclass(slots=True, repr=False)
class HandLog(PicklesSlots):
    """The log of one hand or duel. It contains every card: for the table's owner and records, never for a player."""

    lineup: Lineup  # its seats and sides
    hand_type: HandType  # who plays it and whether a side decides
    cards: Mapping[int, tuple[MaybeCard, ...]]  # the dealt cards of each seat; None for an unknown card
    turned: Card | None  # the card turned up
    score_before: tuple[int, ...]  # as the players saw it when the hand was opened
    games_before: tuple[int, ...]  # the games won, when the hand was opened
    score_after: tuple[int, ...]  # with the points of this hand so far; a game that it wins does not reset it
    games_after: tuple[int, ...]  # the games won, with one that this hand wins
    exposed: tuple[int, Card] | None = None  # a seat and its card that fell face up
    replacement: Card | None = None  # the card that replaced the exposed one
    moves: list[tuple[int, str]] = dataclasses.field(default_factory=list)  # seats and codes, in order
    awards: list[SettledAward] = dataclasses.field(default_factory=list)  # the points written, in order
    tricks: list[Trick] = dataclasses.field(default_factory=list)  # the finished tricks
    finished: bool = False  # whether the hand is over
    void: bool = False  # a card fell face up, so the cards were dealt again

    def __repr__(self) -> str:
        """Return one line without the cards: it may end up in the log of a program."""
        seats, state = " ".join(map(str, self.lineup.seats)), "finished" if self.finished else "in play"
        return f"<{type(self).__name__} {self.hand_type.value}, seats {seats}, moves {len(self.moves)}, {state}>"

    def copy(self) -> HandLog:
        """Return an independent copy."""
        moves, awards, tricks = self.moves.copy(), self.awards.copy(), self.tricks.copy()
        return dataclasses.replace(self, moves=moves, awards=awards, tricks=tricks)


@dataclass(slots=True, repr=False)
class DealLog(PicklesSlots):
    """The log of one deal.

    `lineups` are those of all its hands, played or not, because cards are dealt to all of them.
    """

    dealer: int  # the seat that dealt
    seed: str | None = None  # from which the cards were drawn; None if they were given
    cut: int = 0  # the number of cards lifted; 0 for a knock
    lineups: tuple[Lineup, ...] = ()  # of all hands, played or not
    hands: list[HandLog] = dataclasses.field(default_factory=list)  # the hands opened so far

    def __repr__(self) -> str:
        return f"<{type(self).__name__} dealer {self.dealer}, {len(self.hands)} of {len(self.lineups)} hands>"

    def copy(self) -> DealLog:
        """Return an independent copy. Only the last hand can still change, so the others are shared."""
        return dataclasses.replace(self, hands=[*self.hands[:-1], *(hand.copy() for hand in self.hands[-1:])])


class Event(NamedTuple):
    """Something that players see or hear at the table.

    `kind`: deal, turned, exposed, void, move, trick, declare (a `value`, or None for "son buenas"), award, show, game,
    match, sign. Only its owner sees which card was laid face down or discarded, and only its observers see a seña. The
    `lance` of a move is the lance that it answers.

    >>> from truquero import Match
    >>> match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    >>> match.play(1, "envido")
    >>> match.play(2, "no-quiero")
    >>> [(event.kind, event.seat, event.move, event.points) for event in match.view(2).events]
    [('deal', 2, None, None), ('move', 1, 'envido', None), ('move', 2, 'no-quiero', None), ('award', None, None, 1)]
    >>> match.view(2).events[2]
    Event(kind='move', seat=2, move='no-quiero', lance='envido')
    """

    kind: str  # what happened
    seat: int | None = None  # the seat that did it
    move: str | None = None  # its code
    side: str | None = None  # the side of the score: A, B, or a seat with three players
    lance: str | None = None  # flor, envido, truco or penalty
    points: int | None = None  # of an award
    why: str | None = None  # the reason of an award
    value: int | None = None  # in envido or flor
    cards: tuple[Card, ...] = ()  # that everybody sees
    seen_by: frozenset[int] | None = None  # the seats that saw a seña: for the owner of the table only

    def __repr__(self) -> str:
        """Return the kind of the event and the fields that are set."""
        used = (f"{name}={value!r}" for name, value in self._asdict().items() if value not in (None, ()))
        return f"{type(self).__name__}({', '.join(used)})"


def award_events(settled: SettledAward, names: Sequence[str], *, declared: bool) -> list[Event]:
    """Return the public events of an award: the values said aloud, if any, then the points for each name."""
    lance, winner = settled.lance, settled.winner
    value = None if winner is None else dict(settled.values).get(winner)
    events: list[Event] = []
    best = -1
    for seat, spoken in settled.values if declared else ():
        # S000 §12, §13: in turn from the mano, each player says a value only if it beats the best so far.
        events.append(Event("declare", seat, lance=lance, value=spoken if spoken > best else None))
        best = max(best, spoken)
    award = Event("award", winner, lance=lance, points=settled.points, why=settled.why, value=value)
    return [*events, *(award._replace(side=name) for name in names)]


def awards_in(events: Iterable[Event], lineup: Lineup) -> Iterator[SettledAward]:
    """Yield the awards that the events of a hand contain, without the values that were compared."""
    gallo = lineup.gallo
    # Partners against a gallo have separate scores and an event each: read only the first partner's.
    counted = {"A": 0, "B": 1} if gallo is None else {str(gallo): GALLO, str(min({1, 2, 3} - {gallo})): PAIR}
    for event in events:
        if event.kind == "award" and event.side in counted:
            assert event.points is not None
            assert event.why is not None
            yield SettledAward(cast(Lance, event.lance), counted[event.side], event.points, event.why, event.seat)
