"""Trucardo, S001 Envido: the bets and their replies, the falta of the loser, and the declaration. Seat 1 has 33."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.record_queries import (
    awards,
    hand,
    in_turns,
    judge,
    last_is_illegal,
    result,
    score,
    shown_cards,
    turn,
)

TWO = ("7c 6c 4e", "1e 1b 5o")
FOUR = (*TWO, "12c 11o 4b", "3e 2o 6b")
CODES = {"E": "envido", "R": "real-envido", "F": "falta-envido"}
WORTH = {"E": 2, "R": 3}
CHAINS = ["".join(chain) for length in (1, 2, 3) for chain in product("ERF", repeat=length) if "F" not in chain[:-1]]
FALTA = 15  # what the loser lacks of the malas at 0-0


def trucardo(moves: str, *held: str, points: str = "", options: str = "", dealer: int | None = None) -> str:
    return hand(moves, *(held or TWO), variant="trucardo", score=points, options=options, dealer=dealer)


def moves_of(chain: str) -> str:
    return " ; ".join(in_turns([CODES[call] for call in chain]))


def answering(chain: str) -> int:
    return 1 + len(chain) % 2


# ------------------------------------------------------------------------------------------------------------- chains


def test_there_are_twenty_one_chains() -> None:
    """E…RRF of the table: three, then six, then twelve."""
    assert [sum(len(chain) == length for chain in CHAINS) for length in (1, 2, 3)] == [3, 6, 12]


@pytest.mark.parametrize("chain", CHAINS)
def test_envido_accepted_pays_the_sum(chain: str) -> None:
    """«dos tantos … tres tantos»; a reply «se acumula» to the bet before it; a falta is worth the falta."""
    stake = FALTA if chain.endswith("F") else sum(WORTH[call] for call in chain)
    assert awards(trucardo(f"{moves_of(chain)} ; {answering(chain)} quiero")) == [("envido", "A", stake)]


@pytest.mark.parametrize("chain", CHAINS)
def test_envido_refused_pays_one_or_the_bet_before(chain: str) -> None:
    """«la pareja apostante recibe un punto, o la apuesta anterior en caso de que se tratase de una réplica»."""
    stake = sum(WORTH[call] for call in chain[:-1]) or 1
    side = "AB"[2 - answering(chain)]
    assert awards(trucardo(f"{moves_of(chain)} ; {answering(chain)} no-quiero")) == [("envido", side, stake)]


@pytest.mark.parametrize("chain", [chain for chain in CHAINS if not chain.endswith("F")])
def test_envido_any_of_the_three_replies_twice(chain: str) -> None:
    """«tanto como una primera apuesta como réplica …, con un límite de dos réplicas posibles»."""
    legal = set(turn(trucardo(moves_of(chain)))[answering(chain)])
    assert legal == {"quiero", "no-quiero", "mazo"} | (set(CODES.values()) if len(chain) < 3 else set())


@pytest.mark.parametrize("chain", [chain for chain in CHAINS if chain.endswith("F")])
def test_envido_nothing_answers_a_falta(chain: str) -> None:
    """«nunca se puede replicar a un falta envido»."""
    assert set(turn(trucardo(moves_of(chain)))[answering(chain)]) == {"quiero", "no-quiero", "mazo"}
    last_is_illegal(trucardo(f"{moves_of(chain)}\n{answering(chain)} envido"))


@pytest.mark.parametrize(("most", "chain"), [(1, "ER"), (2, "EER"), (3, "EERR"), (4, "RERER")])
def test_option_max_replies(most: int, chain: str) -> None:
    """TR-2: so many replies in the whole chain."""
    options = f"max_replies={most}"
    assert "envido" not in turn(trucardo(moves_of(chain), options=options))[answering(chain)]
    assert "falta-envido" not in turn(trucardo(moves_of(chain), options=options))[answering(chain)]
    shorter = chain[:-1]
    assert set(CODES.values()) <= set(turn(trucardo(moves_of(shorter), options=options))[answering(shorter)])
    stake = sum(WORTH[call] for call in chain)
    accepted = trucardo(f"{moves_of(chain)} ; {answering(chain)} quiero", options=options)
    assert awards(accepted) == [("envido", "A", stake)]


def test_option_max_replies_none_at_all() -> None:
    assert set(turn(trucardo("1 envido", options="max_replies=0"))[2]) == {"quiero", "no-quiero", "mazo"}


def test_option_max_replies_is_two_as_a_rule() -> None:
    assert turn(trucardo(moves_of("EEE"))) == turn(trucardo(moves_of("EEE"), options="max_replies=2"))


def test_envido_either_partner_replies() -> None:
    assert sorted(turn(trucardo("1 envido", *FOUR))) == [2, 4]
    assert sorted(turn(trucardo("1 envido ; 4 real-envido", *FOUR))) == [1, 3]
    assert awards(trucardo("1 envido ; 4 real-envido ; 3 envido ; 2 no-quiero", *FOUR)) == [("envido", "A", 5)]


# -------------------------------------------------------------------------------------------------------------- falta


@pytest.mark.parametrize(
    ("points", "winner", "stake"),
    [
        ("10-4", "A", 11),
        ("10-4", "B", 5),
        ("20-4", "A", 11),
        ("20-4", "B", 10),
        ("4-20", "A", 10),
        ("4-20", "B", 11),
        ("22-17", "A", 13),
        ("22-17", "B", 8),
        ("0-14", "A", 1),
        ("0-15", "A", 15),
        ("29-29", "A", 1),
        ("14-15", "B", 1),
        ("0-0", "A", 15),
    ],
)
def test_falta_is_what_the_loser_lacks_of_its_half(points: str, winner: str, stake: int) -> None:
    """«los tantos necesarios que le faltan al rival para llegar a las malas (15 puntos) o las buenas (30 puntos) si
    ya se pasaron las malas»; TR-3: the rival of who wins."""
    held = TWO if winner == "A" else TWO[::-1]
    assert awards(trucardo("1 falta-envido ; 2 quiero", *held, points=points)) == [("envido", winner, stake)]
    assert awards(trucardo("1 envido ; 2 falta-envido ; 1 quiero", *held, points=points)) == [("envido", winner, stake)]


@pytest.mark.parametrize(
    ("points", "winner", "stake"), [("10-4", "A", 11), ("10-4", "B", 5), ("0-0", "A", 15), ("14-13", "B", 1)]
)
def test_falta_to_15_has_no_halves(points: str, winner: str, stake: int) -> None:
    held = TWO if winner == "A" else TWO[::-1]
    text = trucardo("1 falta-envido ; 2 quiero", *held, points=points, options="target=15")
    assert awards(text) == [("envido", winner, stake)]


def test_falta_may_win_the_game() -> None:
    text = trucardo("1 falta-envido ; 2 quiero", points="20-15")
    assert (awards(text), result(text)["winner"], score(text)) == ([("envido", "A", 15)], "A", (35, 15))
    assert result(trucardo("1 falta-envido ; 2 quiero", points="10-4"))["winner"] is None


@pytest.mark.parametrize(("chain", "stake"), [("F", 1), ("EF", 2), ("RF", 3), ("ERF", 5)])
def test_falta_refused_does_not_ask_the_score(chain: str, stake: int) -> None:
    side = "AB"[2 - answering(chain)]
    text = trucardo(f"{moves_of(chain)} ; {answering(chain)} no-quiero", points="3-21")
    assert awards(text) == [("envido", side, stake)]


@pytest.mark.parametrize(
    ("points", "target", "stake"),
    [("20-4", 30, 10), ("4-20", 30, 10), ("17-22", 30, 8), ("10-4", 15, 5), ("3-9", 15, 6)],
)
def test_option_falta_mode_leader(points: str, target: int, stake: int) -> None:
    """TR-3: whoever wins, what the side ahead lacks."""
    for held, side in ((TWO, "A"), (TWO[::-1], "B")):
        options = f"falta_mode=leader target={target}"
        text = trucardo("1 falta-envido ; 2 quiero", *held, points=points, options=options)
        assert awards(text) == [("envido", side, stake)]


# -------------------------------------------------------------------------------------------------------- declaration


def declared(text: str) -> list[tuple[int | None, int | None]]:
    """Return the seats that declare points, with the points, None for «son buenas»."""
    return [(event.seat, event.value) for event in judge(text).match.events if event.kind == "declare"]


def test_declaration_begins_with_the_mano() -> None:
    """«empezando por el jugador que es mano; el jugador que no supera la puntuación del rival no tiene porque indicar
    sus puntos»."""
    assert declared(trucardo("1 envido ; 2 quiero")) == [(1, 33), (2, None)]
    assert declared(trucardo("1 envido ; 2 quiero", *TWO[::-1])) == [(1, 5), (2, 33)]
    assert declared(trucardo("2 envido ; 1 quiero", dealer=1)) == [(2, 5), (1, 33)]
    assert declared(trucardo("1 envido ; 2 quiero", "7c 5c 4e", "7e 5e 4o")) == [(1, 32), (2, None)]


def test_declaration_is_skipped_after_a_refused_envido() -> None:
    assert declared(trucardo("1 envido ; 2 no-quiero")) == []


def test_declaration_shows_no_cards() -> None:
    """«sin necesidad de enseñar sus cartas»: neither then nor at the end of the hand."""
    assert shown_cards(trucardo("1 envido ; 2 quiero ; 1 4e ; 2 5o ; 2 1e ; 1 mazo")) == {}
    assert shown_cards(trucardo("1 flor ; 1 4c ; 2 mazo", "7c 6c 4c", TWO[1])) == {}
    assert shown_cards(hand("1 envido ; 2 quiero ; 1 4e ; 2 5o ; 2 1e ; 1 mazo", *TWO)) != {}


def test_option_declare_manual() -> None:
    """The players say it; a number that is not theirs loses."""
    manual = "declare=manual"
    start = "1 envido ; 2 quiero"
    assert list(turn(trucardo(start, options=manual))) == [1]
    assert turn(trucardo(f"{start} ; 1 32", options=manual)) == {2: ["33", "son-buenas"]}
    assert awards(trucardo(f"{start} ; 1 33 ; 2 son-buenas", options=manual)) == [("envido", "A", 2)]
    assert awards(trucardo(f"{start} ; 1 32 ; 2 son-buenas", options=manual)) == [("envido", "B", 2)]
    assert awards(trucardo(f"{start} ; 1 20 ; 2 25", options=manual)) == [("envido", "A", 2)]
    last_is_illegal(trucardo(f"{start}\n1 33"))


def test_option_finish_hand_before_win() -> None:
    """The hand is played out although the envido has reached the target; the side that reached it first has won."""
    on, moves = "finish_hand_before_win=on", "1 envido ; 2 quiero"
    text = trucardo(moves, points="28-29", options=on)
    assert (result(text)["winner"], list(turn(text))) == (None, [1])
    ended = trucardo(f"{moves} ; 1 7c ; 2 1e ; 2 1b ; 1 6c", points="28-29", options=on)
    assert (result(ended)["winner"], score(ended)) == ("A", (30, 30))
    assert result(trucardo(moves, points="28-29"))["winner"] == "A"
