"""`truquero play`: a table in the terminal, tested in Spanish through its input and output."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.typist import Typist
from truquero.bots import Azar
from truquero.cards import CARDS, Card
from truquero.i18n import speaking
from truquero.records import parse, replay
from truquero.speech.menu import BadChoice, menu_of
from truquero.speech.narration import TableText
from truquero.speech.talk import read
from truquero.table import Match
from truquero.tui import terminal_session
from truquero.tui.line_mode import LineMode
from truquero.variants import VARIANTS

TABLES = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]

pytestmark = pytest.mark.usefixtures("in_spanish")

# -------------------------------------------------------------------------------------------------- whole matches


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_whole_match_is_played_from_a_pipe(variant: str, players: int, typist: Typist, tmp_path: Path) -> None:
    path = tmp_path / "match.truco"
    text = typist.play(f"{variant} --players {players} --seed 5 --record {path}", "1\n\n" * 5000)
    assert "Fin de la partida." in text
    assert text.endswith(f"Acta de la partida: {path}\n")
    played = replay(parse(path.read_text(encoding="utf-8")))
    assert played.failures == []
    assert played.match.over


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("declare=manual", "Los jugadores declaran sus tantos"),
        ("word=any", "el truco se puede cantar en cualquier momento"),
        ("flor_forced=on", "la flor se canta antes que nada: sí"),
        ("exposed_card=redeal", "Se reparte otra vez"),
    ],
)
def test_a_match_with_house_rules_and_ceremony(options: str, words: str, typist: Typist, tmp_path: Path) -> None:
    path = tmp_path / "match.truco"
    table = f"argentino --players 2 --ceremony --seed 3 --seat 2 --record {path} {options}"
    text = typist.play(table, "\n1\nson-buenas\n20\n" * 5000)
    opening = " ".join(text.split("Juegas en el asiento")[0].split())
    assert re.search(rf"Reglas de la casa: .*{words}", opening)
    assert options not in opening
    assert "Fin de la partida." in text
    assert replay(parse(path.read_text(encoding="utf-8"))).failures == []


@pytest.mark.parametrize("options", ["blind_calls=on", "covered_cards=on", "mao_ferro_cega=on", "truco_mao11=penalty"])
def test_a_match_with_hidden_cards(options: str, typist: Typist, tmp_path: Path) -> None:
    path = tmp_path / "match.truco"
    text = typist.play(f"paulista --seed 8 --record {path} {options}", "1\n\n2\n3\n" * 2000)
    assert "Fin de la partida." in text
    assert replay(parse(path.read_text(encoding="utf-8"))).failures == []


def test_the_same_seed_and_the_same_moves_are_the_same_match(typist: Typist, tmp_path: Path) -> None:
    table = f"belmez --seed 4 --record {tmp_path / 'match.truco'}"
    assert typist.play(table, "1\n" * 500) == typist.play(table, "1\n" * 500)


def test_the_game_can_be_played_from_a_shell() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "truquero",
            "play",
            "belmez",
            "--players",
            "2",
            "--bots",
            "azar",
            "--seed",
            "1",
            "patas=3",
        ],
        input=b"\xff\xfe\n1\n",  # not UTF-8, then a move
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    text = done.stdout.decode()
    assert text.startswith("Truco de Bélmez · 2 jugadores · a 40 tantos · gana quien haga 2 patas\n")
    assert "No he entendido" in text
    assert "¡Hasta otra!\n" in text


def test_the_game_ends_without_standard_input() -> None:
    command = f"{sys.executable} -m truquero play --bots azar --seed 1 <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""


# ---------------------------------------------------------------------------------------------------------- leaving


@pytest.mark.parametrize("typed", ["q\n", "Q\n", "salir\n", "", "1\n"])
def test_leaving_says_goodbye_and_keeps_the_record(typed: str, typist: Typist, tmp_path: Path) -> None:
    path = tmp_path / "match.truco"
    text = typist.play(f"argentino --players 2 --seed 1 --record {path}", typed)
    assert "Te levantas de la mesa." in text
    record = parse(path.read_text(encoding="utf-8"))
    assert replay(record).match.in_hand


def test_ctrl_c_leaves_the_table(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert "¡Hasta otra!" in typist.play("paulista", "")


# -------------------------------------------------------------------------------------------------------- output


def test_the_table_shows_the_dealer_the_vira_the_cards_and_the_moves(typist: Typist) -> None:
    match = Match("paulista", 2, seed="1", dealer=2)
    text = typist.sit(match, "")
    view = match.view(1)
    assert "Truco paulista · 2 jugadores · a 12 tantos" in text
    assert "Reparto 1. Tú: 0; Rival: 0.\n" in text
    assert "Da el asiento 2 (rival); eres mano." in text
    code, cards = TableText(match.rules, 1).code, [card for card in view.cards if card is not None]
    assert view.turned is not None
    assert f"Vira: {code(view.turned)} " in text
    assert _cards_in(match, text.split("Tus cartas")[1].splitlines()[0]) == cards
    assert re.search(r"\n1\) {} .*\n2\) {} .*\n3\) {} .*\n4\) truco\n5\) mazo".format(*map(code, cards)), text)


def _cards_in(match: Match, text: str) -> list[Card]:
    """Return the cards whose codes a text contains."""
    code = TableText(match.rules, 1).code
    cards = {code(card): card for card in match.rules.pack}
    return [cards[word] for word in re.findall(r"\b\w+\b", text) if word in cards]


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_hidden_cards_are_never_shown(variant: str, players: int, typist: Typist) -> None:
    """The screen of the first hand shows only card codes that the view of the seat contains."""
    match = Match(variant, players, seed="2")
    text = typist.sit(match, "")
    view = match.view(1)
    visible = {*view.cards, view.turned, *(laid.card for laid in view.table)}
    visible |= {card for _, cards in view.partner_hands for card in cards}
    visible |= {card for event in view.events for card in event.cards}
    printed = set(_cards_in(match, text))
    on_top = re.search(r"; mandan .*", text)
    printed -= set(_cards_in(match, on_top[0])) if on_top else set()
    assert printed <= visible


def test_the_partners_cards_are_shown_in_a_mao_de_onze(typist: Typist) -> None:
    match = Match("paulista", seed="1", dealer=4, score=(11, 4))
    text = typist.sit(match, "")
    [(partner, cards)] = match.view(1).partner_hands
    assert "Mano de 11: jugada vale 3; si no se juega, 1 para los rivales." in text
    assert partner == 3
    line = next(line for line in text.splitlines() if line.startswith("Asiento 3 (compañero): "))
    assert set(_cards_in(match, line)) == set(cards)
    assert "1) quiero «jogamos»\n2) no-quiero «fugimos»\n0) dejar hablar al compañero (o Intro)" in text


def test_the_player_is_captain_in_the_redondo(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    captains: list[tuple[int, ...]] = []
    monkeypatch.setattr(LineMode, "play", lambda player: captains.append(player._match.captains))
    for seat in (1, 2, 3, 4):
        typist.play(f"belmez --seat {seat}", "")
    assert captains == [(1, 2), (1, 2), (3, 2), (1, 4)]


def test_the_captain_sees_the_cards_of_the_partner(typist: Typist) -> None:
    match = Match("belmez", seed="1", dealer=4, score=(31, 30), captains=(1, 2))
    text = typist.sit(match, "")
    line = next(line for line in text.splitlines() if line.startswith("Asiento 3 (compañero): "))
    assert all(card in line for card in match.view(1).partner_hands[0][1])


def test_a_duel_of_other_players_is_shown_move_by_move(typist: Typist) -> None:
    text = typist.sit(Match("belmez", seed="1", dealer=2), "")
    assert "Cortao 1: el asiento 3 (compañero) contra el asiento 4 (rival)." in text
    assert re.search(r"^Asiento 3 \(compañero\): \S", text, re.MULTILINE)
    assert re.search(r"^Asiento 4 \(rival\): \S", text, re.MULTILINE)


def test_the_stakes_are_shown(typist: Typist) -> None:
    assert "«truco»" in typist.see("En juego: truco querido: 2", "truco\n", "argentino", 2, dealer=2)
    typist.see("En juego: retruco: querido 3, no querido 2", "truco\n", "argentino", 2, dealer=2)
    typist.see("En juego: real envido: querido 3, no querido 1", "", "argentino", 2, dealer=1)
    typist.see("En juego: falta envido: querido la falta, no querido 1", "", "argentino", 2, dealer=1)


def test_awards_name_the_winner_and_the_reason(typist: Typist) -> None:
    typist.see(
        r"\+2 para (ti|el rival): envido, (ganas|gana el asiento 2 \(rival\)) con \d+",
        "envido\n",
        "argentino",
        2,
        dealer=2,
    )
    typist.see(r"\+1 para ti: envido no querido", "envido\n", "argentino", 2, dealer=2)
    typist.see(r"\+1 para el rival: mazo\n", "mazo\n", "paulista", 2, dealer=2)
    typist.see(r"\+\d para (nosotros|ellos): la mano\n", "1\n\n" * 30, "paulista", 4, dealer=2)


# -------------------------------------------------------------------------------------------------------- prompts


def test_a_move_is_typed_by_number_code_alias_or_phrase() -> None:
    menu = menu_of([CARDS["10b"], "quiero", "real-envido", "no-quiero", "mazo"])
    assert menu.numbered == ("10b", "quiero", "real-envido", "no-quiero", "mazo")
    for typed, move in [("1", "10b"), ("Qp", "10b"), (" Real  Envido ", "real-envido"), ("fujo", "no-quiero")]:
        assert menu.read(typed) == move
    assert menu.read("me voy al mazo") == "mazo"


@pytest.mark.parametrize("typed", ["", "0", "6", "-1", "7o", "truco", "¿qué?", "٣"])
def test_unknown_input_is_answered_with_one_line(typed: str) -> None:
    with pytest.raises(BadChoice) as problem:
        menu_of([CARDS["10b"], "quiero", "no-quiero", "envido", "mazo"]).read(typed)
    assert "\n" not in str(problem.value)
    assert len(str(problem.value)) < 80


def test_bad_input_is_asked_again(typist: Typist) -> None:
    text = typist.sit(Match("argentino", 2, seed="4", dealer=2), "foo\n77\n\n?\ntruco\n")
    assert "No he entendido «foo»: elige de la lista (? ayuda).\n> 77\nNo hay opción 77: elige de 1 a " in text
    assert "Escribe el número o el código de tu jugada" in text
    assert "Orden de las cartas: 1e > 1b > 7e > 7o > 3 > 2 > 1o 1c > 12 > 11 > 10 >" in text
    assert "\nTú: «truco»\n" in text


def test_a_move_may_be_typed_in_the_words_of_the_table(typist: Typist) -> None:
    """A move may be misspelt, in local words, or the name of a card; an ambiguous phrase is refused with the reason."""
    text = typist.sit(Match("valenciano", 2, seed="4", dealer=2), "¡Enbide!\n")
    assert "«envide»" in text
    match = Match("argentino", 2, seed="4", dealer=2)
    assert "truquito\n«truquito» es ambiguo" in typist.sit(match, "truquito\nel siete de copas\n")
    assert (1, "7c") in match.log[0].hands[0].moves


def test_a_second_call_of_an_utterance_is_made_when_it_becomes_legal(typist: Typist) -> None:
    """S000 §16: "envido mi truco" makes both calls; the envido is settled first."""
    text = typist.see("Tú: «truco»", "envido mi truco\n", "argentino", 2, dealer=2)
    awarded = re.search(r"\+\d+ para .*: envido", text)
    assert awarded is not None
    assert text.index("Tú: «envido»") < awarded.start() < text.index("Tú: «truco»")


def test_two_answers_to_one_question_are_asked_about(typist: Typist) -> None:
    """S000 §16: "paso y quiero" answers a double challenge; as an answer to a single challenge it is ambiguous."""
    questions = 0
    for seed in range(12):
        match = Match("argentino", 2, seed=seed, dealer=1, flor="off")
        text = typist.sit(match, "paso y quiero\n")
        is_double = {"truco", "envido"} <= {move for _seat, move in match.log[0].hands[0].moves}
        assert is_double or all(seat != 1 for seat, _move in match.log[0].hands[0].moves)
        questions += "¿Cuál? no quiero / quiero" in text
    assert questions


def test_an_ambiguous_phrase_is_asked_about(typist: Typist) -> None:
    assert "¿Cuál? envido / truco" in typist.sit(Match("argentino", 2, seed="4", dealer=2), "envido o truco\n")


def test_the_menu_shows_the_words_that_the_table_hears(typist: Typist) -> None:
    text = typist.sit(Match("navarrevisca", 2, seed="1", dealer=2, score=(29, 0)), "")
    assert "1) quiero «arriba»\n2) no-quiero «abajo»\n" in text


def test_a_reader_of_the_games_language_sees_no_spanish_codes(typist: Typist) -> None:
    match = Match("paulista", 2, seed="1", dealer=2)
    with speaking("pt"):
        text = typist.sit(match, "?")
    assert ") entrego a mão\n" in text
    assert "uma carta (Ae, Kc)" in text


def test_the_menu_names_a_card_to_lay_face_down_in_words_that_may_be_typed(typist: Typist) -> None:
    """The code of the card, such as `12b`, is not one of a French pack."""
    match = Match("paulista", 2, seed="4", dealer=2, covered_cards="on")
    text = typist.sit(match, "1\n")
    label = re.search(r"\) (tapada-\w+) «(coberta .*)»\n", text)
    assert label is not None
    code, words = label.groups()
    assert CARDS[code.removeprefix("tapada-")].name(french=True) == words.removeprefix("coberta ")
    assert read(words, match.rules).moves == (code,)


def test_the_sizes_of_an_open_envido_are_one_line(typist: Typist) -> None:
    match = Match("belmez", 2, seed="2", dealer=2)
    text = typist.sit(match, "envido-10\n")
    assert "o escribe envido-4 … envido-40, de 2 en 2\n" in text
    assert "envido-6" not in text
    assert "«envido 5 pares»" in text


def test_the_sizes_of_an_envido_keep_the_step_of_the_rules() -> None:
    *_choices, line = menu_of([f"mas-{size}" for size in (3, 6, 9, 12)]).lines()
    assert line == "o escribe mas-3 … mas-12, de 3 en 3"


def test_a_number_declares_these_points() -> None:
    menu = menu_of(["4", "5", "6", "20", "21", "33", "son-buenas"])
    assert list(menu.lines()) == ["Di tus tantos: 4 … 6, 20 … 21, 33, o son-buenas"]
    assert menu.read("4") == "4"
    assert menu.read("son buenas") == "son-buenas"
    with pytest.raises(BadChoice):
        menu.read("1")


def test_a_menu_has_a_line_for_every_choice() -> None:
    lines = list(menu_of([CARDS["7o"], "truco", "mazo"], "callar").lines(lambda card: card.name()))
    assert lines == ["1) 7 de oros", "2) truco", "3) mazo", "0) callar (o Intro)"]


def test_the_player_may_pass_to_the_partner(typist: Typist) -> None:
    text = typist.see("dejar hablar al compañero", "\n\n", "argentino", 4, dealer=3)
    answered = text.split("dejar hablar al compañero (o Intro)\n> \n")[1].splitlines()[0]
    assert answered.startswith("Asiento 3 (compañero): «")


def test_pido_flor_is_offered_after_the_hand(typist: Typist) -> None:
    typed = "mazo\npido flor 2\n"
    text = typist.see(
        r"¿Alguna flor callada\?\n1\) pido-flor-2 «pido flor al asiento 2»\n0\) seguir \(o Intro\)\n",
        typed,
        "argentino",
        2,
        dealer=1,
    )
    assert "«pido flor» al asiento 2\n+3 para el rival: pido flor: no la tenía" in text


def test_the_ceremony_draws_lots_and_asks_for_the_cut(typist: Typist) -> None:
    cut = r"(El asiento 2 \(rival\) da un golpe: no corta|Corta el asiento 2 \(rival\): levanta \d+ cartas)\.\n\nRep"
    text = typist.see(cut, "1\n99\nx\n17\nmazo\n", "paulista", 2, dealer=2, ceremony=True)
    question = "Te toca cortar. ¿Cuántas cartas levantas, de 3 a 37? (Intro = golpe) "
    wrong = "Escribe un número de 3 a 37, o nada para dar un golpe."
    assert "Por sorteo: reparte primero el asiento 2 (rival)." in text
    assert f"{question}1\n{wrong}\n{question}99\n{wrong}\n{question}x\n{wrong}\n{question}17\n\nReparto 1." in text


def test_an_empty_line_knocks_instead_of_cutting(typist: Typist) -> None:
    match = Match("paulista", 2, seed="1", dealer=2)
    typist.sit(match, "\n", ceremony=True)
    assert match.log[0].cut == 0


@pytest.mark.parametrize(
    ("variant", "typed", "expected"),
    [
        ("argentino", "otra-carta", "No vale: se reparte otra vez."),
        ("argentino", "acepta-carta", "Tus cartas"),
        ("belmez", "otra-carta", "Tus cartas"),
    ],
)
def test_a_card_falls_face_up(
    variant: str, typed: str, expected: str, typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal_session, "FACE_UP", 1.0)
    fallen = r"Reparto 1\. .*\n.*\n(Muestra.*\n)?(Cortaíllo.*\n)?Al repartir cae boca arriba \d+[ebco] .*; es tuya\.\n"
    text = typist.see(fallen, f"\n{typed}\n\n", variant, 2, dealer=2, ceremony=True)
    assert ("(la carta se queda)" if typed == "acepta-carta" else "(la carta no se queda)") in text
    assert expected in text


def test_three_players_have_a_gallo(typist: Typist) -> None:
    match = Match("argentino", 3, seed="1", dealer=1)
    text = typist.sit(match, "1\n")
    assert "Eres el gallo: juegas solo." in text
    assert "1) descarta-" in text
    score = "Tú: 0, malas; Asiento 2: 0, malas; Asiento 3: 0, malas; chicos: Tú 0, Asiento 2 0, Asiento 3 0."
    assert score in " ".join(text.split())
    assert max(map(len, text.splitlines())) < 80


# ------------------------------------------------------------------------------------------------------------ bots


def test_a_random_bot_chooses_among_the_moves_of_its_view() -> None:
    match = Match("argentino", 2, seed="1", dealer=2)
    match.deal()
    view = match.view(1)
    bot, twin = Azar("seed"), Azar("seed")
    choices = [bot.choose(view) for _ in range(200)]
    assert set(choices) == set(view.moves)
    assert choices == [twin.choose(view) for _ in range(200)]
