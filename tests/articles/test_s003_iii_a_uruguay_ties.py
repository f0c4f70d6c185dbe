"""Uruguay, S003 III.a, UY-1 and UY-2: a tied trick is won outright by the tied player nearest to the mano."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import awards, finished, hand, tricks, turn

uruguayo = partial(hand, variant="uruguayo", turned="6o")


def test_s003_iii_a_uruguay_the_mano_wins_a_tie_of_two_and_leads() -> None:
    """«es ganada directamente por el jugador mano»."""
    text = uruguayo("1 3c ; 2 3e", "3c 1b 4e", "3e 12c 6b")
    assert (tricks(text), list(turn(text))) == (["A"], [1])
    assert awards(f"{text} ; 1 1b ; 2 12c") == [("truco", "A", 1)]


def test_s003_iii_a_uruguay_the_mano_of_the_hand_not_the_leader_wins_a_tie() -> None:
    """B led the second trick and the tie is A's: he is mano of the hand."""
    text = uruguayo("1 4e ; 2 12c ; 2 3e ; 1 3c", "3c 1b 4e", "3e 12c 6b")
    assert (tricks(text), list(turn(text))) == (["B", "A"], [1])
    assert awards(f"{text} ; 1 1b ; 2 6b") == [("truco", "A", 1)]


def test_s003_iii_a_uruguay_no_hand_is_all_tied() -> None:
    text = uruguayo("1 3c ; 2 3e ; 1 2c ; 2 2e", "3c 2c 1o", "3e 2e 1c")
    assert (tricks(text), finished(text)) == (["A", "A"], True)
    assert awards(text) == [("truco", "A", 1)]
    dealt_by_the_first = uruguayo("2 3e ; 1 3c ; 2 2e ; 1 2c", "3c 2c 1o", "3e 2e 1c", dealer=1)
    assert awards(dealt_by_the_first) == [("truco", "B", 1)]


@pytest.mark.parametrize(
    ("laid", "side", "leads"),
    [
        (("3e", "3c", "4c", "5b"), "A", 1),  # mano against the next: the mano
        (("4e", "3c", "3b", "5b"), "B", 2),  # second against third: the second is nearer
        (("4e", "5c", "3b", "3o"), "A", 3),
        (("3e", "5c", "4c", "3o"), "A", 1),
        (("4e", "3c", "5b", "3o"), "B", 2),  # partners: no tie at all, the first played leads
        (("3e", "3c", "3b", "3o"), "A", 1),
        (("4e", "3c", "3b", "3o"), "B", 2),
    ],
)
def test_s003_iii_a_uruguay_with_four_the_nearest_to_the_mano(laid: tuple[str, ...], side: str, leads: int) -> None:
    """UY-2: of the tied players the one nearest to the mano of the hand takes the trick and leads."""
    rest = ("6c 7b", "6e 7e", "5e 12b", "4b 12e")
    held = [f"{card} {kept_back}" for card, kept_back in zip(laid, rest, strict=True)]
    text = uruguayo(" ; ".join(f"{seat} {card}" for seat, card in enumerate(laid, start=1)), *held)
    assert (tricks(text), list(turn(text))) == ([side], [leads])


def test_s003_iii_a_uruguay_with_four_also_when_another_led() -> None:
    """Seat 3 leads the second trick, 4 and 1 tie: 1 is the mano, though 4 laid first."""
    held = ("4e 3c 7b", "5c 6e 12b", "2c 5b 6c", "5e 3b 12e")
    text = uruguayo("1 4e ; 2 5c ; 3 2c ; 4 5e\n3 5b ; 4 3b ; 1 3c ; 2 6e", *held)
    assert tricks(text) == ["A", "A"]
    second = ("4e 4b 7b", "5c 3c 12b", "2c 5b 6c", "5e 3b 12e")
    tied = uruguayo("1 4e ; 2 5c ; 3 2c ; 4 5e\n3 5b ; 4 3b ; 1 4b ; 2 3c", *second)
    assert (tricks(tied), list(turn(tied))) == (["A", "B"], [4]), "equal cards of partners: who laid first leads"


