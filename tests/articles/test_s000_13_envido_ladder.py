"""S000 §13: what envido, real envido and falta envido are worth, accepted and refused, and what may follow what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from tests.support.record_queries import awards, games, hand, in_turns, last_is_illegal, score, turn

WINNER, LOSER = "5b 7b 12c", "4e 6e 11o"  # 32 and 30
CALLS = {"E": "envido", "R": "real-envido", "F": "falta-envido"}
WORTH = {"E": 2, "R": 3}
SCORE, FALTA = "9-4", 21

# The table of the rules: chain, quiero, no quiero. None is the falta.
ROWS = [
    ("E", 2, 1),
    ("R", 3, 1),
    ("F", None, 1),
    ("EE", 4, 2),
    ("ER", 5, 2),
    ("EF", None, 2),
    ("RE", 5, 3),
    ("RR", 6, 3),
    ("RF", None, 3),
    ("EEE", 6, 4),
    ("EER", 7, 4),
    ("EEF", None, 4),
    ("ERE", 7, 5),
    ("ERR", 8, 5),
    ("ERF", None, 5),
    ("REE", 7, 5),
    ("RER", 8, 5),
    ("REF", None, 5),
    ("RRE", 8, 6),
    ("RRR", 9, 6),
    ("RRF", None, 6),
    ("EERF", None, 7),
]
CUSTOMARY = {"E", "R", "F", "EE", "ER", "EF", "RF", "EER", "EEF", "ERF", "EERF"}


def chain(calls: str) -> str:
    """Return the moves of a chain written as letters. Seats 1 and 2 call in turn."""
    return " ; ".join(in_turns([CALLS[call] for call in calls]))


def record_of_bet(calls: str, answer: str, options: str = "") -> str:
    """Return the record of a chain of calls and the answer to the last."""
    answerer = 1 + len(calls) % 2
    return hand(f"{chain(calls)} ; {answerer} {answer}", WINNER, LOSER, options=options, score=SCORE)


def open_calls(calls: str, options: str = "", points: str = "") -> str:
    """Return the calls that may follow a chain, as letters."""
    [(seat, moves)] = turn(hand(chain(calls), WINNER, LOSER, options=options, score=points)).items()
    assert seat == 1 + len(calls) % 2
    return "".join(letter for letter, code in CALLS.items() if code in moves)


def long_chains() -> Iterator[str]:
    for length in range(5):
        for calls in product("ER", repeat=length):
            start = "".join(calls)
            yield from (start, f"{start}F") if start else ("F",)


@pytest.mark.parametrize(("calls", "accepted", "refused"), ROWS)
def test_s000_13_table_accepted(calls: str, accepted: int | None, refused: int) -> None:
    """§13: "Envido: se sube otros 2 tantos. Real envido: se sube otros 3 tantos. Falta envido"."""
    value = FALTA if accepted is None else accepted
    assert awards(record_of_bet(calls, "quiero")) == [("envido", "A", value)]


@pytest.mark.parametrize(("calls", "accepted", "refused"), ROWS)
def test_s000_13_table_refused(calls: str, accepted: int | None, refused: int) -> None:
    """§13: "el equipo al que le ha sido rechazada la última proposición gana los tantos queridos"."""
    caller = "A" if len(calls) % 2 else "B"
    assert awards(record_of_bet(calls, "no-quiero")) == [("envido", caller, refused)]


@pytest.mark.parametrize("calls", [*long_chains()])
def test_s000_13_every_chain_of_up_to_five_calls(calls: str) -> None:
    """§13: "el valor de los envites va subiendo sucesivamente, hasta que uno de los dos diga quiero o no quiero"."""
    caller = "A" if len(calls) % 2 else "B"
    sums = [WORTH[call] for call in calls if call != "F"]
    accepted = FALTA if calls.endswith("F") else sum(sums)
    refused = 1 if len(calls) == 1 else sum(WORTH[call] for call in calls[:-1])
    assert awards(record_of_bet(calls, "quiero")) == [("envido", "A", accepted)]
    assert awards(record_of_bet(calls, "no-quiero")) == [("envido", caller, refused)]


def test_s000_13_real_envido_then_falta_refused_pays_three() -> None:
    """§13: "si el primer equipo echa real envido y el otro responde falta envido … el segundo ganaría 3 tantos"."""
    text = hand("1 real-envido ; 2 falta-envido ; 1 no-quiero", WINNER, LOSER)
    assert awards(text) == [("envido", "B", 3)]
    assert score(text) == (0, 3)


@pytest.mark.parametrize("first", ["envido", "real-envido", "falta-envido"])
def test_s000_13_a_first_call_refused_pays_one(first: str) -> None:
    """§13: "Si un equipo dice real envido o incluso falta envido y el otro contesta no quiero … gana 1 tanto"."""
    assert score(hand(f"1 {first} ; 2 no-quiero", LOSER, WINNER)) == (1, 0)


@pytest.mark.parametrize("calls", ["E", "R", "EE", "ER", "RE", "RR", "EEE", "RRR", "RERE"])
def test_s000_13_five_answers_again_and_again(calls: str) -> None:
    """§13: "las nuevas respuestas son las cinco anteriores"."""
    answerer = 1 + len(calls) % 2
    moves = turn(hand(chain(calls), WINNER, LOSER))
    assert moves == {
        answerer: ["envido", "falta-envido", "mazo", "no-quiero", "quiero", "real-envido"],
    }


@pytest.mark.parametrize("calls", ["F", "EF", "RF", "EEF", "RRF", "EERF"])
def test_s000_13_nothing_follows_a_falta(calls: str) -> None:
    """§13: the five answers are to "envido o real envido"; a falta is taken or not."""
    assert turn(hand(chain(calls), WINNER, LOSER)) == {1 + len(calls) % 2: ["mazo", "no-quiero", "quiero"]}


def test_s000_13_quiero_closes_what_was_proposed() -> None:
    """§13: "Quiero: se acepta la voz anterior y queda cerrado lo propuesto"."""
    moves = turn(hand("1 envido ; 2 quiero", WINNER, LOSER))
    assert moves == {1: ["12c", "5b", "7b", "mazo", "truco"]}


def test_s000_13_no_quiero_closes_it_without_a_declaration() -> None:
    """§13: "No quiero: se cierra el envido sin que nadie deba declarar el envido que tiene"."""
    text = hand("1 envido ; 2 no-quiero", WINNER, LOSER, options="declare=manual")
    assert turn(text) == {1: ["12c", "5b", "7b", "mazo", "truco"]}
    assert awards(text) == [("envido", "A", 1)]


def test_s000_13_a_refusal_does_not_look_at_the_cards() -> None:
    """§13: "independientemente de quién tuviera la mejor combinación de envido"."""
    assert awards(hand("1 envido ; 2 real-envido ; 1 no-quiero", "7c 6c 1e", "4e 5b 12o")) == [("envido", "B", 2)]


@pytest.mark.parametrize(
    ("calls", "following"),
    [("", "ERF"), ("E", "ERF"), ("EE", "ERF"), ("EEE", "ERF"), ("EEEE", "F"), ("EER", "ERF"), ("EERE", "F")],
)
def test_s000_13_literal_chain_stops_at_the_falta(calls: str, following: str) -> None:
    """AR-2: once the stake is as much as the falta (8 at 22-0), only falta, quiero and no quiero are left."""
    assert open_calls(calls, points="22-0") == following


def test_s000_13_literal_chain_with_the_falta_at_one() -> None:
    """AR-2: at 29 any envido is as much as the falta already; taken, the falta replaces the sum."""
    assert open_calls("E", points="29-3") == "F"
    falta = hand("1 envido ; 2 falta-envido", WINNER, LOSER, score="3-29")
    assert score(f"{falta}\n1 quiero") == (4, 29)
    assert awards(f"{falta}\n1 no-quiero") == [("envido", "B", 2)]
    assert games(f"{falta}\n1 no-quiero") == (0, 1)


def customary_chains(calls: str = "") -> set[str]:
    chains: set[str] = set()
    for letter in open_calls(calls, options="envido_limits=customary"):
        chains |= {calls + letter} | (set() if letter == "F" else customary_chains(calls + letter))
    return chains


def test_s000_13_customary_limits_allow_eleven_chains() -> None:
    """AR-2 `envido_limits=customary`: envido twice, real envido once, no envido after it."""
    assert customary_chains() == CUSTOMARY


def test_s000_13_customary_chains_are_open_at_any_score() -> None:
    """AR-2: the cap is of the literal rule; the eleven customary chains need none."""
    for calls, following in (("E", "ERF"), ("EE", "RF"), ("ER", "F"), ("R", "F"), ("EER", "F")):
        assert open_calls(calls, options="envido_limits=customary", points="29-3") == following


@pytest.mark.parametrize("row", [row for row in ROWS if row[0] in CUSTOMARY], ids=lambda row: row[0])
def test_s000_13_customary_chains_are_worth_the_same(row: tuple[str, int | None, int]) -> None:
    """§13: the sums do not depend on which chains are allowed."""
    calls, accepted, refused = row
    caller = "A" if len(calls) % 2 else "B"
    value = FALTA if accepted is None else accepted
    assert awards(record_of_bet(calls, "quiero", "envido_limits=customary")) == [("envido", "A", value)]
    assert awards(record_of_bet(calls, "no-quiero", "envido_limits=customary")) == [("envido", caller, refused)]


@pytest.mark.parametrize(("start", "refused"), [("EE", "E"), ("R", "E"), ("R", "R"), ("EER", "R"), ("ER", "E")])
def test_s000_13_customary_refuses_the_rest(start: str, refused: str) -> None:
    """AR-2: what the literal rule allows and the customary one does not."""
    answerer = 1 + len(start) % 2
    moves = f"{chain(start)}\n{answerer} {CALLS[refused]}"
    assert awards(hand(f"{moves} ; {3 - answerer} quiero", WINNER, LOSER))
    last_is_illegal(hand(moves, WINNER, LOSER, options="envido_limits=customary"))
