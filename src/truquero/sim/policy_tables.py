"""A policy as a table: the weight of each move in each public state, for each class of dealt cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.i18n import _
from truquero.sim.argument_checks import MOST_WEIGHT, Weights
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.table.view import may_be_blind, sees_own


@dataclass(frozen=True)
class PolicyTable:
    """Weights of moves: `weights[bucket, action]` for every action of the tables.

    The probability of a move is proportional to its weight among the legal moves. If all of these have weight 0, they
    are equally likely.

    An action is a move of one place in one public state. Laying a card is an action for each slot of the hand, with
    the strongest card in the first slot.

    `buckets[class of the turned card, hand]` maps the hands that a place may be dealt, numbered as in
    `CompiledTables.cards`, to buckets. None means one bucket for all hands. A gallo who has yet to discard is in the
    bucket of the first three cards. A player who may not look at the cards plays by the first bucket, and each card has
    the weight of the first.
    """

    weights: NDArray[np.integer]  # whole numbers of the shape (buckets, actions)
    buckets: NDArray[np.integer] | None = None  # whole numbers of the shape (classes of turned cards, hands)

    def checked(self, tables: CompiledTables) -> PolicyTable:
        """Return the same policy in the shape that executors need.

        Raise SimulationError, with a message that says what is wrong, if the policy does not fit the tables.
        """
        actions, hands = len(tables.rows.actions), tables.cards.hands.shape[:2]
        weights, buckets = (
            _array(self.weights),
            _array(np.zeros(hands, np.int64) if self.buckets is None else self.buckets),
        )
        weights = weights.reshape(1, -1) if weights.ndim == 1 else weights
        problem = None
        if not tables.complete:  # some actions have no numbers yet
            problem = _("a policy table needs tables of every state; this variant has too many states")
        elif weights.ndim != 2 or weights.shape[1] != actions or not np.issubdtype(weights.dtype, np.integer):
            problem = _("weights must be whole numbers of the shape (buckets, {actions})").format(actions=actions)
        elif weights.size and (weights.min() < 0 or weights.max() > MOST_WEIGHT):
            problem = _("weights go from 0 to {most}").format(most=MOST_WEIGHT)
        elif buckets.shape != hands or not np.issubdtype(buckets.dtype, np.integer):
            problem = _("buckets must be whole numbers of the shape {shape}").format(shape=hands)
        elif buckets.min() < 0 or buckets.max() >= len(weights):
            problem = _("buckets go from 0 to {last}").format(last=len(weights) - 1)
        if problem is not None:
            raise SimulationError(problem)
        return PolicyTable(_without_unseen_cards(tables, weights.astype(np.int64)), buckets.astype(np.int64))


def _array(numbers: Any) -> NDArray[Any]:
    """Return an array, or an empty one that fails every check if the input cannot be converted."""
    try:
        return np.asarray(numbers)
    except ValueError:  # rows of different lengths
        return np.zeros((0, 0))


def _without_unseen_cards(tables: CompiledTables, weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return weights that do not depend on the cards of players who may not look at them.

    Such a player has one bucket, and all cards have the weight of the first.
    """
    rows, words = tables.rows, tables.action_word_numbers
    ends = np.append(rows.menus[1:, layout.MENU_ACTIONS], len(rows.actions)).astype(np.int64)
    for menu in _blind_menus(tables):
        actions = np.arange(rows.menus[menu, layout.MENU_ACTIONS], ends[menu])
        _words, first_positions, word_indexes = np.unique(words[actions], return_index=True, return_inverse=True)
        weights[:, actions] = weights[0, actions[first_positions]][word_indexes]
    return weights


def _blind_menus(tables: CompiledTables) -> list[int]:
    """Return the menus of places that may not look at their cards."""
    kinds, rules, blind_menus = HandKinds(tables.rules), tables.rules, []
    states = tables.origins.menu_states
    for kind, (hand_type, hand) in enumerate(zip(kinds.hand_types, kinds.hands, strict=True)):
        if may_be_blind(rules, hand_type, hand):
            for menu in np.flatnonzero(tables.origins.kinds[states] == kind).tolist():
                place = int(tables.rows.menus[menu, layout.MENU_PLACE]) & layout.PLACE_MASK
                if not sees_own(rules, hand_type, hand, tables.state(int(states[menu])), place):
                    blind_menus.append(menu)
    return blind_menus


def weights_by_word(tables: CompiledTables, weights: Weights) -> PolicyTable:
    """Return the weight of every action that exists now, from weights by word.

    A word without a weight has weight 1.
    """
    by_word = [weights.get(word, 1) for word in tables.action_words]
    by_action = np.array(by_word, np.int64)[tables.action_word_numbers]
    return PolicyTable(by_action.reshape(1, -1), np.zeros(tables.cards.hands.shape[:2], np.int64))
