"""`truquero learn`: the lesson of a variant, typed at a terminal."""

from __future__ import annotations

import io

import pytest

from tests.support.commands import Command
from truquero.lessons import lesson_of

learn = Command("learn")


def typed_lesson(variant: str) -> str:
    """Return the right moves of a whole lesson, one on each line."""
    return "".join(f"{step.move}\n" for hand in lesson_of(variant).hands for step in hand.decisions)


def test_a_whole_lesson_ends_with_the_way_to_a_real_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed_lesson("argentino")))
    output = learn.output_of(capsys, "argentino", "--lang", "en")
    assert output.rstrip().endswith("truquero play argentino --players 2 --bots aprendiz")
    assert "1e > 1b > 7e > 7o" in output
    assert "+2 for you: envido, you win with 31" in output


def test_a_wrong_move_is_answered_and_a_lesson_that_is_left_can_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("4e\nnonsense\n2o\nq\n"))
    output = learn.output_of(capsys, "argentino", "--hand", "2", "--lang", "en")
    hand = lesson_of("argentino").hands[1]
    assert hand.decisions[0].replies["4e"].translations["en"] in " ".join(output.split())
    assert "“nonsense” is not possible now" in output
    assert output.rstrip().endswith("truquero learn argentino --hand 2")


def test_a_hand_that_the_lesson_does_not_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the lesson has 8 hands" in learn.error_of(capsys, "argentino", "--hand", "9", "--lang", "en")
