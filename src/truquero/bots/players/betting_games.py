"""Betting games for a seat's decision: sampled hands for both sides, and the result of each pair of hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from truquero.bots.players.beliefs import Beliefs, SampledDeal
from truquero.bots.players.betting_calls import accepting
from truquero.bots.players.betting_equilibrium import THEIRS, DecisionNode, solve
from truquero.bots.players.betting_trees import SILENT, BettingTrees, CalledMove
from truquero.bots.players.heuristics import SOUND
from truquero.bots.players.player_situation import Situation
from truquero.bots.players.playout import Playouts
from truquero.bots.players.prepared_view import PreparedView
from truquero.bots.players.variance import OpenCardResults
from truquero.cards import Card
from truquero.engine.envido import bet_size
from truquero.engine.seats import is_in
from truquero.engine.state import NOBODY, pending_lance
from truquero.rules.moves import ACCEPT
from truquero.rules.points import best_place
from truquero.table import Event

HANDS = 16  # hands of each side in a game
ROUNDS = 48  # iterations of regret matching
SAMPLES_PER_DEAL = 6  # samples drawn for each hand or deal of the game
OWN_HAND = 0  # the index of the hand that the seat holds


Sample = TypeVar("Sample")


def _stratified(samples: Sequence[Sample], worth: Callable[[Sample], float]) -> list[Sample]:
    """Sort samples by `worth` and return one of every DRAWN_FOR_ONE."""
    return sorted(samples, key=worth)[SAMPLES_PER_DEAL // 2 :: SAMPLES_PER_DEAL]


class BettingGame:
    """The seat's current decision in a solved betting game."""

    def __init__(self, decision: DecisionNode, accept: str | None, hands: int) -> None:
        self._decision, self._accept, self._hands = decision, accept, hands

    def table_moves(self, moves: Sequence[str]) -> dict[str, str | None]:
        """Map each move of the decision that is legal now to its move at the table; None stands for no call."""
        table_moves: dict[str, str | None] = {}
        for move in self._decision.moves:
            if move == SILENT:
                table_moves[move] = None
            elif move == ACCEPT and self._accept is not None:
                table_moves[move] = self._accept
            elif move in moves:
                table_moves[move] = move
        return table_moves

    def strategy(self) -> dict[str, float]:
        return self._decision.strategy(OWN_HAND)

    def other_strategies(self) -> list[dict[str, float]]:
        """Return how often the seat would make each move with each of the hands that it does not hold."""
        return [self._decision.strategy(hand) for hand in range(1, self._hands)]

    def gains(self) -> dict[str, float]:
        return self._decision.gain(OWN_HAND)


