"""Paulista: every house rule of the preset changes what it says. The others are in the files of their articles."""

from __future__ import annotations

import pytest

from tests.support.record_queries import (
    awards,
    choices,
    hand,
    illegal,
    judge,
    last_is_illegal,
    score,
    seats_that_may,
    tricks,
    turn,
)
from truquero.table import Match

WEAK, STRONG = "7b 6e 4o", "3c 2e 12o"
FOUR = (WEAK, STRONG, "7e 6o 4b", "1c 10e 11o")


def paulista(moves: str, *held: str, points: str = "0-0", options: str = "", dealer: int | None = None) -> str:
    cards = held or (WEAK, STRONG)
    return hand(f"turned 4c\n{moves}", *cards, variant="paulista", score=points, options=options, dealer=dealer)


def test_s004_options_are_these() -> None:
    assert choices("paulista") == {
        "target": ("12",),
        "word": ("turn", "any"),
        "tie_policy": ("STD", "NEXT", "LAST", "MANO-TRICK", "FIRST-PLAYED"),
        "tie_lead": ("same_leader", "first_tied", "tier"),
        "all_tied": ("none", "mano"),
        "declare": ("auto", "manual"),
        "strict_words": ("off", "on"),
        "finish_hand_before_win": ("off", "on"),
        "deck": ("40", "24"),
        "tie_truco_value": ("stake", "3"),
        "exposta_level": ("hand", "trick"),
        "escuro_mode": ("blind", "no_rival_card"),
        "truco_mao11": ("forbid", "penalty"),
        "mao_ferro_cega": ("off", "on"),
        "raise_limit": ("on", "off"),
        "covered_cards": ("off", "on"),
        "blind_calls": ("off", "on"),
    }


@pytest.mark.parametrize(
    "option", ["deck=32", "flor=on", "raise_limit=yes", "target=x", "tie_truco_value=6", "patas=3"]
)
def test_s004_options_unknown_are_bad_input(option: str) -> None:
    assert illegal(f"variant paulista\nplayers 2\noptions {option}\ndeal 2\nturned 4c\n").line == 3


def test_s004_option_target() -> None:
    assert judge(paulista("1 mazo", points="0-13", options="target=15")).match.winner is None
    assert judge(paulista("1 truco ; 2 quiero ; 1 mazo", points="0-12", options="target=15")).match.winner == "B"
    assert turn(paulista("", points="0-14", options="target=15")) == {2: ["no-quiero", "quiero"]}


def test_s004_option_word_any() -> None:
    """«A qualquer hora o jogador pode pedir Truco», taken literally."""
    assert sorted(turn(paulista("", *FOUR))) == [1]
    text = paulista("", *FOUR, options="word=any")
    assert seats_that_may(text, "truco") == {1, 2, 3, 4}
    assert turn(text)[4] == ["truco"]
    assert awards(paulista("4 truco ; 1 no-quiero", *FOUR, options="word=any")) == [("truco", "B", 1)]
    assert seats_that_may(paulista("4 truco ; 1 quiero", *FOUR, options="word=any"), "seis") == {1, 3}


@pytest.mark.parametrize(
    ("policy", "after_first", "after_second"),
    [
        ("STD", [None, "A"], ["A", None]),
        ("NEXT", [None, "A"], ["A", None, "B"]),
        ("LAST", [None, "A", "B"], ["A", None, "B"]),
        ("MANO-TRICK", ["A", "A"], ["A", "A"]),
        ("FIRST-PLAYED", ["A", "A"], ["A", "A"]),
    ],
)
def test_s004_option_tie_policy(policy: str, after_first: list[str | None], after_second: list[str | None]) -> None:
    first = "1 3e ; 2 3b ; 1 2e ; 2 6b" + (" ; 1 7o ; 2 1b" if len(after_first) == 3 else "")
    second = "1 3e ; 2 6b ; 1 2e ; 2 2b" + (" ; 1 7o ; 2 1b" if len(after_second) == 3 else "")
    for text, expected in (
        (paulista(first, "3e 2e 7o", "3b 6b 1b", options=f"tie_policy={policy}"), after_first),
        (paulista(second, "3e 2e 7o", "6b 2b 1b", options=f"tie_policy={policy}"), after_second),
    ):
        assert tricks(text) == expected
        assert awards(text) == [("truco", expected[-1] or "A", 1)]


def test_s004_option_tie_policy_mano_trick_is_not_first_played() -> None:
    moves, held = "1 6e ; 2 3b ; 2 2b ; 1 2e", ("6e 2e 7o", "3b 2b 1b")
    assert tricks(paulista(moves, *held, options="tie_policy=MANO-TRICK")) == ["B", "A"]
    assert tricks(paulista(moves, *held, options="tie_policy=FIRST-PLAYED")) == ["B", "B"]


