"""The value of the bets of a hand at a score, and the chance of winning that makes each worth accepting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from truquero.analysis.hand_equity.chance import Chance
from truquero.analysis.hand_equity.equity_situation import EquitySituation
from truquero.analysis.hand_equity.points_chance import PointsChance
from truquero.analysis.hand_equity.rival_calls import Offer, offers
from truquero.analysis.hand_equity.truco_chance import TrucoChance
from truquero.rules.moves import ACCEPT
from truquero.rules.stakes import Stake

DECIDE = "decide"
NEVER = Chance(Fraction(0))
FLORES = 2  # one on each side


@dataclass(frozen=True)
class BetValue:
    """A call of the rivals that the player may accept, or a hand that the player's side may decide to play.

    Points past the end of the game count for nothing, so no figure is more than what that side lacks.
    """

    lance: str  # truco, envido, flor, or decide
    call: str  # the code of the call
    wins: int  # points, if the bet is accepted and won
    loses: int  # points for the rivals, if the bet is accepted and lost
    refused: int  # points for the rivals if it is not accepted
    win: Chance  # the chance to win the accepted bet
    lose: Chance  # the chance to lose it
    tie: Chance = NEVER  # the hand is neither won nor lost
    tied: int = 0  # points of the player's side then; negative if the rivals get them
    over: str = ""  # the call of the player's side that this one raises, in an envido
    accept: str = ACCEPT  # the move that accepts it

    def __repr__(self) -> str:
        points = f"wins {self.wins}, loses {self.loses}, refused {self.refused}"
        return f"<{type(self).__name__} {self.lance} {self.call}, {points}, win {float(self.win):.3f}>"

    @property
    def expected(self) -> Fraction:
        """The expected points of accepting, less the expected points of the rivals."""
        return self.win.value * self.wins - self.lose.value * self.loses + self.tie.value * self.tied

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that contains the true expectation with at least 95 % confidence, from the ends of both chances.

        Both ends are the same where the expectation is exact.
        """
        if self.win.exact:
            return float(self.expected), float(self.expected)
        (least, most), (fewest, worst) = self.win.interval, self.lose.interval
        tied = float(self.tied)
        low = least * self.wins - worst * self.loses + max(0.0, 1 - least - worst) * tied
        high = most * self.wins - fewest * self.loses + max(0.0, 1 - most - fewest) * tied
        return low, high

    @property
    def break_even(self) -> Fraction:
        """The chance of winning from which accepting is better than refusing, where no hand is tied."""
        return Fraction(max(0, self.loses - self.refused), self.wins + self.loses)


def bet_values(
    situation: EquitySituation, truco: TrucoChance, envido: PointsChance | None, flor: PointsChance | None
) -> tuple[BetValue, ...]:
    """Return the decision to play the hand, where there is one, and the calls that the rivals may still make."""
    bets = list(_decision(situation, truco))
    for offer in offers(situation):
        if offer.lance == "truco":
            bets.append(_of_truco(situation, offer, truco))
        else:
            points = envido if offer.lance == "envido" else flor
            if points is not None and points.contested is not None:
                bets.append(_of_points(situation, offer, points.contested))
    return tuple(bets)


def _decision(situation: EquitySituation, chance: TrucoChance) -> Iterator[BetValue]:
    decision, ours, theirs = situation.hand.decision, situation.side, 1 - situation.side
    if decision is not None and decision.side == ours and not situation.laid:
        wins, loses = (_counting(situation, situation.hand.truco.base, side) for side in (ours, theirs))
        refused = _counting(situation, Stake(decision.declined), theirs)
        yield BetValue(DECIDE, ACCEPT, wins, loses, refused, chance.win, chance.lose, chance.nobody)


def _counting(situation: EquitySituation, stake: Stake, side: int, flores: int = 0) -> int:
    """Return the points that a stake brings to a side: no more than the side lacks."""
    return min(stake.value(side, situation.score, flores), situation.score.lack(side))


def _of_truco(situation: EquitySituation, offer: Offer, chance: TrucoChance) -> BetValue:
    """Return the bet on a truco call.

    Three ties may pay a side once a truco is accepted (S004 Empates). This does not change the optimal play of the
    cards: a paid tie is still better than a loss and no better than a win.
    """
    ours, theirs = situation.side, 1 - situation.side
    tied = 0
    if offer.tied is not None:
        side = offer.tied.side
        tied = _counting(situation, offer.tied.stake, side) * (1 if side == ours else -1)
    return BetValue(
        offer.lance,
        offer.call,
        _counting(situation, offer.accepted, ours),
        _counting(situation, offer.accepted, theirs),
        _counting(situation, offer.refused, theirs),
        chance.win,
        chance.lose,
        chance.nobody,
        tied,
        accept=offer.accept,
    )


def _of_points(situation: EquitySituation, offer: Offer, win: Chance) -> BetValue:
    """Return the bet on a call of envido or flor.

    The call shows that both sides have points, so `win` leaves out the deals in which they do not.
    """
    wins, loses, refused = (
        _counting(situation, stake, side, 1 if stake.own_flores else FLORES)
        for stake, side in (
            (offer.accepted, situation.side),
            (offer.accepted, 1 - situation.side),
            (offer.refused, 1 - situation.side),
        )
    )
    lose = Chance(1 - win.value, win.samples)
    return BetValue(offer.lance, offer.call, wins, loses, refused, win, lose, over=offer.over, accept=offer.accept)
