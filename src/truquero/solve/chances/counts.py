"""Envido and flor counted exactly: every hand of one place, and for each of them the hands left for the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from truquero.cards import SUITS, Card
from truquero.language.progress import Show
from truquero.rules.hand import CARDS_IN_HAND
from truquero.solve.chances import limits
from truquero.solve.chances.chance import HIGHEST, NONE
from truquero.solve.chances.deals import Hand, Value, World, hidden_of, involved, most_deals, nothing_fits, worlds
from truquero.solve.chances.families import Levels, Numbers, beside, choices, numbering
from truquero.solve.chances.spot import Spot

Kind = tuple[object, ...]
Bounds = Mapping[int, int]  # the most points that a place may have
Alike = tuple[Numbers, int]  # the hidden cards of a hand, and how many count like it


class Likeness:
    """Which hands and which turned cards come to the same. In points a card is its suit and its worth, a pieza only its
    worth, so suits may change places where nothing but points is asked of the hands."""

    def __init__(self, world: World) -> None:
        spot, points = world.spot, world.worth.points
        self._exact = not all(wanted.of_points for wanted in spot.ranges)
        self._worth = points.worth
        self._single = {one for one, _worth in points.piezas}.union(*points.reservas)
        held = [wanted.held for wanted in spot.ranges]
        self._suits = {
            suit: (self._of_suit(world.deck, suit), tuple(self._of_suit(hand, suit) for hand in held)) for suit in SUITS
        }
        self._piezas = tuple(self._of_piezas(hand) for hand in (world.deck, *held))
        names = sorted(set(self._suits.values()))
        self._number = {suit: names.index(name) for suit, name in self._suits.items()}

    def _of_suit(self, cards: Iterable[Card], suit: str) -> tuple[int, ...]:
        return tuple(sorted(self._worth[one] for one in cards if one.suit == suit and one not in self._single))

    def _of_piezas(self, cards: Iterable[Card]) -> tuple[int, ...]:
        return tuple(sorted(self._worth[one] for one in cards if one in self._single))

    @cached_property
    def of_world(self) -> Kind:
        """Equal for cards turned that make the same of all hands. Reservás are fixed cards: no other card is turned."""
        return (*sorted(self._suits.values()), self._piezas)

    def of_hand(self, hidden: Hand) -> Kind:
        """Equal for hands that are worth the same and leave the same to the others."""
        if self._exact:
            return hidden
        plain: dict[str, list[int]] = {}
        single = []
        for one in hidden:
            if one in self._single:
                single.append(one)
            else:
                plain.setdefault(one.suit, []).append(self._worth[one])
        suits = sorted((self._number[suit], *sorted(worths)) for suit, worths in plain.items())
        return (*suits, *single)

    @property
    def exact(self) -> bool:
        return self._exact


class Counted:
    """All deals of a question, by the points they give."""

    samples = 0

    def __init__(self, spot: Spot, value: Value, progress: Show) -> None:
        self._spot = spot
        self._value = value
        self._progress = progress
        self._totals: dict[tuple[int, ...], int] = {}

    @cached_property
    def _worlds(self) -> list[tuple[_Counter, int]]:
        """One for each kind of turned card, and for how many it stands."""
        every = [(world, Likeness(world)) for world in worlds(self._spot)]
        if len(every) == 1 or every[0][1].exact:
            return [(_Counter(world, likeness, self._value), 1) for world, likeness in every]
        found: dict[Kind, tuple[World, Likeness]] = {}
        many: Counter[Kind] = Counter()
        for world, likeness in every:
            found.setdefault(likeness.of_world, (world, likeness))
            many[likeness.of_world] += 1
        return [(_Counter(*found[kind], self._value), count) for kind, count in many.items()]

    def feasible(self, places: Iterable[int]) -> bool:
        """Whether the deals of these places, and of all others of whom something is asked, are few enough."""
        hidden = hidden_of(self._spot, involved(self._spot, places))
        if len(hidden) > limits.HANDS_OF_POINTS:
            return False
        if len(hidden) < limits.HANDS_OF_POINTS:
            return True
        left = limits.TRIOS
        for counter, _times in self._worlds:
            left -= sum(map(len, counter.kinds(hidden[0]).values()))
            if left < 0:
                return False
        return True

    def best(self, place: int, among: Sequence[int]) -> dict[int, Fraction]:
        """How likely a place has each value and it is the best of some; of equals the nearest to the mano is."""
        found: Counter[int] = Counter()
        hidden = tuple(hidden_of(self._spot, involved(self._spot, among)))
        for done, (counter, times) in enumerate(self._worlds):
            self._progress(done, len(self._worlds))
            for value, count in counter.best(place, among, hidden).items():
                found[value] += times * count
        total = self._total(hidden)
        return {value: Fraction(count, total) for value, count in sorted(found.items()) if count}

    def none(self, places: Sequence[int]) -> Fraction:
        """How likely nobody of these has any points."""
        hidden = tuple(hidden_of(self._spot, involved(self._spot, places)))
        return Fraction(
            sum(times * counter.none(places, hidden) for counter, times in self._worlds), self._total(hidden)
        )

    def _total(self, hidden: tuple[int, ...]) -> int:
        """The deals of these places."""
        total = self._totals.get(hidden)
        if total is None:
            total = self._totals[hidden] = sum(times * counter.total(hidden) for counter, times in self._worlds)
        if not total:
            raise nothing_fits()
        return total


class _Counter:
    """The deals with one card turned."""

    def __init__(self, world: World, likeness: Likeness, value: Value) -> None:
        self._world = world
        self._ranges = world.spot.ranges
        self._likeness = likeness
        self._value = value
        self._cards = {one: at for at, one in enumerate(world.deck)}
        self._kinds: dict[int, dict[int, list[Alike]]] = {}
        self._levels: dict[tuple[object, bool], Levels] = {}

    def total(self, hidden: Sequence[int]) -> int:
        """The deals of these places."""
        if all(self._ranges[place].open for place in hidden):
            return most_deals(self._world, hidden) if self._possible() else 0
        return self._deals(hidden, {})

    def _possible(self) -> bool:
        """Whether those whose cards are all known have what is said of them."""
        return all(self._world.hands(place) for place in self._world.bound)

    def best(self, place: int, among: Sequence[int], hidden: Sequence[int]) -> Counter[int]:
        if not self._possible():
            return Counter()
        if place in hidden:
            lead = [place, *(other for other in hidden if other != place)]
            found: Counter[int] = Counter()
            for value in self.kinds(place):
                bounds = None if value == NONE else self._bounds(place, value, among)
                if bounds is not None:
                    found[value] = self._deals(lead, bounds, [value])
            return found
        value = self._known(place)
        bounds = None if value == NONE else self._bounds(place, value, among)
        return Counter() if bounds is None else Counter({value: self._deals(hidden, bounds)})

    def none(self, places: Sequence[int], hidden: Sequence[int]) -> int:
        known = (place for place in places if place not in hidden)
        if not self._possible() or any(self._known(place) != NONE for place in known):
            return 0
        return self._deals(hidden, dict.fromkeys(places, NONE))

    def _bounds(self, place: int, value: int, among: Sequence[int]) -> Bounds | None:
        """What the others may have where this is the best; None where one is known to have more."""
        bounds = {other: value - (other < place) for other in among if other != place}
        for other, bound in bounds.items():
            if len(self._ranges[other].held) == CARDS_IN_HAND and self._known(other) > bound:
                return None
        return bounds

    def _known(self, place: int) -> int:
        return self._value(self._world.worth, self._ranges[place].held)

    def _deals(self, hidden: Sequence[int], bounds: Bounds, values: Iterable[int] | None = None) -> int:
        """How many deals of these keep the bounds, the first of them having one of the values."""
        if not hidden:
            return 1
        lead, *others = hidden
        families = [self._of(other, len(others) > 1).at_most(bounds.get(other, HIGHEST)) for other in others]
        chosen = [family for family in families if family is not None]
        if len(chosen) < len(families):
            return 0
        numbers = numbering(len(self._cards))
        kinds = self.kinds(lead)
        wanted = [value for value in kinds if value <= bounds.get(lead, HIGHEST)] if values is None else values
        return sum(
            many * choices(numbers, chosen, beside(numbers, hand)) for value in wanted for hand, many in kinds[value]
        )

    def _hands(self, place: int) -> Iterable[tuple[Hand, Hand]]:
        """The hands that a place may have, each with its hidden cards."""
        known = len(self._ranges[place].held)
        return ((hand, hand[known:]) for hand in self._world.hands(place))

    def kinds(self, place: int) -> dict[int, list[Alike]]:
        """By its value one hand of each kind that a place may have."""
        found = self._kinds.get(place)
        if found is None:
            one: dict[Kind, tuple[Hand, Hand]] = {}
            many: Counter[Kind] = Counter()
            for hand, hidden in self._hands(place):
                kind = self._likeness.of_hand(hidden)
                one.setdefault(kind, (hand, hidden))
                many[kind] += 1
            found = self._kinds[place] = {}
            for kind, (hand, hidden) in one.items():
                value = self._value(self._world.worth, hand)
                found.setdefault(value, []).append((self._numbers(hidden), many[kind]))
        return found

    def _numbers(self, hidden: Hand) -> Numbers:
        return tuple(self._cards[one] for one in hidden)

    def _of(self, place: int, paired: bool) -> Levels:
        """The hands of a place by their value; those who may hold the same share them."""
        wanted = self._ranges[place]
        levels = self._levels.get((wanted, paired))
        if levels is None:
            value, worth = self._value, self._world.worth
            hands = [(value(worth, hand), self._numbers(hidden)) for hand, hidden in self._hands(place)]
            levels = Levels(len(self._cards), CARDS_IN_HAND - len(wanted.held), hands, paired)
            self._levels[wanted, paired] = levels
        return levels
