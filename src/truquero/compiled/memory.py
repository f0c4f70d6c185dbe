"""The memory of the compiled loop laid out for a batch of games, and what came of them read back."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.cards import Card
from truquero.compiled import lanes as la
from truquero.compiled.flat import KIND_ROW, KINDS, MEMBERS, MENUS
from truquero.compiled.lanes import Status
from truquero.compiled.policy import PolicyTable
from truquero.compiled.request import Counts, Played, Request, Trajectory
from truquero.compiled.tables import Tables
from truquero.rules.hand import CARDS_IN_HAND

Numbers = NDArray[np.uint64]


class Memory:
    """One array of whole numbers: the order, totals, lanes, and after them room for lists, results and the record."""

    def __init__(
        self, flat: NDArray[np.uint32], request: Request, lanes: int, games: int, *, tracks: bool, asks: bool
    ) -> None:
        self.lanes = lanes
        self._room = 0  # for weights
        self._lists = int(la.FIRST_LANE) + lanes * int(la.LANE_WIDTH)
        self._results = self._lists + lanes + 1
        self.numbers: Numbers = np.zeros(self._results + games * int(la.OUT_WIDTH), np.uint64)
        self._order(
            {
                la.SEED: request.seed,
                la.WHOLE: request.whole,
                la.ORDER_KIND: flat[KINDS] + KIND_ROW * np.uint64(request.kind),
                la.ORDER_DEALER: request.dealer or 0,
                la.LANE_COUNT: lanes,
                la.TRACKS: tracks,
                la.ASKS: asks,
                la.LISTED_AT: self._lists,
                la.OUT_AT: self._results,
                **{la.ORDER_SCORE + np.uint64(slot): points for slot, points in enumerate(request.score)},
            }
        )

    def _order(self, numbers: dict[np.uint64, Any]) -> None:
        for position, number in numbers.items():
            self.numbers[position] = number

    def order_games(self, first: int, games: int) -> None:
        """The games that come next."""
        self._order({la.NEXT_GAME: first, la.BASE_GAME: first, la.LAST_GAME: first + games})

    def add(self, position: np.uint64, numbers: NDArray[Any]) -> None:
        """Lay something behind the rest, and say in the order where it begins."""
        self.numbers[position] = len(self.numbers)
        self.numbers = np.concatenate([self.numbers, numbers.astype(np.uint64)])

    def weigh(self, policy: PolicyTable) -> None:
        """Lay the weights of a policy; where they were, if there is room for as many."""
        weights, buckets = policy.weights, policy.buckets
        assert buckets is not None
        if weights.size > self._room:
            self._room = 2 * weights.size if self._room else weights.size  # tables that grow once will grow again
            self.add(la.WEIGHTS_AT, np.zeros(self._room, np.uint64))
        if not self.numbers[la.WEIGHS]:
            self.add(la.BUCKETS_AT, buckets.reshape(-1))
        start = int(self.numbers[la.WEIGHTS_AT])
        self.numbers[start : start + weights.size] = weights.reshape(-1)
        self._order({la.WEIGHS: 1, la.ACTION_COUNT: weights.shape[1]})

    def rows(self) -> Numbers:
        """A row for each lane, shared with the memory."""
        return self.numbers[la.FIRST_LANE : self._lists].reshape(self.lanes, la.LANE_WIDTH)

    def move_tables(self, old: NDArray[np.uint32], new: NDArray[np.uint32]) -> None:
        """Tables have grown and stand elsewhere: what the lanes know of them moves along."""
        menus, members = new[MENUS] - old[MENUS], new[MEMBERS] - old[MEMBERS]
        rows = self.rows()
        rows[:, la.MENU_AT] += menus
        rows[:, la.MENU] += menus
        rows[:, la.LISTED] += members

    def waiting(self, status: Status) -> NDArray[np.int64]:
        """The lanes that wait for this."""
        return np.flatnonzero(self.rows()[:, la.STATUS] == status)

    def results(self, games: int) -> NDArray[np.int64]:
        rows = self.numbers[self._results : self._results + games * int(la.OUT_WIDTH)]
        return rows.view(np.int64).reshape(games, la.OUT_WIDTH)

    def counts(self, kinds: int, happenings: int) -> Counts:
        """The totals over all hands."""
        digits = self.numbers[la.HAPPENED_COUNTS : la.FIRST_LANE].tolist()
        happened = [sum((digit >> bit & 1) << power for power, digit in enumerate(digits)) for bit in range(happenings)]
        by_kind = self.numbers[la.TOTAL_KINDS : la.HAPPENED_COUNTS].tolist()[:kinds]
        return Counts(by_kind, happened, *self.numbers[la.TOTAL_POINTS : la.TOTAL_KINDS].tolist())


class Columns:
    """The results of all games, filled batch by batch."""

    def __init__(self, tables: Tables, request: Request, counts: Counts) -> None:
        self._first = request.first
        self._whole = request.whole
        games = request.games
        self._packed = np.zeros((games, tables.course.slots if request.whole else 2), np.uint64)
        self._winner = np.zeros(games, np.int8)
        self._moves = np.zeros(games, np.int32)
        self._hands = np.ones(games, np.int32)
        self._first_mano = np.zeros(games, np.int8)
        self._counts = counts

    def take(self, first: int, results: NDArray[np.int64]) -> None:
        rows = slice(first - self._first, first - self._first + len(results))
        self._packed[rows] = results[:, : self._packed.shape[1]]
        self._winner[rows] = results[:, la.OUT_WINNER] - 1
        self._moves[rows] = results[:, la.OUT_MOVES]
        if self._whole:
            self._hands[rows] = results[:, la.OUT_HANDS]
            self._first_mano[rows] = results[:, la.OUT_FIRST_MANO]

    def played(self, trajectories: list[Trajectory] | None) -> Played:
        # Packed points are four numbers of 16 bits, the first lance in the lowest, wherever the machine keeps those.
        awards = self._packed.astype("<u8", copy=False).view("<i2").reshape(*self._packed.shape, la.LANCES)
        flor, envido, truco, penalty = np.moveaxis(awards, 2, 0)
        return Played(
            flor + envido + truco + penalty,
            awards.transpose(0, 2, 1),
            self._winner,
            self._moves,
            self._hands,
            self._first_mano,
            self._counts,
            trajectories,
        )


class Recorder:
    """Room for every deal and every move of some games that were played before, and the games read back from it."""

    def __init__(self, tables: Tables, memory: Memory, kind: int, results: NDArray[np.int64]) -> None:
        self._tables = tables
        moves, deals = results[:, la.OUT_MOVES], results[:, la.OUT_DEALS]
        self._moves = np.concatenate([[0], np.cumsum(moves)])
        self._deals = np.concatenate([[0], np.cumsum(deals)])
        self._dealers = results[:, la.OUT_DEALER].copy()
        if not memory.numbers[la.WHOLE]:  # then seat 1 is mano
            self._dealers[:] = tables.course.hand_places[kind]
        starts = np.stack([self._moves[:-1], self._deals[:-1]], axis=1).reshape(-1)
        memory.add(la.STARTS_AT, starts)
        memory.add(la.RECORD_AT, np.zeros(self._moves[-1], np.uint64))
        memory.add(la.DECKS_AT, np.full(self._deals[-1] * la.DEAL_WIDTH, la.NO_PACKET, np.uint64))
        memory.numbers[la.RECORDS] = 1
        self._memory = memory

    def trajectories(self) -> list[Trajectory]:
        numbers = self._memory.numbers.astype(np.int64)
        record = numbers[numbers[la.RECORD_AT] :][: self._moves[-1]]
        decks = numbers[numbers[la.DECKS_AT] :][: self._deals[-1] * la.DEAL_WIDTH].reshape(-1, la.DEAL_WIDTH)
        return [self._trajectory(record, decks, game) for game in range(len(self._moves) - 1)]

    def _trajectory(self, record: NDArray[np.int64], decks: NDArray[np.int64], game: int) -> Trajectory:
        moves = record[self._moves[game] : self._moves[game + 1]]
        seats, codes = moves >> la.RECORD_SEAT_SHIFT, moves & (1 << la.RECORD_SEAT_SHIFT) - 1
        said = self._tables.codes
        return Trajectory(
            int(self._dealers[game]),
            tuple(self._deck(deal) for deal in decks[self._deals[game] : self._deals[game + 1]].tolist()),
            tuple((seat, said[code]) for seat, code in zip(seats.tolist(), codes.tolist(), strict=True)),
        )

    def _deck(self, deal: list[int]) -> tuple[Card, ...]:
        """The cards in the order in which they are dealt: one at a time to each packet, a fourth, the turned one."""
        pack = self._tables.rules.pack
        packets = [sorted(unpacked(packet)) for packet in deal[: la.MOST_PLACES] if packet != la.NO_PACKET]
        rounds = [card for one_each in zip(*packets, strict=True) for card in one_each]
        fourth, turned = deal[la.MOST_PLACES :]
        extra = [fourth - 1] * (fourth > 0) + [turned] * (turned < len(pack))
        return tuple(pack[card] for card in (*rounds, *extra))


def unpacked(cards: int, count: int = CARDS_IN_HAND) -> list[int]:
    """The numbers of cards that were packed into one."""
    return [cards >> slot * la.CARD_BITS & (1 << la.CARD_BITS) - 1 for slot in range(count)]
