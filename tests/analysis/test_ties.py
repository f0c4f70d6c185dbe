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

TrickGraph = tuple[int, ...]  # 1 for a trick of the mano, -1 for the pie, 0 for a tie
Judge = Callable[[TrickGraph], int | None]
Hand = tuple[Card, ...]

MANO, PIE = 1, -1


def twice(won: TrickGraph) -> int | None:
    return next((side for side in (MANO, PIE) if won.count(side) == 2), None)


def standard(all_tied: int) -> Judge:
    """Return a judge by which a tied trick counts for the winner of the first trick that was not tied."""

    def judge(won: TrickGraph) -> int | None:
        if twice(won) is not None:
            return twice(won)
        if len(won) == 2 and 0 in won and any(won):
            return sum(won)
        return next((side for side in won if side), all_tied) if len(won) == 3 else None

    return judge


def last(won: TrickGraph) -> int | None:
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


class Plain:
    """Perfect play of two players who see all cards."""

    def __init__(self, strengths: Mapping[Card, int], judge: Judge, tie: Callable[[int], int]) -> None:
        self._strengths = strengths
        self._judge = judge
        self._tie = tie

    def end(self, mano: Hand, pie: Hand, won: TrickGraph = (), leader: int = MANO) -> int:
        over = self._judge(won)
        if over is not None:
            return over
        best, worst = (max, min) if leader == MANO else (min, max)  # for the leader and for the second player

        def after(led: Card, answered: Card) -> int:
            one, other = (led, answered) if leader == MANO else (answered, led)
            mine, theirs = self._strengths[one], self._strengths[other]
            taker = MANO if mine > theirs else PIE if theirs > mine else self._tie(leader)
            return self.end(_less(mano, one), _less(pie, other), (*won, taker), taker or leader)

        leads, answers = (mano, pie) if leader == MANO else (pie, mano)
        return best(worst(after(led, answered) for answered in answers) for led in leads)

    def at_random(self, mano: Hand, pie: Hand) -> dict[int, Fraction]:
        """Return the mean over all orders in which both may lay their cards. The leader does not matter."""
        ends = dict.fromkeys((1, 0, -1), Fraction(0))
        for mine, theirs in product(permutations(mano), permutations(pie)):
            won: TrickGraph = ()
            leader = MANO
            for one, other in zip(mine, theirs, strict=True):
                higher = (self._strengths[one] > self._strengths[other]) - (
                    self._strengths[one] < self._strengths[other]
                )
                won = (*won, higher or self._tie(leader))
                leader = won[-1] or leader
                if self._judge(won) is not None:
                    break
            end = self._judge(won)
            assert end is not None
            ends[end] += Fraction(1, 36)
        return ends


def _less(hand: Hand, one: Card) -> Hand:
    return tuple(other for other in hand if other != one)


def rivals(rules: Rules, own: Hand, turned: str) -> Iterator[Hand]:
    return combinations([one for one in rules.pack if one not in own and one != turned], 3)


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
    usual = rules_of(name, 2)
    few = tuple(one for one in usual.pack if one in pack((1, 2, 3, 12), extra="7e"))
    return replace(usual, pack=few)


@pytest.mark.parametrize(("name", "score", "turned", "judge", "tie"), GAMES)
def test_truco_agrees_with_a_plain_count(
    name: str, score: tuple[int, int], turned: str, judge: Judge, tie: Callable[[int], int]
) -> None:
    rules = small(name)
    plain = Plain(rules.ranking.strengths(Card(turned) if turned else None), judge, tie)
    chance = Random(f"{name} {score}")
    for place in (0, 1):
        own = tuple(chance.sample([one for one in rules.pack if one != turned], 3))
        every = list(rivals(rules, own, turned))
        side = MANO if place == 0 else PIE
        ends = [side * (plain.end(own, other) if place == 0 else plain.end(other, own)) for other in every]
        asked = EquityQuery(" ".join(own), place=place, score=score, turned=turned)
        found = truco_of(rules, asked, "open")
        assert [found.win.value, found.nobody.value, found.lose.value] == [
            Fraction(ends.count(end), len(ends)) for end in (1, 0, -1)
        ]
        other = chance.choice(every)
        shares = plain.at_random(*((own, other) if place == 0 else (other, own)))
        found = truco_of(rules, replace(asked, against=(" ".join(other),)), "random")
        assert [found.win.value, found.nobody.value] == [shares[side], shares[0]]


def truco_of(rules: Rules, asked: EquityQuery, play: str) -> TrucoChance:
    return truco_chance(situation_of(rules, asked), play, 1, "1", lambda done, total: None)


def test_the_vira_may_be_any_card() -> None:
    rules = small("paulista")
    own = " ".join(rules.pack[:7:3])
    left = [one for one in rules.pack if one not in own.split()]
    known = [truco_of(rules, EquityQuery(own, turned=one), "open").win.value for one in left]
    assert truco_of(rules, EquityQuery(own), "open").win.value == sum(known) / len(known)
