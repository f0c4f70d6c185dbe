"""What the bets of a hand are worth at a score, and the chance that makes them worth accepting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from truquero.rules.lances import OpenEnvido
from truquero.rules.stakes import Stake
from truquero.solve.chances.chance import Chance
from truquero.solve.chances.points import PointsChance
from truquero.solve.chances.spot import Spot
from truquero.solve.chances.truco import TrucoChance

DECIDE = "decide"


@dataclass(frozen=True)
class Bet:
    """A call of the rivals that one may accept, or a hand that one's own side may decide to play."""

    lance: str  # truco, envido, or decide
    call: str
    wins: int  # points, if the bet is accepted and won
    loses: int
    refused: int  # points for the rivals if it is not accepted
    win: Chance
    lose: Chance

    @property
    def expected(self) -> Fraction:
        """What accepting brings on average, less what it costs."""
        return self.win.value * self.wins - self.lose.value * self.loses

    @property
    def break_even(self) -> Fraction:
        """The chance to win from which on accepting is better than refusing, where nothing is drawn."""
        return Fraction(max(0, self.loses - self.refused), self.wins + self.loses)


def bets(spot: Spot, truco: TrucoChance, envido: PointsChance | None) -> tuple[Bet, ...]:
    """The calls that are left in this hand, the envido only while its first trick is played."""
    found = list(_of_truco(spot, truco))
    if envido is not None and len(spot.laid) < spot.places:
        lose = Chance(1 - envido.side.value - envido.nobody.value, envido.side.samples)
        found += [_bet(spot, "envido", call, stakes, envido.side, lose) for call, stakes in _of_envido(spot)]
    return tuple(found)


Stakes = tuple[Stake, Stake]  # accepted, refused


def _bet(spot: Spot, lance: str, call: str, stakes: Stakes, win: Chance, lose: Chance) -> Bet:
    ours, theirs, standing = spot.side, 1 - spot.side, spot.standing
    accepted, refused = stakes
    return Bet(
        lance,
        call,
        accepted.value(ours, standing),
        accepted.value(theirs, standing),
        refused.value(theirs, standing),
        win,
        lose,
    )


def _of_truco(spot: Spot, chance: TrucoChance) -> Iterator[Bet]:
    hand = spot.hand
    decision = hand.decision
    if decision is not None and decision.side == spot.side and not spot.laid:
        stakes = hand.truco.base, Stake(decision.declined)
        yield _bet(spot, DECIDE, "quiero", stakes, chance.win, chance.lose)
    for number, rung in enumerate(() if hand.truco_costs else hand.truco.rungs):
        yield _bet(spot, "truco", rung.code, (rung.stake, hand.truco.stake(number)), chance.win, chance.lose)


def _of_envido(spot: Spot) -> Iterator[tuple[str, Stakes]]:
    """Every call that may open, answered at once."""
    rule = spot.hand.envido
    assert rule is not None
    refused = Stake(rule.first_refused)
    if isinstance(rule, OpenEnvido):
        yield "envido", (Stake(rule.unit), refused)
        yield rule.all_in_code, (rule.all_in, refused)
        return
    for call in rule.calls:
        if call.opens:
            yield call.code, (Stake(call.adds), refused)
    yield rule.falta_code, (rule.falta, refused)