def test_s003_iii_a_uruguay_with_four_of_the_side_that_ties_the_nearest_leads() -> None:
    """4, 1 and 2 tie in a trick led by 3: the nearest to the mano is 1 himself."""
    held = ("4e 3c 7b", "5c 3e 12b", "2c 5b 6c", "5e 3b 12e")
    text = uruguayo("1 4e ; 2 2e ; 3 4c ; 4 5e\n2 3e ; 3 5b ; 4 3b ; 1 3c", held[0], "2e 3e 12b", "4c 5b 6c", held[3])
    assert (tricks(text), list(turn(text))) == (["B", "A"], [1])


@pytest.mark.parametrize(
    ("laid", "side", "leads"),
    [
        (("3e", "3c", "4c", "5b", "5e", "6b"), "A", 1),
        (("4e", "4b", "4c", "3b", "3o", "6b"), "B", 4),
        (("4e", "4b", "3c", "5b", "5e", "3o"), "A", 3),
        (("4e", "3b", "4c", "5b", "3e", "6b"), "B", 2),
        (("4e", "4b", "4c", "5b", "3e", "3c"), "A", 5),
    ],
)
def test_s003_iii_a_uruguay_with_six_the_nearest_to_the_mano(laid: tuple[str, ...], side: str, leads: int) -> None:
    rest = ("6c 7b", "6e 7e", "2b 12c", "1c 12e", "1o 12b", "7c 11b")
    held = [f"{card} {kept_back}" for card, kept_back in zip(laid, rest, strict=True)]
    text = uruguayo(" ; ".join(f"{seat} {card}" for seat, card in enumerate(laid, start=1)), *held)
    assert (tricks(text), list(turn(text))) == ([side], [leads])


def test_s003_iii_a_uruguay_the_mano_of_the_hand_is_right_of_the_dealer() -> None:
    """Seat 4 is mano when 3 deals: it takes the tie from seat 1."""
    held = ("3c 6e 7b", "5c 6c 12b", "2c 5b 6b", "3b 5e 12e")
    text = uruguayo("4 3b ; 1 3c ; 2 5c ; 3 2c", *held, dealer=3)
    assert (tricks(text), list(turn(text))) == (["B"], [4])


TIED_FIRST = "1 3e ; 2 3c ; 1 2c ; 2 1c"
TIED_SECOND = "1 3e ; 2 5c ; 1 2c ; 2 2e"


@pytest.mark.parametrize(
    ("policy", "first", "second"),
    [
        ("MANO-TRICK", ["A", "A"], ["A", "A"]),
        ("STD", [None, "A"], ["A", None]),
        ("NEXT", [None, "A"], ["A", None]),
        ("LAST", [None, "A"], ["A", None]),
        ("FIRST-PLAYED", ["A", "A"], ["A", "A"]),
    ],
)
def test_s003_iii_a_uruguay_option_tie_policy(policy: str, first: list[str | None], second: list[str | None]) -> None:
    options = f"tie_policy={policy}"
    tied_first = uruguayo(TIED_FIRST, "3e 2c 6b", "3c 1c 7b", options=options)
    tied_second = uruguayo(TIED_SECOND, "3e 2c 4b", "5c 2e 7b", options=options)
    assert (tricks(tied_first), tricks(tied_second)) == (first, second)
    assert finished(tied_first) == (policy != "LAST")
    assert finished(tied_second) == (policy not in ("NEXT", "LAST"))


def test_s003_iii_a_uruguay_option_std_three_ties_are_the_manos() -> None:
    moves = "1 truco ; 2 quiero ; 1 3e ; 2 3c ; 1 2c ; 2 2e ; 1 1o ; 2 1c"
    held = ("3e 2c 1o", "3c 2e 1c")
    assert awards(uruguayo(moves, *held, options="tie_policy=STD")) == [("truco", "A", 2)]
    assert awards(uruguayo(moves, *held, options="tie_policy=STD all_tied=none")) == []


def test_s003_iii_a_uruguay_option_std_the_leader_leads_again() -> None:
    text = uruguayo("1 3e ; 2 3c", "3e 2c 1o", "3c 2e 1c", options="tie_policy=STD")
    assert (tricks(text), list(turn(text))) == ([None], [1])
