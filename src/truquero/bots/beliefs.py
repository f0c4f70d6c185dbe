"""What the others may hold, from all that was seen, called and not called: hands weighed, and deals drawn from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from math import exp
from random import Random
from typing import NamedTuple

from truquero.bots.reading import Reading
from truquero.cards import CARDS, Card
from truquero.engine.declare import CONCEDE
from truquero.engine.envido import FIRST_SIZE, MORE, SIZE
from truquero.engine.flor import FLOR_WORDS
from truquero.engine.state import bit
from truquero.rules.lances import FixedEnvido, OpenEnvido
from truquero.table.signs import SIGN

Deal = dict[int, tuple[Card, ...]]  # the cards of each place, with those it has laid

FEW_HANDS = 900  # so many possible hands of a place are all weighed; of more, a draw
DRAWN = 160
TRIES = 30  # to find hands of several places that share no card

# How far words are believed. Somebody with such a share of the best hands says this about half of the time.
OPENS_ENVIDO, RAISES_ENVIDO, WANTS_ENVIDO = 0.62, 0.8, 0.45
CALLS_TRUCO, RAISES_TRUCO, WANTS_TRUCO = 0.58, 0.68, 0.42
WIDTH = 0.09  # how sharply
LIES = 0.1  # how often a word means nothing
SILENT_FLOR = 0.02  # a flor that ought to be sung and was not
FRIENDLY_SIGN, RIVAL_SIGN = 0.08, 0.5  # the weight of a hand without what its seña told: rivals' are doubted


class Said(NamedTuple):
    """Something that tells of a place's cards: of its points, of its strength, or of one exact value."""

    about: str  # envido, truco, value, less, flor, sign
    level: float = 0.0
    more: bool = True  # the better the hand the likelier; or the worse
    cards: frozenset[Card] = frozenset()


def _soft(share: float, level: float) -> float:
    return 1 / (1 + exp(-(share - level) / WIDTH))


class Beliefs:
    """The hands that each other place may hold, weighed."""

    def __init__(self, reading: Reading, chance: Random) -> None:
        self._reading = reading
        self._random = chance
        self._said = _heard(reading)
        self._hands: dict[int, tuple[list[tuple[Card, ...]], list[float]]] = {}

    def weight(self, place: int, hand: Sequence[Card]) -> float:
        """How well a hand fits what its place has said and done."""
        worth, points = self._reading.worth, self._reading.worth.points
        is_flor = len(hand) == 3 and points.is_flor(hand)
        told = bool(self._reading.told_flor & bit(place))
        if told and not is_flor:
            return 0.0
        weight = SILENT_FLOR if is_flor and not told and self._kept_silent(place) else 1.0
        if len(hand) != 3:
            return weight
        envido, _flor = worth.of_hand(hand)
        best = sorted((worth.rank[one] for one in hand), reverse=True)
        truco = 0.55 * best[0] + 0.35 * best[1] + 0.1 * best[2]
        for said in self._said.get(place, ()):
            if said.about == "value":
                weight *= points.envido(hand) == said.level or points.flor(hand) == said.level
            elif said.about == "less":
                weight *= points.envido(hand) <= said.level
            elif said.about == "sign":
                weight *= 1.0 if said.cards.intersection(hand) else said.level
            else:
                likely = _soft(envido if said.about == "envido" else truco, said.level)
                weight *= LIES + (1 - LIES) * (likely if said.more else 1 - likely)
        return weight

    def _kept_silent(self, place: int) -> bool:
        """Whether a place could have sung a flor and has not."""
        reading = self._reading
        flor = reading.rules.flor
        if flor is None:
            return False
        return bool(reading.state.won) or any(one.place == place for one in reading.laid)

    def _possible(self, place: int) -> tuple[list[tuple[Card, ...]], list[float]]:
        """Cards that a place may hold beside those it has shown, and their weights added up."""
        known = self._hands.get(place)
        if known is None:
            reading = self._reading
            shown, unseen = reading.known[place], reading.unseen
            missing = max(0, reading.dealt_count(place) - len(shown))
            told = bool(reading.told_flor & bit(place)) or any(
                one.about == "value" for one in self._said.get(place, ())
            )
            if missing <= 2 or told:
                hands = list(combinations(unseen, missing))
                if len(hands) > FEW_HANDS and not told:
                    hands = self._random.sample(hands, FEW_HANDS)
            else:
                hands = [tuple(self._random.sample(unseen, missing)) for _ in range(DRAWN)]
            weights = list(accumulate(self.weight(place, (*shown, *hand)) for hand in hands))
            if not weights or weights[-1] <= 0:  # nothing fits: whatever was said was no truth
                weights = list(accumulate([1.0] * len(hands)))
            known = self._hands[place] = hands, weights
        return known

    def deal(self, own: Sequence[Card] | None = None) -> Deal:
        """One deal that fits. `own` are the seat's cards, if not those it has."""
        reading, chance = self._reading, self._random
        mine = tuple(reading.own if own is None else own)
        others = [place for place in range(len(reading.seats)) if place != reading.place]
        if reading.is_blind:
            others.append(reading.place)
        dealt: Deal = {reading.place: mine}
        for _ in range(TRIES):
            used: set[Card] = set(mine) if own is not None else set()
            for place in chance.sample(others, len(others)):
                hands, weights = self._possible(place)
                hand = chance.choices(hands, cum_weights=weights)[0]
                if not used.isdisjoint(hand):
                    break
                used.update(hand)
                dealt[place] = (*reading.known[place], *hand)
            else:
                return dealt
        return self._any_deal(mine, others)

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


