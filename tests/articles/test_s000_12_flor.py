"""S000 §12: one flor against another: the four answers, what each is worth, and the words that are open."""

from __future__ import annotations

import pytest

from tests.support.record_queries import awards, games, hand, last_is_illegal, score, turn

LOW, HIGH = "1o 6o 10o", "7e 4e 3e"  # 27 and 34
PLAIN = "4b 6c 11b"
SCORE, RESTO = "11-4", 19

# The moves, who is paid, and how much. Seat 2 has the better flor.
TABLE = [
    ("2 flor ; 1 quiero", "B", 3),
    ("2 con-flor-me-achico", "A", 3),
    ("2 contraflor ; 1 quiero", "B", 6),
    ("2 contraflor ; 1 no-quiero", "B", 3),
    ("2 contraflor ; 1 con-flor-me-achico", "B", 3),
    ("2 contraflor ; 1 contraflor-al-resto ; 2 quiero", "B", RESTO + 6),
    ("2 contraflor ; 1 contraflor-al-resto ; 2 no-quiero", "A", 6),
    ("2 contraflor-al-resto ; 1 quiero", "B", RESTO + 6),
    ("2 contraflor-al-resto ; 1 no-quiero", "B", 3),
    ("2 flor ; 1 contraflor ; 2 quiero", "B", 6),
    ("2 flor ; 1 contraflor ; 2 no-quiero", "A", 3),
    ("2 flor ; 1 contraflor ; 2 contraflor-al-resto ; 1 quiero", "B", RESTO + 6),
    ("2 flor ; 1 contraflor ; 2 contraflor-al-resto ; 1 no-quiero", "B", 6),
    ("2 flor ; 1 contraflor-al-resto ; 2 quiero", "B", RESTO + 6),
    ("2 flor ; 1 contraflor-al-resto ; 2 no-quiero", "A", 3),
]


def flor(moves: str, options: str = "", points: str = SCORE) -> str:
    """Return the record of a hand in which both players have a flor and seat 1 sings."""
    return hand(f"1 flor ; {moves}" if moves else "1 flor", LOW, HIGH, options=options, score=points)


@pytest.mark.parametrize(("moves", "side", "points"), TABLE)
def test_s000_12_every_sequence_of_the_table(moves: str, side: str, points: int) -> None:
    """§12: "Cuando se canta una flor, hay cuatro posibles respuestas por parte de los jugadores contrarios"."""
    assert awards(flor(moves)) == [("flor", side, points)]


@pytest.mark.parametrize(("moves", "side", "points"), TABLE)
def test_s000_12_the_word_returns_to_the_singer_after_the_table(moves: str, side: str, points: int) -> None:
    """§12: "todos los posibles desafíos entre flores deben quedar resueltos antes de proseguir el juego"."""
    assert turn(flor(moves)) == {1: ["10o", "1o", "6o", "mazo", "truco"]}


@pytest.mark.parametrize("option", ["flor_achico=4", "contraflor_refused=4", "resto_refused=4"])
@pytest.mark.parametrize(("moves", "side", "points"), TABLE)
def test_s000_12_options_for_refused_flores(option: str, moves: str, side: str, points: int) -> None:
    """AR-3: each option changes one kind of refusal to 4; al resto over a contraflor is always 6."""
    direct = moves.removeprefix("2 flor ; ")
    changed = {
        "flor_achico=4": direct == "2 con-flor-me-achico",
        "contraflor_refused=4": direct.endswith(("contraflor ; 1 no-quiero", "contraflor ; 2 no-quiero", "me-achico"))
        and direct != "2 con-flor-me-achico",
        "resto_refused=4": direct in ("2 contraflor-al-resto ; 1 no-quiero", "1 contraflor-al-resto ; 2 no-quiero"),
    }[option]
    assert awards(flor(moves, option)) == [("flor", side, 4 if changed else points)]


