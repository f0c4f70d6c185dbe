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
from truquero.sim.request import Counts, ExecutorResults, Request, Trajectory
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.sim.tables.layout import unpack_cards

Rows = NDArray[np.void]


class Memory:
    """The memory that one thread works on: the job, the tally, the lanes, and all else that the job points to."""

    def __init__(self, flat: Flat, request: Request, lanes: int, *, tracks: bool, asks: bool) -> None:
        self.job = np.zeros(1, la.JOB)
        self._tally = np.zeros(1, la.TALLY)
        self.lanes = np.zeros(lanes, la.LANE)
        self._arrays: dict[str, NDArray[Any]] = {}  # keeps arrays alive that the loop accesses by address
        self._point_to("tally", self._tally)
        self._point_to("lanes", self.lanes)
        self._point_to("lane_list", np.zeros(lanes + 1, la.LONG_NUMBER))
        self._point_to("finished", np.zeros(lanes + 1, la.LONG_NUMBER))
        job = self.job[0]
        job["seed"], job["whole_matches"] = request.seed, request.whole_matches
        job["kind"] = header(flat)["kinds"] + request.kind * width(KIND)
        job["dealer"] = request.dealer or 0
        job["lane_count"], job["tracks"], job["asks"] = lanes, tracks, asks
        job["score"]["number"][: len(request.score)] = request.score

    @property
    def address(self) -> int:
        return self.job.ctypes.data

    def _point_to(self, name: str, rows: NDArray[Any]) -> None:
        assert rows.flags.c_contiguous  # the loop assumes it
        self._arrays[name] = rows
        self.job[name] = rows.ctypes.data

    def set_games(self, first: int, results: ResultColumns) -> None:
        """Set the games to play next, and the columns for their results."""
        self._tally["next_game"] = self.job["base_game"] = first
        self.job["last_game"] = first + results.games
        self.job["score_columns"] = results.score_columns
        for name, column in results.columns.items():
            self._point_to(f"out_{name}", column)

    def weigh(self, policy: PolicyTable) -> None:
        """Make the loop choose by the weights of a policy."""
        assert policy.buckets is not None
        self._point_to("weights", np.ascontiguousarray(policy.weights, np.uint32))
        self._point_to("buckets", np.ascontiguousarray(policy.buckets, np.uint32))
        self.job["weighs"], self.job["action_count"] = 1, policy.weights.shape[1]

    def record_games(self, starts: Rows, record: Rows, decks: Rows) -> None:
        """Make the loop record every move and every deal."""
        self._point_to("starts", starts)
        self._point_to("record", record)
        self._point_to("decks", decks)
        self.job["records"] = 1

    def move_tables(self, old: Flat, new: Flat) -> None:
        """Adjust the offsets in the lanes after the tables have grown."""
        menus, members = (header(new)[name] - header(old)[name] for name in ("menus", "members"))
        self.lanes["menus"] += menus
        self.lanes["menu"] += menus
        self.lanes["legal_members"] += members

    def waiting(self, status: Status) -> NDArray[np.int64]:
        """Return the lanes that have this status."""
        return np.flatnonzero(self.lanes["status"] == status)

    def counts(self, kinds: int, outcome_count: int) -> Counts:
        """Return the totals over all hands. The arguments are the numbers of kinds of hands and of outcomes."""
        tally = self._tally[0]
        digits = tally["outcomes"]["number"].tolist()
        outcomes = [
            sum((digit >> number & 1) << power for power, digit in enumerate(digits)) for number in range(outcome_count)
        ]
        by_kind, by_side, by_winner = (tally[name]["number"].tolist() for name in ("kinds", "points", "winners"))
        _undecided, mano_hands, others_hands = by_winner
        return Counts(by_kind[:kinds], outcomes, sum(by_side), by_side[1], mano_hands + others_hands, mano_hands)