def _heard(reading: Reading) -> Mapping[int, list[Said]]:
    """What each other place has told by its words, its silence and its señas."""
    found: dict[int, list[Said]] = {}
    for place, said in _all_heard(reading):
        if place != reading.place:
            found.setdefault(place, []).append(said)
    return found


def _all_heard(reading: Reading) -> Iterator[tuple[int, Said]]:
    opened: set[str] = set()  # lances that somebody has called
    seats, rules = reading.seats, reading.automaton.rules
    calls = rules.truco.codes
    for event in reading.view.events:
        if event.seat not in seats:
            continue
        place = seats.index(event.seat)
        if event.kind == "declare" and event.lance in ("envido", "flor") and event.value is not None:
            yield place, Said("value", event.value)
        elif event.kind == "award" and event.why == "best" and event.value is not None:
            yield place, Said("value", event.value)
            if event.lance == "envido":
                yield from ((rival, Said("less", event.value)) for rival in range(len(seats)) if rival != place)
        elif event.kind == "sign" and event.move is not None:
            yield from _signed(reading, place, event.move)
        elif event.kind == "move" and event.move is not None:
            move = event.move
            if move in calls:
                yield place, Said("truco", RAISES_TRUCO if "truco" in opened else CALLS_TRUCO)
                opened.add("truco")
            elif is_envido_call(rules.envido, move):
                yield place, Said("envido", RAISES_ENVIDO if "envido" in opened else OPENS_ENVIDO)
                opened.add("envido")
            elif move in ("quiero", "no-quiero") and event.lance in ("envido", "truco"):
                level = WANTS_ENVIDO if event.lance == "envido" else WANTS_TRUCO
                yield place, Said(event.lance, level, move == "quiero")
            elif move.isdigit():
                yield place, Said("value", int(move))
            elif move in CARDS and "envido" not in opened and _was_first(reading, place, move):
                if rules.envido is not None and not opened and move not in FLOR_WORDS:
                    yield place, Said("envido", RAISES_ENVIDO, False)
            elif move == CONCEDE:
                continue


def is_envido_call(rule: FixedEnvido | OpenEnvido | None, move: str) -> bool:
    if rule is None:
        return False
    if isinstance(rule, FixedEnvido):
        return move == rule.falta_code or any(call.code == move for call in rule.calls)
    return move in (FIRST_SIZE, rule.all_in_code) or move.startswith((SIZE, MORE))


def _was_first(reading: Reading, place: int, move: str) -> bool:
    return next((one.card for one in reading.laid if one.place == place), None) == move


def _signed(reading: Reading, place: int, move: str) -> Iterator[tuple[int, Said]]:
    sign = reading.rules.voices.sign(move.removeprefix(SIGN))
    if sign is None:
        return
    doubt = FRIENDLY_SIGN if place in reading.partners else RIVAL_SIGN
    cards = frozenset(sign.cards(reading.rules.pack, reading.view.turned))
    if cards:
        yield place, Said("sign", doubt, cards=cards)
    elif "envido" in sign.shows and place in reading.partners:
        yield place, Said("envido", OPENS_ENVIDO)
