"""The house rules of argentino: their names, values and defaults, and what is bad input."""

from __future__ import annotations

import pytest

from tests.support.record_queries import hand, illegal, judge, result
from truquero.variants import preset

# The default stands first. A single number stands for any whole number from 1 up.
OPTIONS = {
    "target": "30",
    "word": "turn|any",
    "tie_policy": "STD|NEXT|LAST|MANO-TRICK|FIRST-PLAYED",
    "tie_lead": "same_leader|first_tied|tier",
    "all_tied": "mano|none",
    "declare": "auto|manual",
    "strict_words": "off|on",
    "finish_hand_before_win": "off|on",
    "flor": "on|off",
    "flor_forced": "off|on",
    "pedir_flor": "on|off",
    "envido_limits": "literal|customary",
    "falta_mode": "leader|win_game|malas_win_buenas_leader",
    "flor_achico": "3|4",
    "contraflor_refused": "3|4",
    "resto_refused": "3|4",
    "resto_mode": "leader|win_game",
    "flor_per_card": "on|off",
    "flor_window": "own_card|first_trick",
    "mazo_first_trick_bonus": "0|1",
    "pedir_flor_fail": "3|4",
    "illegal_calls": "forbid|penalty",
    "picapica_from": "0|5",
    "picapica_until": "25|15",
    "picapica_8": "off|neighbours",
    "picapica_hidden": "off|on",
    "gallo": "turno|fijo",
    "gallo_seat": "1|2|3",
    "gallo_mano": "rotation|gallo",
    "exposed_card": "receiver|redeal",
    "chicos": "3|1",
}
TABLE = {name: values.split("|") for name, values in OPTIONS.items()}
TWO = ("5b 7b 12c", "4e 6e 11o")


def test_the_options_of_argentino() -> None:
    assert {option.name: list(option.choices) for option in preset("argentino").options} == TABLE


@pytest.mark.parametrize("name", TABLE)
def test_every_value_is_accepted(name: str) -> None:
    for value in TABLE[name]:
        judge(hand("1 12c", *TWO, options=f"{name}={value}"))


@pytest.mark.parametrize("name", TABLE)
def test_the_first_value_is_the_default(name: str) -> None:
    for moves in ("", "1 envido", "1 truco ; 2 envido ; 1 quiero", "1 12c ; 2 4e ; 1 7b ; 2 6e"):
        told_default = result(hand(moves, *TWO, options=f"{name}={TABLE[name][0]}"))
        assert told_default == result(hand(moves, *TWO))


@pytest.mark.parametrize("name", TABLE)
def test_other_values_are_bad_input(name: str) -> None:
    for value in ("maybe", "", "-1"):
        assert illegal(hand("1 12c", *TWO, options=f"{name}={value}")).line == 3


@pytest.mark.parametrize(
    "options",
    ["colour=red", "patas=3", "flor", "flor on", "deck=40", "target=0", "target=x", "flor_achico=5", "gallo_seat=4"],
)
def test_unknown_options_are_bad_input(options: str) -> None:
    assert illegal(hand("1 12c", *TWO, options=options)).line == 3


def test_several_options_stand_together() -> None:
    text = hand("", *TWO, options="flor=off target=15 tie_policy=LAST")
    chosen = judge(text).match.rules.options
    assert (chosen["flor"], chosen["target"], chosen["tie_policy"]) == ("off", "15", "LAST")
