"""Bélmez, S003 Reglamento 1: the envite. Seat 1 is mano of two; it holds 33 and bad cards, seat 2 the truco."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import (
    awards,
    finished,
    games,
    hand,
    illegal,
    judge,
    last_is_illegal,
    score,
    seats_that_show,
    tricks,
    turn,
)

belmez = partial(hand, variant="belmez")
THIRTY_THREE = "7c 6c 4e"
UNLINKED = "1e 1b 4o"
TRUCO_TO_B = "1 7c ; 2 1e ; 2 1b ; 1 6c"


def bet(moves: str, points: str = "0-0", options: str = "") -> str:
    return belmez(moves, THIRTY_THREE, UNLINKED, score=points, options=options)


def redondo(moves: str, *cards: str) -> str:
    return belmez(moves, *cards, score="30-30")


def sizes(call: str, most: int) -> set[str]:
    return {f"{call}-{size}" for size in range(2, most + 1, 2)} - {"envido-2"} | ({"envido"} & {call})


def bets(moves: list[str]) -> set[str]:
    return {move for move in moves if move.startswith(("envido", "mas-"))}


def test_s003_envite_before_any_card() -> None:
    """«puede disputarse antes de que ningún jugador juegue su primer carta»."""
    assert "envido" in turn(bet(""))[1]


def test_s003_envite_after_the_first_card_of_another() -> None:
    """«o puede hacerlo cuando uno o todos lo han hecho, pero no se ha resuelto aún esta primer baza»."""
    assert "envido" in turn(bet("1 7c"))[2]
    cards = ("7c 6c 4e", "1e 2b 3o", "4c 5e 6o", "1b 7o 2c")
    for played in ("", "1 4e", "1 4e ; 2 3o", "1 4e ; 2 3o ; 3 4c"):
        [moves] = turn(redondo(played, *cards)).values()
        assert "envido" in moves


def test_s003_envite_not_once_the_first_trick_is_resolved() -> None:
    """«se disputa antes de que se resuelva la primera baza»."""
    for played in ("1 7c ; 2 1e", "1 7c ; 2 1e ; 2 1b"):
        assert not any(bets(moves) for moves in turn(bet(played)).values())


def test_s003_envite_not_after_ones_own_card() -> None:
    """BE-12: only before one's own card."""
    assert list(turn(bet("1 7c"))) == [2]
    assert "envido" not in turn(bet("1 7c ; 2 truco"))[1]


def test_s003_envite_is_nobodys_duty() -> None:
    """«si llega a disputarse la primera baza sin que nadie haya envidado, nadie se otorgará puntos por envite»."""
    assert awards(bet(TRUCO_TO_B)) == [("truco", "B", 1)]


def test_s003_envite_without_points_may_be_called() -> None:
    """«un jugador sin puntos para ganar un envite, puede, sin embargo, hacerlo: envidar de embuhte»."""
    assert awards(bet("1 4e ; 2 envido ; 1 quiero ; 2 4o ; 1 mazo"))[0] == ("envido", "A", 2)


def test_s003_envite_is_two_points() -> None:
    """«La apuesta que se acumula al pronunciar la palabra ‘envido’ son 2 puntos»."""
    assert awards(bet(f"1 envido ; 2 quiero ; {TRUCO_TO_B}")) == [("envido", "A", 2), ("truco", "B", 1)]


@pytest.mark.parametrize("size", [4, 6, 10, 24, 38])
def test_s003_envite_de_primerah_a_larger_sum(size: int) -> None:
    """«se puede envidar de primerah una cantidad mayor … ‘envido 2 pares’»."""
    assert awards(bet(f"1 envido-{size} ; 2 quiero ; {TRUCO_TO_B}"))[0] == ("envido", "A", size)


def test_s003_envite_envido_2_is_the_plain_envido() -> None:
    assert awards(bet("1 envido-2 ; 2 quiero ; 1 mazo")) == awards(bet("1 envido ; 2 quiero ; 1 mazo"))


