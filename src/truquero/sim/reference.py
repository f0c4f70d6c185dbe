"""The reference executor: the engine itself plays the games one after the other, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from truquero.cards import CARDS, Card
from truquero.engine.state import LANCES
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.sim.argument_checks import Weights
from truquero.sim.engine_games import DrawCards, EngineGame, EngineHand, EngineMatch
from truquero.sim.outcomes import outcomes, outcomes_of_end, outcomes_of_move
from truquero.sim.random_numbers import Stream, below
from truquero.sim.request import (
    NO_SIDE,
    Counts,
    ExecutorResults,
    Policy,
    Request,
    Trajectory,
)
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.sim.view_policies import Move, PolicyChoice, chooser, takes_views, word_of


class ReferenceExecutor:
    """The executor that defines correct results. It needs only Python and supports every rule."""

    name = "reference"
    holds_all = True
    tables = None  # it needs none

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._kinds = HandKinds(rules)
        self._outcome_count = len(outcomes(rules))
        self._sides = 3 if rules.players == 3 else 2

    def play(self, request: Request) -> ExecutorResults:
        counts = Counts([0] * len(self._kinds.names), [0] * self._outcome_count)
        results = ExecutorResults([], [], [], [], [], [], counts)
        play = self._play_match if request.whole_matches else self._play_hand
        trajectories: list[Trajectory] = []
        for number in range(request.first_game, request.first_game + request.games):
            randomness = _GameRandomness(request, number)
            dealer = play(request, randomness, results)
            if request.trajectories:
                trajectories.append(randomness.trajectory(dealer))
        results.trajectories = trajectories if request.trajectories else None
        return results

    def _play_match(self, request: Request, randomness: _GameRandomness, results: ExecutorResults) -> int:
        """Play a match and return its first dealer."""
        dealer = request.dealer or 1 + below(randomness.stream.draw()[0], self._rules.players)
        game = EngineMatch(self._rules, self._kinds, dealer, request.score, randomness.draw(self._rules))
        match = game.match
        names = match.all_side_names()
        points_by_lance = [[0] * self._sides for _lance in LANCES]
        hands, first_mano = 0, 0
        while game.next_hand():
            lineup = match.lineup
            assert lineup is not None
            if not hands:
                first_mano = lineup.seats[0] - 1 if lineup.gallo is not None else lineup.sides[0]
            self._play_out(game, randomness, results.counts)
            for award in game.awards:
                for name in match.side_names(lineup, award.side):
                    points_by_lance[LANCES.index(award.lance)][names.index(name)] += award.points
            hands += 1
        assert match.winner is not None
        _add_row(results, points_by_lance, names.index(match.winner), len(randomness.moves), hands, first_mano)
        return dealer

    def _play_hand(self, request: Request, randomness: _GameRandomness, results: ExecutorResults) -> int:
        """Play a single hand and return its dealer."""
        game = EngineHand(self._rules, self._kinds, request.kind, request.score, randomness.draw(self._rules))
        mano = game.hand.rules.sides[0]
        self._play_out(game, randomness, results.counts)
        points_by_lance = [[0, 0] for _lance in LANCES]
        winner = NO_SIDE
        for award in game.awards:
            side = int(award.side != mano)
            points_by_lance[LANCES.index(award.lance)][side] += award.points
            winner = side if award.lance == "truco" else winner
        _add_row(results, points_by_lance, winner, len(randomness.moves), 1, 0)
        return len(game.hand.seats)

    def _play_out(self, game: EngineGame, randomness: _GameRandomness, counts: Counts) -> None:
        """Play a hand to its end and add its events to the counts."""
        hand = game.hand
        mask = 0  # of its outcomes
        while not hand.finished:
            seat, move = randomness.move(game)
            if move not in CARDS:
                mask |= outcomes_of_move(hand.rules, hand.state, move)
            game.play(seat, move)
        mask |= outcomes_of_end(hand.state)
        counts.kinds[game.kind] += 1
        for number in range(self._outcome_count):
            counts.outcomes[number] += mask >> number & 1
        mano = hand.rules.sides[0]
        for award in game.awards:
            is_of_mano = award.side == mano
            counts.points += award.points
            counts.mano_points += award.points if is_of_mano else 0
            if award.lance == "truco":
                counts.decided += 1
                counts.mano_hands += is_of_mano


def _add_row(
    results: ExecutorResults, points_by_lance: list[list[int]], winner: int, moves: int, hands: int, first_mano: int
) -> None:
    results.points.append([sum(side) for side in zip(*points_by_lance, strict=True)])
    results.awards.append(points_by_lance)
    results.winner.append(winner)
    results.moves.append(moves)
    results.hands.append(hands)
    results.first_mano.append(first_mano)


class _GameRandomness:
    """The random draws of one game: cards, speakers and moves. It records the deals and the moves."""

    def __init__(self, request: Request, number: int) -> None:
        self.stream = Stream(request.seed, number)
        self.moves: list[Move] = []
        self._deals: list[tuple[Card, ...]] = []
        self._choose = _move_chooser(request.policy)

    def draw(self, rules: Rules) -> DrawCards:
        def cards(packets: int, fourth: bool) -> Sequence[Card]:
            deck = self.stream.deck(rules.pack, packets, fourth=fourth, turned=bool(rules.deal.turned))
            self._deals.append(tuple(deck))
            return self._deals[-1]

        return cards

    def move(self, game: EngineGame) -> Move:
        """Draw the seat that acts next, let the policy choose its move, record the move and return it.

        A bot as the policy may leave the move to another seat.
        """
        hand = game.hand
        high, low = self.stream.draw()
        seats = hand.may_act()
        position = below(low, len(seats))
        while not (codes := hand.legal(seats[position])):
            position = (position + 1) % len(seats)  # publicly this seat may speak, but its cards allow no move
        chosen = self._choose(high, codes, game, seats[position])
        self.moves.append(chosen)
        return chosen

    def trajectory(self, dealer: int) -> Trajectory:
        return Trajectory(dealer, tuple(self._deals), tuple(self.moves))


# --------------------------------------------------------------------------------------------------------- policies

Choose = Callable[[int, list[str], EngineGame, int], Move]  # arguments: a random word, the codes, the game, the seat


def _move_chooser(policy: Policy | None) -> Choose:
    if policy is None:
        return lambda high, codes, _game, seat: (seat, codes[below(high, len(codes))])
    if isinstance(policy, Mapping):
        weights: Weights = policy
        return lambda high, codes, _game, seat: (seat, codes[_weighted(high, codes, weights)])
    if not takes_views(policy):
        message = _(
            "the reference engine does not number states: a policy table needs executor={cpu} and a game "
            "whose states are all in tables"
        )
        raise SimulationError(message.format(cpu='"cpu"'))
    choose = chooser(policy)
    return lambda high, codes, game, seat: choose([PolicyChoice(game, seat, codes, high)])[0]


def _weighted(high: int, codes: list[str], weights: Weights) -> int:
    weights_of_codes = [weights.get(word_of(code), 1) for code in codes]
    total = sum(weights_of_codes)
    if not total:
        return below(high, len(codes))
    remaining = below(high, total)
    for index, weight in enumerate(weights_of_codes):
        remaining -= weight
        if remaining < 0:
            return index
    raise AssertionError("a number below the sum of the weights is below one of their partial sums")
