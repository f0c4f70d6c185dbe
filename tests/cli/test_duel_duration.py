"""The warning before a duel that takes long."""

from __future__ import annotations

import pytest

from truquero.cli import duel_duration
from truquero.cli.duel_duration import slowness_warning


def test_a_long_duel_says_how_long_it_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_duration, "install_command", lambda _part: None)
    assert slowness_warning([("jugador", "azar")], 100, jobs=1) == (
        "jugador must think about each move: this takes about 30 seconds, and longer on a busy machine; --hands plays "
        "fewer deals"
    )
    warning = slowness_warning([("jugador", "valiente"), ("jugador", "azar")], 1000, jobs=2)
    assert warning is not None
    assert warning.startswith("jugador, valiente must think about each move: this takes about 8 minutes")


def test_the_warning_offers_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_duration, "install_command", lambda part: f"pip install {part}")
    warning = slowness_warning([("jugador", "azar")], 100, jobs=1)
    assert warning is not None
    assert warning.endswith("; they play better with pip install fast")


def test_short_duels_and_duels_of_quick_bots_have_no_warning() -> None:
    assert slowness_warning([("jugador", "azar")], 10, jobs=1) is None
    assert slowness_warning([("aprendiz", "azar")], 100_000, jobs=1) is None
