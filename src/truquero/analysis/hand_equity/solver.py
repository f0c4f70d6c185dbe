"""Results of hands with known cards, played without calls: optimally, or at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, islice
from math import factorial, prod
from random import Random

from truquero.analysis.hand_equity.trick_graph import OVER, Hands, TrickGraph
from truquero.sim.optional_dependencies import install_command

LEADS = -1  # below every strength: no card has been laid in the trick
# The node of the trick graph, the strongest card of the trick, and the cards that each place still holds.
Position = tuple[int, int, Hands]
BATCH = 512  # positions that are solved between two progress reports
FEWEST_COMPILED = 600  # positions: fewer are solved in plain Python, without loading the compiled solver


def normalized(position: Position) -> Position:
    """Return the same position with strengths counted from 0 without gaps: only their order matters."""
    node, top, hands = position
    order = {strength: rank for rank, strength in enumerate(sorted({top, *chain.from_iterable(hands)}))}
    return node, order[top], tuple(tuple(sorted(order[strength] for strength in hand)) for hand in hands)


# --------------------------------------------------------------------------------------------------------- open cards


def open_card_results(graph: TrickGraph, positions: Iterable[Position]) -> Iterator[int]:
    """Yield the result of each position for side 0: 1 for a win, -1 for a loss, 0 if nobody takes the hand.

    Both sides see all cards and play optimally, partners as one player. Each place must have laid the same number of
    cards in all positions.
    """
    remaining = iter(positions)
    first_positions = list(islice(remaining, FEWEST_COMPILED))
    if len(first_positions) == FEWEST_COMPILED and install_command("fast") is None:
        from truquero.analysis.hand_equity.solver_numba import solve

        remaining = chain(first_positions, remaining)
        while batch := list(islice(remaining, BATCH)):
            yield from solve(graph, batch)
        return
    solver = OpenCardSolver(graph)
    yield from map(solver.result, chain(first_positions, remaining))


class OpenCardSolver:
    """A solver for open cards in plain Python."""

    def __init__(self, graph: TrickGraph) -> None:
        self._graph = graph
        self._results: dict[Position, int] = {}

    def result(self, position: Position) -> int:
        """Return the result of a position for side 0."""
        position = normalized(position)
        result = self._results.get(position)
        if result is None:
            result = self._results[position] = self._solve(position)
        return result

    def _solve(self, position: Position) -> int:
        node, top, hands = position
        search = _Search(self._graph, hands, 1)
        if search.reaches(node, top, search.all_cards):
            return 1
        if not search.met_nobody:  # then 0 cannot be reached either
            return -1
        search = _Search(self._graph, hands, 0)
        return 0 if search.reaches(node, top, search.all_cards) else -1


class _Search:
    """A search for whether side 0 can reach at least the result `goal`. The cards still held are a bit mask."""

    def __init__(self, graph: TrickGraph, hands: Hands, goal: int) -> None:
        self._graph = graph
        self._goal = goal
        self._reached: dict[tuple[int, int, int], bool] = {}
        self._orders: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._held: list[list[tuple[int, int]]] = []  # bit and strength of each place's cards, the weakest first
        self.met_nobody = False
        bit = 1
        for hand in hands:
            self._held.append([])
            for strength in sorted(hand):
                self._held[-1].append((bit, strength))
                bit <<= 1
        self.all_cards = bit - 1

    def reaches(self, node: int, top: int, cards: int) -> bool:
        """Return whether side 0 can reach the goal from a node, with `top` as the strongest card of the trick."""
        graph = self._graph
        place = graph.turn[node]
        if place == OVER:
            result = graph.result[node]
            self.met_nobody |= not result
            return result >= self._goal
        reached = self._reached.get((node, top, cards))
        if reached is None:
            seeks_goal = graph.sides[place] == 0  # look for a card that reaches the goal, or for one that prevents it
            reached = not seeks_goal
            tried = -1
            for bit, strength in self._order(place, LEADS if graph.opens[node] else top):
                if cards & bit and strength != tried:
                    tried = strength
                    if self.reaches(*graph.lay(node, strength, top), cards ^ bit) == seeks_goal:
                        reached = seeks_goal
                        break
            self._reached[node, top, cards] = reached
        return reached

    def _order(self, place: int, top: int) -> list[tuple[int, int]]:
        """Return the cards of a place in the order in which to try them.

        The strongest is first when leading; otherwise the weakest that beats `top` is first.
        """
        order = self._orders.get((place, top))
        if order is None:
            held = self._held[place]
            order = held[::-1]
            if top != LEADS:
                order = [card for card in held if card[1] > top] + [card for card in held if card[1] <= top]
            self._orders[place, top] = order
        return order


# ---------------------------------------------------------------------------------------------------------- at random
#
# Laying random cards one by one is equivalent to laying all cards in an order drawn at random beforehand.


def random_result(graph: TrickGraph, position: Position, random: Random) -> int:
    """Play a position once at random and return the result for side 0."""
    node, top, hands = position
    shuffled = [random.sample(hand, len(hand)) for hand in hands]
    while (place := graph.turn[node]) != OVER:
        node, top = graph.lay(node, shuffled[place].pop(), top)
    return graph.result[node]


# The number of orders with result 0, 1 and -1 for side 0, so that the result itself is the index.
OrderCounts = tuple[int, int, int]


def random_result_counts(graph: TrickGraph) -> Callable[[Position], OrderCounts]:
    """Return a function that counts the orders in which the cards of a position may be laid, by result."""

    @cache
    def counted(position: Position) -> OrderCounts:
        node, top, hands = position
        place = graph.turn[node]
        if place == OVER:
            order_count, result = prod(factorial(len(hand)) for hand in hands), graph.result[node] % 3
            return order_count * (result == 0), order_count * (result == 1), order_count * (result == 2)
        nobody = won = lost = 0
        held = hands[place]
        for index, strength in enumerate(held):
            remaining = (*hands[:place], held[:index] + held[index + 1 :], *hands[place + 1 :])
            counts = counted((*graph.lay(node, strength, top), remaining))
            nobody, won, lost = nobody + counts[0], won + counts[1], lost + counts[2]
        return nobody, won, lost

    return lambda position: counted(normalized(position))
