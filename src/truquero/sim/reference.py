"""The reference executor: the engine itself plays the games one after the other, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from truquero.cards import CARDS, Card
from truquero.engine.state import LANCES
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.sim.argument_checks import Weights
from truquero.sim.engine_games import DrawCards, EngineGame, EngineHand, EngineMatch
from truquero.sim.hand_kinds import HandKinds
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
        played = ExecutorResults([], [], [], [], [], [], counts)
        play = self._match if request.whole else self._hand
        trajectories: list[Trajectory] = []
        for number in range(request.first, request.first + request.games):
            chance = _Randomness(request, number)
            dealer = play(request, chance, played)
            if request.trajectories:
                trajectories.append(chance.trajectory(dealer))
        played.trajectories = trajectories if request.trajectories else None
        return played

    def _match(self, request: Request, chance: _Randomness, played: ExecutorResults) -> int:
        """Play a match and return its first dealer."""
        dealer = request.dealer or 1 + below(chance.stream.draw()[0], self._rules.players)
        game = EngineMatch(self._rules, self._kinds, dealer, request.score, chance.draw(self._rules))
        match = game.match
        names = match.all_side_names()
        table = [[0] * self._sides for _lance in LANCES]
        hands, first_mano = 0, 0
        while game.next_hand():
            lineup = match.lineup
            assert lineup is not None
            if not hands:
                first_mano = lineup.seats[0] - 1 if lineup.gallo is not None else lineup.sides[0]
            self._play_out(game, chance, played.counts)
            for award in game.awards:
                for name in match.side_names(lineup, award.side):
                    table[LANCES.index(award.lance)][names.index(name)] += award.points
            hands += 1
        assert match.winner is not None
        _add_row(played, table, names.index(match.winner), len(chance.moves), hands, first_mano)
        return dealer

    def _hand(self, request: Request, chance: _Randomness, played: ExecutorResults) -> int:
        game = EngineHand(self._rules, self._kinds, request.kind, request.score, chance.draw(self._rules))
        mano = game.hand.rules.sides[0]
        self._play_out(game, chance, played.counts)
        table = [[0, 0] for _lance in LANCES]
        winner = NO_SIDE
        for award in game.awards:
            side = int(award.side != mano)
            table[LANCES.index(award.lance)][side] += award.points
            winner = side if award.lance == "truco" else winner
        _add_row(played, table, winner, len(chance.moves), 1, 0)
        return len(game.hand.seats)

    def _play_out(self, game: EngineGame, chance: _Randomness, counts: Counts) -> None:
        """Play a hand to its end and add its events to the counts."""
        hand = game.hand
        outcomes = 0
        while not hand.finished:
            seat, move = chance.move(game)
            if move not in CARDS:
                outcomes |= outcomes_of_move(hand.rules, hand.state, move)
            game.play(seat, move)
        outcomes |= outcomes_of_end(hand.state)
        counts.kinds[game.kind] += 1
        for number in range(self._outcome_count):
            counts.outcomes[number] += outcomes >> number & 1
        mano = hand.rules.sides[0]
        for award in game.awards:
            ours = award.side == mano
            counts.points += award.points
            counts.mano_points += award.points if ours else 0
            if award.lance == "truco":
                counts.decided += 1
                counts.mano_hands += ours


def _add_row(
    played: ExecutorResults, table: list[list[int]], winner: int, moves: int, hands: int, first_mano: int
) -> None:
    played.points.append([sum(side) for side in zip(*table, strict=True)])
    played.awards.append(table)
    played.winner.append(winner)
    played.moves.append(moves)
    played.hands.append(hands)
    played.first_mano.append(first_mano)


class _Randomness:
    """The random draws of one game: cards, speakers and moves. It records the deals and the moves."""

    def __init__(self, request: Request, number: int) -> None:
        self.stream = Stream(request.seed, number)
        self.moves: list[Move] = []
        self._deals: list[tuple[Card, ...]] = []
        self._choose = _chooser(request.policy)

    def draw(self, rules: Rules) -> DrawCards:
        def cards(packets: int, fourth: bool) -> Sequence[Card]:
            drawn = self.stream.deck(rules.pack, packets, fourth=fourth, turned=bool(rules.deal.turned))
            self._deals.append(tuple(drawn))
            return self._deals[-1]

        return cards

    def move(self, game: EngineGame) -> Move:
        """Draw the seat that acts next, let the policy choose its move, record the move and return it.

        A bot as the policy may leave the move to another seat.
        """
        hand = game.hand
        high, low = self.stream.draw()
        word = hand.may_act()
        at = below(low, len(word))
        while not (codes := hand.legal(word[at])):
            at = (at + 1) % len(word)  # publicly this seat may speak, but its cards allow no move
        made = self._choose(high, codes, game, word[at])
        self.moves.append(made)
        return made

    def trajectory(self, dealer: int) -> Trajectory:
        return Trajectory(dealer, tuple(self._deals), tuple(self.moves))


# --------------------------------------------------------------------------------------------------------- policies

Choose = Callable[[int, list[str], EngineGame, int], Move]  # arguments: a random word, the codes, the game, the seat


def _chooser(policy: Policy | None) -> Choose:
    if policy is None:
        return lambda high, codes, _game, seat: (seat, codes[below(high, len(codes))])
    if isinstance(policy, Mapping):
        weights: Weights = policy
        return lambda high, codes, _game, seat: (seat, codes[_weighted(high, codes, weights)])
    if not takes_views(policy):
        about = _(
            "the reference engine does not number states: a policy table needs executor={cpu} and a game "
            "whose states are all in tables"
        )
        raise SimulationError(about.format(cpu='"cpu"'))
    choose = chooser(policy)
    return lambda high, codes, game, seat: choose([PolicyChoice(game, seat, codes, high)])[0]


def _weighted(high: int, codes: list[str], weights: Weights) -> int:
    each = [weights.get(word_of(code), 1) for code in codes]
    total = sum(each)
    if not total:
        return below(high, len(codes))
    left = below(high, total)
    for number, weight in enumerate(each):
        left -= weight
        if left < 0:
            return number
    raise AssertionError("a number below the sum of the weights is below one of their partial sums")
