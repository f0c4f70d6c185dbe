"""Legal moves as lists: the legal actions for every class of scores and cards that a menu distinguishes.

A guard depends on the score or on the mover's own cards. Scores that all guards of a menu treat alike form one
equivalence class. So do the mover's holdings (a flor, a reservá, a sure win). Two lookups therefore find a list of
legal actions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.engine import Guard, Need
from truquero.engine.state import OF_CARDS
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore
from truquero.sim.tables.layout import HOLDINGS, IS_FLOR, IS_RESERVA, LIST_COUNT_BITS, SURE
from truquero.table.score_guards import points_allowed

OF_CARDS_OR_SURE_WIN = OF_CARDS | {Need.SURE_WIN}

Guards = tuple[Guard, ...]


class GuardGroup(NamedTuple):
    """Kinds of hands whose guards hold at the same scores, because they have the same envido."""

    rules: HandRules  # of the first of these kinds
    number: int


def holding_has(holding: int, need: Need) -> bool:
    """Return whether a guard about the mover's cards holds."""
    flor = bool(holding & IS_FLOR)
    reserva = flor and bool(holding & IS_RESERVA)
    answers = {
        Need.FLOR: flor,
        Need.NO_FLOR: not flor,
        Need.PLAIN_FLOR: flor and not reserva,
        Need.NO_PLAIN_FLOR: not flor or reserva,
        Need.RESERVA: reserva,
        Need.SURE_WIN: bool(holding & SURE),
    }
    return answers[need]


class LegalLists:
    """The lists of legal actions of all menus. Each list, set and block of lists is stored once."""

    def __init__(self, every_score: Sequence[HandScore]) -> None:
        self._every_score = every_score
        self.members = array("B")
        self.lists = array("I")
        self.score_classes: list[NDArray[np.uint16]] = []  # one row per score set: the class of each score
        self.card_classes: list[list[int]] = []  # one row per card set: the class of each holding
        self._starts: dict[tuple[int, ...], int] = {}
        self._blocks: dict[tuple[int, ...], int] = {}
        self._score_sets: dict[tuple[int, frozenset[Guard]], int] = {}
        self._card_sets: dict[frozenset[Need], int] = {}
        self._scores_of_class: list[list[int]] = []  # one score of each class, by score set
        self._holding_of_class: list[list[int]] = []
        self._allowed: dict[tuple[int, Guard], NDArray[np.bool_]] = {}
        self._bounds: dict[tuple[int, Guard], NDArray[np.int64]] = {}
        self._menus: dict[tuple[int, tuple[Guards, ...]], tuple[int, int, int, int]] = {}

    def add(self, group: GuardGroup, guards: tuple[Guards, ...]) -> tuple[int, int, int, int]:
        """Add the lists of a menu whose actions have these guards.

        Return the index of the first list, the score set, the card set, and the number of card classes.
        """
        key = (group.number, guards)
        menu = self._menus.get(key)
        if menu is None:
            menu = self._menus[key] = self._add_menu(group, guards)
        return menu

    def _add_menu(self, group: GuardGroup, guards: tuple[Guards, ...]) -> tuple[int, int, int, int]:
        all_guards = {guard for action_guards in guards for guard in action_guards}
        score_set = self._score_set(
            group, frozenset(guard for guard in all_guards if guard.need not in OF_CARDS_OR_SURE_WIN)
        )
        card_set = self._card_set(frozenset(guard.need for guard in all_guards if guard.need in OF_CARDS_OR_SURE_WIN))
        holdings = self._holding_of_class[card_set]
        block = tuple(map(self._list, self._legal(group, guards, self._scores_of_class[score_set], holdings)))
        start = self._blocks.get(block)
        if start is None:
            start = self._blocks[block] = len(self.lists)
            self.lists.extend(block)
        return start, score_set, card_set, len(holdings)

    def _legal(
        self, group: GuardGroup, guards: tuple[Guards, ...], scores: list[int], holdings: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the actions whose guards hold, for each of these scores and, within it, each of these holdings."""
        holds = np.ones((len(guards), len(scores), len(holdings)), np.bool_)
        for action, action_guards in enumerate(guards):
            for guard in action_guards:
                if guard.need in OF_CARDS_OR_SURE_WIN:
                    holds[action] &= [holding_has(holding, guard.need) for holding in holdings]
                else:
                    holds[action] &= self._allows(group, guard)[scores, np.newaxis]
        for legal in holds.reshape(len(guards), -1).T:
            yield tuple(np.flatnonzero(legal).tolist())

    def _list(self, members: tuple[int, ...]) -> int:
        start = self._starts.get(members)
        if start is None:
            start = self._starts[members] = len(self.members)
            self.members.extend(members)
        return start << LIST_COUNT_BITS | len(members)

    def _allows(self, group: GuardGroup, guard: Guard) -> NDArray[np.bool_]:
        """Return for each score whether a guard holds."""
        rules, number = group
        allowed = self._allowed.get((number, guard))
        if allowed is None:
            fewest, most = self._points_allowed(rules, number, guard)
            allowed = self._allowed[number, guard] = (fewest <= guard.stake.points) & (guard.stake.points <= most)
        return allowed

    def _points_allowed(self, rules: HandRules, number: int, guard: Guard) -> NDArray[np.int64]:
        """Return for each score the fewest and the most points of its stake with which a guard holds.

        Many guards differ only in these points, so their bounds are computed once.
        """
        key = (number, guard._replace(stake=guard.stake._replace(points=0)))
        bounds = self._bounds.get(key)
        if bounds is None:
            by_score = [points_allowed(rules, guard, score) for score in self._every_score]
            bounds = self._bounds[key] = np.array(by_score, np.int64).T
        return bounds

    def _score_set(self, group: GuardGroup, guards: frozenset[Guard]) -> int:
        key = (group.number if guards else 0, guards)
        number = self._score_sets.get(key)
        if number is None:
            number = self._score_sets[key] = len(self.score_classes)
            rows = [self._allows(group, guard) for guard in sorted(guards)]
            table = np.stack(rows, axis=1) if rows else np.zeros((len(self._every_score), 1), np.bool_)
            packed = np.packbits(table, axis=1)
            outcomes = packed.view(f"V{packed.shape[1]}").ravel()  # as bytes, to compare whole rows
            _outcomes, first, classes = np.unique(outcomes, return_index=True, return_inverse=True)
            self.score_classes.append(classes.astype(np.uint16))
            self._scores_of_class.append(first.tolist())
        return number

    def _card_set(self, needs: frozenset[Need]) -> int:
        number = self._card_sets.get(needs)
        if number is None:
            number = self._card_sets[needs] = len(self.card_classes)
            outcomes = [tuple(holding_has(holding, need) for need in sorted(needs)) for holding in range(HOLDINGS)]
            distinct = sorted(set(outcomes), key=outcomes.index)
            self.card_classes.append([distinct.index(outcome) for outcome in outcomes])
            self._holding_of_class.append([outcomes.index(outcome) for outcome in distinct])
        return number
