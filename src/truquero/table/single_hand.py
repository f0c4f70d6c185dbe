"""Single hands outside the order of a match, for simulations."""

from __future__ import annotations

from truquero.engine import Automaton
from truquero.rules.game import HandType
from truquero.table.hand_opening import open_hand
from truquero.table.match_state import MatchState
from truquero.table.schedule import Lineup
from truquero.table.validation import DealtCards


def open_single_hand(
    match: MatchState,
    lineup: Lineup,
    hand_type: HandType,
    play: Automaton,
    points: tuple[int, int],
    dealt_cards: DealtCards,
) -> None:
    """Open a hand of any kind with these points of its two sides, whatever hand the match would play next.

    The match, which has dealt nothing yet, then consists of this hand alone. Nothing is checked: a simulation draws the
    cards itself, and checks its score once for all of its hands.
    """
    match.deals.begin_single(lineup)
    match._score.start(lineup, points)
    open_hand(match, lineup, hand_type, play, dealt_cards)
