"""What is known or supposed of a hand: `1e`, `no-flor`, `envido>=28`, `best<7o`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from truquero.cards import Card, CardError, card
from truquero.language import _
from truquero.rules.game import Rules
from truquero.rules.hand import CARDS_IN_HAND
from truquero.rules.points import Points
from truquero.solve.chances.chance import HIGHEST, NONE
from truquero.table import TableError

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_COMPARISON = re.compile(r"(\w+)(>=|<=|>|<|=)(\w+)")
_AROUND_SIGN = re.compile(r"\s*(>=|<=|>|<|=)\s*")
_PLACE = re.compile(r"\s*(\d+)\s*:(.*)", re.DOTALL)
_WITHOUT = "no-"


@dataclass(frozen=True)
class Test:
    """A comparison: of the points (`envido`, `flor`), or of the strongest or weakest card (`best`, `worst`)."""

    what: str
    sign: str
    bound: int | Card

    def holds(self, points: Points, strengths: Mapping[Card, int], hand: Sequence[Card]) -> bool:
        if isinstance(self.bound, Card):
            strongest = max if self.what == "best" else min
            return _COMPARE[self.sign](strongest(strengths[one] for one in hand), strengths[self.bound])
        if self.what == "envido":
            return _COMPARE[self.sign](points.envido(hand), self.bound)
        flor = points.flor(hand)
        return flor is not None and _COMPARE[self.sign](flor, self.bound)


@dataclass(frozen=True)
class Range:
    """The hands that a place may have been dealt: some cards held, some not, a flor or none, and comparisons."""

    held: tuple[Card, ...] = ()
    without: frozenset[Card] = frozenset()
    flor: bool | None = None
    tests: tuple[Test, ...] = ()

    @property
    def open(self) -> bool:
        """Whether nothing is asked of the cards that are not known."""
        return not self.without and self.flor is None and not self.tests

    def fits(self, points: Points, strengths: Mapping[Card, int], hand: Sequence[Card]) -> bool:
        if not self.without.isdisjoint(hand) or (self.flor is not None and points.is_flor(hand) != self.flor):
            return False
        return all(test.holds(points, strengths, hand) for test in self.tests)

    def span(self, lance: str) -> tuple[int, int] | None:
        """The lowest and the highest points of a lance that it allows; None where it asks for anything else."""
        if self.without or self.flor is not None or any(test.what != lance for test in self.tests):
            return None
        least, most = (0 if self.tests else NONE), HIGHEST  # only a flor can be compared
        for test in self.tests:
            assert isinstance(test.bound, int)
            if test.sign in (">", ">=", "="):
                least = max(least, test.bound + (test.sign == ">"))
            if test.sign in ("<", "<=", "="):
                most = min(most, test.bound - (test.sign == "<"))
        return least, most

    def and_also(self, other: Range) -> Range:
        """Both at once."""
        held = tuple(dict.fromkeys((*self.held, *other.held)))
        flor = self.flor if other.flor is None else other.flor
        if self.flor not in (None, flor):
            raise TableError(_("a hand cannot both have a flor and have none"))
        return Range(held, self.without | other.without, flor, (*self.tests, *other.tests))


def read_cards(rules: Rules, text: str) -> tuple[Card, ...]:
    """Cards of the pack, separated by spaces or commas, none of them twice."""
    found = tuple(_card(rules, word) for word in _words(text))
    _must_differ(found)
    return found


def _must_differ(cards: Sequence[Card]) -> None:
    twice = [one for one in cards if cards.count(one) > 1]
    if twice:
        raise TableError(_("{card} is there twice: name every card once").format(card=twice[0]))


def read_range(rules: Rules, text: str) -> Range:
    """What a text asks of a hand: terms separated by spaces or commas, all of which must hold."""
    terms = [_term(rules, word) for word in _words(text)]
    _must_differ([one for term in terms for one in term.held])
    found = Range()
    for term in terms:
        found = found.and_also(term)
    if len(found.held) > CARDS_IN_HAND:
        about = _("{cards}: a hand has three cards")
        raise TableError(about.format(cards=" ".join(found.held)))
    return found


def read_placed(rules: Rules, text: str) -> tuple[int | None, Range]:
    """A range with the place it is about, `2: flor`; without a number it is about everyone asked for."""
    placed = _PLACE.fullmatch(text)
    return (int(placed[1]), read_range(rules, placed[2])) if placed else (None, read_range(rules, text))


def _words(text: str) -> Iterable[str]:
    return _AROUND_SIGN.sub(r"\1", text).replace(",", " ").lower().split()


def _card(rules: Rules, word: str) -> Card:
    try:
        found = card(word)
    except CardError as error:
        raise TableError(str(error)) from error
    if found not in rules.pack:
        raise TableError(_("{card} is not in the pack of this game").format(card=word))
    return found


def _term(rules: Rules, word: str) -> Range:
    compared = _COMPARISON.fullmatch(word)
    if compared:
        return Range(tests=(_test(rules, *compared.groups()),))
    without = word.startswith(_WITHOUT)
    name = word.removeprefix(_WITHOUT)
    if name == "flor":
        _must_be_played(rules, name)
        return Range(flor=not without)
    try:
        card(name)
    except CardError:
        about = _(
            "{word} says nothing of a hand: write cards it holds (1e) or not (no-1e), flor or no-flor, or compare: "
            "envido>=28, flor<30, best>=7o, worst<4c"
        )
        raise TableError(about.format(word=repr(word))) from None
    named = _card(rules, name)
    return Range(without=frozenset({named})) if without else Range(held=(named,))


def _test(rules: Rules, what: str, sign: str, bound: str) -> Test:
    if what in ("best", "worst"):
        return Test(what, sign, _card(rules, bound))
    if what not in ("envido", "flor"):
        about = _("{what} cannot be compared: compare envido or flor with points, best or worst with a card")
        raise TableError(about.format(what=repr(what)))
    _must_be_played(rules, what)
    if not bound.isascii() or not bound.isdigit():
        about = _("{what} is compared with points, such as {what}>=28, not with {bound}")
        raise TableError(about.format(what=what, bound=repr(bound)))
    return Test(what, sign, int(bound))


def _must_be_played(rules: Rules, lance: str) -> None:
    if (rules.envido if lance == "envido" else rules.flor) is None:
        raise TableError(_("there is no {lance} in this game: leave it out").format(lance=lance))
