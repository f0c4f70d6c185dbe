"""What the others may hold, from all that was seen, called and not called: hands weighed, and deals drawn from them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from math import exp
from random import Random
from typing import NamedTuple

from truquero.bots.calls import LARGE
from truquero.bots.chances import Tricks, hand_chance, shared
from truquero.bots.habits import BETS_LARGE, CALL_TRUCO
from truquero.bots.reading import Reading
from truquero.cards import CARDS, Card
from truquero.engine.envido import bet_size
from truquero.engine.state import COVER, bit
from truquero.rules.hand import CARDS_IN_HAND
from truquero.rules.lances import plays_envido
from truquero.rules.moves import ACCEPT, LEAVE, REFUSE
from truquero.table import Event
from truquero.table.signs import SIGN

Deal = dict[int, tuple[Card, ...]]  # the cards of each place, with those it has laid

FEW_HANDS = 900  # so many possible hands of a place are all weighed; of more, a draw
DRAWN = 160
OWN_DRAWN = 90
TRIES = 60  # to find a hand that shares no card with those of other places

# How far words are believed: at these chances of one's own somebody says such a thing about half of the time.
OPENS_ENVIDO, RAISES_ENVIDO, WANTS_ENVIDO = 0.62, 0.8, 0.42
WANTS_TRUCO = 0.33
WIDTH = 0.07  # how sharply
# How often a word means nothing, one that bets much, and silence. Who says the opposite of what he holds lives on being
# believed, so little is concluded from words alone.
LIES, LARGE_LIES, SILENCE_LIES = 0.3, 0.01, 0.5
SILENT_FLOR = 0.02  # a flor that ought to be sung and was not
FRIENDLY_SIGN, RIVAL_SIGN = 0.08, 0.5  # the weight of a hand without what its seña told: rivals' are doubted


class Said(NamedTuple):
    """Something that tells of a place's cards: of its points, of its strength, or of one exact value."""

    about: str  # envido, truco, value, less, sign
    level: float = 0.0
    more: bool = True  # the better the hand the likelier; or the worse
    cards: frozenset[Card] = frozenset()  # what a seña shows; or, of the truco, what the place had laid by then
    when: Tricks | None = None  # how the tricks stood
    lies: float = LIES


def _soft(share: float, level: float) -> float:
    return 1 / (1 + exp(-(share - level) / WIDTH))


