"""`truquero solve`: strategies and their exploitability, as text and as JSON, and wrong arguments."""

from __future__ import annotations

import json

import pytest

from tests.support.commands import Command
from truquero import rules_of
from truquero.cli import main
from truquero.cli import solve as command
from truquero.sim.cache_paths import rules_hash

SOLVE = Command("solve")


@pytest.mark.compiled
def test_the_usual_limit_is_that_of_the_library() -> None:
    from truquero.analysis.solve import solution

    assert command.UNTIL == solution.UNTIL


@pytest.mark.compiled
def test_json_has_the_figures_and_the_hash_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    figures = json.loads(SOLVE.output_of(capsys, "asturiano", "--until", "0.1", "--json"))
    assert 0 <= figures["exploitability"] <= 0.1
    assert figures["value_mano"] == pytest.approx(-0.22, abs=0.1)
    assert figures["rules"] == rules_hash(rules_of("asturiano", 2))
    assert figures["lossless"] is True
    assert figures["iterations"] in range(10, 100, 10)  # checked after every ten
    assert figures["cpu_seconds"] >= 0


@pytest.mark.compiled
def test_the_text_names_each_group_of_turned_cards(capsys: pytest.CaptureFixture[str]) -> None:
    text = SOLVE.output_of(capsys, "paulista", "--score", "11-5", "--steps", "1")
    assert text.startswith("paulista, 2 players at 11-5\n")
    assert text.count("  turned ") == 9
    assert "  turned Ae Ap Ao Ac: beaten by at most " in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("asturiano --until nothing", "'nothing' is no number of points, such as 0.01"),
        ("asturiano --until -1", "is no number of points"),
        ("asturiano --score 3", "'3' is not a score"),
        ("asturiano --steps 0", "--steps"),
    ],
)
def test_wrong_arguments_are_refused(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["solve", *arguments.split()])
    assert end.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("argentino", "truquero solve: moves depend on a flor in this game"),
        ("paulista --players 4", "only games of two players can be solved, and this is for 4"),
        ("asturiano --score 99-0", "no side can have 99 points during a game to 18"),
        ("mineiro --score 10-10 mao_ferro_cega=on", "players do not look at their own cards in this hand"),
        ("paulista blind_calls=on", "players do not look at their own cards in this hand"),
    ],
)
def test_games_that_cannot_be_solved_are_refused(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *arguments.split()]) == 2
    assert message in capsys.readouterr().err
