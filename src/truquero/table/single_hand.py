"""Single hands outside the order of a match, for simulations."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.engine import Automaton
from truquero.i18n import _
from truquero.rules.game import HandType
from truquero.table.errors import TableError
from truquero.table.hand_opening import open_hand
from truquero.table.match_state import MatchState
from truquero.table.schedule import Lineup
from truquero.table.validation import GivenHand, check_seat


def open_single_hand(
    match: MatchState,
    lineup: Lineup,
    hand_type: HandType,
    play: Automaton,
    points: tuple[int, int],
    cards: Mapping[int, GivenHand],
    turned: str | None = None,
) -> None:
    """Open a hand of any kind with these points of its two sides, whatever hand the match would play next.

    The match then consists of this hand alone.
    """
    if match.log:
        raise TableError(_("open a separate hand only at a table that has dealt nothing yet"))
    for seat in lineup.seats:
        check_seat(seat, match.players)
    if play.rules.sides != lineup.sides:
        raise TableError(_("this automaton belongs to another hand: its sides are not the sides of these seats"))
    dealt_cards = match.deals.check_opening(lineup, cards, turned)
    match._score.check_start(points)
    match.deals.begin_single(lineup)
    match._score.start(lineup, points)
    open_hand(match, lineup, hand_type, play, dealt_cards)
