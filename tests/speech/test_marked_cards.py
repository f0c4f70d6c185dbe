"""The cards above all ordinary ones, and their names at the table."""

from __future__ import annotations

import pytest

from truquero import VARIANTS, rules_of
from truquero.cards import Card
from truquero.speech.marked_cards import marked_cards


def marks(variant: str, turned: str | None = None) -> str:
    """Return the marked cards of a game in one line, the highest first."""
    found = marked_cards(rules_of(variant), None if turned is None else Card(turned))
    return " ".join(f"{card}:{mark.kind[0]}" for card, mark in found.items())


@pytest.mark.parametrize(
    ("variant", "turned", "expected"),
    [
        ("argentino", None, "1e:m 1b:m 7e:m 7o:m"),
        ("belmez", None, "5o:p 12b:p 11b:p 10o:p 1e:m 1b:m 7e:m 7o:m"),  # S003 Tabla I: the first four link
        ("uruguayo", "3o", "2o:p 4o:p 5o:p 11o:p 10o:p 1e:m 1b:m 7e:m 7o:m"),
        ("uruguayo", "2o", "12o:p 4o:p 5o:p 11o:p 10o:p 1e:m 1b:m 7e:m 7o:m"),  # the king is the turned two
        ("uruguayo", "7e", "2e:p 4e:p 5e:p 11e:p 10e:p 1e:m 1b:m 7o:m"),  # nobody can hold the turned card
        ("paulista", "3o", "4b:m 4c:m 4e:m 4o:m"),
        ("asturiano", None, ""),  # its highest cards are the four threes
    ],
)
def test_the_cards_that_no_other_equals_are_marked(variant: str, turned: str | None, expected: str) -> None:
    assert marks(variant, turned) == expected


def test_the_manilhas_have_their_names() -> None:
    named = {mark.name: mark.kind for mark in marked_cards(rules_of("mineiro"), None).values()}
    assert named == {
        "zap": "manilha",
        "sete de copas": "manilha",
        "espadilha": "manilha",
        "sete de ouros": "manilha",
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_marked_card_beats_every_card_that_is_not_marked(variant: str) -> None:
    rules = rules_of(variant)
    for turned in rules.pack if rules.ranking.turned else (None,):
        strengths, found = rules.ranking.strengths(turned), marked_cards(rules, turned)
        others = [strengths[card] for card in rules.pack if card not in found and card != turned]
        assert all(strengths[card] > max(others) for card in found)
        assert [mark.place for mark in found.values()] == list(range(1, len(found) + 1))
