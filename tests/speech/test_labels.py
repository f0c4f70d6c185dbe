"""The labels of the table's buttons, and the names of the cards."""

from __future__ import annotations

import pytest

from truquero.cards import Card
from truquero.i18n import speaking
from truquero.speech.menu import menu_of
from truquero.speech.narration import TableText
from truquero.table import Match
from truquero.table.view import SPECTATOR
from truquero.tui.screen_text import ScreenText
from truquero.tui.widgets.move_buttons import move_choices
from truquero.variants import rules_of
from truquero.variants.people import PEOPLE


def test_the_label_of_a_challenge_has_no_card_key_and_names_the_seat() -> None:
    """A player who presses a card's key just as the hand ends makes no challenge by accident."""
    rules = rules_of("argentino", 4)
    with speaking("es"):
        menu = menu_of(["pido-flor-2", "pido-flor-4"], "seguir", TableText(rules, 1).challenge)
        choices = move_choices(menu)
    assert [(choice.key, choice.label) for choice in choices] == [
        ("a", "pido flor al asiento 2"),
        ("b", "pido flor al asiento 4"),
        ("0", "seguir"),
    ]


def test_a_challenge_names_the_person_of_the_seat() -> None:
    rules = rules_of("argentino", 4)
    text = ScreenText(rules, 1, {2: "jugador"}, {2: PEOPLE[0]})
    with speaking("es"):
        assert text.challenge("pido-flor-2") == f"pido flor a {PEOPLE[0].name}"


def test_button_labels_use_the_spelling_of_the_game() -> None:
    rules = rules_of("belmez", 2)
    menu = menu_of(["guena", *(f"envido-{size}" for size in range(4, 42, 2))], phrase_of=rules.voices.phrase)
    assert [(choice.label, choice.typed) for choice in move_choices(menu)] == [
        ("güena", ""),
        ("envido 4 … 40", "envido-"),
    ]


def test_french_cards_have_the_names_that_are_drawn_on_them() -> None:
    with speaking("pt"):
        assert ScreenText(rules_of("paulista", 2), 1).card(Card("12c")) == "K♥ rei de copas"
        assert ScreenText(rules_of("argentino", 2), 1).card(Card("12c")) == "12c rei de copas"
        assert TableText(rules_of("paulista", 2), 1).card(Card("12c")) == "Kc rei de copas"


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("jugador", "2 player"),
        ("exec:python3 bots/lista.py", "2 lista"),
        ('exec:python3 -S "mis bots/lista.py" --style=a,b', "2 lista"),
        ("exec:./gallardo --calm 3", "2 gallardo"),
        ("exec:a_program_of_a_very_long_name", "2 a_program_o…"),
    ],
)
def test_a_program_has_a_name_that_is_short_enough(bot: str, name: str) -> None:
    match = Match("argentino", 2, seed=1)
    assert ScreenText(match.rules, 1, {2: bot}).name(match.view(1), 2) == name


def test_three_scores_have_labels_of_their_own() -> None:
    match = Match("argentino", 3, seed=1)
    with speaking("en"):
        score = ScreenText(match.rules, 1, dict.fromkeys((2, 3), "azar")).score_in_short(match.view(1))
    assert score == "You: 0 · Seat 2: 0 · Seat 3: 0 · chicos 0–0–0"


@pytest.mark.parametrize(("players", "side", "name"), [(2, "B", "seat 2"), (3, "3", "seat 3"), (4, "A", "side A")])
def test_spectators_see_neutral_names_of_the_sides(players: int, side: str, name: str) -> None:
    text = TableText(rules_of("argentino", players), SPECTATOR)
    assert text.side(side) == f"{name[0].upper()}{name[1:]}"
    assert text.for_side(side) == f"for {name}"
