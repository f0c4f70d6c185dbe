"""The deals that agree with what is known, and their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain, combinations
from math import comb

from truquero.analysis.hand_equity.card_values import CardValues, card_values_of
from truquero.analysis.hand_equity.equity_situation import EquitySituation
from truquero.analysis.hand_equity.ranges import Range
from truquero.cards import Card
from truquero.i18n import _
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.table import TableError

Hand = tuple[Card, ...]
Value = Callable[[CardValues, Sequence[Card]], int]


class World:
    """One possible turned card, or none: the value of cards with it, and the hands that each place may have."""

    def __init__(self, situation: EquitySituation, turned: Card | None) -> None:
        self.situation = situation
        self.turned = turned
        self.card_values = card_values_of(situation.rules, turned)
        self.strengths = self.card_values.strengths
        self.deck = tuple(card for card in situation.unseen if card != turned)
        self._hands: dict[Range, list[Hand]] = {}

    def hands(self, place: int) -> list[Hand]:
        """Return every hand that a place may have, its known cards first."""
        hand_range = self.situation.ranges[place]
        hands = self._hands.get(hand_range)
        if hands is None:
            hands = self._hands[hand_range] = self._possible(hand_range)
        return hands

    def _possible(self, hand_range: Range) -> list[Hand]:
        missing = CARDS_IN_HAND - len(hand_range.held)
        hands = (hand_range.held + hidden for hidden in combinations(self.deck, missing))
        if hand_range.is_unrestricted:
            return list(hands)
        return [hand for hand in hands if hand_range.fits(self.card_values, hand)]

    @cached_property
    def bound(self) -> tuple[int, ...]:
        """The places with a restricted range. All others may hold any of the cards that are left."""
        return tuple(place for place, hand_range in enumerate(self.situation.ranges) if not hand_range.is_unrestricted)


def worlds(situation: EquitySituation) -> list[World]:
    """Return one world for every card that may have been turned."""
    return [
        World(situation, turned) for turned in (situation.unseen if situation.turned_unknown else [situation.turned])
    ]


def nothing_fits() -> TableError:
    """Return the error to raise when no deal agrees with what is known."""
    return TableError(_("no deal fits everything that was given: remove a condition"))


# ---------------------------------------------------------------------------------------------------------- counting


def hidden_of(situation: EquitySituation, places: Iterable[int]) -> list[int]:
    """Return those of the places whose cards are not all known."""
    return [place for place in places if len(situation.ranges[place].held) < CARDS_IN_HAND]


def most_deals(world: World, places: Iterable[int]) -> int:
    """Return the number of ways to deal the hidden cards of these places, ignoring restrictions."""
    deals, remaining = 1, len(world.deck)
    for place in places:
        missing = CARDS_IN_HAND - len(world.situation.ranges[place].held)
        deals, remaining = deals * comb(remaining, missing), remaining - missing
    return deals


def involved(situation: EquitySituation, places: Iterable[int]) -> list[int]:
    """Return these places and all others with a restricted range, in order."""
    bound = [place for place in range(situation.places) if not situation.ranges[place].is_unrestricted]
    return sorted({*places, *bound})


def counted(world: World, places: Sequence[int], value: Value) -> Counter[tuple[int, ...]]:
    """Count the deals by the values of these places. At most two of the hands involved may be hidden."""
    situation = world.situation
    everyone = involved(situation, places)
    hidden = hidden_of(situation, everyone)
    crossed = len(hidden) == 2
    # One place per range, because equal ranges admit equal hands.
    places_of = {situation.ranges[place]: place for place in everyone}
    tables = {hand_range: _table(world, place, value, crossed) for hand_range, place in places_of.items()}
    if not all(tables.values()):  # some place has no possible hand
        return Counter()
    values = {place: next(iter(tables[situation.ranges[place]][()])) for place in everyone}
    counts: Counter[tuple[int, ...]] = Counter()
    for chosen, count in _disjoint([tables[situation.ranges[place]] for place in hidden]).items():
        values |= zip(hidden, chosen, strict=True)
        counts[tuple(values[place] for place in places)] += count
    return counts


Table = dict[Hand, dict[int, int]]


def _table(world: World, place: int, value: Value, crossed: bool) -> Table:
    """Return, for each set of hidden cards, the number of hands that contain it, by value.

    The table is empty if no hand is possible. Unless the place is `crossed` with another hidden hand, the table has
    an entry for the empty set only.
    """
    first_hidden = len(world.situation.ranges[place].held) if crossed else CARDS_IN_HAND
    table: Table = {}
    for hand in world.hands(place):
        hand_value = value(world.card_values, hand)
        hidden = hand[first_hidden:]
        for subset in chain.from_iterable(combinations(hidden, size) for size in range(len(hidden) + 1)):
            counts = table.setdefault(subset, {})
            counts[hand_value] = counts.get(hand_value, 0) + 1
    return table


def _disjoint(tables: Sequence[Table]) -> dict[tuple[int, ...], int]:
    """Return the number of choices of a hand from each table that share no card, by values.

    The inclusion-exclusion principle gives it: all choices, less those that share a card, plus those that share two,
    and so on.
    """
    if len(tables) < 2:
        return {(value,): count for table in tables for value, count in table[()].items()} or {(): 1}
    first_table, second_table = tables
    rows: dict[int, Counter[int]] = {value: Counter() for value in first_table[()]}
    for shared in first_table.keys() & second_table.keys():
        sign = -1 if len(shared) % 2 else 1
        seconds = second_table[shared].items()
        for first, count in first_table[shared].items():
            row, signed = rows[first], sign * count
            for second, second_count in seconds:
                row[second] += signed * second_count
    return {(first, second): count for first, row in rows.items() for second, count in row.items()}
