"""The memory of the compiled loop for a batch of games, and the results read back from it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.cards import Card
from truquero.engine.state import LANCES
from truquero.sim.cpu import lanes as la
from truquero.sim.cpu.flat_tables import KIND, Flat, header, width
from truquero.sim.cpu.lanes import Status
from truquero.sim.policy_tables import PolicyTable
from truquero.sim.request import Counts, Played, Request, Trajectory
from truquero.sim.tables import layout as at
from truquero.sim.tables.compiled_tables import Tables
from truquero.sim.tables.layout import unpack_cards

Rows = NDArray[np.void]


class Memory:
    """The memory that one thread works on: the order, the tally, the lanes, and all else that the order points to."""

    def __init__(self, flat: Flat, request: Request, lanes: int, *, tracks: bool, asks: bool) -> None:
        self.order = np.zeros(1, la.ORDER)
        self._tally = np.zeros(1, la.TALLY)
        self.lanes = np.zeros(lanes, la.LANE)
        self._held: dict[str, NDArray[Any]] = {}  # keeps the arrays alive that the loop knows only by address
        self._point_to("tally", self._tally)
        self._point_to("lanes", self.lanes)
        self._point_to("listed", np.zeros(lanes + 1, la.LONG_NUMBER))
        self._point_to("over", np.zeros(lanes + 1, la.LONG_NUMBER))
        order = self.order[0]
        order["seed"], order["whole"] = request.seed, request.whole
        order["kind"] = header(flat)["kinds"] + request.kind * width(KIND)
        order["dealer"] = request.dealer or 0
        order["lane_count"], order["tracks"], order["asks"] = lanes, tracks, asks
        order["score"]["number"][: len(request.score)] = request.score

    @property
    def address(self) -> int:
        return self.order.ctypes.data

    def _point_to(self, name: str, rows: NDArray[Any]) -> None:
        assert rows.flags.c_contiguous  # the loop assumes it
        self._held[name] = rows
        self.order[name] = rows.ctypes.data

    def order_games(self, first: int, results: Results) -> None:
        """Set the games to play next, and the columns for their results."""
        self._tally["next_game"] = self.order["base_game"] = first
        self.order["last_game"] = first + results.games
        self.order["slots"] = results.slots
        for name, column in results.columns.items():
            self._point_to(f"out_{name}", column)

    def weigh(self, policy: PolicyTable) -> None:
        """Make the loop choose by the weights of a policy."""
        assert policy.buckets is not None
        self._point_to("weights", np.ascontiguousarray(policy.weights, np.uint32))
        self._point_to("buckets", np.ascontiguousarray(policy.buckets, np.uint32))
        self.order["weighs"], self.order["action_count"] = 1, policy.weights.shape[1]

    def keep(self, starts: Rows, record: Rows, decks: Rows) -> None:
        """Make the loop record every move and every deal."""
        self._point_to("starts", starts)
        self._point_to("record", record)
        self._point_to("decks", decks)
        self.order["records"] = 1

    def move_tables(self, old: Flat, new: Flat) -> None:
        """Adjust the offsets in the lanes after the tables have grown."""
        menus, members = (header(new)[name] - header(old)[name] for name in ("menus", "members"))
        self.lanes["menus"] += menus
        self.lanes["menu"] += menus
        self.lanes["listed"] += members

    def waiting(self, status: Status) -> NDArray[np.int64]:
        """Return the lanes that have this status."""
        return np.flatnonzero(self.lanes["status"] == status)

    def counts(self, kinds: int, happenings: int) -> Counts:
        """Return the totals over all hands."""
        tally = self._tally[0]
        digits = tally["happened"]["number"].tolist()
        happened = [sum((digit >> bit & 1) << power for power, digit in enumerate(digits)) for bit in range(happenings)]
        by_kind, by_side, by_winner = (tally[name]["number"].tolist() for name in ("kinds", "points", "winners"))
        _nobody, mano, others = by_winner
        return Counts(by_kind[:kinds], happened, sum(by_side), by_side[1], mano + others, mano)


class Results:
    """The results of some games: columns with a number for each game, or for each game and slot."""

    def __init__(self, columns: dict[str, NDArray[Any]]) -> None:
        self.columns = columns
        self.games, self.slots = columns["points"].shape

    @classmethod
    def room(cls, request: Request, slots: int) -> Results:
        """Return uninitialized columns for the results of a request; the loop fills them."""
        whole = ("hands", "first_mano", "first_dealer") if request.whole else ()
        names = ("winner", "moves", *whole, *(("deals",) if request.trajectories else ()))
        columns = {name: np.empty(request.games, la.RESULTS[name]) for name in names}
        by_slot = {name: np.empty((request.games, slots), la.RESULTS[name]) for name in ("awards", "points")}
        return cls({**columns, **by_slot})

    def some(self, games: range) -> Results:
        """Return the results of some of these games, which share their memory with these."""
        return Results({name: column[games.start : games.stop] for name, column in self.columns.items()})

    def played(self, counts: Counts, trajectories: list[Trajectory] | None) -> Played:
        # Packed points are four numbers of 16 bits, the first lance in the lowest.
        awards = self.columns["awards"].view("<i2").reshape(self.games, self.slots, len(LANCES))
        return Played(
            self.columns["points"],
            awards.transpose(0, 2, 1),
            self.columns["winner"],
            self.columns["moves"],
            self.columns.get("hands", _always(1, self.games, "hands")),
            self.columns.get("first_mano", _always(0, self.games, "first_mano")),
            counts,
            trajectories,
        )


def _always(number: int, games: int, name: str) -> NDArray[Any]:
    """Return a constant column that takes no memory."""
    return np.broadcast_to(np.array(number, la.RESULTS[name]), games)


class Recorder:
    """A record of every deal and every move of games that are played a second time.

    The results of the first time give the sizes of its arrays.
    """

    def __init__(self, tables: Tables, memory: Memory, kind: int, results: Results) -> None:
        self._tables = tables
        columns = results.columns
        self._moves = np.concatenate([[0], np.cumsum(columns["moves"], dtype=np.int64)])
        self._deals = np.concatenate([[0], np.cumsum(columns["deals"], dtype=np.int64)])
        # In a single hand seat 1 is the mano, so the last seat deals.
        one_dealer = np.full(results.games, tables.course.hand_places[kind])
        self._dealers = columns.get("first_dealer", one_dealer).tolist()
        starts = np.zeros(results.games, la.START)
        starts["move"], starts["deal"] = self._moves[:-1], self._deals[:-1]
        self._record = np.zeros(self._moves[-1], la.NUMBER)
        self._decks = np.zeros(self._deals[-1], la.DECK)
        self._decks["packets"]["number"] = la.NO_PACKET
        memory.keep(starts, self._record, self._decks)

    def trajectories(self) -> list[Trajectory]:
        return [self._trajectory(game) for game in range(len(self._moves) - 1)]

    def _trajectory(self, game: int) -> Trajectory:
        moves = self._record["number"][self._moves[game] : self._moves[game + 1]]
        seats, codes = moves >> at.MOVE_SEAT_SHIFT, moves & (1 << at.MOVE_SEAT_SHIFT) - 1
        said = self._tables.codes
        return Trajectory(
            self._dealers[game],
            tuple(self._deck(deal) for deal in self._decks[self._deals[game] : self._deals[game + 1]]),
            tuple((seat, said[code]) for seat, code in zip(seats.tolist(), codes.tolist(), strict=True)),
        )

    def _deck(self, deal: np.void) -> tuple[Card, ...]:
        """Return the cards in the order of the deal: one at a time to each packet, a fourth card, the turned card."""
        pack = self._tables.rules.pack
        given = deal["packets"]["number"].tolist()
        packets = [sorted(unpack_cards(packet)) for packet in given if packet != la.NO_PACKET]
        rounds = [card for one_each in zip(*packets, strict=True) for card in one_each]
        fourth, turned = int(deal["fourth"]), int(deal["turned"])
        extra = [fourth - 1] * (fourth > 0) + [turned] * (turned < len(pack))
        return tuple(pack[card] for card in (*rounds, *extra))


def laid_cards(lane: np.void) -> list[tuple[int, int, bool]]:
    """Return the cards on the table in the order they were laid: the place, the card, and whether it is covered."""
    laid = lane["laid"]["number"][: lane["laid_count"]].tolist()
    who = (one >> la.LAID_PLACE_SHIFT & (1 << la.LAID_COVERED_SHIFT - la.LAID_PLACE_SHIFT) - 1 for one in laid)
    cards = (one & (1 << at.CARD_BITS) - 1 for one in laid)
    return list(zip(who, cards, (bool(one >> la.LAID_COVERED_SHIFT) for one in laid), strict=True))
