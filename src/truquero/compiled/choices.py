"""What a policy outside the loop is asked: the decisions of the lanes that wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.compiled import lanes as la
from truquero.compiled import layout as at
from truquero.compiled.check import kinds_of_hand, setting_of_hand
from truquero.compiled.flat import ACTION_ROW, ACTIONS, FIELD_SEATS, KIND_ROW, KINDS, MENU_PLACE, number_of
from truquero.compiled.memory import unpacked
from truquero.compiled.request import Callback, Decision, choices_of, number_chosen
from truquero.compiled.tables import Tables
from truquero.rules.hand import CARDS_IN_HAND
from truquero.table.view import sees_own

Row = NDArray[Any]
Flat = NDArray[np.uint32]


class Choices:
    """Asks a policy for the moves of many games at once."""

    def __init__(self, tables: Tables, policy: Callback, *, whole: bool) -> None:
        self._tables = tables
        self._policy = policy
        self._whole = whole
        self._hands = [hand for _name, hand in kinds_of_hand(tables.rules)]
        self._settings = [setting_of_hand(tables.rules, hand) for hand in self._hands]
        self._state = lru_cache(maxsize=None)(tables.state)

    def make(self, flat: Flat, rows: Row, waiting: NDArray[np.int64]) -> None:
        """Write what was chosen in the rows of the lanes that wait."""
        told = rows[waiting].astype(np.int64)
        actions = [self._actions(flat, row) for row in told]
        decisions = [self._decision(flat, row, some) for row, some in zip(told, actions, strict=True)]
        shown = [one if self._sees(one) else one.unseen() for one in decisions]
        chosen = choices_of(self._policy, shown)
        for lane, some, seen, legal, choice in zip(waiting, actions, shown, decisions, chosen, strict=True):
            number = number_chosen(seen.codes, legal.codes, choice, int(rows[lane, la.WORD]))
            rows[lane, la.CHOSEN] = int(flat[ACTIONS]) + int(ACTION_ROW) * some[number]

    def _sees(self, one: Decision) -> bool:
        """Whether that player may look at his cards."""
        return sees_own(self._tables.rules, self._settings[one.kind], self._hands[one.kind], one.state, one.place)

    def _actions(self, flat: Flat, row: Row) -> list[int]:
        """The legal actions, by number."""
        first = number_of(flat, ACTIONS, ACTION_ROW, flat[row[la.MENU]])
        return [first + member for member in flat[row[la.LISTED] :][: row[la.LISTED_COUNT]].tolist()]

    def _decision(self, flat: Flat, row: Row, actions: Sequence[int]) -> Decision:
        course, pack = self._tables.course, self._tables.rules.pack
        kind, place = number_of(flat, KINDS, KIND_ROW, row[la.KIND_AT]), int(flat[row[la.MENU] + int(MENU_PLACE)])
        laid = laid_cards(row)
        state = self._state(int(row[la.STATE]))
        full = CARDS_IN_HAND + (state.stage == "discard")
        held = unpacked(int(row[int(la.HELD) + place]), full - sum(who == place for who, _card, _covered in laid))
        packet = int(row[la.HAND]) * int(course.hand_places[kind]) + place
        dealt = held if full > CARDS_IN_HAND else unpacked(int(row[int(la.PACKETS) + packet]))
        return Decision(
            kind=kind,
            state=state,
            place=place,
            seat=int(flat[row[la.FIELD_AT] + int(FIELD_SEATS) + place]) if self._whole else place + 1,
            dealt=tuple(pack[one] for one in dealt),
            held=tuple(pack[one] for one in held),
            laid=tuple((who, None if covered and who != place else pack[card]) for who, card, covered in laid),
            turned=pack[int(row[la.TURNED_CARD])] if course.turns else None,
            points=(_points(row, la.SLOTS_0), _points(row, la.SLOTS_1)),
            codes=[self._code(action, held) for action in actions],
        )

    def _code(self, action: int, held: Sequence[int]) -> str:
        """What is said or done, a slot of the hand being told as the card in it."""
        code = int(self._tables.rows.action_codes[action])
        if code < at.CODE_CARDS:
            return self._tables.codes[code]
        slot = (code - at.CODE_CARDS) % at.CARD_SPAN
        return self._tables.codes[code - slot + held[slot]]


def laid_cards(row: Row) -> list[tuple[int, int, bool]]:
    """The cards on the table in the order in which they were laid: the place, the card, whether it is covered."""
    laid = row[la.LAID :][: row[la.LAID_COUNT]].tolist()
    who = (one >> la.LAID_PLACE_SHIFT & (1 << la.LAID_COVERED_SHIFT - la.LAID_PLACE_SHIFT) - 1 for one in laid)
    cards = (one & (1 << la.CARD_BITS) - 1 for one in laid)
    return list(zip(who, cards, (bool(one >> la.LAID_COVERED_SHIFT) for one in laid), strict=True))


def _points(row: Row, slots: np.uint64) -> int:
    """The points of a side, from the slots that it writes to."""
    return max(int(row[int(la.POINTS) + slot]) for slot in range(la.SLOTS) if row[slots] >> slot & 1)
