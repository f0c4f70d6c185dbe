"""What a player can look up at the terminal: the points of the hand, the order of the cards, calls and words."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.i18n import _
from truquero.rulebook.call_meanings import lance_meanings
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.card_sections import order_of, roles_of_cards
from truquero.rulebook.glossary import glossary
from truquero.rules.aliases import plain
from truquero.rules.game import Rules
from truquero.speech.explained_points import explained_points
from truquero.table import View

HELD, SEEN = "*", "·"


def learning_lines(rules: Rules, view: View) -> Iterator[str]:
    """Yield all that a player can look up at this table."""
    points = list(explained_points(rules, view))
    if points:
        yield from ("", _("Your points"), *points)
    yield from ("", _("The order of the cards ({held} in your hand, {seen} already seen)").format(held=HELD, seen=SEEN))
    yield from _order(rules, view)
    for lance in lance_meanings(rules):
        yield from ("", lance.title, lance.about)
        for call in lance.calls:
            yield f"  {call.words}: {' '.join(filter(None, (call.stakes, call.answers)))}"
    yield from ("", _("Glossary"))
    yield from term_lines(rules)


def term_lines(rules: Rules, sought: str = "") -> Iterator[str]:
    """Yield the terms of the glossary that contain some words, or all of them."""
    for term in glossary(rules):
        if plain(sought) in plain(f"{term.word} {term.meaning}"):
            yield f"  {term.word}: {term.meaning}"


def _order(rules: Rules, view: View) -> Iterator[str]:
    """Yield a line for each group of equal cards, the highest first. Marks show the player's cards and those seen."""
    names, roles = Names(rules), roles_of_cards(rules, view.turned)
    laid = {laid.card for laid in view.table if not (laid.face_down or laid.past)}
    marks = dict.fromkeys([*laid, view.turned], SEEN) | dict.fromkeys(view.cards, HELD)
    for tier in order_of(rules, view.turned):
        cards = " ".join(names.code(card) + marks.get(card, "") for card in tier)
        yield f"  {cards}  {names.caption(tier, roles.get(tier[0], ''))}"
