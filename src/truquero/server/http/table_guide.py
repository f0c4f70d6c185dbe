"""The guide of a table: the order of its cards, its calls and its glossary, from the data of the rule book."""

from __future__ import annotations

from functools import lru_cache

from truquero.cards import CARDS, Card
from truquero.i18n import speaking
from truquero.rulebook.call_meanings import lance_meanings
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.card_sections import order_of, roles_of_cards
from truquero.rulebook.glossary import glossary
from truquero.rules.game import Rules
from truquero.server.http.bodies import CallGuide, EqualCards, GlossaryTerm, LanceGuide, TableGuide
from truquero.server.ws.hand_parts import all_marks

MOST_GUIDES = 256  # kept in memory: each belongs to some rules and a language
Words = tuple[tuple[LanceGuide, ...], tuple[GlossaryTerm, ...]]


def table_guide(rules: Rules, turned: str | None, language: str) -> TableGuide:
    """Return the guide of a table with this card turned up. Raise ValueError if it cannot be turned up there."""
    if turned is not None and (rules.ranking.turned is None or CARDS.get(turned) not in rules.pack):
        raise ValueError(turned)
    card = None if turned is None else CARDS[turned]
    lances, terms = _words(rules, language)
    with speaking(language):
        return TableGuide(_order(rules, card), all_marks(rules, card), lances, terms)


def _order(rules: Rules, turned: Card | None) -> tuple[EqualCards, ...]:
    names, roles = Names(rules), roles_of_cards(rules, turned)
    return tuple(
        EqualCards(tuple(tier), names.caption(tier, roles.get(tier[0], ""))) for tier in order_of(rules, turned)
    )


@lru_cache(MOST_GUIDES)
def _words(rules: Rules, language: str) -> Words:
    with speaking(language):
        lances = tuple(
            LanceGuide(lance.lance, lance.title, lance.about, tuple(CallGuide(*call) for call in lance.calls))
            for lance in lance_meanings(rules)
        )
        return lances, tuple(GlossaryTerm(*term) for term in glossary(rules))
