"""Señas: the list of them, and the seats that see each. A side may have its own code (`table/sign_codes.py`).

The partners of a player see every seña that the player makes. A rival sees it only if the rival is watching that seat
at that moment. Each player watches one seat at a time, and nobody else knows which. A seña may be false, and it never
changes the hand. During a hand, any player at the table may make one, whether or not the player takes part in the hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.table.errors import IllegalMove, TableError
from truquero.table.log import Event
from truquero.table.schedule import A, B, Lineup, next_seat, side_of
from truquero.table.sign_codes import SIDES, SignCode, gestures_seen

SIGN = "sena-"
NO_CODES = (None, None)  # of the two sides
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def has_signs(rules: Rules, codes: Mapping[int, SignCode] | None = None) -> bool:
    """Return whether the game has señas, or a side its own code, and there are more than two players."""
    return rules.players > 2 and bool(rules.voices.signs or codes)


class Signs:
    """The seat that each seat watches, and the señas that it may make. `codes` are the sides' own codes."""

    def __init__(self, rules: Rules, codes: Mapping[int, SignCode] | None = None) -> None:
        self._rules = rules
        self.codes = dict(codes or {})
        self._watched = {seat: usually_watched(seat, rules.players) for seat in range(1, rules.players + 1)}

    def copy(self) -> Signs:
        twin = copy(self)
        twin._watched = self._watched.copy()
        return twin

    def watched_by(self, seat: int) -> int:
        return self._watched[seat]

    def watch(self, seat: int, watched: int) -> None:
        if seat == watched:
            raise TableError(_("seat {seat} can watch another seat, not itself").format(seat=seat))
        self._watched[seat] = watched

    @property
    def agreed(self) -> dict[str, SignCode]:
        """The codes by side name, in the form that a match accepts."""
        return {name: self.codes[side] for name, side in SIDES.items() if side in self.codes}

    def signs_of(self, seat: int) -> SignCode:
        """Return the señas of a seat: those of its side's own code, or the usual ones."""
        return self.codes.get(side_of(seat), self._rules.voices.signs)

    def moves_of(self, seat: int) -> list[str]:
        """Return the señas that a seat may make, as moves."""
        return [f"{SIGN}{sign.name}" for sign in self.signs_of(seat)]

    def known_to(self, seat: int, events: Iterable[Event]) -> tuple[SignCode | None, ...]:
        """Return each side's own code as far as a seat knows it: the whole code of its own side, and of the other side
        the gestures that it has seen in these events. None: the side has no code and makes the usual señas."""
        if not self.codes:
            return NO_CODES
        seen_events = [
            event for event in events if event.kind == "sign" and event.seen_by is not None and seat in event.seen_by
        ]
        return tuple(self._known(seat, side, seen_events) for side in (A, B))

    def _known(self, seat: int, side: int, seen_events: Sequence[Event]) -> SignCode | None:
        code = self.codes.get(side)
        if code is None or (seat != 0 and side_of(seat) == side):
            return code
        moves_made = (event.move for event in seen_events if event.seat is not None and side_of(event.seat) == side)
        return gestures_seen(code, (move.removeprefix(SIGN) for move in moves_made if move is not None))

    def event_of(self, lineup: Lineup, seat: int, move: str) -> Event:
        """Return the event of a seña, with the seats that see it. Raise IllegalMove for an unknown name."""
        legal = self.moves_of(seat)
        if legal and move not in legal:
            raise IllegalMove(seat, move, _("this table has no such seña"), legal)
        if not _NAME.fullmatch(move.removeprefix(SIGN)):
            raise IllegalMove(seat, move, _("write the name of a seña in small letters with hyphens"), [f"{SIGN}NAME"])
        observers = [
            observer
            for observer in self._watched
            if _partners(lineup, observer, seat) or self._watched[observer] == seat
        ]
        return Event("sign", seat, move, seen_by=frozenset({seat, *observers}))


def usually_watched(seat: int, players: int) -> int:
    """Return the seat that a seat watches by default.

    It is the partner across the table, or the partner beside that seat if a rival sits there; without partners it is
    the next seat.
    """
    half = players // 2
    return next_seat(seat, players, half - half % 2 or 1)


def _partners(lineup: Lineup, seat: int, maker: int) -> bool:
    if lineup.gallo is not None:
        return lineup.gallo not in (seat, maker)
    return side_of(seat) == side_of(maker)
