"""A card has a single name in each language: page and server use the same one, and the table understands it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.bot_tables import hand_of
from truquero.cards import SPANISH_40, Card
from truquero.i18n import LANGUAGES, speaking
from truquero.speech.menu import menu_of
from truquero.speech.typed_moves import read_typed_move

TEXTS = Path(__file__).parents[2] / "web/src/texts"
GAMES: dict[str, tuple[str, dict[str, Any], str | None]] = {  # a game for each pack
    "spanish": ("argentino", {"flor": False}, None),
    "french": ("paulista", {}, "4e"),
}
ENTRY = re.compile(r'"?(\w+)"?: "([^"]+)"')


def names_on_the_page(language: str, pack: str) -> dict[Card, str]:
    """Return the page's name of each card of a pack."""
    text = (TEXTS / f"{language}.ts").read_text(encoding="utf-8")
    ranks, suits = (
        dict(ENTRY.findall(part)) for part in re.findall(rf"{pack}: {{\s+ranks: (.+)\s+suits: (.+)", text)[0]
    )
    return {
        card: _full_name(language, ranks.get(str(card.rank), str(card.rank)), suits[card.suit]) for card in SPANISH_40
    }


def _full_name(language: str, rank: str, suit: str) -> str:
    if language == "en":
        return f"{rank} of {suit}"
    elided = language == "ca" and suit[0] in "aeiou"
    return f"{rank} d’{suit}" if elided else f"{rank} de {suit}"


@pytest.mark.parametrize("pack", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_server_name_cards_alike(language: str, pack: str) -> None:
    with speaking(language):
        names = {card: card.name(french=pack == "french") for card in SPANISH_40}
    assert names_on_the_page(language, pack) == names


@pytest.mark.parametrize("pack", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_can_be_played_by_its_name(language: str, pack: str) -> None:
    names = names_on_the_page(language, pack)
    game, options, turned = GAMES[pack]
    held = [card for card in SPANISH_40 if card.rank in (1, 7, 10, 11, 12)]
    for first in held:
        other_cards = [card for card in SPANISH_40 if card != first][:5]
        cards = {1: f"{first} {other_cards[0]} {other_cards[1]}", 2: " ".join(other_cards[2:])}
        match = hand_of(game, cards, turned=turned, **options)
        view = match.view(1)
        assert read_typed_move(menu_of(view.moves), names[first], match.rules, view).move == first, names[first]