class ResultColumns:
    """The results of some games: columns with a number for each game, or for each game and score column."""

    def __init__(self, columns: dict[str, NDArray[Any]]) -> None:
        self.columns = columns
        self.games, self.score_columns = columns["points"].shape

    @classmethod
    def uninitialized(cls, request: Request, score_columns: int) -> ResultColumns:
        """Return uninitialized columns for the results of a request; the loop fills them."""
        match_columns = ("hands", "first_mano", "first_dealer") if request.whole_matches else ()
        names = ("winner", "moves", *match_columns, *(("deals",) if request.trajectories else ()))
        columns = {name: np.empty(request.games, la.RESULTS[name]) for name in names}
        by_score_column = {
            name: np.empty((request.games, score_columns), la.RESULTS[name]) for name in ("awards", "points")
        }
        return cls({**columns, **by_score_column})

    def part_of(self, games: range) -> ResultColumns:
        """Return the results of some of these games, which share their memory with these."""
        return ResultColumns({name: column[games.start : games.stop] for name, column in self.columns.items()})

    def played(self, counts: Counts, trajectories: list[Trajectory] | None) -> ExecutorResults:
        # Packed points are four numbers of 16 bits, the first lance in the lowest.
        awards = self.columns["awards"].view("<i2").reshape(self.games, self.score_columns, len(LANCES))
        return ExecutorResults(
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

    def __init__(self, tables: CompiledTables, memory: Memory, kind: int, results: ResultColumns) -> None:
        self._tables = tables
        columns = results.columns
        self._moves = np.concatenate([[0], np.cumsum(columns["moves"], dtype=np.int64)])
        self._deals = np.concatenate([[0], np.cumsum(columns["deals"], dtype=np.int64)])
        # In a single hand seat 1 is the mano, so the last seat deals.
        last_seats = np.full(results.games, tables.structure.hand_places[kind])
        self._dealers = columns.get("first_dealer", last_seats).tolist()
        starts = np.zeros(results.games, la.START)
        starts["move"], starts["deal"] = self._moves[:-1], self._deals[:-1]
        self._record = np.zeros(self._moves[-1], la.NUMBER)
        self._decks = np.zeros(self._deals[-1], la.DECK)
        self._decks["packets"]["number"] = la.NO_PACKET
        memory.record_games(starts, self._record, self._decks)

    def trajectories(self) -> list[Trajectory]:
        return [self._trajectory(game) for game in range(len(self._moves) - 1)]

    def _trajectory(self, game: int) -> Trajectory:
        moves = self._record["number"][self._moves[game] : self._moves[game + 1]]
        seats, codes = moves >> layout.MOVE_SEAT_SHIFT, moves & (1 << layout.MOVE_SEAT_SHIFT) - 1
        text_of_code = self._tables.codes
        return Trajectory(
            self._dealers[game],
            tuple(self._deck(deal) for deal in self._decks[self._deals[game] : self._deals[game + 1]]),
            tuple((seat, text_of_code[code]) for seat, code in zip(seats.tolist(), codes.tolist(), strict=True)),
        )

    def _deck(self, deal: np.void) -> tuple[Card, ...]:
        """Return the cards in the order of the deal: one at a time to each packet, a fourth card, the turned card."""
        pack = self._tables.rules.pack
        packed = deal["packets"]["number"].tolist()
        packets = [sorted(unpack_cards(packet)) for packet in packed if packet != la.NO_PACKET]
        rounds = [card for round_of_cards in zip(*packets, strict=True) for card in round_of_cards]
        fourth, turned = int(deal["fourth"]), int(deal["turned"])
        extra = [fourth - 1] * (fourth > 0) + [turned] * (turned < len(pack))
        return tuple(pack[card] for card in (*rounds, *extra))


def laid_cards(lane: np.void) -> list[tuple[int, int, bool]]:
    """Return the cards on the table in the order they were laid: the place, the card, and whether it lies face down."""
    laid = lane["laid"]["number"][: lane["laid_count"]].tolist()
    places = (
        packed >> la.LAID_PLACE_SHIFT & (1 << la.LAID_FACE_DOWN_SHIFT - la.LAID_PLACE_SHIFT) - 1 for packed in laid
    )
    cards = (packed & (1 << layout.CARD_BITS) - 1 for packed in laid)
    return list(zip(places, cards, (bool(packed >> la.LAID_FACE_DOWN_SHIFT) for packed in laid), strict=True))
