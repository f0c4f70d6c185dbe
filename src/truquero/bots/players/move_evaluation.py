"""One decision of a bot: the expected gain of each move, and the probability of making it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from statistics import fmean, stdev

from truquero.bots.players.beliefs import SampledDeal
from truquero.bots.players.betting_calls import envido_calls, is_large, truco_calls
from truquero.bots.players.betting_games import BettingGame, BettingGames
from truquero.bots.players.betting_trees import SILENT
from truquero.bots.players.card_heuristics import card_to_lay
from truquero.bots.players.characters import Character
from truquero.bots.players.heuristics import SOUND, Temper
from truquero.bots.players.player_situation import Situation
from truquero.bots.players.playout import Playouts
from truquero.bots.players.prepared_view import PreparedView
from truquero.bots.players.variance import SOLVED_DEALS, OpenCardResults, luck_corrected_mean
from truquero.cards import CARDS
from truquero.engine.state import pending_lance
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, REFUSE

ROUND = 16  # deals played out for every move before the worst moves are dropped
MOVES_AT_ONCE = 8  # the budget must pay a round for this many moves, so large tables have smaller rounds
ROUNDS = 4  # at most
PLAYOUTS = 700  # divided by the number of places plus one
USUAL_TABLE = 4  # places
TOLERATED_ERRORS = 2.2  # standard errors by which a move may be behind and still be considered
BOLDNESS = (-0.14, 0.0, 0.34)  # optimism of the rivals in playouts; the last tests whether a call survives bold rivals
ACCEPTANCES = (ACCEPT, ACCEPT_LACK)
SELDOM = 0.08  # less likely moves of an equilibrium are dropped: the approximation is not so exact


class MoveEvaluation:
    """The evaluation of the moves of a seat."""

    def __init__(
        self, prepared: PreparedView, situation: Situation, random: Random, character: Character, *, uses_solver: bool
    ) -> None:
        self._uses_solver = uses_solver
        self._prepared, self._situation, self._random, self._character = prepared, situation, random, character
        self._calls = frozenset((*truco_calls(situation), *envido_calls(situation)))
        self._large = frozenset(move for move in situation.moves if is_large(situation, move))
        self._betting_games = BettingGames(prepared, situation, random, self._budget())
        self._beliefs = self._betting_games.beliefs
        self._round = min(ROUND, self._budget() // MOVES_AT_ONCE)
        self._playouts_by_boldness = [
            Playouts(prepared, random, SOUND, Temper(optimism=optimism)) for optimism in BOLDNESS
        ]

    def best_of(self, moves: Sequence[str]) -> str:
        """Return the call or answer drawn from the betting game, or the best of the other moves."""
        pending, candidates = pending_lance(self._situation.state), list(moves)
        if pending is None and self._is_patient():
            candidates = [move for move in moves if move not in self._calls] or candidates
        for lance, calls in (("envido", envido_calls(self._situation)), ("truco", truco_calls(self._situation))):
            if pending != lance and (pending not in (None, "truco") or not set(calls).intersection(candidates)):
                continue
            game = self._betting_games.game(lance, candidates)
            if game is None:
                continue
            call = self._drawn_from_equilibrium(game, candidates, self._calls.intersection(calls))
            if call is not None:
                return call
            without_calls = [move for move in candidates if move not in calls]
            if not without_calls:  # it may not pass, so it makes the smallest bet
                return next(move for move in calls if move in candidates)
            candidates = without_calls
        return candidates[0] if len(candidates) == 1 else self._best_played_out(candidates)

    def _drawn_from_equilibrium(self, game: BettingGame, moves: Sequence[str], calls: Collection[str]) -> str | None:
        """Return a move drawn from the equilibrium of a betting game; None for no call.

        A character with courage takes the best move after its bias. A character that lies may use the strategy of the
        hand that calls most often.
        """
        table_moves = game.table_moves(moves)
        courage = self._character.courage
        gains = {move: gain for move, gain in game.gains().items() if move in table_moves}
        if courage:
            return table_moves[max(gains, key=lambda move: gains[move] + courage * (move not in (SILENT, REFUSE)))]
        strategies = [game.strategy()]
        if self._random.random() < self._character.lies:
            strategies += game.other_strategies()
        strategy = max(
            strategies, key=lambda candidate: sum(chance for move, chance in candidate.items() if move in calls)
        )
        chances = {move: chance for move, chance in strategy.items() if move in table_moves}
        likely = max(chances.values())
        often = {move: chance for move, chance in chances.items() if chance >= min(SELDOM, likely)}
        if not sum(often.values()):
            return table_moves[max(gains, key=gains.__getitem__)]
        return table_moves[self._random.choices(list(often), list(often.values()))[0]]

    def _best_played_out(self, moves: Sequence[str]) -> str:
        """Return the move with the highest mean gain in playouts, corrected for character, bold rivals and habit."""
        deals: list[SampledDeal] = []
        gains: dict[str, list[float]] = {move: [] for move in moves}
        open_moves = list(moves)
        expected = self._playouts_by_boldness[len(BOLDNESS) // 2]
        budget = self._budget()
        for _ in range(ROUNDS):
            if deals and budget < self._round * len(open_moves):
                break
            budget -= self._round * len(open_moves)
            new_deals = [self._beliefs.deal() for _ in range(self._round)]
            deals += new_deals
            for move in open_moves:
                gains[move] += [expected.value(deal, move) for deal in new_deals]
            open_moves = _not_excluded(open_moves, gains, self._large)
            if len(open_moves) == 1:
                break
        if self._large.intersection(open_moves):
            self._play_out_more_deals(open_moves, gains)
        means = {move: mean + self._bias(move) for move, mean in self._means(gains, deals).items()}
        for move in (move for move in open_moves if move in self._calls):
            means[move] -= self._lost_to_the_bold(move, deals, gains[move])
        return self._best_or_habit(
            max(open_moves if not self._character.courage else moves, key=means.__getitem__), means, gains
        )

    def _lost_to_the_bold(self, move: str, deals: Sequence[SampledDeal], gained: Sequence[float]) -> float:
        """Return how much less a call gains against rivals who believe it less than expected.

        A call with good cards loses nothing; a bluff does.
        """
        first_deals = deals[: self._round]
        against_bold = fmean(self._playouts_by_boldness[-1].value(deal, move) for deal in first_deals)
        return max(0.0, fmean(gained[: len(first_deals)]) - against_bold)

    def _best_or_habit(self, best: str, means: Mapping[str, float], gains: Mapping[str, Sequence[float]]) -> str:
        """Return the habitual move unless the best move is better by more than one standard error.

        The habitual move is the card that `card_to_lay` returns, or, instead of a call, the best move that is not one.
        """
        habit = best
        if best in CARDS:
            habit = card_to_lay(self._situation)
        elif best in self._calls:
            habit = max((move for move in means if move not in self._calls), key=means.__getitem__, default=best)
        if habit == best or habit not in gains:
            return best
        lead = [best_gain - habit_gain for best_gain, habit_gain in zip(gains[best], gains[habit], strict=False)]
        return best if fmean(lead) > stdev(lead) / len(lead) ** 0.5 else habit

    def _play_out_more_deals(self, moves: Sequence[str], gains: Mapping[str, list[float]]) -> None:
        """Play out more deals for moves that include a large bet.

        A large bet is rarely accepted, and then nearly always lost. A small sample may miss this.
        """
        expected = self._playouts_by_boldness[len(BOLDNESS) // 2]
        new_deals = [self._beliefs.deal() for _ in range(self._budget() // (2 * len(moves)))]
        for move in moves:
            gains[move] += [expected.value(deal, move) for deal in new_deals]

    def _means(self, gains: Mapping[str, Sequence[float]], deals: Sequence[SampledDeal]) -> dict[str, float]:
        """Return the mean gain of each move, corrected for the luck of the deals where the solver can be used."""
        open_card_results = OpenCardResults(self._prepared) if self._uses_solver else None
        if open_card_results is None or not open_card_results.is_solvable:
            return {move: fmean(gains_of_move) for move, gains_of_move in gains.items()}
        more_deals = [self._beliefs.deal() for _ in range(self._at_this_table(SOLVED_DEALS))]
        results = open_card_results.results([*deals, *more_deals])
        expected_result = fmean(results[len(deals) :])
        return {
            move: luck_corrected_mean(gains_of_move, results[: len(deals)], expected_result)
            for move, gains_of_move in gains.items()
        }

    def _budget(self) -> int:
        """Return the number of playouts for each part of a decision. With more places a playout takes longer."""
        return self._at_this_table(PLAYOUTS // (len(self._prepared.seats) + 1))

    def _at_this_table(self, usual: int) -> int:
        """Return a sample size, reduced for tables with more than the usual places, where each sample takes longer."""
        return usual * USUAL_TABLE // max(USUAL_TABLE, len(self._prepared.seats))

    def _bias(self, move: str) -> float:
        """Return the bias of the character for a move."""
        return self._character.courage if move in self._calls or move in ACCEPTANCES else 0.0

    def _is_patient(self) -> bool:
        return self._random.random() < self._character.patience


def _not_excluded(moves: Sequence[str], gains: Mapping[str, Sequence[float]], large: Collection[str]) -> list[str]:
    """Return the moves that may still be the best.

    All moves were played out on the same deals, so their paired differences are compared. A large bet excludes no
    smaller move, because its apparent gain is unreliable.
    """
    best = max([move for move in moves if move not in large] or moves, key=lambda move: fmean(gains[move]))
    remaining = []
    for move in moves:
        lags = [best_gain - gain for best_gain, gain in zip(gains[best], gains[move], strict=True)]
        if fmean(lags) <= TOLERATED_ERRORS * stdev(lags) / len(lags) ** 0.5:
            remaining.append(move)
    return remaining
