"""Advice names a legal move and its reason, is right about certain things, and never mentions a closed lance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import VARIANTS, Match
from truquero.bots.advice import advice
from truquero.bots.advice.advice_text import advice_lines
from truquero.i18n import speaking
from truquero.rules.game import Rules
from truquero.rules.lances import lance_name
from truquero.speech.open_lances import open_lances
from truquero.table import View

POSITIONS = 3  # of each table
SELDOM = 0.15  # share of the positions of a random hand that are asked about


def positions(variant: str, players: int) -> Iterator[tuple[Rules, View]]:
    """Yield positions of random play in which a seat may move."""
    random, number = Random(f"{variant} {players}"), 0
    match = Match(variant, players, seed=f"advice {variant} {players}")
    while number < POSITIONS:
        if not match.deal():
            match = Match(variant, players, seed=f"advice {variant} {number}")
            continue
        while match.turn and number < POSITIONS:
            seat, move = random.choice(match.moves())
            if random.random() < SELDOM:
                number += 1
                yield match.rules, match.view(seat)
            match.play(seat, move)


def spoken(lang: str, rules: Rules, view: View) -> str:
    with speaking(lang):
        return "\n".join(advice_lines(rules, view))


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_advice_is_legal_in_every_variant_and_language(variant: str) -> None:
    languages = cycle(("es", "pt", "ca"))  # one for each position, beside English
    for players in sorted({VARIANTS[variant].players[0], VARIANTS[variant].players[-1]}):
        for rules, view in positions(variant, players):
            best = advice(rules, view)
            if best is None:
                assert None in view.cards
                continue
            assert best.move in view.moves if best.move is not None else view.may_pass
            english = spoken("en", rules, view)
            assert english
            lang = next(languages)
            text = spoken(lang, rules, view)
            assert text != english
            with speaking(lang):
                closed = {"envido", "flor"} - open_lances(rules, view)
                mentioned = [name for name in map(lance_name, closed) if re.search(rf"\b{name}\b", text.lower())]
            assert not mentioned, (text, view)


@pytest.mark.parametrize(
    ("cards", "moves", "seat", "advised"),
    [
        # The mano has the best card of the game left after winning the first trick: the truco is certain.
        ({1: "1e 1b 4c", 2: "7e 5o 6c"}, ("1 1b", "2 7e", "1 4c", "2 truco"), 1, {"quiero", "retruco"}),
        # All that is left is a 4, which beats nothing.
        ({1: "1e 1b 4c", 2: "7e 5o 4b"}, ("1 1b", "2 7e", "1 truco"), 2, {"no-quiero"}),
        # 33 of the mano cannot be beaten; 0 beats nothing.
        ({1: "7e 6e 4c", 2: "5o 2b 1c"}, ("1 4c", "2 envido"), 1, {"quiero", "envido", "real-envido", "falta-envido"}),
        ({1: "10e 11o 12c", 2: "5o 2b 6c"}, ("1 envido",), 2, {"no-quiero"}),
        ({1: "7e 6e 4c", 2: "10o 11b 12c"}, ("1 real-envido",), 2, {"no-quiero"}),
    ],
)
def test_certain_things_are_advised_right(
    cards: dict[int, str], moves: tuple[str, ...], seat: int, advised: set[str]
) -> None:
    match = play(hand_of("argentino", cards, flor=False), *moves)
    best = advice(match.rules, match.view(seat))
    assert best is not None
    assert best.move in advised


def test_refusing_that_loses_the_game_is_not_advised() -> None:
    match = play(hand_of("argentino", {1: "7e 6e 4c", 2: "10o 11b 12c"}, score=(29, 3), flor=False), "1 envido")
    view = match.view(2)
    best = advice(match.rules, view)
    assert best is not None
    assert best.move == "quiero"
    assert "refusing saves nothing" in spoken("en", match.rules, view)


def test_the_same_view_gets_the_same_advice() -> None:
    match = hand_of("argentino", {1: "1e 5o 4c", 2: "7e 5b 6c"}, flor=False)
    assert advice(match.rules, match.view(1)) == advice(match.rules, match.view(1))


def test_an_answer_states_the_chance_and_what_is_enough() -> None:
    match = play(hand_of("argentino", {1: "3e 5o 4c", 2: "2e 5b 12c"}, flor=False), "1 truco")
    text = spoken("es", match.rules, match.view(2))
    assert re.fullmatch(r"«quiero»: ganas unas \d+ de cada 100 manos así, y bastan unas \d+\.", text), text
