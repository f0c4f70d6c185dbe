"""The cards that outrank all ordinary ones in a hand: piezas, manilhas and matadores, with their names at the table."""

from __future__ import annotations

from typing import Literal, NamedTuple

from truquero.cards import Card
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.card_sections import roles_of_cards
from truquero.rules.game import Rules

MarkKind = Literal["pieza", "manilha", "matador"]


class CardMark(NamedTuple):
    """The mark of one card."""

    place: int  # in the order of the cards, 1 for the highest
    kind: MarkKind  # a pieza also counts with every card in envido and flor
    name: str  # the usual name at the table, such as zap; empty without one


def marked_cards(rules: Rules, turned: Card | None) -> dict[Card, CardMark]:
    """Return the marks of the cards above all ordinary ones, the highest card first.

    These are the cards at the top of the order that no other card equals.

    >>> from truquero import rules_of
    >>> from truquero.cards import Card
    >>> {str(card): mark.name for card, mark in marked_cards(rules_of("paulista"), Card("3o")).items()}
    {'4b': 'zap', '4c': 'copas', '4e': 'espadilha', '4o': 'pica-fumo'}
    """
    names, roles = Names(rules), roles_of_cards(rules, turned)
    piezas = {card for card, _worth in rules.points_for(turned).piezas}
    plain_kind: MarkKind = "manilha" if names.usual_name("manilha") else "matador"
    marks: dict[Card, CardMark] = {}
    for place, card in enumerate(_unequalled(rules, turned), start=1):
        kind: MarkKind = "pieza" if card in piezas else plain_kind
        name = names.usual_name(roles.get(card, "")) or names.usual_name(card)
        marks[card] = CardMark(place, kind, name)
    return marks


def _unequalled(rules: Rules, turned: Card | None) -> list[Card]:
    """Return the cards from the top of the order down to the first that has an equal. The turned card is left out."""
    tiers: dict[int, list[Card]] = {}
    for card, strength in rules.ranking.strengths(turned).items():
        if card in rules.pack and card != turned:
            tiers.setdefault(strength, []).append(card)
    top: list[Card] = []
    for strength in sorted(tiers, reverse=True):
        if len(tiers[strength]) > 1:
            break
        top += tiers[strength]
    return top
