"""Ranges: the hands that a player may hold, described by terms such as `1e`, `no-flor`, `envido>=28` or `best<7o`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from truquero.analysis.hand_equity.card_values import CardValues
from truquero.analysis.hand_equity.chance import NONE
from truquero.cards import Card, CardError, names_without_spaces
from truquero.i18n import N_, _
from truquero.rulebook.card_and_move_names import Names
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.table import TableError

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_COMPARISON = re.compile(r"(\w+)(>=|<=|>|<|=)(\w+)")
_SPACED_SIGN = re.compile(r"\s*(>=|<=|>|<|=)\s*")
_PLACE = re.compile(r"\s*([0-9]+)\s*:(.*)", re.DOTALL)
_WITHOUT = "no-"
_NO_CARD = N_(
    "{word} is not a card: write 2-7, Q, J, K or A and a suit (e spades, p clubs, o diamonds, c hearts), such as Kp"
)
_NO_TERM = N_(
    "{word} does not describe a hand: write cards that it holds (1e) or does not hold (no-1e), flor "
    "or no-flor, or a comparison: envido>=28, flor<30, best>=7o, worst<4c"
)
_NO_TERM_FRENCH = N_(
    "{word} does not describe a hand: write cards that it holds (Ae) or does not hold (no-Ae), or a "
    "comparison: best>=Kp, worst<4c; a card is 2-7, Q, J, K or A and a suit (e spades, p clubs, o "
    "diamonds, c hearts)"
)


@dataclass(frozen=True)
class Comparison:
    """A comparison of points (`envido`, `flor`), or of the strongest or weakest card (`best`, `worst`).

    A hand without points satisfies no comparison of points: a hand that is no flor, or may not play the envido.
    """

    subject: str
    sign: str
    bound: int | Card

    def holds(self, card_values: CardValues, hand: Sequence[Card]) -> bool:
        compare = _COMPARE[self.sign]
        if isinstance(self.bound, Card):
            strongest = max if self.subject == "best" else min
            return compare(strongest(card_values.strengths[card] for card in hand), card_values.strengths[self.bound])
        value = card_values.envido(hand) if self.subject == "envido" else card_values.flor(hand)
        return value != NONE and compare(value, self.bound)


@dataclass(frozen=True)
class Range:
    """The hands that a place may have been dealt: cards held, cards not held, a flor or none, and comparisons."""

    held: tuple[Card, ...] = ()
    without: frozenset[Card] = frozenset()
    flor: bool | None = None
    comparisons: tuple[Comparison, ...] = ()

    @property
    def is_unrestricted(self) -> bool:
        """Whether the cards beside those held may be any cards."""
        return not self.without and self.flor is None and not self.comparisons

    def fits(self, card_values: CardValues, hand: Sequence[Card]) -> bool:
        if not self.without.isdisjoint(hand) or (
            self.flor is not None and card_values.points.is_flor(hand) != self.flor
        ):
            return False
        return all(comparison.holds(card_values, hand) for comparison in self.comparisons)

    @property
    def restricts_points_only(self) -> bool:
        """Whether the cards beside those held are restricted by their points only, and not by single cards."""
        return not self.without and not any(isinstance(comparison.bound, Card) for comparison in self.comparisons)

    def intersection(self, other: Range) -> Range:
        """Return the intersection of both ranges."""
        held = tuple(dict.fromkeys((*self.held, *other.held)))
        flor = self.flor if other.flor is None else other.flor
        if self.flor not in (None, flor):
            raise TableError(_("a hand cannot both have a flor and have none"))
        return Range(held, self.without | other.without, flor, (*self.comparisons, *other.comparisons))


def read_cards(rules: Rules, text: str) -> tuple[Card, ...]:
    """Parse cards of the pack, separated by spaces or commas, none of them twice."""
    cards = tuple(_card(rules, term) for term in _split_terms(text))
    _must_differ(rules, cards)
    return cards


def _must_differ(rules: Rules, cards: Sequence[Card]) -> None:
    twice = [card for card in cards if cards.count(card) > 1]
    if twice:
        raise TableError(_("{card} is named twice: name every card once").format(card=Names(rules).code(twice[0])))


def read_range(rules: Rules, text: str) -> Range:
    """Parse a range: terms separated by spaces or commas, all of which must hold."""
    terms = [_term(rules, term_text) for term_text in _split_terms(text)]
    _must_differ(rules, [card for term in terms for card in term.held])
    hand_range = Range()
    for term in terms:
        hand_range = hand_range.intersection(term)
    if len(hand_range.held) > CARDS_IN_HAND:
        message = _("{cards}: a hand has three cards")
        raise TableError(message.format(cards=Names(rules).codes(hand_range.held)))
    return hand_range


def read_placed(rules: Rules, text: str) -> tuple[int | None, Range]:
    """Parse a range and its place, such as `2: flor`. Without a number the place is None, which means all places."""
    match = _PLACE.fullmatch(text)
    return (int(match[1]), read_range(rules, match[2])) if match else (None, read_range(rules, text))


def _split_terms(text: str) -> Iterable[str]:
    return _SPACED_SIGN.sub(r"\1", text).replace(",", " ").lower().split()


def _check_spaces(text: str, prefix: str = "") -> None:
    """Raise TableError if a text is several cards without spaces."""
    names = names_without_spaces(text)
    if len(names) > 1:
        separated = " ".join(f"{prefix}{name}" for name in names)
        message = _("{word}: write spaces between cards, as in {cards}")
        raise TableError(message.format(word=repr(f"{prefix}{text}"), cards=separated))


def _card(rules: Rules, text: str) -> Card:
    _check_spaces(text)
    try:
        card = Card(text)
    except CardError as error:
        message = _(_NO_CARD).format(word=repr(text)) if rules.french_names else str(error)
        raise TableError(message) from error
    if card not in rules.pack:
        raise TableError(_("{card} is not in the pack of this variant").format(card=text))
    return card


def _term(rules: Rules, term: str) -> Range:
    comparison = _COMPARISON.fullmatch(term)
    if comparison:
        return Range(comparisons=(_comparison(rules, *comparison.groups()),))
    without = term.startswith(_WITHOUT)
    name = term.removeprefix(_WITHOUT)
    if name == "flor":
        _must_be_played(rules, name)
        return Range(flor=not without)
    _check_spaces(name, _WITHOUT if without else "")
    try:
        Card(name)
    except CardError:
        message = _(_NO_TERM_FRENCH if rules.french_names else _NO_TERM)
        raise TableError(message.format(word=repr(term))) from None
    card = _card(rules, name)
    return Range(without=frozenset({card})) if without else Range(held=(card,))


def _comparison(rules: Rules, subject: str, sign: str, bound: str) -> Comparison:
    if subject in ("best", "worst"):
        return Comparison(subject, sign, _card(rules, bound))
    if subject not in ("envido", "flor"):
        message = _("{what} cannot be compared: compare envido or flor with points, best or worst with a card")
        raise TableError(message.format(what=repr(subject)))
    _must_be_played(rules, subject)
    if not bound.isascii() or not bound.isdigit():
        message = _("compare {what} with points, such as {what}>=28, not with {bound}")
        raise TableError(message.format(what=subject, bound=repr(bound)))
    return Comparison(subject, sign, int(bound))


def _must_be_played(rules: Rules, lance: str) -> None:
    if (rules.envido if lance == "envido" else rules.flor) is None:
        raise TableError(_("this variant has no {lance}: leave it out").format(lance=lance))