@pytest.mark.parametrize(("lead", "seat"), [("same_leader", 1), ("first_tied", 2), ("tier", 3)])
def test_s004_option_tie_lead(lead: str, seat: int) -> None:
    held = ("6e 2e 7o", "3b 2b 1b", "3e 4e 7e", "2o 6o 4b")
    text = paulista("1 6e ; 2 3b ; 3 3e ; 4 2o", *held, options=f"tie_lead={lead}")
    assert (tricks(text), list(turn(text))) == ([None], [seat])


@pytest.mark.parametrize(
    ("policy", "plain", "called"),
    [("none", [], [("truco", "B", 3)]), ("mano", [("truco", "A", 1)], [("truco", "A", 3)])],
)
def test_s004_option_all_tied(policy: str, plain: list[object], called: list[object]) -> None:
    held, laid = ("3e 2e 1o", "3b 2b 1b"), "1 3e ; 2 3b ; 1 2e ; 2 2b ; 1 1o ; 2 1b"
    options = f"all_tied={policy}"
    assert awards(paulista(laid, *held, options=options)) == plain
    assert awards(paulista(f"1 truco ; 2 quiero ; {laid}", *held, options=options)) == called


def test_s004_option_deck() -> None:
    text = "variant paulista\nplayers 2\noptions deck={}\ndeal 2\nturned 3c\n1 Qo ; 2 3b\n"
    assert tricks(text.format(24)) == ["A"]  # the dama is manilha
    assert tricks(text.format(40)) == ["B"]  # the four would be
    match = Match("paulista", 6, seed="limpo", dealer=1, deck=24)
    match.deal()
    assert all(card is not None and card.rank not in (4, 5, 6, 7) for card in match.view(2).cards)


# ----------------------------------------------------------------------------------------------------- covered cards


def test_s004_option_covered_cards_from_the_second_trick() -> None:
    on = "covered_cards=on"
    assert not any(move.startswith("tapada") for move in turn(paulista("", options=on))[1])
    assert not any(move.startswith("tapada") for move in turn(paulista("1 7b", options=on))[2])
    later = turn(paulista("1 7b ; 2 3c", options=on))[2]
    assert {"2e", "12o", "tapada-2e", "tapada-12o"} <= set(later)
    assert not any(move.startswith("tapada") for move in turn(paulista("1 7b ; 2 3c"))[2])
    last_is_illegal(paulista("1 7b ; 2 3c\n2 tapada-3c", options=on))


def test_s004_option_covered_cards_lose_to_any_card() -> None:
    on, held = "covered_cards=on", ("3e 5b 4o", "3b 2b 4e")
    assert tricks(paulista("1 3e ; 2 3b ; 1 tapada-5b ; 2 4e", *held, options=on)) == [None, "B"]
    assert tricks(paulista("1 3e ; 2 3b ; 1 4o ; 2 tapada-2b", *held, options=on)) == [None, "A"]
    two_covered = paulista("1 3e ; 2 3b ; 1 tapada-5b ; 2 tapada-2b", *held, options=on)
    assert (tricks(two_covered), list(turn(two_covered))) == ([None, None], [1])


def test_s004_option_covered_cards_are_seen_by_nobody_else() -> None:
    match = judge(paulista("1 7b ; 2 3c ; 2 tapada-12o", *FOUR[:2], options="covered_cards=on")).match
    assert [laid.card for laid in match.view(1).table] == ["7b", "3c", None]
    assert [laid.card for laid in match.view(2).table] == ["7b", "3c", "12o"]
    assert [event.move for event in match.view(1).events if event.kind == "move"][-1] == "tapada"
    assert "tapada-12o" in {event.move for event in match.view(2).events}


# ------------------------------------------------------------------------------------------------------- blind calls


def test_s004_option_blind_calls() -> None:
    on = "blind_calls=on"
    assert turn(paulista("", options=on)) == {1: ["mazo", "mira", "truco"]}
    assert {"7b", "6e", "4o", "truco"} <= set(turn(paulista("1 mira", options=on))[1])
    assert "mira" not in turn(paulista(""))[1]
    assert set(turn(paulista("1 truco", options=on))[2]) == {"quiero", "no-quiero", "seis", "mazo", "mira"}
    last_is_illegal(paulista("\n1 7b", options=on))


def test_s004_option_blind_calls_hide_ones_own_cards() -> None:
    match = judge(paulista("1 mira", options="blind_calls=on")).match
    assert match.view(1).cards == ("7b", "6e", "4o")
    assert match.view(2).cards == (None, None, None)


def test_s004_option_finish_hand_before_win_changes_no_hand_of_one_lance() -> None:
    """There is nothing but the truco to win, so the hand is over when the target is reached."""
    for option in ("off", "on"):
        text = paulista("1 truco ; 2 quiero ; 1 mazo", points="0-10", options=f"finish_hand_before_win={option}")
        assert (score(text), judge(text).match.winner) == ((0, 13), "B")
