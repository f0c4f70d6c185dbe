"""A naive solver's half: best responses on exact cards, straight from the automaton, for packs of a few cards.

It knows nothing of the tables of the solver: it plays every deal with every card, groups deals by what a player holds,
and chooses the best move of each group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from truquero.analysis.solve.hand_solver import HandSolver
from truquero.analysis.solve.public_node import NodeChoice, NodeMove, PublicNode
from truquero.engine import State, advance, moves, start
from truquero.engine.automaton import SHOW
from truquero.engine.state import COVER, NOBODY, PLAY
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import LEAVE
from truquero.rules.stakes import HandScore
from truquero.table.score_guards import score_allows

Cards = tuple[int, ...]  # numbers of cards of the pack, which are all different


class Deal(NamedTuple):
    """What both players were dealt, what they still hold and have laid face down, and the rival's reach."""

    dealt: tuple[Cards, Cards]
    held: tuple[Cards, Cards]
    covered: tuple[Cards, Cards]
    reach: float


class ExactGame:
    """A hand with a pack whose cards have the given strengths."""

    def __init__(self, hand: HandRules, score: HandScore, strengths: Sequence[int], solver: HandSolver) -> None:
        self._hand, self._score, self._solver = hand, score, solver
        ranking = sorted(set(strengths))
        self._strengths = [ranking.index(strength) for strength in strengths]

    def best_response(self, player: int) -> float:
        """Return what the player wins a hand with the best responses to the rival's average strategy."""
        deals = self._all_deals()
        values = self._values(
            player, start(self._hand), PublicNode(self._solver, *self._solver.start, 0), -1, (0, 0), deals
        )
        return sum(values.values()) / len(deals)

    def _all_deals(self) -> list[Deal]:
        pack = range(len(self._strengths))
        return [
            Deal((mano, pie), (mano, pie), ((), ()), 1.0)
            for mano in combinations(pack, 3)
            for pie in combinations([card for card in pack if card not in mano], 3)
        ]

    def _values(
        self,
        player: int,
        state: State,
        public_node: PublicNode | None,
        top: int,
        points: tuple[int, int],
        deals: Sequence[Deal],
    ) -> Mapping[Cards, float]:
        """Return the value of each hand of the player, weighted by the rival's reach."""
        values: dict[Cards, float] = defaultdict(float)
        if state.stage == "over":
            sign = 1 if player == 0 else -1
            for deal in deals:
                values[deal.dealt[player]] += deal.reach * sign * (points[0] - points[1])
            return values
        ((place, options),) = moves(self._hand, state).items()
        allowed = [
            option.move
            for option in options
            if option.move != SHOW and all(score_allows(self._hand, guard, self._score) for guard in option.guards)
        ]
        choices = public_node.choices() if public_node is not None else ()
        best: dict[Cards, float] = {}
        for move in allowed:
            for card in range(len(self._strengths)) if move in (PLAY, COVER) else (None,):
                after = [
                    new for deal in deals if (new := self._after(deal, place, move, card, player, public_node, choices))
                ]
                if not after and not (place == player and card is None):
                    continue
                strength = NOBODY if card is None or move == COVER else self._strengths[card]
                answer = None
                if card is not None and state.best != NOBODY:
                    answer = (strength > top) - (strength < top)
                following, awards = advance(self._hand, state, place, move, answer)
                new_points = list(points)
                for award in awards:
                    new_points[award.side] += award.stake.value(award.side, self._score)
                next_node = _following(choices, move, strength, answer, public_node)
                beat = top if card is None else strength
                got = self._values(player, following, next_node, beat, (new_points[0], new_points[1]), after)
                if place == player:
                    for own in {deal.dealt[player] for deal in after}:
                        best[own] = max(best.get(own, -1e9), got.get(own, 0.0))
                else:
                    for own, value in got.items():
                        values[own] += value
        return best if place == player else values

    def _after(
        self,
        deal: Deal,
        place: int,
        move: str,
        card: int | None,
        player: int,
        public_node: PublicNode | None,
        choices: Sequence[NodeChoice],
    ) -> Deal | None:
        """Return the deal after a move, or None if it cannot or will not be made."""
        reach = deal.reach
        if card is not None and card not in deal.held[place]:
            return None
        if place != player:
            reach *= self._probability(deal, place, move, card, public_node, choices)
            if reach == 0:
                return None
        if card is None:
            return deal._replace(reach=reach)
        held, covered = list(deal.held), list(deal.covered)
        held[place] = tuple(c for c in held[place] if c != card)
        if move == COVER:
            covered[place] = (*covered[place], card)
        return Deal(deal.dealt, (held[0], held[1]), (covered[0], covered[1]), reach)

    def _probability(
        self,
        deal: Deal,
        place: int,
        move: str,
        card: int | None,
        public_node: PublicNode | None,
        choices: Sequence[NodeChoice],
    ) -> float:
        """Return the probability of a move in the average strategy. Cards that are alike share it."""
        if move == LEAVE:
            return 0.0
        if public_node is None:  # only the last card is left
            return 1.0
        held = sorted(self._strengths[c] for c in deal.held[place])
        if public_node.leader is not None:
            only = held[0] if held else 0
            index = 0 if place == public_node.leader else _result(only, public_node.top) + 1
            chances = [float(choice.probabilities[index]) for choice in choices if choice.move.code == move]
            return chances[0] if chances else 0.0  # who follows last has no reason to lay the card face down
        states = self._solver.states
        covered = tuple(self._strengths[c] for c in deal.covered[place])
        state = states.states[public_node.situations[place]].index((covered, tuple(held)))
        if card is None:
            return next(float(choice.probabilities[state]) for choice in choices if choice.move == NodeMove(move))
        return self._probability_of_card(choices, public_node, move, self._strengths[card], held, covered, state)

    def _probability_of_card(
        self,
        choices: Sequence[NodeChoice],
        public_node: PublicNode,
        move: str,
        strength: int,
        held: list[int],
        covered: Cards,
        state: int,
    ) -> float:
        states = self._solver.states
        alike = held.count(strength)
        total = 0.0
        for choice in choices:
            if choice.move == NodeMove(COVER) == NodeMove(move):
                rest = list(held)
                rest.remove(strength)
                index = states.states[_own(choice, public_node)].index(((*covered, strength), tuple(rest)))
                total += float(choice.probabilities[index]) / alike
            if choice.move == NodeMove(PLAY, strength=strength) and move == PLAY:
                (index,) = [i for i in range(len(choice.before)) if choice.before[i] == state]
                total += float(choice.probabilities[index]) / alike
            if choice.move.result is not None:
                cards = [one for one in held if _result(one, public_node.top) == choice.move.result]
                is_meant = _result(strength, public_node.top) == choice.move.result if move == PLAY else not cards
                if is_meant:  # laid face down only if no card has the result
                    total += float(choice.probabilities[state]) / (len(cards) or len(held))
        return total


def _own(choice: NodeChoice, public_node: PublicNode) -> int:
    assert choice.following is not None
    return choice.following.situations[public_node.actor]


def _result(strength: int, top: int) -> int:
    return (strength > top) - (strength < top)


def _following(
    choices: Sequence[NodeChoice], move: str, strength: int, answer: int | None, public_node: PublicNode | None
) -> PublicNode | None:
    if public_node is None:
        return None
    for choice in choices:
        is_same_card = choice.move.strength in (None, strength) and choice.move.result in (None, answer)
        if choice.move.code == move and is_same_card:
            return choice.following
    return None
