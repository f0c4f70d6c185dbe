"""Exact counts for envido and flor: for every hand of one place, count the hands left for the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache

from truquero.analysis.hand_equity import exact_limits
from truquero.analysis.hand_equity.chance import ABOVE_ALL, NONE
from truquero.analysis.hand_equity.equity_situation import EquitySituation
from truquero.analysis.hand_equity.hand_counting import BitMaskCounter, ClassSample, EquivalenceClasses, HandCounter
from truquero.analysis.hand_equity.possible_deals import (
    Hand,
    Value,
    World,
    hidden_of,
    involved,
    most_deals,
    nothing_fits,
    worlds,
)
from truquero.analysis.hand_equity.ranges import Range
from truquero.cards import SUITS, Card
from truquero.i18n.progress import Show
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.sim.optional_dependencies import install_command

ClassKey = tuple[object, ...]
Bounds = Mapping[int, int]  # the most points that a place may have


class Equivalence:
    """Equivalence classes of hands and of turned cards.

    For points a card is its suit and its worth, a pieza only its worth. Suits are therefore interchangeable where
    the ranges restrict nothing but points.
    """

    def __init__(self, world: World) -> None:
        situation, points = world.situation, world.card_values.points
        self._world = world
        self._samples: dict[Range, list[ClassSample]] = {}
        self._distinguishes_cards = not all(hand_range.restricts_points_only for hand_range in situation.ranges)
        self._worth = points.worth
        # A pieza counts with cards of every suit, and a reservá is a pair of certain cards.
        self._special_cards = {card for card, _worth in points.piezas}.union(*points.reservas)
        held = [hand_range.held for hand_range in situation.ranges]
        self._suits = {
            suit: (self._of_suit(world.deck, suit), tuple(self._of_suit(hand, suit) for hand in held)) for suit in SUITS
        }
        self._piezas = tuple(self._of_piezas(hand) for hand in (world.deck, *held))
        names = sorted(set(self._suits.values()))
        self._suit_number = {suit: names.index(name) for suit, name in self._suits.items()}

    def _of_suit(self, cards: Iterable[Card], suit: str) -> tuple[int, ...]:
        return tuple(
            sorted(self._worth[card] for card in cards if card.suit == suit and card not in self._special_cards)
        )

    def _of_piezas(self, cards: Iterable[Card]) -> tuple[int, ...]:
        return tuple(sorted(self._worth[card] for card in cards if card in self._special_cards))

    @cached_property
    def of_world(self) -> ClassKey:
        """A key that is equal for turned cards with which all hands count the same.

        Reservás are not distinguished: they are fixed cards, in games that turn no card.
        """
        return (*sorted(self._suits.values()), self._piezas)

    def of_hand(self, hidden: Hand) -> ClassKey:
        """Return a key that is equal for hands that have the same value and leave equivalent cards to the others."""
        if self._distinguishes_cards:
            return hidden
        plain: dict[str, list[int]] = {}
        special_cards = []
        for card in hidden:
            if card in self._special_cards:
                special_cards.append(card)
            else:
                plain.setdefault(card.suit, []).append(self._worth[card])
        suits = sorted((self._suit_number[suit], *sorted(worths)) for suit, worths in plain.items())
        return (*suits, *special_cards)

    @property
    def distinguishes_cards(self) -> bool:
        """Whether each hand is a class of its own, because some range depends on more than points."""
        return self._distinguishes_cards

    def class_samples(self, hand_range: Range) -> list[ClassSample]:
        """Return one hand of each equivalence class that a place may have, and the size of the class."""
        samples = self._samples.get(hand_range)
        if samples is None:
            place, held = self._world.situation.ranges.index(hand_range), len(hand_range.held)
            examples: dict[ClassKey, Hand] = {}
            sizes: Counter[ClassKey] = Counter()
            for hand in self._world.hands(place):
                key = self.of_hand(hand[held:])
                examples.setdefault(key, hand)
                sizes[key] += 1
            samples = self._samples[hand_range] = [(hand, sizes[key]) for key, hand in examples.items()]
        return samples


@lru_cache(maxsize=4)
def _worlds(situation: EquitySituation) -> list[tuple[World, Equivalence, int]]:
    """Return one world for each equivalence class of turned cards, and the size of the class."""
    world_equivalences = [(world, Equivalence(world)) for world in worlds(situation)]
    if len(world_equivalences) == 1 or world_equivalences[0][1].distinguishes_cards:
        return [(world, equivalence, 1) for world, equivalence in world_equivalences]
    classes: dict[ClassKey, tuple[World, Equivalence]] = {}
    sizes: Counter[ClassKey] = Counter()
    for world, equivalence in world_equivalences:
        classes.setdefault(equivalence.of_world, (world, equivalence))
        sizes[equivalence.of_world] += 1
    return [(*classes[key], count) for key, count in sizes.items()]


class ExactCounts:
    """Exact probabilities of points over all deals of a question."""

    samples = 0

    def __init__(self, situation: EquitySituation, value: Value, progress: Show = lambda done, total: None) -> None:
        self._situation = situation
        self._value = value
        self.progress = progress
        self._totals: dict[tuple[int, ...], int] = {}
        self._best = cache(self._compute_best)
        self._none = cache(self._compute_none)

    @cached_property
    def _worlds(self) -> list[tuple[_WorldCounter, int]]:
        return [
            (_WorldCounter(world, equivalence, self._value), class_size)
            for world, equivalence, class_size in _worlds(self._situation)
        ]

    def feasible(self, places: Iterable[int]) -> bool:
        """Return whether the deals of these places, and of others with a restricted range, are few enough to count."""
        hidden = hidden_of(self._situation, involved(self._situation, places))
        if len(hidden) > exact_limits.HANDS_OF_POINTS:
            return False
        if len(hidden) < exact_limits.HANDS_OF_POINTS:
            return True
        remaining = exact_limits.TRIOS
        for counter, _class_size in self._worlds:
            remaining -= counter.class_count(hidden[0])
            if remaining < 0:
                return False
        return True

    def best(self, place: int, among: Sequence[int]) -> Mapping[int, Fraction]:
        """Return, for each value, the probability that the place has it and that it is the best among some places.

        Of equal hands the nearest to the mano is the best.
        """
        return self._best(place, tuple(among))

    def none(self, places: Sequence[int]) -> Fraction:
        """Return the probability that none of these places has any points."""
        return self._none(tuple(places))

    def _compute_best(self, place: int, among: tuple[int, ...]) -> Mapping[int, Fraction]:
        counts: Counter[int] = Counter()
        hidden = tuple(hidden_of(self._situation, involved(self._situation, among)))
        for done, (counter, class_size) in enumerate(self._worlds):
            self.progress(done, len(self._worlds))
            for value, count in counter.best(place, among, hidden).items():
                counts[value] += class_size * count
        total = self._total(hidden)
        return {value: Fraction(count, total) for value, count in sorted(counts.items()) if count}

    def _compute_none(self, places: tuple[int, ...]) -> Fraction:
        hidden = tuple(hidden_of(self._situation, involved(self._situation, places)))
        return Fraction(
            sum(class_size * counter.none(places, hidden) for counter, class_size in self._worlds), self._total(hidden)
        )

    def _total(self, hidden: tuple[int, ...]) -> int:
        """Return the number of deals of these places, or raise a TableError if there are none."""
        total = self._totals.get(hidden)
        if total is None:
            total = self._totals[hidden] = sum(
                class_size * counter.total(hidden) for counter, class_size in self._worlds
            )
        if not total:
            raise nothing_fits()
        return total


class _WorldCounter:
    """Counts the deals with a given turned card."""

    def __init__(self, world: World, equivalence: Equivalence, value: Value) -> None:
        self._world = world
        self._ranges = world.situation.ranges
        self._equivalence = equivalence
        self._value = value
        self._hand_counter = _hand_counter(world, value, equivalence.class_samples)

    def class_count(self, place: int) -> int:
        """Return the number of equivalence classes of hands that a place may have."""
        return len(self._equivalence.class_samples(self._ranges[place]))

    def total(self, hidden: Sequence[int]) -> int:
        """Return the number of deals of these places."""
        if all(self._ranges[place].is_unrestricted for place in hidden):
            return most_deals(self._world, hidden) if self._possible() else 0
        return self._deals(hidden, {})

    def _possible(self) -> bool:
        """Return whether every restricted range admits a hand. It may not where all cards of the place are known."""
        return all(self._world.hands(place) for place in self._world.bound)

    def best(self, place: int, among: Sequence[int], hidden: Sequence[int]) -> Counter[int]:
        """Return, for each value, the number of deals in which the place has it and it is the best of `among`."""
        if not self._possible():
            return Counter()
        if place in hidden:
            lead = [place, *(other for other in hidden if other != place)]
            counts: Counter[int] = Counter()
            for value in self._hand_counter.leads(place, len(lead) - 1):
                bounds = None if value == NONE else self._bounds(place, value, among)
                if bounds is not None:
                    counts[value] = self._deals(lead, bounds, value)
            return counts
        value = self._known_value(place)
        bounds = None if value == NONE else self._bounds(place, value, among)
        return Counter() if bounds is None else Counter({value: self._deals(hidden, bounds)})

    def none(self, places: Sequence[int], hidden: Sequence[int]) -> int:
        """Return the number of deals in which none of these places has any points."""
        known = (place for place in places if place not in hidden)
        if not self._possible() or any(self._known_value(place) != NONE for place in known):
            return 0
        return self._deals(hidden, dict.fromkeys(places, NONE))

    def _bounds(self, place: int, value: int, among: Sequence[int]) -> Bounds | None:
        """Return the most points that the others may have if this is the best, or None if one is known to have more."""
        bounds = {other: value - (other < place) for other in among if other != place}
        for other, bound in bounds.items():
            if len(self._ranges[other].held) == CARDS_IN_HAND and self._known_value(other) > bound:
                return None
        return bounds

    def _known_value(self, place: int) -> int:
        return self._value(self._world.card_values, self._ranges[place].held)

    def _deals(self, hidden: Sequence[int], bounds: Bounds, only: int | None = None) -> int:
        """Return the number of deals within the bounds. With `only`, the first place has exactly this value."""
        if not hidden:
            return 1
        lead, *other_places = hidden
        hand_counter, count = self._hand_counter, len(other_places)
        hand_sets = [hand_counter.at_most(place, bounds.get(place, ABOVE_ALL), count) for place in other_places]
        if None in hand_sets:
            return 0
        leads = hand_counter.leads(lead, count)
        most = bounds.get(lead, ABOVE_ALL)
        values = [value for value in leads if value <= most] if only is None else [only]
        return sum(hand_counter.count_choices(hand_sets, leads[value]) for value in values)


def _hand_counter(world: World, value: Value, classes: EquivalenceClasses) -> HandCounter:
    """Return the implementation with arrays if NumPy is installed, otherwise the one in plain Python."""
    if install_command("tables") is not None:
        return BitMaskCounter(world, value, classes)
    from truquero.analysis.hand_equity.hand_counting_numpy import ArrayCounter

    return ArrayCounter(world, value, classes)


@lru_cache(maxsize=8)
def exact_counts(situation: EquitySituation, value: Value) -> ExactCounts:
    """Return the counter of this situation, cached for all places that ask with the same known cards."""
    return ExactCounts(situation, value)