@pytest.mark.parametrize("move", ["envido-3", "envido-5", "envido-0", "envido-1", "envido-42", "envido-41", "mas-2"])
def test_s003_envite_goes_by_pairs(move: str) -> None:
    """Bets are pairs; nothing is raised before it is opened; no more than anyone lacks but the pata."""
    last_is_illegal(bet(f"\n1 {move}"))


@pytest.mark.parametrize("move", ["mas-1", "mas-3", "mas-0", "mas-42", "envido", "envido-4"])
def test_s003_envite_is_raised_by_pairs(move: str) -> None:
    last_is_illegal(bet(f"1 envido\n2 {move}"))


@pytest.mark.parametrize(
    ("points", "most"), [("0-0", 40), ("10-30", 30), ("30-10", 30), ("37-20", 20), ("39-38", 2), ("39-35", 4)]
)
def test_s003_envite_sizes_up_to_what_the_side_behind_lacks(points: str, most: int) -> None:
    """N even, at most what the side with fewer points lacks; above that the pata."""
    assert bets(turn(bet("", points))[1]) == sizes("envido", most) | {"envido-pata"}


def test_s003_envite_an_odd_lack_leaves_the_pair_below_it() -> None:
    assert bets(turn(bet("", "15-11"))[1]) == sizes("envido", 28) | {"envido-pata"}


def test_s003_envite_raises_up_to_what_the_side_behind_lacks() -> None:
    assert bets(turn(bet("1 envido", "10-30"))[2]) == sizes("mas", 30) | {"envido-pata"}


def test_s003_envite_only_one_opens() -> None:
    """«Ningún jugador puede envidar cuando antes ya lo haya hecho otro: tendrá que limitarse a responderle»."""
    cards = ("7c 6c 4e", "1e 2b 3o", "4c 5e 6o", "1b 7o 2c")
    for answer in ("quiero", "no-quiero"):
        for played in ("", "1 4e", "1 4e ; 2 3o", "1 4e ; 2 3o ; 3 4c"):
            text = redondo(f"1 envido ; 4 {answer} ; {played}".rstrip("; "), *cards)
            assert not any(bets(moves) for moves in turn(text).values())


def test_s003_envite_the_rivals_answer_and_nobody_else() -> None:
    """«Las respuestas posibles son: no querer, querer, no sólo querer sino aumentar»."""
    cards = ("7c 6c 4e", "1e 2b 3o", "4c 5e 6o", "1b 7o 2c")
    legal = turn(redondo("1 envido", *cards))
    assert list(legal) == [2, 4]
    assert set(legal[4]) == {"quiero", "no-quiero", "envido-pata"} | sizes("mas", 10)


def test_s003_envite_refused_pays_one_whatever_the_caller_holds() -> None:
    """«el punto puesto en juego se lo anotará el jugador que envidó, tenga ligao o no»."""
    assert awards(bet(f"1 envido ; 2 no-quiero ; {TRUCO_TO_B}")) == [("envido", "A", 1), ("truco", "B", 1)]
    assert awards(bet("1 4e ; 2 envido ; 1 no-quiero ; 2 4o ; 1 mazo"))[0] == ("envido", "B", 1)


@pytest.mark.parametrize("call", ["envido-4", "envido-10", "envido-40", "envido-pata"])
def test_s003_envite_any_opening_refused_pays_one(call: str) -> None:
    """BE-5: «el punto puesto en juego»."""
    assert awards(bet(f"1 {call} ; 2 no-quiero ; {TRUCO_TO_B}"))[0] == ("envido", "A", 1)


RAISES = [
    ("1 envido ; 2 mas-4", 6, "B", 2),  # the worked example of the article
    ("1 envido ; 2 mas-2", 4, "B", 2),
    ("1 envido-4 ; 2 mas-4", 8, "B", 4),
    ("1 envido ; 2 mas-4 ; 1 mas-8", 14, "A", 6),
    ("1 envido ; 2 mas-4 ; 1 mas-8 ; 2 mas-12", 26, "B", 14),
    ("1 envido-6 ; 2 mas-2 ; 1 mas-2 ; 2 mas-2", 12, "B", 10),
]


