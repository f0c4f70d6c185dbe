"""Paulista, S004 Desenrolar do jogo and Decisões: truco, seis, nove, doze. Seat 2 has the better cards."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, in_turns, judge, last_is_illegal, score, turn

FOUR = ("7b 6e 4o", "3c 2e 12o", "7e 6o 4b", "1c 10e 11o")
LADDER = ["truco", "seis", "nove", "doze"]
B_WINS = "1 7b ; 2 3c ; 2 2e ; 1 6e"


def paulista(moves: str, *held: str, points: str = "0-0", options: str = "", dealer: int | None = None) -> str:
    cards = held or FOUR[:2]
    return hand(f"turned 4c\n{moves}", *cards, variant="paulista", score=points, options=options, dealer=dealer)


@pytest.mark.parametrize(("steps", "stake"), [(1, 3), (2, 6), (3, 9), (4, 12)])
def test_s004_mandar_cair(steps: int, stake: int) -> None:
    """«Mandar cair (a mão passa a valer três tentos) … seis … nove … vale o Raio»."""
    answerer = 2 if steps % 2 else 1
    text = paulista(" ; ".join([*in_turns(LADDER[:steps]), f"{answerer} quiero", B_WINS]))
    assert awards(text) == [("truco", "B", stake)]
    assert judge(text).match.winner == ("B" if stake == 12 else None)


@pytest.mark.parametrize(("steps", "stake"), [(1, 1), (2, 3), (3, 6), (4, 9)])
def test_s004_fugir(steps: int, stake: int) -> None:
    """«Fugir (a dupla que trucou leva um tento) … pediu 6 leva três … pediu 9 leva seis … pediu 12 leva nove»."""
    refuser, side = (2, "A") if steps % 2 else (1, "B")
    text = paulista(" ; ".join([*in_turns(LADDER[:steps]), f"{refuser} no-quiero"]))
    assert (awards(text), turn(text)) == ([("truco", side, stake)], {})


@pytest.mark.parametrize(("steps", "answers"), [(1, {"seis"}), (2, {"nove"}), (3, {"doze"}), (4, set())])
def test_s004_trucada_three_actions_and_two_at_the_end(steps: int, answers: set[str]) -> None:
    """«a dupla adversária tem direito a três ações … Finalmente … duas ações»."""
    [moves] = turn(paulista(" ; ".join(in_turns(LADDER[:steps])))).values()
    assert set(moves) == {"quiero", "no-quiero", "mazo"} | answers


@pytest.mark.parametrize(("phrase", "same"), [("caio", "quiero"), ("fujo", "no-quiero"), ("pedir-6", "seis")])
def test_s004_trucada_local_words(phrase: str, same: str) -> None:
    assert turn(paulista(f"1 truco ; 2 {phrase}")) == turn(paulista(f"1 truco ; 2 {same}"))
    assert score(paulista(f"1 truco ; 2 {phrase}")) == score(paulista(f"1 truco ; 2 {same}"))


@pytest.mark.parametrize("phrase", ["Truca", "Jorge"])
def test_s004_conversas_jorge_and_truca_are_a_truco(phrase: str) -> None:
    """«O palavreado “Jorge”, “Truca” entre outros, é considerado como três tentos em disputa»."""
    assert awards(paulista(f"1 {phrase} ; 2 quiero ; {B_WINS}")) == [("truco", "B", 3)]


def test_s004_conversas_signs_change_nothing() -> None:
    """«A competição deve se desenvolver por meio de sinais ou gestos»."""
    assert turn(paulista("1 sena-zap ; 3 sena-copas ; 2 sena-zap", *FOUR)) == turn(paulista("", *FOUR))
    assert turn(paulista("1 truco ; 3 sena-zap", *FOUR)) == turn(paulista("1 truco", *FOUR))


BEFORE = [
    "",
    "1 7b",
    "1 7b ; 2 6c",
    "1 7b ; 2 6c ; 1 6e",
    "1 7b ; 2 6c ; 1 6e ; 2 12o",
    "1 7b ; 2 6c ; 1 6e ; 2 12o ; 2 3c",
]


@pytest.mark.parametrize("before", BEFORE)
def test_s004_truco_at_any_time(before: str) -> None:
    """«A qualquer hora o jogador pode pedir Truco»: in every trick, leading or following."""
    text = paulista(before, "7b 6e 4o", "3c 6c 12o")
    [(seat, moves)] = turn(text).items()
    assert "truco" in moves
    rival, side = 3 - seat, "AB"[seat - 1]
    joined = f"{text} ; " if before else text
    assert awards(f"{joined}{seat} truco ; {rival} no-quiero") == [("truco", side, 1)]


def test_s004_truco_the_sides_alternate() -> None:
    """«a dupla trucada passa à dupla que trucou três novas ações»: the callers wait for a raise of their rivals."""
    assert not set(LADDER) & set(turn(paulista("1 truco ; 2 quiero"))[1])
    assert set(LADDER) & set(turn(paulista("1 truco ; 2 quiero ; 1 7b"))[2]) == {"seis"}
    assert not set(LADDER) & set(turn(paulista("1 7b ; 2 truco ; 1 quiero"))[2])
    assert set(LADDER) & set(turn(paulista("1 truco ; 2 seis ; 1 quiero"))[1]) == {"nove"}
    last_is_illegal(paulista("1 truco ; 2 quiero\n1 seis"))
    last_is_illegal(paulista("1 truco\n1 seis"))


def test_s004_truco_calls_are_made_in_order() -> None:
    assert set(LADDER) & set(turn(paulista(""))[1]) == {"truco"}
    for call in ("seis", "nove", "doze"):
        last_is_illegal(paulista(f"\n1 {call}"))


def test_s004_truco_raised_later_by_the_accepting_side() -> None:
    text = paulista("1 truco ; 2 quiero ; 1 7b ; 2 3c ; 2 seis ; 1 quiero ; 2 2e ; 1 nove ; 2 no-quiero")
    assert awards(text) == [("truco", "A", 6)]


def test_s004_truco_the_caller_can_do_nothing_until_the_answer() -> None:
    assert sorted(turn(paulista("1 truco", *FOUR))) == [2, 4]
    for move in ("1 7b", "1 mazo", "3 mazo", "3 truco"):
        last_is_illegal(paulista(f"1 truco\n{move}", *FOUR))


def test_s004_decisoes_the_first_initiative_binds() -> None:
    """«a decisão de jogar ou desistir prevalecerá sobre um só parceiro, valendo então a primeira iniciativa»."""
    for seat in (2, 4):
        assert awards(paulista(f"1 truco ; {seat} no-quiero", *FOUR)) == [("truco", "A", 1)]
        accepted = paulista(f"1 truco ; {seat} quiero", *FOUR)
        assert list(turn(accepted)) == [1]
        last_is_illegal(accepted + f"\n{6 - seat} no-quiero")
        assert sorted(turn(paulista(f"1 truco ; {seat} seis", *FOUR))) == [1, 3]


def test_s004_decisoes_with_trios() -> None:
    held = (*FOUR, "1e 1b 10b", "11e 11b 10o")
    assert sorted(turn(paulista("1 truco", *held))) == [2, 4, 6]
    assert sorted(turn(paulista("1 truco ; 6 seis", *held))) == [1, 3, 5]
    assert awards(paulista("1 truco ; 6 seis ; 5 no-quiero", *held)) == [("truco", "B", 3)]


def test_s004_fugir_by_throwing_in() -> None:
    """A seat leaves; its side is out with the last one, and the pending call counts as refused."""
    assert awards(paulista("1 truco ; 2 quiero ; 1 mazo")) == [("truco", "B", 3)]
    assert awards(paulista("1 truco ; 2 mazo")) == [("truco", "A", 1)]
    assert awards(paulista("1 truco ; 2 seis ; 1 mazo")) == [("truco", "B", 3)]
    assert "mazo" not in turn(paulista("1 truco", *FOUR))[2]
    assert awards(paulista("1 mazo ; 2 3c ; 3 mazo", *FOUR)) == [("truco", "B", 1)]
    assert list(turn(paulista("1 mazo ; 2 3c ; 3 7e ; 4 1c", *FOUR))) == [2]


# -------------------------------------------------------------------------------------------- limite dos tentos


def may_raise(moves: str, points: str, call: str, options: str = "") -> bool:
    """Return whether a seat may make this call after the moves."""
    return any(call in legal for legal in turn(paulista(moves, points=points, options=options)).values())


@pytest.mark.parametrize(
    ("moves", "call", "barred", "open_"),
    [
        ("1 truco", "seis", "0-9", "0-8"),
        ("1 truco ; 2 seis", "nove", "6-0", "5-0"),
        ("1 truco ; 2 seis ; 1 nove", "doze", "0-3", "0-2"),
        ("1 truco ; 2 quiero ; 1 7b", "seis", "0-9", "0-8"),
        ("1 truco ; 2 seis ; 1 quiero", "nove", "6-0", "5-0"),
        ("1 truco", "seis", "8-9", "9-8"),
        ("1 truco", "seis", "0-10", "10-0"),
    ],
)
def test_s004_limite_no_raise_where_accepting_wins(moves: str, call: str, barred: str, open_: str) -> None:
    """«Deve-se observar o limite dos tentos. Ex.: Quem tem nove tentos não pode retrucar com seis»."""
    assert not may_raise(moves, barred, call)
    assert may_raise(moves, open_, call)
    assert may_raise(moves, barred, call, "raise_limit=off")


@pytest.mark.parametrize(
    ("moves", "call", "points"),
    [
        ("1 truco", "seis", "9-9"),
        ("1 truco", "seis", "10-10"),
        ("1 truco ; 2 seis", "nove", "6-6"),
        ("1 truco ; 2 seis ; 1 nove", "doze", "3-3"),
        ("1 truco ; 2 quiero ; 1 7b", "seis", "9-9"),
    ],
)
def test_s004_limite_exception_when_the_scores_are_equal(moves: str, call: str, points: str) -> None:
    """«(somente no caso de empate)»."""
    assert may_raise(moves, points, call)


def test_s004_limite_barred_it_may_still_accept_or_run() -> None:
    assert set(turn(paulista("1 truco", points="0-9"))[2]) == {"quiero", "no-quiero", "mazo"}
    assert judge(paulista(f"1 truco ; 2 quiero ; {B_WINS}", points="0-9")).match.winner == "B"


def test_s004_limite_opening_is_not_limited() -> None:
    """PA-9: the first truco is open to everyone below eleven."""
    for points in ("9-0", "10-0", "10-9", "0-10"):
        assert may_raise("", points, "truco")
