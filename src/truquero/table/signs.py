"""Señas: which there are, and who sees one that is made.

A seña is seen by the partners of whoever makes it and by every rival who is watching that seat at that moment. Everyone
watches one seat at a time and nobody is told whom. It may be false, and it never changes the hand: anyone at the table
may make one while a hand is on, in it or not.
"""

from __future__ import annotations

import re
from copy import copy

from truquero.language import _
from truquero.rules.game import Rules
from truquero.table.errors import IllegalMove, TableError
from truquero.table.log import Event
from truquero.table.schedule import Field, next_seat, side_of

SIGN = "sena-"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def has_signs(rules: Rules) -> bool:
    """Whether there is a table of them, and somebody to make one to."""
    return rules.players > 2 and bool(rules.voices.signs)


class Signs:
    """Whom each seat watches, and who sees a seña."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._watched = {seat: usually_watched(seat, rules.players) for seat in range(1, rules.players + 1)}

    def copy(self) -> Signs:
        twin = copy(self)
        twin._watched = self._watched.copy()
        return twin

    def watched_by(self, seat: int) -> int:
        return self._watched[seat]

    def watch(self, seat: int, whom: int) -> None:
        if seat == whom:
            raise TableError(_("seat {seat} watches another seat, not itself").format(seat=seat))
        self._watched[seat] = whom

    def made(self, field: Field, seat: int, move: str) -> Event:
        """The seña as an event, with those who see it. A name that the table does not know is refused."""
        known = [f"{SIGN}{sign.name}" for sign in self._rules.voices.signs]
        if known and move not in known:
            raise IllegalMove(seat, move, _("this table has no such seña"), known)
        if not _NAME.fullmatch(move.removeprefix(SIGN)):
            raise IllegalMove(seat, move, _("a seña is named in small letters with hyphens"), [f"{SIGN}NAME"])
        seen = [one for one in self._watched if _partners(field, one, seat) or self._watched[one] == seat]
        return Event("sign", seat, move, seen=frozenset({seat, *seen}))


def usually_watched(seat: int, players: int) -> int:
    """The partner across the table, or the one beside it where a rival sits across; without partners the next seat."""
    half = players // 2
    return next_seat(seat, players, half - half % 2 or 1)


def _partners(field: Field, one: int, other: int) -> bool:
    if field.gallo is not None:
        return field.gallo not in (one, other)
    return side_of(one) == side_of(other)
