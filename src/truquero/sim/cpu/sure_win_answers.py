"""Sure wins in compiled games: the only question about cards that has no table. The engine answers it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from truquero.engine import State
from truquero.rules.hand_rules import HandRules
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.table.sure_wins import NOTHING, Trial, trial_of, wins_for_sure

Laid = tuple[int, int, bool]  # the place, the card and whether it lies face down, in the order in which they were laid


class SureWins:
    """Answers whether cards win for certain in one compiled game, and caches the answers."""

    def __init__(self, tables: CompiledTables) -> None:
        self._tables = tables
        self._state = lru_cache(maxsize=None)(tables.state)
        self._answer = lru_cache(maxsize=1 << 16)(self._compute)

    def answer(
        self,
        state: int,
        place: int,
        turned_class: int,
        turned_card: int | None,
        held: Sequence[int],
        laid: Sequence[Laid],
    ) -> bool:
        """Return whether the cards that a place holds win the hand whatever the others do.

        `turned_class` is the class of the turned card, and `turned_card` its number.
        """
        strengths = self._tables.cards.strengths[turned_class]
        laid_visibly = {card for laid_place, card, face_down in laid if not face_down or laid_place == place}
        visible = laid_visibly | {turned_card, *held}
        counts: dict[int, int] = {}
        trick = len(self._state(state).won)
        table = []
        for laid_place, card, face_down in laid:
            counts[laid_place] = counts.get(laid_place, 0) + 1
            if counts[laid_place] == trick + 1:
                table.append((laid_place, NOTHING if face_down else int(strengths[card])))
        unseen = sorted(int(strengths[card]) for card in range(self._tables.structure.cards) if card not in visible)
        own = sorted(int(strengths[card]) for card in held)
        return self._answer(state, place, tuple(table), tuple(own), tuple(unseen))

    def _compute(
        self, number: int, place: int, table: tuple[tuple[int, int], ...], own: tuple[int, ...], unseen: tuple[int, ...]
    ) -> bool:
        hand, state = self._hand_and_state(number)
        trial: Trial = trial_of(hand, state, place, table)
        return wins_for_sure(hand.tricks, trial, own, unseen)

    def _hand_and_state(self, number: int) -> tuple[HandRules, State]:
        return self._tables.hand_of(number), self._state(number)