@pytest.mark.parametrize(("calls", "stake"), [(calls, stake) for calls, stake, _, _ in RAISES])
def test_s003_envite_accepted_raise_pays_all_that_was_bet(calls: str, stake: int) -> None:
    """«el jugador que mayor envite lleve se anotará los tantos»; BE-19: the raises add up."""
    answerer = 1 if calls.rsplit(";", maxsplit=1)[-1].strip().startswith("2") else 2
    assert awards(bet(f"{calls} ; {answerer} quiero ; {TRUCO_TO_B}"))[0] == ("envido", "A", stake)


@pytest.mark.parametrize(("calls", "side", "paid"), [(calls, side, paid) for calls, _, side, paid in RAISES])
def test_s003_envite_refused_raise_pays_what_both_had_accepted(calls: str, side: str, paid: int) -> None:
    """«se anotará la cantidad de tantos apostados hasta el último turno en que ambos quisieron»."""
    refuser = 1 if side == "B" else 2
    assert awards(bet(f"{calls} ; {refuser} no-quiero ; {TRUCO_TO_B}"))[0] == ("envido", side, paid)


@pytest.mark.parametrize(
    ("calls", "side", "paid"),
    [
        ("1 envido ; 2 envido-pata ; 1 no-quiero", "B", 2),
        ("1 envido ; 2 mas-4 ; 1 envido-pata ; 2 no-quiero", "A", 6),
    ],
)
def test_s003_envite_refused_pata_pays_the_stake_before_it(calls: str, side: str, paid: int) -> None:
    """«o directamente pasar a jugarse la pata»."""
    assert awards(bet(f"{calls} ; {TRUCO_TO_B}"))[0] == ("envido", side, paid)


def test_s003_envite_accepted_pata_wins_the_pata() -> None:
    for calls in ("1 envido-pata ; 2 quiero", "1 envido ; 2 mas-4 ; 1 envido-pata ; 2 quiero"):
        text = bet(calls, "3-12")
        assert (games(text), score(text), tricks(text), finished(text)) == ((1, 0), (0, 0), [], True)
        assert awards(text) == [("envido", "A", 37)]


def test_s003_envite_nothing_is_above_the_pata() -> None:
    assert turn(bet("1 envido-pata")) == {2: ["mazo", "no-quiero", "quiero"]}


def test_s003_envite_the_turn_to_speak_goes_back_to_the_opener() -> None:
    """«el turno de hablar vuelve al jugador que envidó»; the side that raised waits."""
    assert list(turn(bet("1 envido ; 2 mas-4"))) == [1]
    assert list(turn(bet("1 envido ; 2 mas-4 ; 1 mas-4"))) == [2]


def test_s003_envite_after_the_answer_the_word_is_where_it_was() -> None:
    assert list(turn(bet("1 envido ; 2 quiero"))) == [1]
    assert list(turn(bet("1 7c ; 2 envido ; 1 no-quiero"))) == [2]


# ------------------------------------------------------------------------------------------------------------ farta


@pytest.mark.parametrize(("points", "lack"), [("20-37", 3), ("0-39", 1), ("20-31", 9)])
def test_s003_farta_envite_reduced_to_what_one_lacks(points: str, lack: int) -> None:
    """«este equipo puede aceptar la apuesta reduciéndola sólo a la cantidad de puntos que le faltan»."""
    assert awards(bet(f"1 envido-10 ; 2 mi-falta ; {TRUCO_TO_B}", points))[0] == ("envido", "A", lack)


def test_s003_farta_envite_takes_the_winner_out() -> None:
    """The side that accepted its farta wins the pata with it, though it loses the truco."""
    text = belmez("1 envido-10 ; 2 mi-falta ; 1 1e ; 2 7c ; 1 1b ; 2 6c", UNLINKED, THIRTY_THREE, score="20-37")
    assert awards(text) == [("envido", "B", 3)]
    assert games(text) == (0, 1)


