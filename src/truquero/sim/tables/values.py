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
from truquero.sim.tables import layout
from truquero.sim.tables.builder import every_score, score_width
from truquero.sim.tables.layout import CARD_BITS


class CardTables(NamedTuple):
    """Tables of cards. Cards are numbered as in the pack, hands of three as `number_terms` numbers them.

    Turned cards that give the same ranking and the same points form one class. Without a turned card there is one
    class.
    """

    turned_classes: NDArray[np.uint8]  # [turned card]
    strengths: NDArray[np.int8]  # [class, card]: equal numbers tie
    hands: NDArray[np.int32]  # [class, hand]: its cards packed, the strongest first, and its packed value
    unranked: NDArray[np.int32]  # [hand]: its cards packed, the lowest number first
    number_terms: NDArray[np.int32]  # [0 lowest, 1 middle, 2 highest card; card]: a hand's number is the sum


def card_tables(rules: Rules) -> CardTables:
    """Return the tables of the cards of a game."""
    turned: Sequence[Card | None] = rules.pack if rules.deal.turned else (None,)
    classes: dict[tuple[tuple[int, ...], Points], int] = {}
    turned_classes = [
        classes.setdefault((_strengths(rules, card), rules.points_for(card)), len(classes)) for card in turned
    ]
    triples = _triples(len(rules.pack))
    has_points = rules.envido is not None or rules.flor is not None
    zeros = np.zeros(len(triples), np.int32)
    values_by_points = {points: _hand_values(rules.pack, points) if has_points else zeros for _, points in classes}
    hands = [np.stack([_sorted(strengths, triples), values_by_points[points]], axis=1) for strengths, points in classes]
    return CardTables(
        np.array(turned_classes, np.uint8),
        np.array([strengths for strengths, _ in classes], np.int8),
        np.array(hands, np.int32),
        _packed(triples),
        number_terms(len(rules.pack)),
    )


def _strengths(rules: Rules, turned: Card | None) -> tuple[int, ...]:
    strengths: Mapping[Card, int] = rules.ranking.strengths(turned)
    return tuple(strengths[card] for card in rules.pack)


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
    values = _hand_values(pack, Points()).copy()  # a hand without piezas has the same value whichever they are
    piezas = [pack.index(pieza) for pieza, _ in points.piezas if pieza in pack]
    has_pieza = np.isin(triples, piezas).any(axis=1)
    values[has_pieza] = [_hand_value(points, pack, triple) for triple in triples[has_pieza].tolist()]
    return values


def _hand_value(points: Points, pack: Sequence[Card], triple: Sequence[int]) -> int:
    hand = [pack[card] for card in triple]
    flor = points.flor(hand)
    holding = 0 if flor is None else layout.IS_FLOR | (layout.IS_RESERVA if points.is_reserva(hand) else 0)
    return points.envido(hand) | (flor or 0) << layout.VALUE_BITS | holding << layout.HOLDING_SHIFT


@lru_cache(maxsize=8)
def _triples(cards: int) -> NDArray[np.int64]:
    """Return every hand of three cards, in the order of `hand_number` in `cpu/deal.py`."""
    return np.array(sorted(combinations(range(cards), CARDS_IN_HAND), key=lambda triple: triple[::-1]))


def number_terms(cards: int) -> NDArray[np.int32]:
    """Return what each card adds to the number of its hand, by its position in the sorted hand."""
    numbers = np.arange(cards)
    middle, highest = numbers * (numbers - 1) // 2, numbers * (numbers - 1) * (numbers - 2) // 6
    return np.stack([numbers, middle, highest]).astype(np.int32)


def stake_values(stakes: Sequence[Stake], target: int) -> NDArray[np.int16]:
    """Return the points of each stake, without flores, as [stake, winner, score]."""
    values = [_values_of(stake, target) for stake in stakes]
    return np.array(values, np.int16).reshape(len(stakes), 2, score_width(target) ** 2)


@lru_cache(maxsize=1 << 12)  # tables that fill during play call this again and again
def _values_of(stake: Stake, target: int) -> NDArray[np.int16]:
    """Return the points of a stake as [winner, score].

    Scores that give its term the same value share one computation.
    """
    scores = every_score(target)
    by_winner = [
        np.array([stake.value(winner, scores[score]) for score in examples], np.int16)[class_of_score]
        for winner, (examples, class_of_score) in enumerate(_score_classes(stake.term, stake.side, target))
    ]
    return np.stack(by_winner)


@lru_cache(maxsize=64)  # many stakes share a term, which is valued at every score
def _score_classes(term: Term, side: int, target: int) -> list[tuple[list[int], NDArray[np.int64]]]:
    """Return, for each winner, the equivalence classes of scores that give a term the same value.

    Each entry contains one score of each class, and for every score the index of its class.
    """
    bare, classes = Stake(term=term, side=side), []
    for winner in (0, 1):
        values = [bare.value(winner, score) for score in every_score(target)]
        _values, first, class_of_score = np.unique(values, return_index=True, return_inverse=True)
        classes.append((first.tolist(), class_of_score))
    return classes


def flor_stakes(stakes: Sequence[Stake]) -> NDArray[np.int16]:
    """Return for each stake the points per flor, and whether only the winner's flores count."""
    return np.array([(stake.per_flor, stake.own_flores) for stake in stakes], np.int16).reshape(len(stakes), 2)


@lru_cache(maxsize=8)
def lacks(target: int) -> NDArray[np.int16]:
    """Return the points that each side lacks, as [score, side]."""
    return np.array([[score.lack(side) for side in (0, 1)] for score in every_score(target)], np.int16)
