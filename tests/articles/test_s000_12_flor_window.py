"""S000 §11, §12 and §16: when a flor may be sung, and what it does to envido and truco."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, hand, last_is_illegal, score, shown_cards, turn

FLOR, PLAIN = "7e 4e 3e", "1o 6o 10b"
OTHER = "2c 5c 12c"
FIRST_TRICK = "flor_window=first_trick"
FORCED = "flor_forced=on"
FOUR = ("1o 6o 10b", "7e 4e 3b", "5c 6c 12o", "2b 1b 11e")
TRUCO_ANSWERS = ["mazo", "no-quiero", "quiero", "retruco"]


def four(moves: str, flores: dict[int, str], options: str = "") -> str:
    held = [flores.get(seat, FOUR[seat - 1]) for seat in range(1, 5)]
    return hand(moves, *held, options=options)


# ------------------------------------------------------------------------------------------------ flor and envido


def test_s000_12_flor_cancels_a_pending_envido() -> None:
    """§12: "Si alguien canta flor queda cancelado todo lo cantado referido al envido"."""
    for calls in ("1 envido", "1 falta-envido"):
        text = hand(f"{calls} ; 2 flor", PLAIN, FLOR)
        assert awards(text) == [("flor", "B", 3)]
        assert turn(text) == {1: ["10b", "1o", "6o", "mazo", "truco"]}


def test_s000_12_flor_cancels_a_whole_chain() -> None:
    """§12: "todo lo cantado referido al envido echado por los jugadores anteriores"."""
    text = four("1 envido ; 2 real-envido ; 3 flor", {3: "5c 6c 12c"})
    assert awards(text) == [("flor", "A", 3)]


@pytest.mark.parametrize(("seat", "flor"), [(2, "7e 4e 3e"), (4, "2b 1b 11b")])
def test_s000_12_any_rival_with_flor_may_cancel_the_envido(seat: int, flor: str) -> None:
    """§11: "podría haberse iniciado el envido, que quedaría anulado si otro jugador canta flor"."""
    text = four(f"1 envido ; {seat} flor", {seat: flor})
    assert awards(text) == [("flor", "B", 3)]


def test_s000_04_no_envido_after_a_flor() -> None:
    """§4 Envido: "Sólo se juega si nadie tiene flor"."""
    sung = {1: "1o 6o 10o"}
    for moves in ("1 flor ; 1 1o", "1 flor ; 1 truco", "1 flor ; 1 1o ; 2 7e ; 3 5c"):
        calls = {move for codes in turn(four(moves, sung)).values() for move in codes}
        assert not calls & {"envido", "real-envido", "falta-envido"}


def test_s000_12_flores_that_answer_an_envido_may_be_raised() -> None:
    """§12: a rival who has not spoken answers the flor that cancelled the envido."""
    flores = {2: "7e 4e 3e", 3: "5c 6c 12c"}
    assert list(turn(four("1 envido ; 2 flor", flores))) == [3]
    assert awards(four("1 envido ; 2 flor ; 3 contraflor ; 2 quiero", flores)) == [("flor", "B", 6)]


@pytest.mark.parametrize(
    "moves", ["1 envido ; 2 envido\n1 flor", "1 envido ; 2 no-quiero\n1 flor", "1 truco ; 2 envido\n1 flor"]
)
def test_s000_11_another_call_loses_the_flor(moves: str) -> None:
    """§11: "La flor debe cantarse cuando llegue el turno de cada jugador antes de cualquiera otra jugada"."""
    last_is_illegal(hand(moves, FLOR, PLAIN))


@pytest.mark.parametrize("moves", ["1 envido ; 2 quiero ; 1 1o\n2 flor", "1 truco ; 2 quiero ; 1 1o\n2 flor"])
def test_s000_12_accepting_another_call_loses_the_flor(moves: str) -> None:
    """§12: "El canto debe realizarse antes de … aceptar cualquier otro tipo de proposición"."""
    last_is_illegal(hand(moves, PLAIN, FLOR))


def test_s000_12_a_raise_accepts_too() -> None:
    """§16: "en el caso de que se suba, ello implica la aceptación de las anteriores"."""
    last_is_illegal(hand("1 envido ; 2 envido ; 1 quiero ; 1 1o\n2 flor", PLAIN, FLOR))


# ------------------------------------------------------------------------------------------------- flor and truco


def test_s000_12_flor_suspends_a_pending_truco() -> None:
    """§12: "las de truco quedan en suspenso hasta que se haya resuelto la jugada"."""
    text = hand("1 truco ; 2 flor", PLAIN, FLOR)
    assert awards(text) == [("flor", "B", 3)]
    assert turn(text) == {2: TRUCO_ANSWERS}
    assert awards(f"{text} ; 2 no-quiero") == [("flor", "B", 3), ("truco", "A", 1)]


def test_s000_16_flor_y_quiero_retruco() -> None:
    """§16: "se le puede responder, por ejemplo, flor y quiero retruco"."""
    text = hand("1 truco ; 2 flor ; 2 quiero-retruco ; 1 no-quiero", PLAIN, FLOR)
    assert awards(text) == [("flor", "B", 3), ("truco", "B", 2)]


def test_s000_16_a_truco_said_before_the_flor_loses_it() -> None:
    """§16: "si alguien dice truco al principio … pierde la posibilidad de decir flor o envido"."""
    text = hand("1 truco ; 2 flor", FLOR, OTHER)
    assert awards(text) == [("flor", "B", 3)]
    assert turn(text) == {2: TRUCO_ANSWERS}


def test_s000_12_a_truco_waits_for_the_whole_flor() -> None:
    """§12: the truco stays suspended while the flores are raised."""
    flores = {2: "7e 4e 3e", 3: "5c 6c 12c"}
    raised = "1 truco ; 2 flor ; 3 contraflor"
    assert list(turn(four(raised, flores))) == [2, 4]
    settled = four(f"{raised} ; 2 quiero", flores)
    assert awards(settled) == [("flor", "B", 6)]
    answers = ["no-quiero", "quiero", "retruco"]
    assert turn(settled) == {2: answers, 4: answers}


def test_s000_12_flor_over_envido_over_truco() -> None:
    """§11: "siguiendo el orden flor-envido-truco": each waits for the one before it."""
    text = four("1 truco ; 2 envido ; 3 flor", {3: "5c 6c 12c"})
    assert awards(text) == [("flor", "A", 3)]
    answers = ["no-quiero", "quiero", "retruco"]
    assert turn(text) == {2: answers, 4: answers}


# ----------------------------------------------------------------------------------------------------- the window


def test_s000_18_flor_is_sung_before_the_own_card() -> None:
    """§18: "ya no se admite que se cante flor o envido": AR-6, before the own first card."""
    assert "flor" in turn(hand("1 1o", PLAIN, FLOR))[2]
    last_is_illegal(hand("1 4e ; 2 truco\n1 flor", FLOR, PLAIN))
    last_is_illegal(hand("1 7e ; 2 1o\n1 flor", FLOR, PLAIN))


def test_s000_12_flor_window_first_trick() -> None:
    """§12: "El canto debe realizarse antes de acabar la primera baza": `flor_window=first_trick`."""
    for call in ("truco", "envido"):
        moves = f"1 4e ; 2 {call}"
        assert "flor" not in turn(hand(moves, FLOR, PLAIN))[1]
        assert "flor" in turn(hand(moves, FLOR, PLAIN, options=FIRST_TRICK))[1]
    text = hand("1 4e ; 2 envido ; 1 flor", FLOR, PLAIN, options=FIRST_TRICK)
    assert awards(text) == [("flor", "A", 3)]


def test_s000_12_flor_window_first_trick_asks_those_who_have_played() -> None:
    """§12: until the first trick is over a flor answers a flor, also after the own card."""
    moves = "1 4e ; 2 flor"
    assert awards(hand(moves, FLOR, OTHER)) == [("flor", "B", 3)]
    assert list(turn(hand(moves, FLOR, OTHER, options=FIRST_TRICK))) == [1]
    assert awards(hand(f"{moves} ; 1 flor ; 2 quiero", FLOR, OTHER, options=FIRST_TRICK)) == [("flor", "A", 3)]


def test_s000_12_flor_window_first_trick_ends_with_it() -> None:
    """§12: "antes de acabar la primera baza"."""
    last_is_illegal(hand("1 7e ; 2 1o\n1 flor", FLOR, PLAIN, options=FIRST_TRICK))
    last_is_illegal(hand("1 4e ; 2 1o ; 2 truco\n1 flor", FLOR, PLAIN, options=FIRST_TRICK))


@pytest.mark.parametrize(("seat", "flor"), [(2, "7e 4e 3e"), (3, "5c 6c 12c"), (4, "2b 1b 11b")])
def test_s000_12_flor_is_sung_in_turn(seat: int, flor: str) -> None:
    """§11: "cuando llegue el turno de cada jugador"."""
    last_is_illegal(four(f"{seat} flor", {seat: flor}))


# -------------------------------------------------------------------------------------------- forced, silent, off


def test_s000_12_a_silent_flor_is_legal_as_a_rule() -> None:
    """§12: "debe cantarla para evitar una penalización": silence is punished, not prevented."""
    assert turn(hand("", FLOR, PLAIN)) == {
        1: ["3e", "4e", "7e", "envido", "falta-envido", "flor", "mazo", "real-envido", "truco"]
    }


@pytest.mark.parametrize("moves", ["", "1 1o", "1 truco", "1 envido"])
def test_s000_12_flor_forced(moves: str) -> None:
    """§11: "es obligado cantar flor por parte del jugador que la posee": `flor_forced=on`."""
    held = (FLOR, PLAIN) if not moves else (PLAIN, FLOR)
    holder = 1 if not moves else 2
    assert turn(hand(moves, *held, options=FORCED))[holder] == ["flor"]
    assert len(turn(hand(moves, *held))[holder]) > 1


def test_s000_12_flor_forced_binds_only_holders_of_a_flor() -> None:
    """§11: a player without a flor plays as always, and so does the singer afterwards."""
    assert turn(hand("", PLAIN, FLOR, options=FORCED)) == turn(hand("", PLAIN, FLOR))
    assert turn(hand("1 flor", FLOR, PLAIN, options=FORCED)) == {1: ["3e", "4e", "7e", "mazo", "truco"]}
    last_is_illegal(hand("1 4e", FLOR, PLAIN, options=FORCED))
    last_is_illegal(hand("1 mazo", FLOR, PLAIN, options=FORCED))


def test_s000_12_flor_off() -> None:
    """§12: "Muchos jugadores prefieren eliminarla de sus partidas"."""
    text = hand("", FLOR, OTHER, options="flor=off")
    assert turn(text) == {1: ["3e", "4e", "7e", "envido", "falta-envido", "mazo", "real-envido", "truco"]}
    last_is_illegal(hand("1 flor", FLOR, OTHER, options="flor=off"))
    assert awards(hand("1 envido ; 2 quiero", FLOR, OTHER, options="flor=off")) == [("envido", "A", 2)]
    assert score(hand("1 7e ; 2 2c ; 1 3e ; 2 5c", FLOR, OTHER, options="flor=off")) == (1, 0)


# ------------------------------------------------------------------------------------------------------- the proof


@pytest.mark.parametrize("moves", ["2 flor ; 1 quiero", "2 contraflor ; 1 quiero"])
def test_s000_12_the_winning_flor_is_shown_at_the_end(moves: str) -> None:
    """§12: "Al terminar la mano el jugador que tiene la flor ganadora debe mostrar sus cartas"."""
    text = hand(f"1 flor ; {moves}", OTHER, FLOR)
    assert shown_cards(text) == {}
    assert shown_cards(f"{text} ; 1 truco ; 2 no-quiero") == {2: ("7e", "4e", "3e")}


def test_s000_12_a_lone_flor_is_shown_at_the_end() -> None:
    """§12: "debe mostrar sus cartas antes de recoger los tantos"."""
    assert shown_cards(hand("1 flor ; 1 truco ; 2 no-quiero", FLOR, PLAIN)) == {1: ("7e", "4e", "3e")}


def test_s000_12_every_flor_that_is_paid_is_shown() -> None:
    """§12: with two flores paid to a side both are shown."""
    text = four("1 flor ; 3 flor ; 1 truco ; 2 no-quiero", {1: "1o 6o 10o", 3: "5c 6c 12c"})
    assert shown_cards(text) == {1: ("1o", "6o", "10o"), 3: ("5c", "6c", "12c")}
