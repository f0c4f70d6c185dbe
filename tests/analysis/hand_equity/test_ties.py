"""Equity in truco against a plain solver without the automaton: every rule for tied tricks, fixed cards and a vira."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import pytest

from truquero.analysis import TrucoChance
from truquero.analysis.hand_equity.equity_situation import EquityQuery, situation_of
from truquero.analysis.hand_equity.truco_chance import truco_chance
from truquero.cards import Card, pack
from truquero.rules.game import Rules
from truquero.variants import rules_of

Tricks = tuple[int, ...]  # 1 for a trick of the mano, -1 for the pie, 0 for a tie
Judge = Callable[[Tricks], int | None]
Hand = tuple[Card, ...]

MANO, PIE = 1, -1


def twice(won: Tricks) -> int | None:
    return next((side for side in (MANO, PIE) if won.count(side) == 2), None)


def standard(all_tied: int) -> Judge:
    """Return a judge by which a tied trick counts for the winner of the first trick that was not tied."""

    def judge(won: Tricks) -> int | None:
        if twice(won) is not None:
            return twice(won)
        if len(won) == 2 and 0 in won and any(won):
            return sum(won)
        return next((side for side in won if side), all_tied) if len(won) == 3 else None

    return judge


def last(won: Tricks) -> int | None:
    """Return the winner if the last trick decides a tie, or the first if the last is tied."""
    if twice(won) is not None or len(won) < 3:
        return twice(won)
    return won[2] or won[0] or won[1] or MANO


def nobody(led: int) -> int:
    return 0


def the_mano(led: int) -> int:
    return MANO


def the_first_played(led: int) -> int:
    return led


class PlainSolver:
    """Perfect play of two players who see all cards."""

    def __init__(self, strengths: Mapping[Card, int], judge: Judge, tie: Callable[[int], int]) -> None:
        self._strengths = strengths
        self._judge = judge
        self._tie = tie

    def end(self, mano: Hand, pie: Hand, won: Tricks = (), leader: int = MANO) -> int:
        result = self._judge(won)
        if result is not None:
            return result
        best, worst = (max, min) if leader == MANO else (min, max)  # for the leader and for the second player

        def after(led: Card, answered: Card) -> int:
            mano_card, pie_card = (led, answered) if leader == MANO else (answered, led)
            mano_strength, pie_strength = self._strengths[mano_card], self._strengths[pie_card]
            winner = (
                MANO if mano_strength > pie_strength else PIE if pie_strength > mano_strength else self._tie(leader)
            )
            return self.end(_without(mano, mano_card), _without(pie, pie_card), (*won, winner), winner or leader)

        leads, answers = (mano, pie) if leader == MANO else (pie, mano)
        return best(worst(after(led, answered) for answered in answers) for led in leads)

    def at_random(self, mano: Hand, pie: Hand) -> dict[int, Fraction]:
        """Return the mean over all orders in which both may lay their cards. The leader does not matter."""
        ends = dict.fromkeys((1, 0, -1), Fraction(0))
        for mano_order, pie_order in product(permutations(mano), permutations(pie)):
            won: Tricks = ()
            leader = MANO
            for mano_card, pie_card in zip(mano_order, pie_order, strict=True):
                higher = (self._strengths[mano_card] > self._strengths[pie_card]) - (
                    self._strengths[mano_card] < self._strengths[pie_card]
                )
                won = (*won, higher or self._tie(leader))
                leader = won[-1] or leader
                if self._judge(won) is not None:
                    break
            end = self._judge(won)
            assert end is not None
            ends[end] += Fraction(1, 36)
        return ends


def _without(hand: Hand, card: Card) -> Hand:
    return tuple(held for held in hand if held != card)


def rivals(rules: Rules, own: Hand, turned: str) -> Iterator[Hand]:
    return combinations([card for card in rules.pack if card not in own and card != turned], 3)


GAMES: list[tuple[str, tuple[int, int], str, Judge, Callable[[int], int]]] = [
    ("argentino", (0, 0), "", standard(MANO), nobody),
    ("asturiano", (0, 0), "", standard(0), nobody),
    ("belmez", (0, 0), "", last, nobody),
    ("uruguayo", (0, 0), "3c", standard(MANO), the_mano),
    ("paulista", (0, 0), "3c", standard(0), nobody),
    ("navarrevisca", (0, 0), "", standard(MANO), nobody),
    ("navarrevisca", (29, 4), "", standard(MANO), the_first_played),
]


def small(name: str) -> Rules:
    """Return a game with few cards, many of them of equal strength."""
    rules = rules_of(name, 2)
    cards = tuple(card for card in rules.pack if card in pack((1, 2, 3, 12), extra="7e"))
    return replace(rules, pack=cards)


@pytest.mark.parametrize(("name", "score", "turned", "judge", "tie"), GAMES)
def test_truco_agrees_with_a_plain_count(
    name: str, score: tuple[int, int], turned: str, judge: Judge, tie: Callable[[int], int]
) -> None:
    rules = small(name)
    solver = PlainSolver(rules.ranking.strengths(Card(turned) if turned else None), judge, tie)
    random = Random(f"{name} {score}")
    for place in (0, 1):
        own = tuple(random.sample([card for card in rules.pack if card != turned], 3))
        rival_hands = list(rivals(rules, own, turned))
        side = MANO if place == 0 else PIE
        ends = [
            side * (solver.end(own, rival_hand) if place == 0 else solver.end(rival_hand, own))
            for rival_hand in rival_hands
        ]
        query = EquityQuery(" ".join(own), place=place, score=score, turned=turned)
        chances = truco_of(rules, query, "open")
        assert [chances.win.value, chances.nobody.value, chances.lose.value] == [
            Fraction(ends.count(end), len(ends)) for end in (1, 0, -1)
        ]
        rival_hand = random.choice(rival_hands)
        shares = solver.at_random(*((own, rival_hand) if place == 0 else (rival_hand, own)))
        chances = truco_of(rules, replace(query, against=(" ".join(rival_hand),)), "random")
        assert [chances.win.value, chances.nobody.value] == [shares[side], shares[0]]


def truco_of(rules: Rules, query: EquityQuery, play: str) -> TrucoChance:
    return truco_chance(situation_of(rules, query), play, 1, "1", lambda done, total: None)


def test_the_vira_may_be_any_card() -> None:
    rules = small("paulista")
    own = " ".join(rules.pack[:7:3])
    unseen = [card for card in rules.pack if card not in own.split()]
    with_each_vira = [truco_of(rules, EquityQuery(own, turned=card), "open").win.value for card in unseen]
    assert truco_of(rules, EquityQuery(own), "open").win.value == sum(with_each_vira) / len(with_each_vira)
