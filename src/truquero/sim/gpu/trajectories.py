"""Trajectories: records the deals and moves of the GPU executor turn by turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from truquero.cards import Card
from truquero.sim.gpu.lanes import NOTHING, Lanes
from truquero.sim.gpu.primitives import Tensor
from truquero.sim.gpu.turns import Turns
from truquero.sim.request import Request, Trajectory
from truquero.sim.tables import layout as at
from truquero.sim.tables.compiled_tables import Tables
from truquero.sim.tables.layout import unpack_cards
from truquero.sim.tables.match_structure import NO_SLOT


class Record:
    """All deals and moves of the games of a request."""

    def __init__(self, tables: Tables, request: Request) -> None:
        self._tables = tables
        self._request = request
        self._moves: list[list[tuple[int, str]]] = [[] for _ in range(request.games)]
        self._deals: list[list[tuple[Card, ...]]] = [[] for _ in range(request.games)]

    def note(self, lane: Lanes, turns: Turns) -> int:
        """Play the next turn, record its deals and moves, and return the number of turns played."""
        rows = _numbers(lane.row).copy()
        self._note_deals(lane, rows)
        made = turns.play()
        self._note_moves(lane, rows)
        return made

    def _note_deals(self, lane: Lanes, rows: NDArray[np.int64]) -> None:
        """Record the cards dealt at the end of the last turn."""
        dealt = np.flatnonzero(_numbers(lane.dealt & lane.playing))
        packets = np.stack([_numbers(packet) for packet in lane.packets], axis=1)
        duels, fourth, turned = _numbers(lane.duels), _numbers(lane.fourth_card), _numbers(lane.turned_card)
        course = self._tables.course
        for one in dealt.tolist():
            count = course.packets[duels[one]] if self._request.whole else packets.shape[1]
            hands = [sorted(unpack_cards(packet)) for packet in packets[one, :count].tolist()]
            cards = [card for one_each in zip(*hands, strict=True) for card in one_each]
            if self._has_fourth():
                cards.append(int(fourth[one]))
            if course.turns:
                cards.append(int(turned[one]))
            self._deals[rows[one]].append(tuple(self._tables.rules.pack[card] for card in cards))

    def _has_fourth(self) -> bool:
        course = self._tables.course
        return bool(course.gallo if self._request.whole else course.gallo_places[self._request.kind] != NO_SLOT)

    def _note_moves(self, lane: Lanes, rows: NDArray[np.int64]) -> None:
        """Record the moves just made."""
        said = _numbers(lane.said)
        for one in np.flatnonzero(said != NOTHING).tolist():
            seat, code = divmod(int(said[one]), 1 << at.MOVE_SEAT_SHIFT)
            self._moves[rows[one]].append((seat, self._tables.codes[code]))

    def trajectories(self, dealers: NDArray[np.int8]) -> list[Trajectory]:
        if not self._request.whole:  # the last seat deals, so that seat 1 is mano
            dealers = np.full(len(dealers), self._tables.course.hand_places[self._request.kind] - 1)
        told = zip(dealers.tolist(), self._deals, self._moves, strict=True)
        return [Trajectory(dealer + 1, tuple(deals), tuple(moves)) for dealer, deals, moves in told]


def _numbers(tensor: Tensor) -> NDArray[np.int64]:
    found: NDArray[np.int64] = tensor.cpu().numpy()
    return found
