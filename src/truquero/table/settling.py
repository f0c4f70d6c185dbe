"""Valuing what was won: who took it, how many points it is, and whose cards prove it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from truquero.engine import Award, Need
from truquero.engine.state import NOBODY, Lance, bit
from truquero.rules.hand import HandRules
from truquero.rules.stakes import Standing
from truquero.table.holdings import Holdings

_ORDER: dict[Lance, int] = {"flor": 0, "envido": 1, "truco": 2, "penalty": 3}


class Settled(NamedTuple):
    """An award with its winner and its points, which are negative where they are taken back. `winner` is the seat whose
    cards won a comparison."""

    lance: Lance
    side: int
    points: int
    why: str
    winner: int | None = None
    values: tuple[tuple[int, int], ...] = ()  # (seat, value) of those compared


def in_order(awards: Iterable[Award]) -> list[Award]:
    """As points are written: flor, envido, truco (S003 Truco)."""
    return sorted(awards, key=lambda award: _ORDER[award.lance])


def settle(
    award: Award, rules: HandRules, seats: tuple[int, ...], holdings: Holdings, standing: Standing
) -> tuple[Settled, list[int]]:
    """An award valued against the score, and the seats that show their cards for it (S000 §12, §13, S003)."""
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
    points = stake.value(side, standing, _flores(award, rules, holdings, side) if stake.per_flor else 0)
    return Settled(award.lance, side, points, award.why, winner, values), showing


def to_take_back(award: Award, written: Iterable[Settled]) -> list[Settled]:
    """Those awards of the hand that an award takes back: of its lance, or of its side."""
    if award.why == "cancelled":
        return [one for one in written if one.lance == award.lance and one.points]
    return [one for one in written if one.side == award.side and one.points]


def taken_back(award: Award, some: Sequence[Settled]) -> Settled:
    """The award that takes some others back, which one side has."""
    return Settled(award.lance, some[0].side, -sum(one.points for one in some), award.why)


def takes_both_out(award: Award, rules: HandRules, holdings: Holdings, standing: Standing) -> bool:
    """Whether either side would reach the target with this."""
    return all(
        award.stake.value(side, standing, _flores(award, rules, holdings, side)) >= standing.lack(side)
        for side in (0, 1)
    )


def _best_of(award: Award, rules: HandRules, holdings: Holdings) -> int:
    """The place with the best cards among the contenders."""
    places = [place for place in range(rules.places) if award.contenders & bit(place)]
    rivals = [place for place in places if award.side in (NOBODY, rules.sides[place])]
    if award.lance == "envido" and rules.envido is not None and rules.envido.window.barred_to_flor:
        # S003 Reservá: no other flor takes part with its points.
        rivals = [place for place in rivals if holdings.may(place, Need.NO_PLAIN_FLOR)] or rivals
    return holdings.best(rivals, award.lance)


def _values(award: Award, seats: tuple[int, ...], holdings: Holdings) -> tuple[tuple[int, int], ...]:
    """What each of the contenders had, as far as it is known."""
    found = (
        (seat, holdings.value(place, award.lance)) for place, seat in enumerate(seats) if award.contenders & bit(place)
    )
    return tuple((seat, value) for seat, value in found if value is not None)


def _flores(award: Award, rules: HandRules, holdings: Holdings, winner: int) -> int:
    """How many flores a stake counts: those sung, and those that could still have been."""
    return sum(
        1
        for place in range(rules.places)
        if award.contenders & bit(place)
        and (not award.stake.own_flores or rules.sides[place] == winner)
        and (holdings.declared_flor & bit(place) or holdings.must_sing(place))
    )
