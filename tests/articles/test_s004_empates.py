"""Paulista, S004 Empates nas vazas: tied tricks, with and without a truco, over an open card and in the dark."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.record_queries import awards, hand, moves_of_tricks, score, tricks, turn, winners_of_tricks

# What seats 1 and 2 lay in each trick so that A takes it, B takes it, or it is tied. The fives are manilhas.
CARDS = (
    {"A": ("3e", "4b"), "B": ("4e", "3b"), "=": ("3e", "3b")},
    {"A": ("2e", "6b"), "B": ("6e", "2b"), "=": ("2e", "2b")},
    {"A": ("1o", "7b"), "B": ("7o", "1b"), "=": ("1o", "1b")},
)
WINNERS = {  # of the hand by the outcomes of its tricks, with the tie policy STD; empty: nobody
    "AA": "A", "A=": "A", "BB": "B", "B=": "B", "=A": "A", "=B": "B",
    "ABA": "A", "ABB": "B", "AB=": "A", "BAA": "A", "BAB": "B", "BA=": "B",
    "==A": "A", "==B": "B", "===": "",
}  # fmt: skip
TIED_HANDS = "3e 2e 1o", "3b 2b 1b"


def paulista(moves: str, *held: str, options: str = "", dealer: int | None = None) -> str:
    return hand(f"turned 4c\n{moves}", *(held or TIED_HANDS), variant="paulista", options=options, dealer=dealer)


def record_of_tricks(outcomes: str, before: str = "", options: str = "", dealer: int = 2) -> str:
    """Return the record of a hand whose tricks have these outcomes. It may not be over yet."""
    pairs = [CARDS[number][outcome] for number, outcome in enumerate(outcomes.ljust(3, "="))]
    moves = ([before] if before else []) + moves_of_tricks(pairs, outcomes, 3 - dealer)
    return paulista(" ; ".join(moves), *map(" ".join, zip(*pairs, strict=True)), options=options, dealer=dealer)


@pytest.mark.parametrize("dealer", [1, 2])
@pytest.mark.parametrize("outcomes", WINNERS)
def test_s004_empates_the_first_trick_that_is_not_tied_decides(outcomes: str, dealer: int) -> None:
    """«Havendo empate na primeira vaza … podendo a mão terminar na terceira vaza, valendo essa carta maior»."""
    text = record_of_tricks(outcomes, dealer=dealer)
    assert awards(text) == ([("truco", WINNERS[outcomes], 1)] if WINNERS[outcomes] else [])
    assert tricks(text) == winners_of_tricks(outcomes)
    assert turn(text) == {}


def test_s004_empates_no_hand_ends_before_its_last_trick() -> None:
    for row in map("".join, product("AB=", repeat=3)):
        [ending] = [row[:length] for length in (2, 3) if row[:length] in WINNERS]
        assert turn(record_of_tricks(ending[:-1]))


def test_s004_empates_nobody_must_play_the_best_card_in_the_second_trick() -> None:
    """«ninguém é obrigado a mostrar sua carta maior na segunda, mesmo com trucada»."""
    for call in ("", "1 truco ; 2 quiero ; "):
        text = paulista(f"{call}1 3e ; 2 3b")
        assert {"2e", "1o"} <= set(turn(text)[1])
        assert {"2b", "1b"} <= set(turn(text + " ; 1 1o")[2])


def test_s004_empates_the_leader_leads_again() -> None:
    assert list(turn(paulista("1 3e ; 2 3b"))) == [1]
    assert list(turn(paulista("2 3b ; 1 3e", dealer=1))) == [2]


def test_s004_empates_all_tied_without_truco_pays_nobody() -> None:
    """«ninguém ganha tento, passando-se o maço para a frente»."""
    text = record_of_tricks("===")
    assert (awards(text), score(text)) == ([], (0, 0))
    assert list(turn(f"{text}\ndeal 1\nturned 4c\n")) == [2]


CALLS = [  # the calls, the rival of the last caller, who wins the tie, and the stake in force
    ("1 truco ; 2 quiero", "B", 3),
    ("1 truco ; 2 seis ; 1 quiero", "A", 6),
    ("1 truco ; 2 seis ; 1 nove ; 2 quiero", "B", 9),
    ("1 truco ; 2 seis ; 1 nove ; 2 doze ; 1 quiero", "A", 12),
]


@pytest.mark.parametrize(("calls", "side", "stake"), CALLS)
def test_s004_empates_all_tied_with_truco_pays_the_adversary(calls: str, side: str, stake: int) -> None:
    """«Em caso de empate nas três vazas com trucada, o adversário ganha 3 tentos»; PA-1: or the stake in force."""
    assert awards(record_of_tricks("===", calls)) == [("truco", side, stake)]
    assert awards(record_of_tricks("===", calls, "tie_truco_value=stake")) == [("truco", side, stake)]
    assert awards(record_of_tricks("===", calls, "tie_truco_value=3")) == [("truco", side, 3)]


def test_s004_empates_the_last_caller_counts_not_the_first() -> None:
    """PA-2: A calls truco, B accepts it and later calls six: B called last, so A wins the tie."""
    text = paulista("1 truco ; 2 quiero ; 1 3e ; 2 seis ; 1 quiero ; 2 3b ; 1 2e ; 2 2b ; 1 1o ; 2 1b")
    assert awards(text) == [("truco", "A", 6)]


def test_s004_four_players_with_all_tricks_tied() -> None:
    held = ("3e 2e 1o", "3b 2b 1b", "4e 6e 7e", "4b 6b 7b")
    laid = "1 3e ; 2 3b ; 3 4e ; 4 4b ; 1 2e ; 2 2b ; 3 6e ; 4 6b ; 1 1o ; 2 1b ; 3 7e ; 4 7b"
    assert awards(paulista(f"3 truco ; 2 quiero ; {laid}", *held, options="word=any")) == [("truco", "B", 3)]
    assert awards(paulista(laid, *held)) == []


# ----------------------------------------------------------------------------------------------------- carta exposta

OVER_OPEN = "1 3e ; 2 truco ; 1 quiero ; 2 3b"


def test_s004_carta_exposta_the_caller_loses_the_tied_hand() -> None:
    """«Quem truca ou retruca em Carta Exposta, perde em caso de empate»: by default the hand."""
    text = paulista(f"{OVER_OPEN} ; 1 2e ; 2 2b ; 1 1o ; 2 1b")
    assert (tricks(text), awards(text)) == ([None, None, None], [("truco", "A", 3)])


def test_s004_carta_exposta_at_the_level_of_the_trick() -> None:
    """PA-3: «quem trucou tem que matar»: the tied trick itself is lost."""
    trick = "exposta_level=trick"
    text = paulista(OVER_OPEN, options=trick)
    assert (tricks(text), list(turn(text))) == (["A"], [1])
    assert awards(f"{text} ; 1 2e ; 2 2b") == [("truco", "A", 3)]
    assert tricks(paulista("1 3e ; 2 3b", options=trick)) == [None]
    assert tricks(paulista("1 truco ; 2 quiero ; 1 3e ; 2 3b", options=trick)) == [None]
    assert tricks(paulista("1 3e ; 2 truco ; 1 quiero ; 2 5b", "3e 2e 1o", "5b 2b 1b", options=trick)) == ["B"]


def test_s004_carta_exposta_only_the_trick_it_was_called_in() -> None:
    text = paulista(
        "1 3e ; 2 truco ; 1 quiero ; 2 5b ; 2 2b ; 1 2e", "3e 2e 1o", "5b 2b 1b", options="exposta_level=trick"
    )
    assert (tricks(text), awards(text)) == (["B", None], [("truco", "B", 3)])


def test_s004_carta_exposta_of_a_retruco() -> None:
    """«truca ou retruca»: seis over an open card."""
    calls = "1 truco ; 2 quiero ; 1 3e ; 2 seis ; 1 quiero ; 2 3b"
    assert tricks(paulista(calls, options="exposta_level=trick")) == ["A"]
    assert tricks(paulista(calls, options="exposta_level=hand")) == [None]


def test_s004_carta_exposta_the_winner_of_the_trick_leads() -> None:
    """Seat 3 calls truco over the card of seat 2 and ties with seat 4: B takes the trick, and seat 4 leads."""
    held = ("6e 2e 1e", "6b 2b 1b", "3e 2o 1o", "3b 7b 11b")
    moves = "1 6e ; 2 6b ; 3 truco ; 2 quiero ; 3 3e ; 4 3b"
    text = paulista(moves, *held, options="exposta_level=trick")
    assert (tricks(text), list(turn(text))) == (["B"], [4])
    both_tied = ("6e 2e 1e", "3c 2b 1b", "3e 2o 1o", "3b 7b 11b")
    text = paulista("1 6e ; 2 3c ; 3 truco ; 2 quiero ; 3 3e ; 4 3b", *both_tied, options="exposta_level=trick")
    assert (tricks(text), list(turn(text))) == (["B"], [2])


# ------------------------------------------------------------------------------------------------------------ escuro

LAY_ALL = "1 3e ; 2 3b ; 1 2e ; 2 2b ; 1 1o ; 2 1b"


def test_s004_escuro_the_blind_caller_wins_the_tie() -> None:
    """«Quem truca ou retruca no Escuro, joga pelo empate»: before looking at his cards."""
    blind = paulista(f"1 truco ; 2 mira ; 2 quiero ; 1 mira ; {LAY_ALL}", options="blind_calls=on")
    assert awards(blind) == [("truco", "A", 3)]
    looking = paulista(f"1 mira ; 1 truco ; 2 mira ; 2 quiero ; {LAY_ALL}", options="blind_calls=on")
    assert awards(looking) == [("truco", "B", 3)]


def test_s004_escuro_of_a_retruco() -> None:
    blind = f"1 mira ; 1 truco ; 2 seis ; 1 quiero ; 1 3e ; 2 mira ; {LAY_ALL.removeprefix('1 3e ; ')}"
    assert awards(paulista(blind, options="blind_calls=on")) == [("truco", "B", 6)]
    seen_raise = f"1 truco ; 2 mira ; 2 seis ; 1 quiero ; 1 mira ; {LAY_ALL}"
    assert awards(paulista(seen_raise, options="blind_calls=on")) == [("truco", "A", 6)]


def test_s004_escuro_does_not_exist_where_everybody_looks() -> None:
    """PA-4: the default mode needs blind calls; without them an early truco is no truco in the dark."""
    assert awards(paulista(f"1 truco ; 2 quiero ; {LAY_ALL}")) == [("truco", "B", 3)]


def test_s004_escuro_with_no_rival_card_on_the_table() -> None:
    """escuro_mode=no_rival_card: called before a rival has laid, the caller wins the tie; over a card, not."""
    mode = "escuro_mode=no_rival_card"
    assert awards(paulista(f"1 truco ; 2 quiero ; {LAY_ALL}", options=mode)) == [("truco", "A", 3)]
    over = f"{OVER_OPEN} ; 1 2e ; 2 2b ; 1 1o ; 2 1b"
    assert awards(paulista(over, options=mode)) == [("truco", "A", 3)]
    second = "1 3e ; 2 3b ; 1 truco ; 2 quiero ; 1 2e ; 2 2b ; 1 1o ; 2 1b"
    assert awards(paulista(second, options=mode)) == [("truco", "A", 3)]
    assert awards(paulista(second)) == [("truco", "B", 3)]


def test_s004_escuro_a_card_of_the_partner_does_not_count() -> None:
    held = ("3e 2e 1o", "3b 2b 1b", "4e 6e 7e", "4b 6b 7b")
    rest = "3 4e ; 4 4b ; 1 2e ; 2 2b ; 3 6e ; 4 6b ; 1 1o ; 2 1b ; 3 7e ; 4 7b"
    mode = "escuro_mode=no_rival_card word=any"
    early = paulista(f"1 3e ; 3 truco ; 2 quiero ; 2 3b ; {rest}", *held, options=mode)
    assert awards(early) == [("truco", "A", 3)]
    late = paulista(f"1 3e ; 2 3b ; 3 truco ; 4 quiero ; {rest}", *held, options=mode)
    assert awards(late) == [("truco", "B", 3)]