def test_s000_12_a_lone_flor_pays_three() -> None:
    """§12: "Cuando un jugador tiene tres cartas del mismo palo canta diciendo flor": 3."""
    text = hand("1 flor", LOW, PLAIN)
    assert awards(text) == [("flor", "A", 3)]
    assert turn(text) == {1: ["10o", "1o", "6o", "mazo", "truco"]}


def test_s000_10_flor_needs_three_cards_of_one_suit() -> None:
    """§10: "Para cantar flor es necesario que las tres cartas de la mano sean del mismo palo"."""
    last_is_illegal(hand("1 flor", "1o 6o 10c", HIGH))
    assert "flor" not in turn(hand("", "1o 6o 10c", HIGH))[1]
    assert "flor" in turn(hand("", LOW, PLAIN))[1]


def test_s000_12_the_answers_to_a_flor() -> None:
    """§12: "1. Flor. 2. Con flor me achico. … 4. Contra flor. 5. Contraflor al resto"."""
    assert turn(flor("")) == {2: ["con-flor-me-achico", "contraflor", "contraflor-al-resto", "flor"]}


def test_s000_12_a_flor_answered_with_flor_may_be_raised() -> None:
    """§12.1: "A esta flor se puede responder también declararando contraflor"."""
    assert turn(flor("2 flor")) == {1: ["contraflor", "contraflor-al-resto", "quiero"]}


def test_s000_12_the_answers_to_a_contraflor() -> None:
    """§12: "Después de cantar contraflor, los contrarios tiene tres opciones"."""
    assert turn(flor("2 contraflor")) == {1: ["contraflor-al-resto", "mazo", "no-quiero", "quiero"]}
    assert turn(flor("2 flor ; 1 contraflor")) == {2: ["contraflor-al-resto", "mazo", "no-quiero", "quiero"]}


@pytest.mark.parametrize("moves", ["2 contraflor-al-resto", "2 contraflor ; 1 contraflor-al-resto"])
def test_s000_12_the_answers_to_al_resto(moves: str) -> None:
    """§12: "Las respuestas a la proposición de contraflor al resto son sólo dos"."""
    answerer = 1 if moves.startswith("2 contraflor-al-resto") else 2
    assert turn(flor(moves)) == {answerer: ["mazo", "no-quiero", "quiero"]}


@pytest.mark.parametrize("move", ["2 7e", "2 mazo", "2 quiero", "2 no-quiero", "2 truco", "2 envido", "1 1o"])
def test_s000_12_a_flor_must_be_sung_after_a_rivals_flor(move: str) -> None:
    """§12: "los otros jugadores que la tienen la cantan en su turno"."""
    last_is_illegal(hand(f"1 flor\n{move}", LOW, HIGH))


@pytest.mark.parametrize(
    "move", ["1 envido", "2 truco", "2 quiero", "1 flor", "2 flor", "1 contraflor", "2 con-flor-me-achico"]
)
def test_s000_12_a_lone_flor_asks_nothing(move: str) -> None:
    """§12: without a flor opposite there is nothing to say, and the envido is gone."""
    last_is_illegal(hand(f"1 flor\n{move}", LOW, PLAIN))


@pytest.mark.parametrize("answer", ["con-flor-quiero", "quiero"])
def test_s000_12_con_flor_quiero(answer: str) -> None:
    """§12.3: "Con flor quiero. Significa siempre la aceptación del envite anterior … cierra la fase"."""
    assert awards(flor(f"2 contraflor ; 1 {answer}")) == [("flor", "B", 6)]


@pytest.mark.parametrize("answer", ["con-flor-no-quiero", "no-quiero"])
def test_s000_12_con_flor_no_quiero(answer: str) -> None:
    """§12: "con flor no quiero y con flor quiero"."""
    assert awards(flor(f"2 contraflor-al-resto ; 1 {answer}")) == [("flor", "B", 3)]


