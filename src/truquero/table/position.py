"""The cards on the table, the finished tricks, and the position of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from truquero.cards import Card
from truquero.engine import State
from truquero.engine.state import COVER
from truquero.table.award_values import SettledAward
from truquero.table.errors import TableError, not_in_hand


class LaidCard(NamedTuple):
    """A card on the table."""

    seat: int  # that laid it
    card: Card  # also if it lies face down
    trick: int  # the number of its trick, from 0
    face_down: bool  # whether it was laid face down

    @property
    def public_name(self) -> tuple[int, str]:
        """The seat, and the card as everybody sees it."""
        return self.seat, COVER if self.face_down else self.card


class Trick(NamedTuple):
    """A finished trick: the side that took it, None for a parda, and the seat whose card took it."""

    side: int | None  # of the hand: 0 or 1; None for a parda
    seat: int | None  # whose card took it; None for a parda


class Position(NamedTuple):
    """A snapshot of a hand in play: the public state, the cards on the table, a bit mask of the places that have
    declared a flor, and the awards that were written."""

    state: State  # the public state
    laid: Sequence[LaidCard] = ()  # the cards on the table
    declared_flor: int = 0  # bit mask of places
    written: Sequence[SettledAward] = ()  # the awards


class SeatPlaces(dict[int, int]):
    """The place of each seat of a hand, counted from the mano. Another seat raises TableError."""

    def __missing__(self, seat: object) -> int:
        raise TableError(not_in_hand(seat, self))


@lru_cache(maxsize=256)
def places_of(seats: tuple[int, ...]) -> SeatPlaces:
    """Return the place of each seat, counted from the mano. The result is shared and must not be changed."""
    return SeatPlaces((seat, place) for place, seat in enumerate(seats))
