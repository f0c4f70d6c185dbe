"""Whether a game fits the numbers that the executors keep it in. The loop looks after no index: it has to be so."""

from __future__ import annotations

from truquero.compiled import lanes as la
from truquero.compiled.request import SimulationError
from truquero.compiled.tables import Tables
from truquero.language import _
from truquero.rules.hand import CARDS_IN_HAND

MOST_POINTS = (1 << la.AWARD_BITS - 1) - 1  # of one side in a whole match


def check_room(tables: Tables) -> None:
    """Refuse a game in which a side can write more points than there is room for."""
    course = tables.course
    assert len(course.starts) <= la.MOST_KINDS
    assert CARDS_IN_HAND * int(course.hand_places.max()) <= la.MOST_LAID
    games = course.slots * (course.games_to_win - 1) + 1
    # The last deal of a game may bring more than was lacking: in each of its hands an award of every lance.
    stakes, flores = int(tables.rows.stake_values.max(initial=0)), int(tables.rows.flor_stakes.max(initial=0))
    award = stakes + la.MOST_PLACES * flores
    most = games * (course.target + course.most_hands * la.LANCES * award)
    if most > MOST_POINTS:
        about = _("{points} points are too many for tables, which count to {most}; the reference engine can play it")
        raise SimulationError(about.format(points=most, most=MOST_POINTS))
