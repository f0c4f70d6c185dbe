"""Size limits of the executors. The compiled loop does no bounds checks, so the limits are validated here."""

from __future__ import annotations

import numpy as np

from truquero.i18n import _
from truquero.rules.hand_rules import CARDS_IN_HAND, HandRules
from truquero.sim.outcomes import outcomes
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.exhaustive_check import most_points

MOST_POINTS = (1 << layout.AWARD_BITS - 1) - 1  # of one side in a whole match
MOST_OUTCOMES = 32  # the bits of a mask


def check_size_limits(tables: CompiledTables) -> None:
    """Raise SimulationError if a side can score more points than the executors can store.

    No house rule can exceed the other limits, so they are only asserted. Tables that fill during play are checked again
    whenever they have grown.
    """
    structure = tables.structure
    assert len(structure.starts) <= layout.MOST_KINDS
    assert CARDS_IN_HAND * int(structure.hand_places.max()) <= layout.MOST_LAID
    assert len(outcomes(tables.rules)) <= MOST_OUTCOMES
    assert not structure.writes_late or most_awards(tables) <= layout.MOST_DEFERRED
    _check_points(tables)


def _check_points(tables: CompiledTables) -> None:
    """Check the most points that a side can score in a match.

    The bound follows from the rules, not from the rows: rows may still be missing, and a game must not be refused in
    the middle of play.
    """
    structure = tables.structure
    games = structure.score_columns * (structure.games_to_win - 1) + 1
    most_in_a_hand = max(most_points(rules, structure.target) for rules in tables.hands)
    assert tables.rows.stake_values.max(initial=0) <= most_in_a_hand
    forfeits = max(_most_forfeits(rules, structure.target) for rules in tables.hands)
    # The last deal of a game may score more than was lacking.
    most_in_a_match = games * (structure.target + (structure.most_hands + forfeits) * most_in_a_hand)
    if most_in_a_match > MOST_POINTS:
        message = _(
            "{points} points are too many for tables, which count to {most}; the reference engine can play them"
        )
        raise SimulationError(message.format(points=most_in_a_match, most=MOST_POINTS))


def _most_forfeits(rules: HandRules, target: int) -> int:
    """Return how often in a game a side can lose the points that it has made in a hand.

    Each false flor brings the rivals nearer to the target, which limits their number.
    """
    if rules.flor is None or not rules.flor.false_flor_penalty:
        return 0
    return -(-target // rules.flor.false_flor_penalty)


def most_awards(tables: CompiledTables) -> int:
    """Return the most awards that one hand can make, as far as its states have rows.

    All of them may have to wait for the end of the hand. The search stops past MOST_DEFERRED.
    """
    rows = tables.rows
    expanded = np.flatnonzero((rows.states != layout.UNKNOWN) & (rows.states != 0))
    if not len(expanded):
        return 0
    # The steps of a state are contiguous.
    first_actions = rows.menus[rows.states[expanded] >> layout.MENU_COUNT_BITS, layout.MENU_ACTIONS]
    first_steps = rows.actions[first_actions] & 0xFFFFFFFF
    order = np.argsort(first_steps)
    expanded, first_steps = expanded[order], first_steps[order]
    following = rows.steps & 0xFFFFFFFF
    award_counts = (rows.award_lists & (1 << layout.AWARD_COUNT_BITS) - 1)[
        rows.steps >> layout.STEP_AWARDS_SHIFT
    ].astype(np.int64)
    most = np.zeros(len(rows.states), np.int64)
    while most.max() <= layout.MOST_DEFERRED:
        most_after = np.maximum.reduceat(award_counts + most[following], first_steps)
        if (most[expanded] == most_after).all():
            break
        most[expanded] = most_after
    return int(most.max())
