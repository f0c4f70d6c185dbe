"""Who holds what in one hand, and the answers the rules want of it. Some cards may be unknown to a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from truquero.cards import Card
from truquero.rules.points import Points
from truquero.table.errors import UnknownCards

Unknown = Card | None
HandCards = tuple[Card, ...]


class Holdings:
    """The cards dealt to each place. None stands for a card the record does not tell."""

    def __init__(self, points: Points, dealt: Sequence[Sequence[Unknown]], unseen: Sequence[Card] = ()) -> None:
        self._points = points
        self.dealt: list[list[Unknown]] = [list(hand) for hand in dealt]
        self.held: list[list[Unknown]] = [list(hand) for hand in dealt]
        self._unseen = set(unseen)  # cards that may be the unknown ones
        self._complete = all(None not in hand for hand in dealt)

    def known(self, place: int) -> HandCards:
        """The cards still in a place's hand, as far as they are known."""
        return tuple(one for one in self.held[place] if one is not None)

    def playable(self, place: int) -> list[Card]:
        """The cards a place may be holding now: what it holds, or with unknown cards any that nobody has shown."""
        held = self.held[place]
        if self._complete or None not in held:
            return held  # type: ignore[return-value]
        return [*self.known(place), *sorted(self._unseen)]

    def remove(self, place: int, one: Card) -> None:
        """A card leaves the hand; an unknown one becomes known."""
        self.name(place, one)
        self.held[place].remove(one)

    def discard(self, place: int, one: Card) -> None:
        """The gallo's fourth card: it never counted."""
        self.remove(place, one)
        self.dealt[place].remove(one)

    def name(self, place: int, one: Card) -> None:
        """An unknown card becomes known."""
        if one in self.held[place]:
            return
        self.held[place][self.held[place].index(None)] = one
        self.dealt[place][self.dealt[place].index(None)] = one
        self._unseen.discard(one)

    def replace(self, place: int, old: Card, new: Unknown, unseen: Sequence[Card]) -> None:
        """Another card instead of one that fell face up (S003 Reglamento)."""
        for hand in (self.held[place], self.dealt[place]):
            hand[hand.index(old)] = new
        if new is None:
            self._complete = False
            self._unseen = self._unseen or set(unseen)
        self._unseen.discard(old)

    # ------------------------------------------------------------------------------------------------------ answers

    def _possible(self, place: int) -> Iterator[HandCards]:
        """Every full hand a place may have been dealt."""
        known = tuple(one for one in self.dealt[place] if one is not None)
        missing = len(self.dealt[place]) - len(known)
        for more in combinations(sorted(self._unseen), missing):
            yield known + more

    def may(self, place: int, test: Callable[[HandCards], bool]) -> bool:
        """Whether a place's dealt cards pass a test, or could pass it where they are unknown."""
        return any(test(hand) for hand in self._possible(place))

    def has_flor(self, hand: HandCards) -> bool:
        return self._points.flor(hand) is not None

    def has_plain_flor(self, hand: HandCards) -> bool:
        return self.has_flor(hand) and not self._points.is_reserva(hand)

    def has_reserva(self, hand: HandCards) -> bool:
        return self.has_flor(hand) and self._points.is_reserva(hand)

    def values(self, place: int, lance: str) -> list[int]:
        """What a place's hand can be worth; one value where its cards are known; -1 where it is no flor."""
        if lance == "envido":
            return sorted({self._points.envido(hand) for hand in self._possible(place)})
        flores = {self._points.flor(hand) for hand in self._possible(place)}
        return sorted(-1 if value is None else value for value in flores)

    def best(self, places: Sequence[int], lance: str) -> int:
        """The place with the highest value; of equals the one nearest to the mano (S000 §13)."""
        values = {place: self.values(place, lance) for place in places}
        winner = max(places, key=lambda place: (values[place][0], -place))
        for place in places:
            rival = (values[place][-1], -place)
            if place != winner and rival > (values[winner][0], -winner):
                raise UnknownCards(f"the {lance} cannot be settled: the cards that decide it are not known")
        return winner
