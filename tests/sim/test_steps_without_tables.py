"""Steps that the executors write themselves: in each of these cases they settle what the engine settles.

Every case is rare, so each request is checked to contain it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.support.executors import cpu_executor, gpu_executor
from tools.same_games import difference
from truquero import rules_of
from truquero.engine import Award
from truquero.engine.state import bit
from truquero.rules.game import Rules
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import Executor, Request
from truquero.table import Hand, award_values
from truquero.table.holdings import Holdings

REQUEST = Request(600, whole_matches=False, seed=3, policy={"mazo": 0, "no-quiero": 0})


def is_tie(award: Award, rules: Any, holdings: Holdings) -> bool:
    """Return whether two contenders have the best cards, and they are on opposite sides."""
    if award.why != "best":
        return False
    values = {
        place: holdings.values(place, award.lance)[0] for place in range(rules.places) if award.contenders & bit(place)
    }
    best = [place for place, value in values.items() if value == max(values.values())]
    return len({rules.sides[place] for place in best}) == 2


def counts_own_flores(award: Award, rules: Any, holdings: Holdings) -> bool:
    """Return whether a stake counts the flores of its winner alone, and the other side has one too."""
    held = [place for place in range(rules.places) if holdings.must_sing(place)]
    return award.stake.own_flores and award.stake.per_flor > 0 and len({rules.sides[place] for place in held}) == 2


def counts_all_flores(award: Award, rules: Any, holdings: Holdings) -> bool:
    """Return whether a stake counts the flores of both sides, and there are more than two."""
    held = [place for place in range(rules.places) if holdings.must_sing(place)]
    return not award.stake.own_flores and award.stake.per_flor > 0 and len(held) > 2


CASES: Mapping[str, tuple[Callable[[Award, Any, Holdings], bool], Rules]] = {
    "a tie goes to the mano": (is_tie, rules_of("argentino", 4)),
    "a stake counts the flores of its winner": (counts_own_flores, rules_of("uruguayo", 4)),
    "a stake counts every flor": (counts_all_flores, rules_of("uruguayo", 4)),
}
DECLARED = rules_of("argentino", 2, declare="manual")


@pytest.mark.parametrize("create", [cpu_executor, gpu_executor])
@pytest.mark.parametrize("case", CASES)
def test_awards_are_settled_alike(
    case: str, create: Callable[[Rules, pytest.MonkeyPatch], Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_case, rules = CASES[case]
    settle, settled = award_values.settle, []

    def noted(award: Award, hand: Any, seats: Any, holdings: Holdings, score: Any) -> Any:
        settled.append(is_case(award, hand, holdings))
        return settle(award, hand, seats, holdings, score)

    monkeypatch.setattr("truquero.table.hand_awards.settle", noted)
    expected = ReferenceExecutor(rules).play(REQUEST)
    assert any(settled)
    assert difference(expected, create(rules, monkeypatch).play(REQUEST)) is None


@pytest.mark.parametrize("create", [cpu_executor, gpu_executor])
def test_the_truth_of_a_declaration_is_decided_alike(
    create: Callable[[Rules, pytest.MonkeyPatch], Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, answers = Hand._answer, []

    def noted(hand: Hand, *question: Any) -> int | None:
        answers.append((hand.state.declaring is not None, answer(hand, *question)))
        return answers[-1][1]

    monkeypatch.setattr(Hand, "_answer", noted)
    expected = ReferenceExecutor(DECLARED).play(REQUEST)
    assert {(True, 0), (True, 1)} <= set(answers)
    assert difference(expected, create(DECLARED, monkeypatch).play(REQUEST)) is None