class BettingGames:
    """The betting games for a seat's decision.

    Calls that wait for an answer are moves of the game, so the beliefs ignore them. Raises of the truco, and calls of
    truco after the first trick, are exceptions: their callers know more or risk more, so the beliefs use them too.
    """

    def __init__(self, prepared: PreparedView, situation: Situation, random: Random, budget: int) -> None:
        self._prepared, self._situation = prepared, situation
        self._pending = {lance: self._chain(lance) for lance in ("envido", "truco")}
        self.beliefs = Beliefs(
            prepared, random, [*self._pending["envido"], *filter(self._is_early, self._pending["truco"])]
        )
        self._playouts = Playouts(prepared, random, SOUND, SOUND)
        affordable = int(budget**0.5) if len(prepared.seats) > 2 else HANDS
        self._hands = max(2, min(HANDS, affordable))

    def _chain(self, lance: str) -> list[Event]:
        """Return the calls of a lance that wait for an answer. Each but the last was raised by the next."""
        waits = self._situation.state.envido.calling if lance == "envido" else self._situation.state.truco.calling
        chain: list[Event] = []
        if waits == NOBODY:
            return chain
        for event in reversed([event for event in self._prepared.view.events if event.kind == "move"]):
            if self._is_call(lance, event.move or ""):
                chain.insert(0, event)
            elif chain or event.move in self._prepared.rules.pack:
                break
        return chain

    def _is_early(self, event: Event) -> bool:
        return not self._situation.state.won and event.move == self._situation.rules.truco.rungs[0].code

    def _is_call(self, lance: str, move: str) -> bool:
        rule = self._situation.rules.envido
        if lance == "truco":
            return move in self._situation.rules.truco.codes
        return rule is not None and bet_size(rule, move) is not None

    def game(self, lance: str, moves: Sequence[str]) -> BettingGame | None:
        """Return the solved game of a lance for these moves of the seat.

        Return None if the seat has nothing to decide in it, or if the tree cannot model the situation.
        """
        prepared, situation = self._prepared, self._situation
        if prepared.is_blind or situation.state.stage != "play" or situation.rules.truco_costs:
            return None
        if situation.state.envido.ends_trick or situation.state.envido.shower != NOBODY:
            return None
        if situation.state.declaring is not None:  # points are declared first, even while a truco waits for an answer
            return None
        chain = [
            CalledMove(prepared.lineup.sides[prepared.seats.index(event.seat or 0)], event.move or "")
            for event in self._pending[lance]
        ]
        if pending_lance(situation.state) == lance and not chain:
            return None
        trees = BettingTrees(situation.rules, situation.state, situation.score, situation.from_place.side)
        root, node = trees.envido(chain, moves) if lance == "envido" else trees.truco(chain)
        if not isinstance(node, DecisionNode) or node.side == THEIRS:
            return None
        node.is_weighed = True
        solve(root, self._envido() if lance == "envido" else self._truco(), ROUNDS)
        return BettingGame(node, accepting(situation), self._hands)

    # --------------------------------------------------------------------------------------- results between hands

    def _deal_matrix(self, worth: Callable[[Sequence[Card]], float]) -> list[list[SampledDeal]]:
        """Return deals indexed by the seat's hand (its real hand first), then by the cards of the other places.

        The samples are spread evenly over the values of `worth` (stratified), so a few represent many random samples.
        """
        prepared, count = self._prepared, self._hands
        deals = [self.beliefs.deal() for _ in range(count * SAMPLES_PER_DEAL)]
        spread = _stratified(deals, lambda deal: self._rival_advantage(deal, worth))
        own_hands = _stratified(self.beliefs.own_hands((count - 1) * SAMPLES_PER_DEAL), worth)
        return [[self._with_own_hand(deal, hand) for deal in spread] for hand in (prepared.dealt, *own_hands)]

    def _rival_advantage(self, deal: SampledDeal, worth: Callable[[Sequence[Card]], float]) -> float:
        """Return by how much the rivals' hands are worth more than the partners'."""
        prepared = self._prepared
        partners = sum(worth(deal[place]) for place in prepared.partners)
        return sum(worth(deal[place]) for place in prepared.rivals) - partners

    def _with_own_hand(self, deal: SampledDeal, new_cards: Sequence[Card]) -> SampledDeal:
        """Return a deal in which the seat holds these cards. The places that had them get the seat's former cards."""
        own_cards = deal[self._prepared.place]
        former_cards = iter([card for card in own_cards if card not in new_cards])
        changed = {}
        for place, hand in deal.items():
            changed[place] = tuple(
                next(former_cards) if card in new_cards and card not in own_cards else card for card in hand
            )
        changed[self._prepared.place] = tuple(new_cards)
        return changed

    def _truco(self) -> list[list[float]]:
        rank, laid = self._prepared.worth.rank, {laid.card for laid in self._prepared.laid}
        deals = self._deal_matrix(lambda hand: sum(rank[card] ** 2 for card in hand if card not in laid))
        open_card_results = OpenCardResults(self._prepared)
        if len(self._prepared.seats) > 2 or not open_card_results.is_solvable:
            return [[self._playouts.truco_share(deal) for deal in row] for row in deals]
        results = iter(open_card_results.results_in_python([deal for row in deals for deal in row]))
        return [[(1 + next(results)) / 2 for _deal in row] for row in deals]

    def _envido(self) -> list[list[float]]:
        return [[self._has_best(deal) for deal in row] for row in self._deal_matrix(self._prepared.worth.points.envido)]

    def _has_best(self, deal: SampledDeal) -> float:
        points, sides = self._prepared.worth.points, self._prepared.lineup.sides
        values = {place: points.envido(hand) for place, hand in deal.items() if is_in(self._prepared.state, place)}
        return float(sides[best_place(values)] == self._prepared.side)
