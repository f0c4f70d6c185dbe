"""Bélmez, S003 Reglamento 2: the flor."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.record_queries import (
    awards,
    envido_points,
    finished,
    games,
    hand,
    judge,
    last_is_illegal,
    score,
    seats_that_show,
    tricks,
    turn,
)

belmez = partial(hand, variant="belmez")
redondo = partial(hand, variant="belmez", score="30-30")

COPAS = "7c 6c 4c"  # 37
ESPADAS = "6e 5e 2e"  # 33
BASTOS = "7b 2b 1b"  # 30
NONE = "1e 1b 4o"
NONE_OF_FOUR = ("3e 2b 1o", "4e 3b 2o", "5e 4b 3o")
RESERVA = "5o 12b 3c"  # 44
ALL_GO = "1 mazo ; 2 mazo ; 3 mazo"  # of four: the hand to B


def against(moves: str, first: str = COPAS, second: str = ESPADAS, points: str = "0-0", options: str = "") -> str:
    return belmez(moves, first, second, score=points, options=options)


# ------------------------------------------------------------------------------------------------------- the window


def test_s003_flor_is_sung_in_the_turn_of_the_envite() -> None:
    """«se dirime en el mismo turno de juego del envido. Antes de resolver quién ha conseguido la primer baza»."""
    assert "flor" in turn(against(""))[1]
    assert "flor" in turn(against("1 7c"))[2]
    assert "flor" not in turn(against("1 7c ; 2 6e"))[1]
    assert "flor" not in turn(against("1 7c ; 2 6e ; 1 6c"))[2]


def test_s003_flor_not_sung_then_never_scores() -> None:
    """«de no hacerlo así, al final de la mano no podrán anotarse puntos por flor»."""
    assert awards(against("1 7c ; 2 6e ; 1 6c ; 2 5e")) == [("truco", "A", 1)]
    assert awards(against("1 7c ; 2 flor ; 1 guena ; 2 6e ; 1 6c ; 2 5e")) == [("flor", "B", 3), ("truco", "A", 1)]


def test_s003_flor_needs_a_flor() -> None:
    last_is_illegal(against("\n1 flor", NONE, COPAS))
    last_is_illegal(against("1 flor\n2 flor", COPAS, NONE))


def test_s003_flor_over_a_truco_that_waits() -> None:
    """Vocabulario «Lah de farruco»: flor and truco; the flor is settled first and the truco then answered."""
    text = against("1 truco ; 2 flor ; 1 guena", NONE)
    assert set(turn(text)[2]) == {"quiero", "no-quiero", "retruco", "mazo"}
    assert awards(text + " ; 2 no-quiero") == [("flor", "B", 3), ("truco", "A", 1)]
    assert "truco" in turn(against("1 flor ; 2 guena", COPAS, NONE))[1]


def test_s003_flor_after_an_envite_was_refused() -> None:
    assert "flor" in turn(belmez("1 envido ; 2 no-quiero ; 1 4o", NONE, COPAS))[2]


# ------------------------------------------------------------------------------------------------ one side has flor


def test_s003_flor_guena_pays_three_at_the_end() -> None:
    """«su contrario no lleva, dirá güena, aceptando el hecho de que al final de la mano su rival se anote los 3»."""
    text = against("1 flor", COPAS, NONE)
    assert turn(text) == {2: ["guena", "mazo"]}
    judge(text + " ; 2 guena\n= 0-0\n1 7c ; 2 1e ; 2 1b ; 1 6c\n= 3-1\n== flor A 3\n== truco B 1")


def test_s003_flor_guena_is_said_by_any_rival() -> None:
    text = redondo("1 flor", COPAS, *NONE_OF_FOUR)
    assert turn(text) == {2: ["guena"], 4: ["guena"]}
    assert list(turn(text + " ; 4 guena")) == [1]


def test_s003_flor_thrown_in_instead_of_guena() -> None:
    assert awards(against("1 flor ; 2 mazo", COPAS, NONE)) == [("flor", "A", 3), ("truco", "A", 1)]


@pytest.mark.parametrize("name", ["cahtellana", "leona", "pelusa", "Flor"])
def test_s003_flor_has_other_names(name: str) -> None:
    """Vocabulario: Cahtellana, Leona, Pelusa."""
    assert awards(against(f"1 {name} ; 2 Güena ; 1 mazo", COPAS, NONE))[0] == ("flor", "A", 3)


def test_s003_flor_must_be_shown_to_be_scored() -> None:
    """«todo jugador que pretenda anotarse tantos por flor debe justificarla, mostrando sus cartas a los demás»."""
    assert seats_that_show(against("1 flor ; 2 flor ; 1 chica ; 2 chica ; 1 mazo")) == [1]
    assert seats_that_show(against("1 flor ; 2 guena ; 1 7c ; 2 1e ; 2 1b ; 1 6c", COPAS, NONE)) == [1]
    partners_sing = redondo(f"1 flor ; 3 flor ; 2 guena ; {ALL_GO}", COPAS, "3e 2b 1o", "1c 2c 3c", "4e 3b 2o")
    assert sorted(seats_that_show(partners_sing)) == [1, 3]


def test_s003_flor_of_a_refused_rehto_must_be_shown_too() -> None:
    """«todo jugador que pretenda anotarse tantos por flor debe justificarla»; the one who ran need not."""
    assert seats_that_show(against("1 flor ; 2 flor ; 1 al-resto ; 2 no-quiero ; 1 mazo")) == [1]
    pair = redondo(
        f"1 flor ; 3 flor ; 4 flor ; 1 al-resto ; 4 no-quiero ; {ALL_GO}", ESPADAS, "3e 3b 1o", BASTOS, COPAS
    )
    assert sorted(seats_that_show(pair)) == [1, 3]


# ----------------------------------------------------------------------------------------------- flor against flor


def test_s003_flor_against_flor_the_first_singer_speaks_first() -> None:
    """«vuelve entonces el turno de palabra al jugador mano, que calificará la suya como chica o como ar rehto»."""
    assert turn(against("1 flor")) == {2: ["flor"]}
    assert turn(against("1 flor ; 2 flor")) == {1: ["al-resto", "chica"]}
    assert turn(against("1 flor ; 2 flor ; 1 chica")) == {2: ["al-resto", "chica"]}
    assert turn(against("1 7c ; 2 flor")) == {1: ["guena", "mazo"]}


def test_s003_flor_both_chica_the_better_takes_three_after_the_truco() -> None:
    """«una vez disputado el truco se comprueba quién gana»; «Sólo uno de ellos se hará con los 3 puntos»."""
    sung = "1 flor ; 2 flor ; 1 chica ; 2 chica"
    judge(against(f"{sung}\n= 0-0\n1 7c ; 2 6e ; 1 6c ; 2 5e\n= 4-0\n== flor A 3"))
    judge(against(f"{sung}\n1 6e ; 2 7c ; 2 6c ; 1 5e\n= 0-4\n== flor B 3", ESPADAS, COPAS))


def test_s003_flor_tie_goes_to_the_mano() -> None:
    """«del mismo modo como se cuentan los tantos de envido»."""
    same = ("7c 6c 4c", "7b 6b 4b")
    text = "{0} flor ; {1} flor ; {0} chica ; {1} chica ; {0} mazo"
    assert awards(belmez(text.format(1, 2), *same))[0] == ("flor", "A", 3)
    assert awards(belmez(text.format(2, 1), *same, dealer=1))[0] == ("flor", "B", 3)


@pytest.mark.parametrize(
    ("sung", "cards", "side"),
    [
        ("1 flor ; 2 flor ; 1 al-resto ; 2 quiero", (COPAS, ESPADAS), "A"),
        ("1 flor ; 2 flor ; 1 ar-rehto ; 2 lo-quiero", (ESPADAS, COPAS), "B"),
        ("1 flor ; 2 flor ; 1 chica ; 2 al-resto ; 1 quiero", (COPAS, ESPADAS), "A"),
        ("1 flor ; 2 flor ; 1 chica ; 2 al-resto ; 1 quiero", (ESPADAS, COPAS), "B"),
    ],
)
def test_s003_flor_rehto_accepted_stops_the_play_for_the_pata(sung: str, cards: tuple[str, str], side: str) -> None:
    """«entonces se suspende el juego … ganará la pata el que posea la flor de mayor valor numérico»."""
    text = against(sung, *cards, points="11-5")
    assert awards(text) == [("flor", side, 29 if side == "A" else 35)]
    assert games(text) == ((1, 0) if side == "A" else (0, 1))
    assert (score(text), finished(text), tricks(text)) == ((0, 0), True, [])


def test_s003_flor_rehto_refused_pays_three_to_the_challenger() -> None:
    """«se anota los 3 tantos el que lanzó el desafío, aunque … fuese la suya de menor valor»."""
    first = against("1 flor ; 2 flor ; 1 al-resto ; 2 no-quiero ; 1 6e ; 2 7c ; 2 6c ; 1 5e", ESPADAS, COPAS)
    assert awards(first) == [("flor", "A", 3), ("truco", "B", 1)]
    second = against("1 flor ; 2 flor ; 1 chica ; 2 al-resto ; 1 no-quiero ; 1 7c ; 2 6e ; 1 6c ; 2 5e")
    assert awards(second) == [("flor", "B", 3), ("truco", "A", 1)]


def test_s003_flor_rehto_is_answered_by_the_rivals() -> None:
    assert turn(against("1 flor ; 2 flor ; 1 al-resto")) == {2: ["mazo", "no-quiero", "quiero"]}
    assert awards(against("1 flor ; 2 flor ; 1 al-resto ; 2 mazo")) == [("flor", "A", 3), ("truco", "A", 1)]


def test_s003_farta_flor_reduced_to_what_one_lacks() -> None:
    """Reglas de Oro: «aceptar sólo su farta a cada reto, en envites o flor»."""
    text = against("1 flor ; 2 flor ; 1 al-resto", points="20-35")
    assert "mi-falta" in turn(text)[2]
    assert awards(text + " ; 2 mi-falta ; 1 7c ; 2 6e ; 1 6c ; 2 5e") == [("flor", "A", 5), ("truco", "A", 1)]
    ahead = against("1 flor ; 2 flor ; 1 al-resto ; 2 mi-falta ; 1 mazo", ESPADAS, COPAS, "20-35")
    assert (awards(ahead), games(ahead)) == ([("flor", "B", 5)], (0, 1))


def test_s003_farta_flor_is_for_the_side_ahead_only() -> None:
    assert "mi-falta" not in turn(against("1 flor ; 2 flor ; 1 al-resto", points="35-20"))[2]
    assert "mi-falta" not in turn(against("1 flor ; 2 flor ; 1 al-resto", points="20-20"))[2]


def test_s003_flor_three_points_can_win_the_pata_before_the_truco() -> None:
    """Flor, envite, truco: at 37-39 a güena flor counts before the truco that B wins."""
    text = against("1 flor ; 2 guena ; 1 7c ; 2 1e ; 2 1b ; 1 6c", COPAS, NONE, "37-39")
    assert (awards(text), games(text)) == ([("flor", "A", 3)], (1, 0))


# ---------------------------------------------------------------------------------------------------------- redondo


def test_s003_flor_redondo_alone() -> None:
    """«Nadie más cante flor, con lo que su equipo se anotará al final de la mano 3 puntos»."""
    assert awards(redondo(f"1 flor ; 2 guena ; {ALL_GO}", COPAS, *NONE_OF_FOUR))[0] == ("flor", "A", 3)


def test_s003_flor_redondo_two_of_one_side() -> None:
    """«el equipo agraciado con las 2 flores se anotará 6 puntos, 3 por cada una de ellas»."""
    cards = (COPAS, "3e 2b 1o", "1c 2c 3c", "4e 3b 2o")
    assert turn(redondo("1 flor", *cards)) == {3: ["flor"]}
    assert awards(redondo(f"1 flor ; 3 flor ; 4 guena ; {ALL_GO}", *cards))[0] == ("flor", "A", 6)


def test_s003_flor_redondo_each_holder_sings_in_turn_from_the_singer() -> None:
    """«así lo confiesan llegado su turno de palabra. De nuevo el primero … ha de responder al resto de flores»."""
    cards = (COPAS, ESPADAS, "1o 2o 3o", BASTOS)
    moves = ["2 flor", "3 flor", "4 flor", "1 chica", "2 chica", "3 chica"]
    for count, seat in enumerate((2, 3, 4, 1, 2, 3, 4)):
        text = redondo(" ; ".join(["1 flor", *moves[:count]]), *cards)
        assert turn(text) == {seat: ["flor"] if count < 3 else ["al-resto", "chica"]}


def test_s003_flor_redondo_from_a_singer_in_the_middle() -> None:
    """Counter-clockwise from the singer: 3 sings, then 4 and 2; 1 has laid a card and is not asked."""
    cards = (COPAS, ESPADAS, "1o 2o 3o", BASTOS)
    assert turn(redondo("1 7c ; 2 mazo ; 3 flor", *cards)) == {4: ["flor"]}
    assert turn(redondo("1 mazo ; 2 flor", *cards)) == {3: ["flor"]}
    assert turn(redondo("1 7c ; 2 6e ; 3 flor ; 4 flor", *cards)) == {3: ["al-resto", "chica"]}


@pytest.mark.parametrize(
    ("cards", "side", "paid"),
    [
        ((COPAS, ESPADAS, "3e 2b 1o", "4e 3b 2o"), "A", 3),
        ((ESPADAS, COPAS, "3e 2b 1o", "4e 3b 2o"), "B", 3),
        ((COPAS, ESPADAS, "3o 2o 1o", "4e 3b 2b"), "A", 6),
        ((ESPADAS, COPAS, "3o 2o 1o", "4e 3b 2b"), "B", 3),
        ((COPAS, ESPADAS, "4e 3b 2o", BASTOS), "A", 3),
        ((ESPADAS, COPAS, "4e 3b 2o", BASTOS), "B", 6),
        ((COPAS, ESPADAS, "3o 2o 1o", BASTOS), "A", 6),
        ((BASTOS, "3o 2o 1o", ESPADAS, COPAS), "B", 6),
    ],
)
def test_s003_flor_redondo_all_chica_pays_each_of_the_winners(cards: tuple[str, ...], side: str, paid: int) -> None:
    """«Esto ocurrirá ciertamente si todos los demás jugadores que lleven flor se expresan igualmente»; BE-14."""
    singers = [seat for seat, held in enumerate(cards, start=1) if len({card[-1] for card in held.split()}) == 1]
    moves = [f"{seat} flor" for seat in singers] + [f"{seat} chica" for seat in singers]
    assert awards(redondo(" ; ".join([*moves, ALL_GO]), *cards))[0] == ("flor", side, paid)


def test_s003_flor_redondo_rehto_accepted_by_either_rival() -> None:
    """«si alguno de sus rivales acepta, ganará la pata el que posea una flor de mayor valor»."""
    cards = (ESPADAS, "3e 3b 1o", BASTOS, COPAS)
    text = redondo("1 flor ; 3 flor ; 4 flor ; 1 al-resto", *cards)
    assert sorted(turn(text)) == [2, 4]
    for seat in (2, 4):
        accepted = f"{text} ; {seat} quiero"
        assert (awards(accepted), games(accepted), tricks(accepted)) == ([("flor", "B", 10)], (0, 1), [])


def test_s003_flor_redondo_rehto_refused_pays_the_partners_too() -> None:
    """«será este jugador atrevido el que se lleve los 3 tantos de flor (mas 3 de su compañero, si también llevase)»."""
    ours = redondo(
        f"1 flor ; 3 flor ; 4 flor ; 1 al-resto ; 4 no-quiero ; {ALL_GO}", ESPADAS, "3e 3b 1o", BASTOS, COPAS
    )
    assert awards(ours)[0] == ("flor", "A", 6)
    alone = redondo(
        f"1 flor ; 2 flor ; 4 flor ; 1 al-resto ; 2 no-quiero ; {ALL_GO}", BASTOS, COPAS, "4e 3b 2o", ESPADAS
    )
    assert awards(alone)[0] == ("flor", "A", 3)


def test_s003_flor_redondo_rehto_said_later_in_the_turn() -> None:
    """«pero si alguno echa er rehto en su turno de palabra, la solución … en el apartado anterior»."""
    cards = (COPAS, ESPADAS, "1o 2o 3o", BASTOS)
    text = redondo("1 flor ; 2 flor ; 3 flor ; 4 flor ; 1 chica ; 2 chica ; 3 al-resto", *cards)
    assert sorted(turn(text)) == [2, 4]
    assert awards(f"{text} ; 2 no-quiero ; {ALL_GO}")[0] == ("flor", "A", 6)
    assert games(f"{text} ; 4 quiero") == (1, 0)


# ---------------------------------------------------------------------------------------------------------- reservá


def test_s003_reserva_need_not_be_sung() -> None:
    """«el jugador que lleva la reservá no tiene obligación de cantarla»."""
    assert turn(against("1 flor", COPAS, RESERVA))[2] == ["flor", "guena", "mazo"]
    assert {"flor", "envido", "truco", "3c"} <= set(turn(belmez("", RESERVA, "1e 1b 4o"))[1])


def test_s003_reserva_may_answer_a_flor() -> None:
    """BE-20: yes, if it is still in its first turn."""
    sung = against("1 flor ; 2 flor ; 1 chica ; 2 chica ; 1 mazo", COPAS, RESERVA)
    assert awards(sung)[0] == ("flor", "B", 3)
    assert turn(belmez("1 3c ; 2 flor", RESERVA, COPAS)) == {1: ["guena", "mazo"]}


def test_s003_reserva_left_unsung_scores_no_flor() -> None:
    assert awards(against("1 flor ; 2 guena ; 1 mazo", COPAS, RESERVA)) == [("flor", "A", 3), ("truco", "B", 1)]


def test_s003_reserva_of_a_partner_unsung_takes_no_part() -> None:
    """«tienen la obligación de cantar todas las flores en este turno: de no hacerlo, no podrán anotarse puntos»."""
    cards = (ESPADAS, COPAS, RESERVA.replace("3c", "3e"), "4e 3b 2o")
    text = redondo(f"1 flor ; 2 flor ; 1 chica ; 2 chica ; {ALL_GO}", *cards)
    assert awards(text)[0] == ("flor", "B", 3)


def test_s003_reserva_of_a_partner_may_be_sung_among_the_others() -> None:
    """BE-20: also where both sides have sung already, a reservá in its first turn may come out."""
    cards = (ESPADAS, COPAS, RESERVA.replace("3c", "3e"), "4e 3b 2o")
    assert "flor" in turn(redondo("1 flor ; 2 flor", *cards)).get(3, [])


def test_s003_reserva_plays_the_envite_with_its_three_cards() -> None:
    """«la posibilidad de disputar envidos con ella»; «50 puntos de envido» with the caballo."""
    for third, value in (("11b", 50), ("3c", 44), ("1e", 42)):
        text = belmez("1 envido ; 2 quiero ; 1 5o ; 2 4e ; 1 12b ; 2 6c", f"5o 12b {third}", "7c 6c 4e")
        assert awards(text) == [("envido", "A", 2), ("truco", "A", 1)]
        assert envido_points(text) == {1: value, 2: 33}


def test_s003_reserva_accepts_and_raises_an_envite() -> None:
    assert {"quiero", "no-quiero", "mas-4", "flor"} <= set(turn(belmez("1 envido", NONE, RESERVA))[2])
    plain = turn(belmez("1 envido", NONE, "5o 11b 3c"))[2]
    assert not {"quiero", "mas-4"} & set(plain)


@pytest.mark.parametrize("cards", ["5o 11b 3c", "12b 11b 3c", "12b 10o 3c", "5o 10o 3c", "11b 10o 3c"])
def test_s003_reserva_is_the_five_of_oros_with_the_gallo_only(cards: str) -> None:
    """«conteniendo cualquier carta mas el 5 de oros y el gallo»: any other pair of piezas is a plain flor."""
    assert turn(against("1 flor", COPAS, cards)) == {2: ["flor"]}
    assert "envido" not in turn(belmez("", cards, NONE))[1]
