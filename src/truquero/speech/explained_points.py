"""The points of a player's cards, with the sum that gives them: "envido 27: 7 + 0 + 20, two cards of one suit"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truquero.cards import Card
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.lances import lance_name, plays_envido
from truquero.rules.points import LINKED, Points
from truquero.table import View


def explained_points(rules: Rules, view: View) -> Iterator[str]:
    """Yield a line for the flor and one for the envido of the seat, as far as its cards take part in them."""
    dealt, points = view.dealt, rules.points_for(view.turned)
    if len(dealt) != CARDS_IN_HAND:
        return
    if rules.flor is not None and points.is_flor(dealt):
        yield _explained("flor", points, dealt, _why_flor(points, dealt))
    if rules.envido is not None and plays_envido(rules.envido, rules.flor, points, dealt):
        counted = points.envido_cards(dealt)
        yield _explained("envido", points, counted, _why_envido(points, counted))


def _explained(lance: str, points: Points, counted: Sequence[Card], why: str) -> str:
    terms = [points.worth[card] for card in counted]
    if len(terms) > 1:
        terms.append(LINKED)
    sum_text = f"{' + '.join(map(str, terms))}, " if len(terms) > 1 else ""
    text = _("{lance} {points}: {sum}{why}")
    return text.format(lance=lance_name(lance), points=sum(terms), sum=sum_text, why=why)


def _why_flor(points: Points, hand: Sequence[Card]) -> str:
    piezas = _piezas(points, hand)
    return _("a pieza counts as any suit") if piezas else _("three cards of one suit")


def _why_envido(points: Points, counted: Sequence[Card]) -> str:
    if len(counted) == CARDS_IN_HAND:
        return _("a reservá counts all its three cards")
    if len(counted) == 1:
        return _("no two cards of one suit, so the highest counts alone")
    return _("a pieza counts with every card") if _piezas(points, counted) else _("two cards of one suit")


def _piezas(points: Points, cards: Sequence[Card]) -> set[Card]:
    return {pieza for pieza, _worth in points.piezas}.intersection(cards)
