"""Values that depend on the score are computed once for all equivalent scores. They match the rules at each score, and
a game to many points compiles quickly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.counts import calls_of
from truquero import rules_of
from truquero.engine import Guard, Need
from truquero.rules.game import HandType
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import HandScore, Stake, Term
from truquero.sim.tables import compile_tables
from truquero.sim.tables.builder import every_score
from truquero.sim.tables.layout import LIST_COUNT_BITS
from truquero.sim.tables.legal_lists import GuardGroup, LegalLists
from truquero.sim.tables.values import stake_values

TARGET = 9
SCORES = every_score(TARGET)
HAND = rules_of("argentino", 2, target=TARGET).hand_rules((0, 1), HandType.ROUND)


@pytest.mark.parametrize("term", Term)
def test_stakes_have_the_values_of_the_rules(term: Term) -> None:
    stakes = [Stake(points, term, side, cap) for points in (0, 1, 4) for side in (0, 1) for cap in (0, 3)]
    values = stake_values(stakes, TARGET).tolist()
    assert values == [[[stake.value(winner, score) for score in SCORES] for winner in (0, 1)] for stake in stakes]


def holds(guard: Guard, score: HandScore) -> bool:
    """Return whether a guard holds, as documented in `Need`."""
    stake, side = guard.stake, guard.side
    assert isinstance(HAND.envido, FixedEnvido)
    if guard.need is Need.BELOW_FALTA:
        return stake.points < HAND.envido.falta.ceiling(score)
    if guard.need is Need.SIZE:
        return stake.points <= score.longest_lack
    if guard.need is Need.ABOVE_LACK:
        return stake.ceiling(score) > score.lack(side) > 0
    return score.points[0] == score.points[1] or stake.value(side, score) < score.lack(side)


@pytest.mark.parametrize("need", [Need.BELOW_FALTA, Need.SIZE, Need.ABOVE_LACK, Need.ROOM])
def test_legal_lists_contain_the_moves_that_the_rules_allow(need: Need) -> None:
    needs_points_only = need in (Need.BELOW_FALTA, Need.SIZE)  # these use plain points
    stakes = [Stake(points) for points in range(TARGET + 2)]
    stakes += (
        [] if needs_points_only else [Stake(points, Term.LOSER_REST, cap=cap) for points in (0, 1, 3) for cap in (0, 2)]
    )
    guards = tuple((Guard(need, stake, side),) for stake in stakes for side in (0, 1))
    lists = LegalLists(SCORES)
    start, score_set, _card_set, card_classes = lists.add(GuardGroup(HAND, 0), guards)
    assert card_classes == 1
    for number, score in enumerate(SCORES):
        packed = lists.lists[start + lists.score_classes[score_set][number]]
        first, count = packed >> LIST_COUNT_BITS, packed & (1 << LIST_COUNT_BITS) - 1
        legal = list(lists.members[first : first + count])
        assert legal == [number for number, (guard,) in enumerate(guards) if holds(guard, score)]


def test_a_game_to_many_points_compiles_quickly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling takes about a million calls. Every stake and guard for every score would take twenty times as many."""
    monkeypatch.setenv("TRUQUERO_CACHE", str(tmp_path))
    reports: list[tuple[int, int]] = []

    def compile_game() -> None:
        compile_tables(
            "argentino", 2, target=120, progress=lambda done, states_found: reports.append((done, states_found))
        )

    assert calls_of(compile_game) < 2_000_000
    states = len(compile_tables("argentino", 2, target=120).rows.states)
    assert reports[-1] == (states, states)
