"""Valuation of awards: the side that wins, the number of points, and the seats whose cards prove it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from truquero.engine import Award, Need
from truquero.engine.state import NOBODY, Lance, bit
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore
from truquero.table.holdings import Holdings

_ORDER: dict[Lance, int] = {"flor": 0, "envido": 1, "truco": 2, "penalty": 3}


class SettledAward(NamedTuple):
    """An award with its winning side and its points. Negative points take earlier ones back.

    `winner` is the seat whose cards won a comparison.
    """

    lance: Lance  # flor, envido, truco or penalty
    side: int  # of the hand: 0 or 1
    points: int  # negative if it takes earlier points back
    why: str  # the reason, such as won, best or refused
    winner: int | None = None  # the seat whose cards won a comparison
    values: tuple[tuple[int, int], ...] = ()  # (seat, value) of the hands compared


def in_order(awards: Iterable[Award]) -> list[Award]:
    """Return the awards in the order in which points are written: flor, envido, truco (S003 Truco)."""
    return sorted(awards, key=lambda award: _ORDER[award.lance])


def settle(
    award: Award, rules: HandRules, seats: tuple[int, ...], holdings: Holdings, score: HandScore
) -> tuple[SettledAward, list[int]]:
    """Return an award valued against the score, and the seats that show their cards for it (S000 §12, §13, S003)."""
    stake, side = award.stake, award.side
    winner: int | None = None
    values: tuple[tuple[int, int], ...] = ()
    showing: list[int] = []
    if award.why == "best":
        best = _best_of(award, rules, holdings)
        side, winner = rules.sides[best], seats[best]
        values = _values(award, seats, holdings)
        showing = [winner]
    elif award.lance == "flor":
        sung = [place for place in range(rules.places) if holdings.declared_flor & bit(place)]
        showing = [seats[place] for place in sung if rules.sides[place] == side]
    points = stake.value(side, score, _flores(award, rules, holdings, side) if stake.per_flor else 0)
    return SettledAward(award.lance, side, points, award.why, winner, values), showing


def to_take_back(award: Award, written: Iterable[SettledAward]) -> list[SettledAward]:
    """Return the written awards that an award takes back: those of its lance if it is "cancelled", else of its side."""
    if award.why == "cancelled":
        return [settled for settled in written if settled.lance == award.lance and settled.points]
    return [settled for settled in written if settled.side == award.side and settled.points]


def taken_back(award: Award, undone: Sequence[SettledAward]) -> SettledAward:
    """Return the award that takes back the `undone` awards, all of one side."""
    return SettledAward(award.lance, undone[0].side, -sum(settled.points for settled in undone), award.why)


def takes_both_out(award: Award, rules: HandRules, holdings: Holdings, score: HandScore) -> bool:
    """Return whether the award would reach the target, whichever side wins it."""
    return all(
        award.stake.value(side, score, _flores(award, rules, holdings, side)) >= score.lack(side) for side in (0, 1)
    )


def _best_of(award: Award, rules: HandRules, holdings: Holdings) -> int:
    """Return the contender with the best cards. If the award names a side, only its places count."""
    places = [place for place in range(rules.places) if award.contenders & bit(place)]
    rivals = [place for place in places if award.side in (NOBODY, rules.sides[place])]
    if award.lance == "envido" and rules.envido is not None and rules.envido.window.barred_to_flor:
        # S003 Reservá: of the flores, only a reservá takes part in the envido.
        rivals = [place for place in rivals if holdings.may(place, Need.NO_PLAIN_FLOR)] or rivals
    return holdings.best(rivals, award.lance)


def _values(award: Award, seats: tuple[int, ...], holdings: Holdings) -> tuple[tuple[int, int], ...]:
    """Return the value of each contender's hand, as far as it is known."""
    values = (
        (seat, holdings.value(place, award.lance)) for place, seat in enumerate(seats) if award.contenders & bit(place)
    )
    return tuple((seat, value) for seat, value in values if value is not None)


def _flores(award: Award, rules: HandRules, holdings: Holdings, winner: int) -> int:
    """Return the number of flores that a stake counts: those sung, and unsung ones that would have to be sung."""
    return sum(
        1
        for place in range(rules.places)
        if award.contenders & bit(place)
        and (not award.stake.own_flores or rules.sides[place] == winner)
        and (holdings.declared_flor & bit(place) or holdings.must_sing(place))
    )
