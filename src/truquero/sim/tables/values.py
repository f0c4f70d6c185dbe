"""Lookup tables of the values of cards and stakes, computed once from the ranking, the points and the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.cards import Card
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.points import Points
from truquero.rules.stakes import Stake, Term
from truquero.sim.tables import layout as at
from truquero.sim.tables.builder import every_score, score_width
from truquero.sim.tables.layout import CARD_BITS


class Cards(NamedTuple):
    """Tables of cards. Cards are numbered as in the pack, hands of three as `places` numbers them.

    Turned cards that give the same ranking and the same points form one class. Without a turned card there is one
    class.
    """

    turned_classes: NDArray[np.uint8]  # [turned card]
    strengths: NDArray[np.int8]  # [class, card]: equal numbers tie
    hands: NDArray[np.int32]  # [class, hand]: its cards packed, the strongest first, and its packed value
    unranked: NDArray[np.int32]  # [hand]: its cards packed, the lowest number first
    places: NDArray[np.int32]  # [0 lowest, 1 middle, 2 highest card; card]: a hand's number is the sum of its three


def cards_of(rules: Rules) -> Cards:
    turned: Sequence[Card | None] = rules.pack if rules.deal.turned else (None,)
    classes: dict[tuple[tuple[int, ...], Points], int] = {}
    kinds = [classes.setdefault((_strengths(rules, one), rules.points_for(one)), len(classes)) for one in turned]
    triples = _triples(len(rules.pack))
    counts = rules.envido is not None or rules.flor is not None
    nothing = np.zeros(len(triples), np.int32)
    hand_value = {points: _hand_values(rules.pack, points) if counts else nothing for _, points in classes}
    hands = [np.stack([_sorted(strengths, triples), hand_value[points]], axis=1) for strengths, points in classes]
    return Cards(
        np.array(kinds, np.uint8),
        np.array([strengths for strengths, _ in classes], np.int8),
        np.array(hands, np.int32),
        _packed(triples),
        places(len(rules.pack)),
    )


def _strengths(rules: Rules, turned: Card | None) -> tuple[int, ...]:
    found: Mapping[Card, int] = rules.ranking.strengths(turned)
    return tuple(found[one] for one in rules.pack)


def _packed(triples: NDArray[np.int64]) -> NDArray[np.int32]:
    packed: NDArray[np.int32] = (triples << np.arange(CARDS_IN_HAND) * CARD_BITS).sum(axis=1).astype(np.int32)
    return packed


def _sorted(strengths: Sequence[int], triples: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return packed hands, the strongest card first and equal cards in the order of the pack."""
    order = np.argsort(-np.array(strengths)[triples], axis=1, kind="stable")
    return _packed(np.take_along_axis(triples, order, axis=1))


@lru_cache(maxsize=64)  # house rules seldom change what cards are worth
def _hand_values(pack: tuple[Card, ...], points: Points) -> NDArray[np.int32]:
    """Return the packed value of each hand: envido points, flor points, and the kind of flor."""
    triples = _triples(len(pack))
    if not points.piezas:
        return np.array([_hand_value(points, pack, triple) for triple in triples.tolist()], np.int32)
    found = _hand_values(pack, Points()).copy()  # a hand without piezas has the same value whichever they are
    piezas = [pack.index(pieza) for pieza, _ in points.piezas if pieza in pack]
    other = np.isin(triples, piezas).any(axis=1)
    found[other] = [_hand_value(points, pack, triple) for triple in triples[other].tolist()]
    return found


def _hand_value(points: Points, pack: Sequence[Card], triple: Sequence[int]) -> int:
    hand = [pack[one] for one in triple]
    flor = points.flor(hand)
    holding = 0 if flor is None else at.IS_FLOR | (at.IS_RESERVA if points.is_reserva(hand) else 0)
    return points.envido(hand) | (flor or 0) << at.VALUE_BITS | holding << at.HOLDING_SHIFT


@lru_cache(maxsize=8)
def _triples(cards: int) -> NDArray[np.int64]:
    """Return every hand of three cards, in the order of `hand_number` in `cpu/deal.py`."""
    return np.array(sorted(combinations(range(cards), CARDS_IN_HAND), key=lambda some: some[::-1]))


def places(cards: int) -> NDArray[np.int32]:
    """Return what each card adds to the number of its hand, by its position in the sorted hand."""
    numbers = np.arange(cards)
    middle, highest = numbers * (numbers - 1) // 2, numbers * (numbers - 1) * (numbers - 2) // 6
    return np.stack([numbers, middle, highest]).astype(np.int32)


def stake_values(stakes: Sequence[Stake], target: int) -> NDArray[np.int16]:
    """Return the points of each stake, without flores, as [stake, winner, score]."""
    found = [_values_of(stake, target) for stake in stakes]
    return np.array(found, np.int16).reshape(len(stakes), 2, score_width(target) ** 2)


@lru_cache(maxsize=1 << 12)  # tables that fill during play call this again and again
def _values_of(stake: Stake, target: int) -> NDArray[np.int16]:
    """Return the points of a stake as [winner, score].

    Scores that give its term the same value share one computation.
    """
    scores = every_score(target)
    found = [
        np.array([stake.value(winner, scores[one]) for one in asked], np.int16)[alike]
        for winner, (asked, alike) in enumerate(_alike(stake.term, stake.side, target))
    ]
    return np.stack(found)


@lru_cache(maxsize=64)  # many stakes share a term, which is valued at every score
def _alike(term: Term, side: int, target: int) -> list[tuple[list[int], NDArray[np.int64]]]:
    """Return, for each winner, the equivalence classes of scores that give a term the same value.

    Each entry contains one score of each class, and for every score the index of its class.
    """
    bare, found = Stake(term=term, side=side), []
    for winner in (0, 1):
        values = [bare.value(winner, one) for one in every_score(target)]
        _values, first, alike = np.unique(values, return_index=True, return_inverse=True)
        found.append((first.tolist(), alike))
    return found


def flor_stakes(stakes: Sequence[Stake]) -> NDArray[np.int16]:
    """Return for each stake the points per flor, and whether only the winner's flores count."""
    return np.array([(stake.per_flor, stake.own_flores) for stake in stakes], np.int16).reshape(len(stakes), 2)


@lru_cache(maxsize=8)
def lacks(target: int) -> NDArray[np.int16]:
    """Return the points that each side lacks, as [score, side]."""
    return np.array([[one.lack(side) for side in (0, 1)] for one in every_score(target)], np.int16)
