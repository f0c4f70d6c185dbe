"""Paulista, S004 Mão de 11 and Mão de Ferro. Side A is at eleven; vira 4c, so the fives are manilhas."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, illegal, judge, last_is_illegal, partners_seen, score, turn
from truquero.cards import cards
from truquero.table import Match

WEAK, STRONG = "7b 6e 4o", "3c 2e 12o"
FOUR = (WEAK, STRONG, "7e 6o 4b", "1c 10e 11o")
SIX = (*FOUR, "1e 1b 10b", "11e 11b 10o")
B_WINS = "1 7b ; 2 3c ; 2 2e ; 1 6e"
A_WINS = "1 3c ; 2 7b ; 1 2e ; 2 6e"
TIED = ("3e 2e 12e", "3c 2c 12o")
DECIDE = ["no-quiero", "quiero"]
ALL_TIED = "1 3e ; 2 3c ; 1 2e ; 2 2c ; 1 12e ; 2 12o"


def eleven(moves: str, *held: str, points: str = "11-5", options: str = "", dealer: int | None = None) -> str:
    table = held or (WEAK, STRONG)
    return hand(f"turned 4c\n{moves}", *table, variant="paulista", score=points, options=options, dealer=dealer)


def ferro(moves: str, *held: str, options: str = "") -> str:
    return eleven(moves, *held, points="11-11", options=options)


# -------------------------------------------------------------------------------------------------------- deciding


def test_s004_mao_de_11_the_side_at_eleven_decides_before_anything() -> None:
    """«Caso a dupla resolva jogar … Caso resolva fugir»; Decisões: either partner, the first word binds."""
    assert turn(eleven("")) == {1: DECIDE}
    assert turn(eleven("", points="5-11")) == {2: DECIDE}
    assert turn(eleven("", *FOUR)) == {1: DECIDE, 3: DECIDE}
    assert turn(eleven("", *FOUR, points="5-11")) == {2: DECIDE, 4: DECIDE}
    assert sorted(turn(eleven("", *SIX))) == [1, 3, 5]
    for seat in (1, 3):
        assert list(turn(eleven(f"{seat} quiero", *FOUR))) == [1]
        assert awards(eleven(f"{seat} no-quiero", *FOUR)) == [("truco", "B", 1)]
        last_is_illegal(eleven(f"{seat} quiero\n{4 - seat} no-quiero", *FOUR))


def test_s004_mao_de_11_only_at_eleven() -> None:
    for points in ("10-10", "10-0", "0-10"):
        assert "truco" in turn(eleven("", points=points))[1]
        assert "quiero" not in turn(eleven("", points=points))[1]


def test_s004_mao_de_11_played_is_worth_three() -> None:
    """«a mão valerá três tentos»."""
    judge(eleven(f"1 quiero ; {B_WINS}\n= 11-8\n== truco B 3"))
    won = eleven(f"1 quiero ; {A_WINS}", STRONG, WEAK)
    assert (awards(won), score(won), judge(won).match.winner) == ([("truco", "A", 3)], (14, 5), "A")
    lost = eleven(f"1 quiero ; {B_WINS}", points="11-9")
    assert (score(lost), judge(lost).match.winner) == ((11, 12), "B")


def test_s004_mao_de_11_thrown_in_loses_three() -> None:
    assert awards(eleven("1 quiero ; 1 mazo")) == [("truco", "B", 3)]
    assert judge(eleven("1 quiero ; 1 7b ; 2 mazo")).match.winner == "A"


def test_s004_mao_de_11_declined_gives_one_to_the_rivals() -> None:
    """«Caso resolva fugir, os adversários ganham um tento»; then the deal passes and it decides again."""
    text = eleven("1 no-quiero\n= 11-6\n== truco B 1\ndeal 1\nturned 4c\n")
    assert turn(text) == {1: DECIDE}
    assert turn(eleven("1 no-quiero\ndeal 1\nturned 4c\n", points="11-10"))[2]


def test_s004_mao_de_11_partners_see_each_others_cards() -> None:
    """«Na Mão de 11 para uma só equipe, é permitido olhar as cartas do parceiro»: while it decides and plays."""
    for moves in ("", "3 quiero", "3 quiero ; 1 7b ; 2 3c"):
        assert partners_seen(judge(eleven(moves, *FOUR)).match) == {1: [3], 2: [], 3: [1], 4: []}
    match = judge(eleven("", *FOUR)).match
    assert match.view(1).partner_hands == ((3, cards("7e 6o 4b")),)
    assert partners_seen(judge(eleven("", *FOUR, points="5-11")).match) == {1: [], 2: [4], 3: [], 4: [2]}


def test_s004_mao_de_11_trios_see_both_partners() -> None:
    """PA-13."""
    assert partners_seen(judge(eleven("", *SIX)).match) == {1: [3, 5], 2: [], 3: [1, 5], 4: [], 5: [1, 3], 6: []}


def test_s004_mao_de_11_nobody_sees_more_below_or_at_11_11() -> None:
    for points in ("10-5", "11-11"):
        assert set(map(tuple, partners_seen(judge(eleven("", *FOUR, points=points)).match).values())) == {()}
    assert partners_seen(judge(eleven("")).match) == {1: [], 2: []}


# ---------------------------------------------------------------------------------------- truco and ties in it


def test_s004_mao_de_11_truco_is_forbidden() -> None:
    """PA-6: the engine does not offer it, to either side."""
    for when in ("turn", "any"):
        for played in ("1 quiero", "1 quiero ; 1 7b", "1 quiero ; 1 7b ; 2 3c"):
            legal = turn(eleven(played, options=f"word={when}"))
            assert not any({"truco", "seis"} & set(moves) for moves in legal.values())
            assert len(legal) == 1


def test_s004_mao_de_11_a_truco_loses_three() -> None:
    """«Quem trucar em Mão de 11 perderá três tentos»: the hand is over."""
    penalty = "truco_mao11=penalty"
    text = eleven("1 quiero ; 1 truco", options=penalty)
    assert (awards(text), score(text), turn(text)) == ([("penalty", "B", 3)], (11, 8), {})
    rivals = eleven("1 quiero ; 1 7b ; 2 truco", options=penalty)
    assert (awards(rivals), judge(rivals).match.winner) == ([("penalty", "A", 3)], "A")
    last_is_illegal(eleven("\n1 truco", options=penalty))
    assert not any("truco" in moves for moves in turn(ferro("", options=penalty)).values())


@pytest.mark.parametrize(("points", "side", "ended"), [("11-5", "B", (11, 8)), ("5-11", "A", (8, 11))])
def test_s004_mao_de_11_tie_benefits_the_rivals(points: str, side: str, ended: tuple[int, int]) -> None:
    """«O empate em Mão de 11 beneficiará os adversários com três tentos»."""
    decider = 1 if points.startswith("11") else 2
    text = eleven(f"{decider} quiero ; {ALL_TIED}", *TIED, points=points)
    assert (awards(text), score(text)) == ([("truco", side, 3)], ended)


def test_s004_mao_de_11_a_tied_trick_alone_is_no_tie() -> None:
    text = eleven("1 quiero ; 1 3e ; 2 3c ; 1 2e ; 2 6c", "3e 2e 12e", "3c 6c 12o")
    assert awards(text) == [("truco", "A", 3)]


# --------------------------------------------------------------------------------------------------- mão de ferro


def test_s004_mao_de_ferro_nobody_decides_and_nobody_calls_truco() -> None:
    """«Empate em Mão de 11 (Mão de Ferro/Escuro)»; PA-7."""
    for moves in ("", "1 7b", "1 7b ; 2 3c"):
        for legal in turn(ferro(moves, options="word=any")).values():
            assert not {"truco", "quiero", "no-quiero", "mostrar"} & set(legal)
    assert turn(ferro("")) == {1: ["4o", "6e", "7b", "mazo"]}


def test_s004_mao_de_ferro_wins_the_game() -> None:
    for moves, held, side in ((B_WINS, (WEAK, STRONG), "B"), (A_WINS, (STRONG, WEAK), "A")):
        assert judge(ferro(moves, *held)).match.winner == side
    assert judge(ferro("1 mazo")).match.winner == "B"


def test_s004_mao_de_ferro_tie_gives_nobody_anything() -> None:
    """«Havendo empate, ninguém ganha tentos, passando o maço para frente»."""
    text = ferro(ALL_TIED, *TIED)
    assert (awards(text), score(text), judge(text).match.winner) == ([], (11, 11), None)
    assert list(turn(f"{text}\ndeal 1\nturned 4c\n")) == [2]
    assert illegal(f"{text}\ndeal 2\n").line == len(text.splitlines()) + 1


def test_s004_mao_de_ferro_blind() -> None:
    """«uma variação … em que nenhum jogador pode ver suas cartas. Deve-se jogar as cartas na sorte»."""
    match = judge(ferro("", *FOUR, options="mao_ferro_cega=on")).match
    for seat in (1, 2, 3, 4):
        assert match.view(seat).cards == (None, None, None)
        assert match.view(seat).partner_hands == ()
    assert match.view(1).moves == ("mazo", "carta-1", "carta-2", "carta-3")
    match.play(1, "carta-2")
    assert [laid.card for laid in match.view(3).table] == ["6e"]
    assert match.view(1).cards == (None, None)


def test_s004_mao_de_ferro_blind_hides_covered_cards_too() -> None:
    """A card to be laid face down is no more known to its player than any other."""
    text = ferro("1 7b ; 2 3c", options="mao_ferro_cega=on covered_cards=on")
    moves = judge(text).match.view(2).moves
    assert not any(move.endswith(("2e", "12o")) for move in moves)


def test_s004_mao_de_ferro_is_seen_unless_it_is_played_blind() -> None:
    match = judge(ferro("", options="mao_ferro_cega=off")).match
    assert match.view(1).cards == cards(WEAK)
    assert {"7b", "6e", "4o"} <= set(match.view(1).moves)
    assert "carta-1" not in match.view(1).moves


def test_s004_mao_de_ferro_blind_only_at_11_11() -> None:
    for points in ("11-5", "10-10"):
        match = judge(eleven("", points=points, options="mao_ferro_cega=on")).match
        assert match.view(2).cards == cards(STRONG)


def test_s004_mao_de_11_moves_with_the_target() -> None:
    match = Match("paulista", 2, seed="x", dealer=2, score=(14, 3), target=15)
    match.deal()
    assert match.turn == {1: ["quiero", "no-quiero"]}
    match.play(1, "no-quiero")
    assert match.score == (14, 4)
