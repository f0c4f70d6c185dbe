"""One decision: what each move brings on average, and how often to make it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from statistics import fmean, stdev

from truquero.bots.beliefs import Beliefs, Deal
from truquero.bots.calls import envido_calls, is_large, truco_calls
from truquero.bots.cardsense import card_to_lay
from truquero.bots.characters import Character
from truquero.bots.counting import COUNTED, Counting, corrected
from truquero.bots.habits import SOUND, Temper
from truquero.bots.mixing import Payoffs, mixed
from truquero.bots.playout import Playouts
from truquero.bots.reading import Reading
from truquero.bots.spot import Spot
from truquero.cards import CARDS, Card
from truquero.engine.state import answered
from truquero.rules.moves import ACCEPT, ACCEPT_LACK

ROUND = 16  # deals that are played out for every move before looking which are still in question
MOVES_AT_ONCE = 8  # of whose playouts a round may be made: with many places it has fewer deals
ROUNDS = 4
PLAYOUTS = 850  # shared by places, and one more
USUAL_TABLE = 4  # places
DOUBT = 2.2  # standard errors by which a move may lag behind and still be the best
OTHER_HANDS = 3  # that the seat might hold for all the others know
DEALS_OF_OTHERS = 8
TRIES = 40  # to find other hands with as many words to say
BOLDNESS = (-0.14, 0.0, 0.34)  # how the rivals may take what is said; who lies should fear the last of them
ACCEPTANCES = (ACCEPT, ACCEPT_LACK)
CLOSE = 0.4  # points by which a move that is mixed in may be worse than the best


class Thought:
    """A seat thinks about its moves."""

    def __init__(self, reading: Reading, spot: Spot, chance: Random, character: Character, *, counts: bool) -> None:
        self._counts = counts
        self._reading, self._spot, self._random, self._character = reading, spot, chance, character
        self._calls = frozenset((*truco_calls(spot), *envido_calls(spot)))
        self._large = frozenset(move for move in spot.moves if is_large(spot, move))
        self._beliefs = Beliefs(reading, chance)
        self._round = min(ROUND, self._budget() // MOVES_AT_ONCE)
        self._rivals = [Playouts(reading, chance, SOUND, Temper(courage=bold)) for bold in BOLDNESS]

    def best_of(self, moves: Sequence[str]) -> str:
        """The best move, or, where something is bet, one of those that keep the rivals guessing."""
        deals: list[Deal] = []
        gains: dict[str, list[float]] = {move: [] for move in moves}
        left = list(moves)
        expected = self._rivals[len(BOLDNESS) // 2]
        budget = self._budget()
        for _ in range(ROUNDS):
            if deals and budget < self._round * len(left):
                break
            budget -= self._round * len(left)
            more = [self._beliefs.deal() for _ in range(self._round)]
            deals += more
            for move in left:
                gains[move] += [expected.value(deal, move) for deal in more]
            left = _in_question(left, gains, self._large)
            if len(left) == 1:
                break
        if self._large.intersection(left):
            self._look_twice(left, gains)
        means = {move: mean + self._bias(move) for move, mean in self._means(gains, deals).items()}
        for move in (move for move in left if move in self._calls):
            means[move] -= self._lost_to_the_bold(move, deals, gains[move])
        best = self._usual(max(left if not self._character.courage else moves, key=means.__getitem__), means, gains)
        silent = [move for move in moves if move not in self._calls]
        if 0 < len(silent) < len(moves) and answered(self._spot.state) is None and self._waits():
            moves, best = silent, max(silent, key=means.__getitem__)
        least = means[best] - CLOSE - 2 * self._character.lies
        close = [move for move in moves if move == best or (self._may_lie(move) and means[move] >= least)]
        return self._mixed(close, deals) if len(close) > 1 and self._bets(close) else best

    def _lost_to_the_bold(self, move: str, deals: Sequence[Deal], gained: Sequence[float]) -> float:
        """What a call brings less where rivals believe it less than one expects. A good one loses nothing by that, and
        whoever lies knows that he may be called."""
        some = deals[: self._round]
        bold = fmean(self._rivals[-1].value(deal, move) for deal in some)
        return max(0.0, fmean(gained[: len(some)]) - bold)

    def _usual(self, best: str, means: Mapping[str, float], gains: Mapping[str, Sequence[float]]) -> str:
        """What habit would do, where the best move is not better by more than luck may be: the card that it would lay,
        and of words those that bet no more."""
        habit = best
        if best in CARDS:
            habit = card_to_lay(self._spot)
        elif best in self._calls:
            habit = max((move for move in means if move not in self._calls), key=means.__getitem__, default=best)
        if habit == best or habit not in gains:
            return best
        lead = [one - other for one, other in zip(gains[best], gains[habit], strict=False)]
        return best if fmean(lead) > stdev(lead) / len(lead) ** 0.5 else habit

    def _may_lie(self, move: str) -> bool:
        """Whether a move may be made only to keep the rivals guessing. Who has been called to already, and raises with
        nothing, is a liar by nature."""
        raises = move in self._calls and answered(self._spot.state) is not None
        return move not in self._large and (not raises or self._character.lies > 0)

    def _look_twice(self, moves: Sequence[str], gains: Mapping[str, list[float]]) -> None:
        """A large bet is seldom accepted, and then nearly always lost: few deals may show nothing of that."""
        expected = self._rivals[len(BOLDNESS) // 2]
        more = [self._beliefs.deal() for _ in range(self._budget() // (2 * len(moves)))]
        for move in moves:
            gains[move] += [expected.value(deal, move) for deal in more]

    def _means(self, gains: Mapping[str, Sequence[float]], deals: Sequence[Deal]) -> dict[str, float]:
        """What each move brings on average, freed from the luck of the deals as far as they can be counted."""
        counting = Counting(self._reading) if self._counts else None
        if counting is None or not counting.possible:
            return {move: fmean(some) for move, some in gains.items()}
        more = [self._beliefs.deal() for _ in range(self._at_this_table(COUNTED))]
        ends = counting.ends([*deals, *more])
        expected = fmean(ends[len(deals) :])
        return {move: corrected(some, ends[: len(deals)], expected) for move, some in gains.items()}

    def _budget(self) -> int:
        """Playouts for each part of a thought: the more places, the longer one takes, and nobody should wait long."""
        return self._at_this_table(PLAYOUTS // (len(self._reading.seats) + 1))

    def _at_this_table(self, usual: int) -> int:
        """As many of something as leave time for the rest, for at a large table every part of a thought is longer."""
        return usual * USUAL_TABLE // max(USUAL_TABLE, len(self._reading.seats))

    def _bets(self, moves: Sequence[str]) -> bool:
        """Whether some of these moves are words that bet."""
        return answered(self._spot.state) is not None or not self._calls.isdisjoint(moves)

    def _bias(self, move: str) -> float:
        """What a move seems to be worth more than it is."""
        return self._character.courage if move in self._calls or move in ACCEPTANCES else 0.0

    def _waits(self) -> bool:
        return self._random.random() < self._character.patience

    # -------------------------------------------------------------------------------------------------------- mixing

    def _mixed(self, moves: Sequence[str], deals: Sequence[Deal]) -> str:
        """One of some moves, as often as the small game of `mixing` says."""
        most = self._budget() // ((OTHER_HANDS + 1) * len(BOLDNESS) * len(moves))
        deals = deals[: max(2, min(DEALS_OF_OTHERS, most))]
        hands = [self._payoffs(moves, deals)]
        for own in self._other_hands():
            changed = [self._changed(deal, own) for deal in deals]
            hands.append(self._payoffs([self._with_hand(move, own) for move in moves], changed))
        strategies = mixed(hands)
        strategy = strategies[0]
        if self._random.random() < self._character.lies:
            strategy = max(strategies, key=lambda one: self._called(moves, one))
        return self._random.choices(moves, weights=strategy)[0]

    def _called(self, moves: Sequence[str], strategy: Sequence[float]) -> float:
        """How often something is called."""
        return sum(chance for move, chance in zip(moves, strategy, strict=True) if move in self._calls)

    def _payoffs(self, moves: Sequence[str], deals: Sequence[Deal]) -> Payoffs:
        return [
            [fmean(rivals.value(deal, move) for deal in deals) + self._bias(move) for rivals in self._rivals]
            for move in moves
        ]

    def _other_hands(self) -> list[tuple[Card, ...]]:
        """Hands that the seat could hold as well, as far as the others can tell."""
        reading, spot = self._reading, self._spot
        laid = [one for one in spot.dealt if one not in spot.held]
        hidden = [*reading.unseen, *spot.held]
        is_flor = spot.worth.points.is_flor
        found: list[tuple[Card, ...]] = []
        for _ in range(TRIES):
            hand = (*laid, *self._random.sample(hidden, len(spot.held)))
            if is_flor(hand) == is_flor(spot.dealt):  # otherwise there would be other words to say
                found.append(hand)
            if len(found) == OTHER_HANDS:
                break
        return found

    def _changed(self, deal: Deal, own: Sequence[Card]) -> Deal:
        """A deal in which the seat holds these cards instead; whoever had them gets those it gave away."""
        mine = deal[self._reading.place]
        given = iter([one for one in mine if one not in own])
        changed = {}
        for place, hand in deal.items():
            changed[place] = tuple(next(given) if one in own and one not in mine else one for one in hand)
        changed[self._reading.place] = tuple(own)
        return changed

    def _with_hand(self, move: str, own: Sequence[Card]) -> str:
        """What a move is with another hand: a word stays one, a card is the one that hand would lay."""
        kind, hyphen, name = move.rpartition("-")
        if name not in CARDS:
            return move
        spot = self._spot
        held = [one for one in own if one in spot.held or one not in spot.dealt]
        if kind:  # face down
            return f"{kind}{hyphen}{min(held, key=spot.worth.strengths.__getitem__)}"
        return card_to_lay(spot._replace(dealt=own, held=held))


def _in_question(moves: Sequence[str], gains: Mapping[str, Sequence[float]], large: Collection[str]) -> list[str]:
    """The moves that may still be the best. All were tried with the same deals, so their differences tell; but what a
    large bet seems to gain rules nothing out."""
    best = max([move for move in moves if move not in large] or moves, key=lambda move: fmean(gains[move]))
    kept = []
    for move in moves:
        lags = [one - other for one, other in zip(gains[best], gains[move], strict=True)]
        if fmean(lags) <= DOUBT * stdev(lags) / len(lags) ** 0.5:
            kept.append(move)
    return kept
