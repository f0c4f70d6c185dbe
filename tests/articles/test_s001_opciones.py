"""Trucardo: its house rules by name, value and default. What each does is tested with its article."""

from __future__ import annotations

import pytest

from tests.support.record_queries import hand, illegal, judge, result
from truquero.variants import preset

# The default stands first. A single number stands for any whole number from 1 up.
OPTIONS = {
    "target": "30|15",
    "word": "turn|any",
    "tie_policy": "STD|NEXT|LAST|MANO-TRICK|FIRST-PLAYED",
    "tie_lead": "same_leader|first_tied|tier",
    "all_tied": "mano|none",
    "declare": "auto|manual",
    "strict_words": "off|on",
    "finish_hand_before_win": "off|on",
    "flor": "on|off",
    "flor_forced": "on|off",
    "ranking": "tradicional|inversa",
    "max_replies": "2",
    "falta_mode": "loser|leader",
    "contraflor_raise": "off|on",
}
TABLE = {name: values.split("|") for name, values in OPTIONS.items()}
TWO = ("7c 6c 4e", "1e 1b 5o")


def trucardo(moves: str, options: str = "", *held: str) -> str:
    return hand(moves, *(held or TWO), variant="trucardo", options=options)


def test_the_options_of_trucardo() -> None:
    assert {option.name: list(option.choices) for option in preset("trucardo").options} == TABLE


@pytest.mark.parametrize("name", TABLE)
def test_every_value_is_accepted(name: str) -> None:
    for value in TABLE[name]:
        judge(trucardo("1 4e", f"{name}={value}"))


@pytest.mark.parametrize("name", TABLE)
def test_the_first_value_is_the_default(name: str) -> None:
    for moves in ("", "1 envido ; 2 falta-envido", "1 truco ; 2 envido ; 1 quiero", "1 7c ; 2 1e ; 2 1b ; 1 6c"):
        assert result(trucardo(moves, f"{name}={TABLE[name][0]}")) == result(trucardo(moves))


@pytest.mark.parametrize("name", TABLE)
def test_other_values_are_bad_input(name: str) -> None:
    for value in ("maybe", "", "-1"):
        assert illegal(trucardo("1 4e", f"{name}={value}")).line == 3


@pytest.mark.parametrize(
    "options",
    [
        "pedir_flor=on",
        "envido_limits=customary",
        "deck=40",
        "chicos=3",
        "flor",
        "target=24",
        "flor=yes",
    ],
)
def test_unknown_options_are_bad_input(options: str) -> None:
    assert illegal(trucardo("1 4e", options)).line == 3


def test_several_options_stand_together() -> None:
    """To 15, turned over, without flor and with one reply."""
    text = trucardo("1 envido ; 2 real-envido", "target=15 ranking=inversa flor=off max_replies=1")
    assert result(text)["turn"] == {"1": ["mazo", "no-quiero", "quiero"]}