class Beliefs:
    """The hands that each other place may hold, weighed."""

    def __init__(self, reading: Reading, chance: Random, pending: Collection[Event] = ()) -> None:
        """`pending` are calls of which nothing is concluded here."""
        self._reading = reading
        self._random = chance
        self._said = _heard(reading, pending)
        self._bettors = {
            place for place, heard in self._said.items() if any(said.about == "envido" and said.more for said in heard)
        }
        self._hands: dict[int, tuple[list[tuple[Card, ...]], list[float]]] = {}

    def weight(self, place: int, hand: Sequence[Card]) -> float:
        """How well a hand fits what its place has said and done."""
        worth, points = self._reading.worth, self._reading.worth.points
        is_flor = len(hand) == 3 and points.is_flor(hand)
        told = bool(self._reading.told_flor & bit(place))
        if told and not is_flor:
            return 0.0
        weight = SILENT_FLOR if is_flor and not told and self._kept_silent(place, hand) else 1.0
        if len(hand) != 3:
            return weight
        envido, _flor = worth.of_hand(hand)
        for said in self._said.get(place, ()):
            if said.about == "value":
                weight *= points.envido(hand) == said.level or points.flor(hand) == said.level
            elif said.about == "less":
                weight *= points.envido(hand) <= said.level
            elif said.about == "sign":
                weight *= 1.0 if said.cards.intersection(hand) else said.level
            else:
                likely = _soft(envido if said.when is None else self._truco(hand, said), said.level)
                weight *= said.lies + (1 - said.lies) * (likely if said.more else 1 - likely)
        return weight

    def _truco(self, hand: Sequence[Card], said: Said) -> float:
        """What somebody with this hand felt of the truco when he spoke."""
        assert said.when is not None
        rank = self._reading.worth.rank
        alone = hand_chance([rank[one] for one in hand if one not in said.cards], said.when)
        return shared(alone, len(self._reading.seats) // 2 - 1)

    def _kept_silent(self, place: int, flor: Sequence[Card]) -> bool:
        """Whether a place could have sung a flor and has not, or has bet on the envido, which not every flor may."""
        reading = self._reading
        rule, envido = reading.rules.flor, reading.rules.envido
        if rule is None:
            return False
        if envido is not None and place in self._bettors and not plays_envido(envido, rule, reading.worth.points, flor):
            return True
        return bool(reading.state.won) or any(one.place == place for one in reading.laid)

    def _possible(self, place: int) -> tuple[list[tuple[Card, ...]], list[float]]:
        """Cards that a place may hold beside those it has shown, and their weights added up."""
        known = self._hands.get(place)
        if known is None:
            shown = self._reading.known[place]
            hands = self._fitting(place)
            weights = list(accumulate(self.weight(place, (*shown, *hand)) for hand in hands))
            if not weights or weights[-1] <= 0:  # nothing fits: whatever was said was no truth
                weights = list(accumulate([1.0] * len(hands)))
            known = self._hands[place] = hands, weights
        return known

    def _fitting(self, place: int) -> list[tuple[Card, ...]]:
        """Cards that fill up what a place has shown: all there are, or some of very many."""
        reading, chance = self._reading, self._random
        unseen, worth = reading.unseen, reading.worth
        missing = max(0, reading.dealt_count(place) - len(reading.known[place]))
        if missing <= 2:
            hands = list(combinations(unseen, missing))
            return hands if len(hands) <= FEW_HANDS else chance.sample(hands, FEW_HANDS)
        free = set(unseen)
        values = [said.level for said in self._said.get(place, ()) if said.about == "value"]
        if missing == CARDS_IN_HAND and (values or reading.told_flor & bit(place)):
            told = worth.hands_worth(int(values[0])) if values else worth.flores
            return [hand for hand in told if free.issuperset(hand)] or [tuple(chance.sample(unseen, missing))]
        return [tuple(chance.sample(unseen, missing)) for _ in range(DRAWN)]

    def own_hands(self, count: int) -> list[tuple[Card, ...]]:
        """Other hands that the seat may hold as far as the others can tell, some of them more than once."""
        reading, chance = self._reading, self._random
        own = reading.own
        public = [one.card for one in reading.laid if one.place == reading.place and not one.face_down]
        shown = [one for one in own if one in public]
        hidden = [*reading.unseen, *(one for one in own if one not in public)]
        free = set(hidden)
        values = [said.level for said in self._said.get(reading.place, ()) if said.about == "value"]
        if values:
            told = [hand for hand in reading.worth.hands_worth(int(values[0])) if set(shown).issubset(hand)]
            hands = [hand for hand in told if free.issuperset(one for one in hand if one not in shown)]
        else:
            hands = [(*shown, *chance.sample(hidden, len(own) - len(shown))) for _ in range(OWN_DRAWN)]
        is_flor = reading.worth.points.is_flor
        weights = [
            self.weight(reading.place, hand) if is_flor(hand) == is_flor(own) else 0.0 for hand in hands
        ]  # with a flor there would be other words to say
        return chance.choices(hands, weights, k=count) if sum(weights) > 0 else [own] * count

    def deal(self) -> Deal:
        """One deal that fits."""
        reading, chance = self._reading, self._random
        mine = reading.own
        others = [place for place in range(len(reading.seats)) if place != reading.place]
        if reading.is_blind:
            others.append(reading.place)
        dealt: Deal = {reading.place: mine}
        used: set[Card] = set()
        for place in chance.sample(others, len(others)):
            hands, weights = self._possible(place)
            for _ in range(TRIES):
                hand = hands[bisect(weights, chance.random() * weights[-1], 0, len(hands) - 1)]
                if used.isdisjoint(hand):
                    break
            else:
                return self._any_deal(mine, others)
            used.update(hand)
            dealt[place] = (*reading.known[place], *hand)
        return dealt

    def _any_deal(self, mine: tuple[Card, ...], others: Sequence[int]) -> Deal:
        """A deal of the cards that are left, whatever was said."""
        reading = self._reading
        left = [one for one in reading.unseen if one not in mine]
        self._random.shuffle(left)
        dealt = {reading.place: mine}
        for place in others:
            shown = [one for one in reading.known[place] if one not in mine]
            count = reading.dealt_count(place) - len(shown)
            dealt[place] = (*shown, *(left.pop() for _ in range(count)))
        return dealt


# ----------------------------------------------------------------------------------------------------- what was heard


def _heard(reading: Reading, pending: Collection[Event]) -> Mapping[int, list[Said]]:
    """What each place has told by its words, its silence and its señas."""
    found: dict[int, list[Said]] = {}
    for place, said in _all_heard(reading, pending):
        found.setdefault(place, []).append(said)
    return found


def _all_heard(reading: Reading, pending: Collection[Event]) -> Iterator[tuple[int, Said]]:
    course = _Course(reading)
    seats = reading.seats
    gone: set[int] = set()  # who has thrown in takes no part in what comes after
    for event in reading.view.events:
        if event.kind == "trick":
            course.end_trick(event)
        if event.seat not in seats:
            continue
        place = seats.index(event.seat)
        if event.kind == "declare" and event.value is not None:
            yield place, Said("value", event.value)
        elif event.kind == "award" and event.why == "best" and event.value is not None:
            yield place, Said("value", event.value)
            if event.lance == "envido":
                yield from (
                    (other, Said("less", event.value)) for other in range(len(seats)) if other not in (place, *gone)
                )
        elif event.kind == "sign" and event.move is not None:
            yield from _signed(reading, place, event.move)
        elif event.kind == "move" and event.move == LEAVE:
            gone.add(place)
        elif event.kind == "move" and event.move is not None:
            told = list(course.moved(place, event.move, event.lance))
            if not any(event is one for one in pending):
                yield from told


class _Course:
    """A hand as it went, and what each move told of its player's cards."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._rules = reading.automaton.rules
        self._opened: set[str] = set()  # lances that somebody has called
        self._raised = 0  # calls of truco
        self._bet = 0  # points of the envido
        self._laid: dict[int, frozenset[Card]] = {place: frozenset() for place in range(len(reading.seats))}
        self._trick: list[tuple[int, float]] = []  # places and ranks in the trick that is on
        self._taken: list[int | None] = []  # sides

    def end_trick(self, event: Event) -> None:
        seat = event.seat
        self._taken.append(None if seat is None else self._rules.sides[self._reading.seats.index(seat)])
        self._trick = []

    def moved(self, place: int, move: str, lance: str | None) -> Iterator[tuple[int, Said]]:
        if move in self._rules.truco.codes:
            yield place, self._of_truco(place, CALL_TRUCO[min(self._raised, 3)])
            self._raised += 1
            self._opened.add("truco")
        elif self._rules.envido is not None and (size := bet_size(self._rules.envido, move)) is not None:
            usual = RAISES_ENVIDO if "envido" in self._opened else OPENS_ENVIDO
            self._bet += size
            large = self._bet > LARGE
            yield place, Said("envido", BETS_LARGE if large else usual, lies=LARGE_LIES if large else LIES)
            self._opened.add("envido")
        elif move in (ACCEPT, REFUSE) and lance == "envido":
            yield place, Said("envido", WANTS_ENVIDO, move == ACCEPT)
        elif move in (ACCEPT, REFUSE) and lance == "truco":
            yield place, self._of_truco(place, WANTS_TRUCO, move == ACCEPT)
        elif move.isdigit():
            yield place, Said("value", int(move))
        elif move in CARDS or move.startswith(COVER):
            yield from self._lays(place, move)

    def _lays(self, place: int, move: str) -> Iterator[tuple[int, Said]]:
        """A card, and what was not called before it."""
        if not self._laid[place] and not self._opened and self._rules.envido is not None:
            yield place, Said("envido", RAISES_ENVIDO, more=False, lies=SILENCE_LIES)
        if "truco" not in self._opened and self._rules.truco.rungs:
            yield place, self._of_truco(place, CALL_TRUCO[1], more=False)._replace(lies=SILENCE_LIES)
        card = CARDS.get(move)
        self._laid[place] |= frozenset() if card is None else {card}
        self._trick.append((place, 0.0 if card is None else self._reading.worth.rank[card]))

    def _of_truco(self, place: int, level: float, more: bool = True) -> Said:
        return Said("truco", level, more, self._laid[place], self._tricks(place))

    def _tricks(self, place: int) -> Tricks:
        sides, ties, won = self._rules.sides, self._rules.tricks.ties, tuple(self._taken)
        side = sides[place]
        if not self._trick:
            return Tricks(ties, side, won, rivals_to_come=1)
        best = max(rank for _place, rank in self._trick)
        leaders = {sides[one] for one, rank in self._trick if rank == best}
        played = {one for one, _rank in self._trick}
        return Tricks(
            ties,
            side,
            won,
            best,
            is_ours=side in leaders,
            level=len(leaders) == 2,
            laid=place in played,
            rivals_to_come=sum(sides[one] != side for one in range(len(sides)) if one not in played),
        )


def _signed(reading: Reading, place: int, move: str) -> Iterator[tuple[int, Said]]:
    sign = reading.view.sign(reading.rules, reading.seats[place], move.removeprefix(SIGN))
    if sign is None:
        return
    doubt = FRIENDLY_SIGN if place in reading.partners else RIVAL_SIGN
    cards = frozenset(sign.cards(reading.rules.pack, reading.view.turned))
    if cards:
        yield place, Said("sign", doubt, cards=cards)
    elif "envido" in sign.shows and place in reading.partners:
        yield place, Said("envido", OPENS_ENVIDO)
