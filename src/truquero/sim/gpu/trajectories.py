"""Trajectories: records the deals and moves of the GPU executor turn by turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from truquero.cards import Card
from truquero.sim.gpu.lanes import NOTHING, Lanes
from truquero.sim.gpu.primitives import Tensor
from truquero.sim.gpu.turns import Turns
from truquero.sim.request import Request, Trajectory
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.layout import unpack_cards
from truquero.sim.tables.match_structure import NO_PLACE


class TrajectoryRecorder:
    """All deals and moves of the games of a request."""

    def __init__(self, tables: CompiledTables, request: Request) -> None:
        self._tables = tables
        self._request = request
        self._moves: list[list[tuple[int, str]]] = [[] for _ in range(request.games)]
        self._deals: list[list[tuple[Card, ...]]] = [[] for _ in range(request.games)]

    def play_turn(self, lane: Lanes, turns: Turns) -> int:
        """Play the next turn, record its deals and moves, and return the number of turns played."""
        rows = _numbers(lane.row).copy()
        self._note_deals(lane, rows)
        played = turns.play()
        self._note_moves(lane, rows)
        return played

    def _note_deals(self, lane: Lanes, rows: NDArray[np.int64]) -> None:
        """Record the cards dealt at the end of the last turn."""
        dealing = np.flatnonzero(_numbers(lane.deals_now & lane.playing))
        packets = np.stack([_numbers(packet) for packet in lane.packets], axis=1)
        duels, fourth, turned = _numbers(lane.duels), _numbers(lane.fourth_card), _numbers(lane.turned_card)
        structure = self._tables.structure
        for lane_number in dealing.tolist():
            count = structure.packets[duels[lane_number]] if self._request.whole_matches else packets.shape[1]
            hands = [sorted(unpack_cards(packet)) for packet in packets[lane_number, :count].tolist()]
            cards = [card for round_of_cards in zip(*hands, strict=True) for card in round_of_cards]
            if self._has_fourth():
                cards.append(int(fourth[lane_number]))
            if structure.turns:
                cards.append(int(turned[lane_number]))
            self._deals[rows[lane_number]].append(tuple(self._tables.rules.pack[card] for card in cards))

    def _has_fourth(self) -> bool:
        structure = self._tables.structure
        return bool(
            structure.gallo if self._request.whole_matches else structure.gallo_places[self._request.kind] != NO_PLACE
        )

    def _note_moves(self, lane: Lanes, rows: NDArray[np.int64]) -> None:
        """Record the moves just made."""
        last_move = _numbers(lane.last_move)
        for lane_number in np.flatnonzero(last_move != NOTHING).tolist():
            seat, code = divmod(int(last_move[lane_number]), 1 << layout.MOVE_SEAT_SHIFT)
            self._moves[rows[lane_number]].append((seat, self._tables.codes[code]))

    def trajectories(self, dealers: NDArray[np.int8]) -> list[Trajectory]:
        if not self._request.whole_matches:  # the last seat deals, so that seat 1 is mano
            dealers = np.full(len(dealers), self._tables.structure.hand_places[self._request.kind] - 1)
        games = zip(dealers.tolist(), self._deals, self._moves, strict=True)
        return [Trajectory(dealer + 1, tuple(deals), tuple(moves)) for dealer, deals, moves in games]


def _numbers(tensor: Tensor) -> NDArray[np.int64]:
    numbers: NDArray[np.int64] = tensor.cpu().numpy()
    return numbers