@pytest.mark.parametrize(("moves", "winner"), [("2 con-flor-me-achico", "A"), ("2 contraflor ; 1 no-quiero", "B")])
@pytest.mark.parametrize("held", [(LOW, HIGH), (HIGH, LOW)])
def test_s000_12_achicarse_gives_it_away_whatever_the_cards(moves: str, winner: str, held: tuple[str, str]) -> None:
    """§12.2: "incluso en el caso de que la flor de más valor estuviera en posesión del bando que se ha achicado"."""
    assert awards(hand(f"1 flor ; {moves}", *held)) == [("flor", winner, 3)]


@pytest.mark.parametrize("moves", ["2 flor ; 1 quiero", "2 contraflor ; 1 quiero", "2 contraflor-al-resto ; 1 quiero"])
@pytest.mark.parametrize(("dealer", "side"), [(2, "A"), (1, "B")])
def test_s000_12_equal_flores_go_to_the_mano(moves: str, dealer: int, side: str) -> None:
    """§17: "en caso de empate gana el mano"."""
    mano, rival = (1, 2) if dealer == 2 else (2, 1)
    reseated = moves.translate(str.maketrans("12", f"{mano}{rival}"))
    text = hand(f"{mano} flor ; {reseated}", "7o 4o 3o", HIGH, dealer=dealer)
    assert [(lance, winner) for lance, winner, _ in awards(text)] == [("flor", side)]


@pytest.mark.parametrize(("points", "value"), [("0-0", 36), ("24-0", 12), ("0-24", 12), ("29-28", 7), ("14-15", 21)])
def test_s000_12_al_resto_is_what_the_side_ahead_lacks_and_three_for_each_flor(points: str, value: int) -> None:
    """§12.5: "para que el equipo que lleva más alcance los 30 tantos, además de 3 por cada flor cantada"."""
    assert awards(flor("2 contraflor-al-resto ; 1 quiero", points=points)) == [("flor", "B", value)]


def test_s000_12_al_resto_won_by_the_side_ahead_wins_the_chico() -> None:
    """§12: "Si la gana el equipo que va por delante, gana también la partida"."""
    text = flor("2 contraflor-al-resto ; 1 quiero", points="10-11")
    assert games(text) == (0, 1)
    assert turn(text) == {}


def test_s000_12_al_resto_won_by_the_side_behind() -> None:
    """§12: "Si el que gana es el equipo que tenía menos, se anotará los tantos que el otro equipo necesitaba"."""
    text = flor("2 contraflor-al-resto ; 1 quiero", points="20-3")
    assert score(text) == (20, 19)
    assert games(text) == (0, 0)


@pytest.mark.parametrize(
    "moves", ["2 contraflor-al-resto ; 1 quiero", "2 contraflor ; 1 contraflor-al-resto ; 2 quiero"]
)
def test_s000_12_resto_mode_win_game(moves: str) -> None:
    """§12.5: "Algunos jugadores consideran … que, por tanto, el que gana este envite gana la partida"."""
    text = flor(moves, "resto_mode=win_game", points="20-3")
    assert games(text) == (0, 1)
    assert score(text) == (0, 0)


def test_s000_12_a_contraflor_and_mazo_is_refused() -> None:
    """§14 Irse al mazo: the pending call counts as refused, and the hand is lost."""
    assert awards(flor("2 contraflor ; 1 mazo")) == [("flor", "B", 3), ("truco", "B", 1)]
    over = flor("2 contraflor ; 1 contraflor-al-resto ; 2 mazo")
    assert awards(over) == [("flor", "A", 6), ("truco", "A", 1)]


def test_s000_12_flor_is_written_before_the_truco() -> None:
    """§11: "los cantos se hacen siguiendo el orden flor-envido-truco"."""
    text = flor("2 flor ; 1 quiero ; 1 truco ; 2 no-quiero")
    assert awards(text) == [("flor", "B", 3), ("truco", "A", 1)]