def test_s003_farta_envite_only_of_a_bet_above_it() -> None:
    """«si el equipo rival le reta por un número de puntos superior a los que le restan»."""
    assert "mi-falta" in turn(bet("1 envido-4", "20-37"))[2]
    assert "mi-falta" not in turn(bet("1 envido", "20-37"))[2]
    assert "mi-falta" not in turn(bet("1 envido-4", "20-36"))[2]
    assert "mi-falta" not in turn(bet("1 envido-10", "37-20"))[2]
    assert "mi-falta" not in turn(bet("", "20-37"))[1]


def test_s003_farta_envite_of_a_raise() -> None:
    """The sum bet counts: 2 and 4 more are above a farta of 5, and the raiser himself may be the one behind."""
    assert "mi-falta" in turn(bet("1 envido ; 2 mas-4", "35-20"))[1]
    assert "mi-falta" not in turn(bet("1 envido ; 2 mas-4", "34-20"))[1]
    assert awards(bet(f"1 envido ; 2 mas-4 ; 1 mi-falta ; {TRUCO_TO_B}", "35-20")) == [("envido", "A", 5)]


def test_s003_farta_envite_of_the_pata() -> None:
    """At 20-37 the pata is worth 20 to one and 3 to the other; the one ahead may take it for 3."""
    assert awards(bet(f"1 envido-pata ; 2 mi-falta ; {TRUCO_TO_B}", "20-37")) == [("envido", "A", 3), ("truco", "B", 1)]
    assert "mi-falta" not in turn(bet("1 envido-pata", "37-20"))[2]
    assert "mi-falta" not in turn(bet("1 envido-pata", "20-20"))[2]


# --------------------------------------------------------------------------------------------- settling the envite


def test_s003_envite_tie_goes_to_the_mano() -> None:
    """«En caso de empate, gana los tantos el jugador que fue mano»."""
    same = ("7c 5c 1e", "7b 5b 1o")
    assert awards(belmez("1 envido ; 2 quiero ; 1 mazo", *same))[0] == ("envido", "A", 2)
    assert awards(belmez("2 envido ; 1 quiero ; 2 mazo", *same, dealer=1))[0] == ("envido", "B", 2)


def test_s003_envite_tie_in_the_redondo_goes_to_the_nearest_to_the_mano() -> None:
    low, high, same, least = "1e 2b 3o", "7c 5c 4e", "7b 5b 1o", "2c 3e 4o"
    ending = "1 mazo ; 2 mazo ; 3 mazo"
    assert awards(redondo(f"1 envido ; 2 quiero ; {ending}", low, high, same, least))[0] == ("envido", "B", 2)
    assert awards(redondo(f"1 envido ; 2 quiero ; {ending}", low, least, high, same))[0] == ("envido", "A", 2)


def test_s003_envite_written_when_the_hand_is_over() -> None:
    """«Los tantos se anotan al finalizar cada mano»."""
    judge(bet("1 envido ; 2 quiero\n= 0-0\n1 7c ; 2 1e\n= 0-0\n2 1b ; 1 6c\n= 2-1\n== envido A 2\n== truco B 1"))
    judge(bet("1 envido ; 2 no-quiero\n= 0-0\n1 mazo\n= 1-1"))


def test_s003_envite_only_the_scorer_shows_cards() -> None:
    """«Sólo quien va a anotárselos está obligado a justificarlos, enseñando sus cartas de envite al rival»."""
    assert seats_that_show(bet("1 envido ; 2 quiero")) == []
    assert seats_that_show(bet(f"1 envido ; 2 quiero ; {TRUCO_TO_B}")) == [1]
    assert seats_that_show(bet(f"1 envido ; 2 no-quiero ; {TRUCO_TO_B}")) == []


def test_s003_envite_annulled_by_a_flor() -> None:
    """«queda anulada, sin valor, cuando alguien declara, en la primer ronda de la mano, tener flor»."""
    flor = ("2e 2b 3o", "7c 6c 4c")
    ending = "1 2e ; 2 7c ; 1 2b ; 2 6c"
    assert awards(belmez(f"1 envido ; 2 flor ; 1 guena ; {ending}", *flor)) == [("flor", "B", 3), ("truco", "A", 1)]
    refused = f"1 envido ; 2 no-quiero ; 1 2e ; 2 flor ; 1 guena ; {ending.removeprefix('1 2e ; ')}"
    assert awards(belmez(refused, *flor)) == [("flor", "B", 3), ("truco", "A", 1)]


