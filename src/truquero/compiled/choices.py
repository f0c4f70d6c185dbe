"""What a policy outside the loop is asked: the decisions of the lanes that wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from truquero.compiled import lanes as la
from truquero.compiled import layout as at
from truquero.compiled.check import kinds_of_hand, setting_of_hand
from truquero.compiled.flat import ACTION, KIND, Flat, header, number_of, place_of_menu, seat_of, width
from truquero.compiled.memory import Rows, unpacked
from truquero.compiled.request import Callback, Decision, choices_of, number_chosen
from truquero.compiled.tables import Tables
from truquero.rules.hand import CARDS_IN_HAND
from truquero.table.view import sees_own


class Choices:
    """Asks a policy for the moves of many games at once."""

    def __init__(self, tables: Tables, policy: Callback, *, whole: bool) -> None:
        self._tables = tables
        self._policy = policy
        self._whole = whole
        self._hands = [hand for _name, hand in kinds_of_hand(tables.rules)]
        self._settings = [setting_of_hand(tables.rules, hand) for hand in self._hands]
        self._state = lru_cache(maxsize=None)(tables.state)

    def make(self, flat: Flat, lanes: Rows, waiting: NDArray[np.int64]) -> None:
        """Write what was chosen in the lanes that wait."""
        actions = [self._actions(flat, lanes[lane]) for lane in waiting]
        decisions = [self._decision(flat, lanes[lane], some) for lane, some in zip(waiting, actions, strict=True)]
        shown = [one if self._sees(one) else one.unseen() for one in decisions]
        chosen = choices_of(self._policy, shown)
        for lane, some, seen, legal, choice in zip(waiting, actions, shown, decisions, chosen, strict=True):
            number = number_chosen(seen.codes, legal.codes, choice, int(lanes["word"][lane]))
            lanes["chosen"][lane] = header(flat)["actions"] + width(ACTION) * some[number]

    def _sees(self, one: Decision) -> bool:
        """Whether that player may look at his cards."""
        return sees_own(self._tables.rules, self._settings[one.kind], self._hands[one.kind], one.state, one.place)

    def _actions(self, flat: Flat, lane: np.void) -> list[int]:
        """The legal actions, by number."""
        first = number_of(flat, "actions", ACTION, flat[lane["menu"]])
        return [first + member for member in flat[lane["listed"] :][: lane["listed_count"]].tolist()]

    def _decision(self, flat: Flat, lane: np.void, actions: Sequence[int]) -> Decision:
        course, pack = self._tables.course, self._tables.rules.pack
        kind, place = number_of(flat, "kinds", KIND, lane["kind"]), place_of_menu(flat, lane["menu"])
        laid = laid_cards(lane)
        state = self._state(int(lane["state"]))
        full = CARDS_IN_HAND + (state.stage == "discard")
        places = lane["places"]
        held = unpacked(int(places["held"][place]), full - sum(who == place for who, _card, _covered in laid))
        packet = int(lane["hand"]) * int(course.hand_places[kind]) + place
        dealt = held if full > CARDS_IN_HAND else unpacked(int(places["packet"][packet]))
        return Decision(
            kind=kind,
            state=state,
            place=place,
            seat=seat_of(flat, lane["field"], place) if self._whole else place + 1,
            dealt=tuple(pack[one] for one in dealt),
            held=tuple(pack[one] for one in held),
            laid=tuple((who, None if covered and who != place else pack[card]) for who, card, covered in laid),
            turned=pack[int(lane["turned_card"])] if course.turns else None,
            points=(_points(lane, "slots_0"), _points(lane, "slots_1")),
            codes=[self._code(action, held) for action in actions],
        )

    def _code(self, action: int, held: Sequence[int]) -> str:
        """What is said or done, a slot of the hand being told as the card in it."""
        code = int(self._tables.rows.action_codes[action])
        if code < at.CODE_CARDS:
            return self._tables.codes[code]
        slot = (code - at.CODE_CARDS) % at.CARD_SPAN
        return self._tables.codes[code - slot + held[slot]]


def laid_cards(lane: np.void) -> list[tuple[int, int, bool]]:
    """The cards on the table in the order in which they were laid: the place, the card, whether it is covered."""
    laid = lane["laid"]["number"][: lane["laid_count"]].tolist()
    who = (one >> la.LAID_PLACE_SHIFT & (1 << la.LAID_COVERED_SHIFT - la.LAID_PLACE_SHIFT) - 1 for one in laid)
    cards = (one & (1 << la.CARD_BITS) - 1 for one in laid)
    return list(zip(who, cards, (bool(one >> la.LAID_COVERED_SHIFT) for one in laid), strict=True))


def _points(lane: np.void, side: str) -> int:
    """The points of a side, from the slots that it writes to."""
    points: list[int] = lane["slots"]["points"].tolist()
    return max(points[slot] for slot in range(la.SLOTS) if int(lane[side]) >> slot & 1)