def test_s003_envite_accepted_and_then_annulled_by_a_third() -> None:
    """In the redondo a flor sung in its turn of the first round annuls the envite that the others had settled."""
    cards = ("7c 6c 4e", "1e 2b 3o", "4c 5e 6o", "1b 6b 7b")
    settled = "1 envido ; 2 quiero ; 1 4e ; 2 1e ; 3 4c"
    ending = "4 6b ; 2 3o ; 3 mazo ; 4 7b ; 1 mazo"
    assert awards(redondo(f"{settled} ; 4 flor ; 1 guena ; {ending}", *cards)) == [("flor", "B", 3), ("truco", "B", 1)]
    assert awards(redondo(f"{settled} ; {ending}", *cards))[0] == ("envido", "A", 2)


def test_s003_envite_not_after_a_flor() -> None:
    flor = ("7c 6c 4c", "1e 1b 4o")
    assert "envido" not in turn(belmez("1 flor ; 2 guena ; 1 7c", *flor))[2]


def test_s003_envite_not_by_the_holder_of_a_flor() -> None:
    """BE-13: he must sing; only refusing is left to him. Vocabulario: the reservá is «la única»."""
    flor = ("7c 6c 4c", "1e 1b 4o")
    assert not bets(turn(belmez("", *flor))[1])
    assert set(turn(belmez("2 envido", *flor, dealer=1))[1]) == {"flor", "mazo", "no-quiero"}


def test_s003_envite_a_silent_flor_gives_it_no_points() -> None:
    """Vocabulario Reservá: «la única Flor que puede participar con sus puntos en el envite»."""
    cards = ("4e 3c 2o", "6b 1o 2c", "7c 6c 5c", "3b 4o 1e")
    text = "1 envido ; 2 quiero ; 1 2o ; 2 6b ; 3 5c ; 4 4o ; 1 mazo ; 2 2c ; 3 mazo"
    assert awards(redondo(text, *cards))[0] == ("envido", "B", 2)


def test_s003_envite_of_unknown_cards_goes_by_what_was_played() -> None:
    """Who accepted holds no flor, so the 7 and 6 of copas that he laid are 33 at least, whatever his third card is."""
    text = belmez("1 envido ; 2 quiero ; 1 4o ; 2 7c ; 2 6c ; 1 5e", "7e 5e 4o", "?? ?? ??")
    assert awards(text) == [("envido", "B", 2), ("truco", "B", 1)]


def test_s003_envite_of_unknown_cards_may_be_impossible_to_settle() -> None:
    assert "not known" in illegal(belmez("1 envido ; 2 quiero ; 1 mazo", "7e 5e 4o", "?? ?? ??")).message
    assert "not known" in illegal(belmez("1 envido ; 2 quiero ; 1 4o ; 2 4c ; 1 mazo", "7e 5e 4o", "?? ?? ??")).message


def test_s003_envite_thrown_in_counts_as_refused() -> None:
    """Irse a la baraja: the call that waits counts as refused, and the rivals take the hand."""
    assert awards(bet("1 envido ; 2 mazo")) == [("envido", "A", 1), ("truco", "A", 1)]
    assert awards(bet("1 envido ; 2 mas-4 ; 1 mazo")) == [("envido", "B", 2), ("truco", "B", 1)]


def test_s003_envite_points_of_a_player_who_left_do_not_count() -> None:
    cards = ("7c 6c 4e", "1e 2b 3o", "4c 5e 6o", "1b 7o 2c")
    ending = "2 1e ; 3 4c ; 4 2c ; 2 2b ; 3 mazo"
    assert awards(redondo(f"1 envido ; 2 quiero ; 1 mazo ; {ending}", *cards))[0] == ("envido", "A", 2)
    assert awards(redondo(f"1 mazo ; 2 envido ; 3 quiero ; {ending}", *cards))[0] == ("envido", "B", 2)
