"""Beliefs about the hidden cards: weighted hands for each place, and sampling of deals from them.

The weights follow from the cards that were seen, the calls that were made, and the calls that were not made.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from math import exp
from random import Random
from typing import NamedTuple

from truquero.bots.players.betting_calls import LARGE
from truquero.bots.players.estimated_chances import TricksSoFar, hand_chance, shared
from truquero.bots.players.heuristics import BETS_LARGE, CALL_TRUCO
from truquero.bots.players.prepared_view import PreparedView
from truquero.cards import CARDS, Card
from truquero.engine.envido import bet_size
from truquero.engine.state import COVER, bit
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.lances import plays_envido
from truquero.rules.moves import ACCEPT, LEAVE, REFUSE
from truquero.table import Event
from truquero.table.signs import SIGN

SampledDeal = dict[int, tuple[Card, ...]]  # the cards of each place, including those it has laid

FEW_HANDS = 900  # up to this number all possible hands of a place are weighed; above it, a random sample
SAMPLE_SIZE = 160  # sample size where all three cards of a place are unknown
OWN_SAMPLE_SIZE = 90  # sample size of the hands that the seat itself could hold
TRIES = 60  # attempts to draw a hand that shares no card with those of other places

# The chance at which a player makes such a call, or gives such an answer, half of the time.
OPENS_ENVIDO, RAISES_ENVIDO, WANTS_ENVIDO = 0.62, 0.8, 0.42
WANTS_TRUCO = 0.33
WIDTH = 0.07  # of the logistic curve at these levels
# Probability that a call or an answer says nothing about the cards; the same for a large bet, and for silence. Rivals
# bluff, so a call alone is weak evidence.
DOUBT, LARGE_DOUBT, SILENCE_DOUBT = 0.3, 0.01, 0.5
SILENT_FLOR = 0.02  # weight of a flor that the place could have sung and did not sing
FRIENDLY_SIGN, RIVAL_SIGN = 0.08, 0.5  # weight of a hand without the cards its seña shows: rivals may lie


class Evidence(NamedTuple):
    """Evidence about the cards of a place: its envido points, its strength in the truco, or an exact value."""

    kind: str  # "envido", "truco", "value", "less" (at most this value) or "sign"
    level: float = 0.0
    favors_strong: bool = True  # a better hand makes this likelier; if False, a worse hand does
    cards: frozenset[Card] = frozenset()  # that a seña shows; for the truco, those that the place had laid by then
    tricks: TricksSoFar | None = None  # the state of the tricks at that time; only for the truco
    doubt: float = DOUBT  # probability that it says nothing about the cards


def _logistic(share: float, level: float) -> float:
    return 1 / (1 + exp(-(share - level) / WIDTH))


class Beliefs:
    """The hands that each place may hold, with a weight for each hand."""

    def __init__(self, prepared: PreparedView, random: Random, pending: Collection[Event] = ()) -> None:
        """Read the evidence from the events of a hand, except from the calls in `pending`."""
        self._prepared = prepared
        self._random = random
        self._evidence = _evidence_by_place(prepared, pending)
        self._bettors = {
            place
            for place, of_place in self._evidence.items()
            if any(evidence.kind == "envido" and evidence.favors_strong for evidence in of_place)
        }
        self._hands: dict[int, tuple[list[tuple[Card, ...]], list[float]]] = {}

    def weight(self, place: int, hand: Sequence[Card]) -> float:
        """Return how well a hand fits the calls and moves of its place; 0 where it contradicts them."""
        worth, points = self._prepared.worth, self._prepared.worth.points
        is_flor = len(hand) == 3 and points.is_flor(hand)
        announced = bool(self._prepared.announced_flor & bit(place))
        if announced and not is_flor:
            return 0.0
        weight = SILENT_FLOR if is_flor and not announced and self._would_have_acted(place, hand) else 1.0
        if len(hand) != 3:
            return weight
        for evidence in self._evidence.get(place, ()):
            if evidence.kind == "value":
                weight *= points.envido(hand) == evidence.level or points.flor(hand) == evidence.level
            elif evidence.kind == "less":
                weight *= points.envido(hand) <= evidence.level
            elif evidence.kind == "sign":
                weight *= 1.0 if evidence.cards.intersection(hand) else evidence.level
            else:
                strength = worth.of_hand(hand)[0] if evidence.tricks is None else self._truco(hand, evidence)
                likelihood = _logistic(strength, evidence.level)
                weight *= evidence.doubt + (1 - evidence.doubt) * (
                    likelihood if evidence.favors_strong else 1 - likelihood
                )
        return weight

    def _truco(self, hand: Sequence[Card], evidence: Evidence) -> float:
        """Return the chance in the truco that a player with this hand had at the time of the call or answer."""
        assert evidence.tricks is not None
        rank = self._prepared.worth.rank
        alone = hand_chance([rank[card] for card in hand if card not in evidence.cards], evidence.tricks)
        return shared(alone, len(self._prepared.seats) // 2 - 1)

    def _would_have_acted(self, place: int, flor: Sequence[Card]) -> bool:
        """Return whether a place with this flor would have acted in another way.

        It did not sing when it could, or it bet on the envido although this flor excludes it from the envido.
        """
        prepared = self._prepared
        rule, envido = prepared.rules.flor, prepared.rules.envido
        if rule is None:
            return False
        if (
            envido is not None
            and place in self._bettors
            and not plays_envido(envido, rule, prepared.worth.points, flor)
        ):
            return True
        return bool(prepared.state.won) or any(laid.place == place for laid in prepared.laid)

    def _weighted_hands(self, place: int) -> tuple[list[tuple[Card, ...]], list[float]]:
        """Return the card sets that a place may hold besides the cards it has shown, and their cumulative weights."""
        entry = self._hands.get(place)
        if entry is None:
            known_cards = self._prepared.known_by_place[place]
            hands = self._possible_hands(place)
            weights = list(accumulate(self.weight(place, (*known_cards, *hand)) for hand in hands))
            if not weights or weights[-1] <= 0:  # no hand fits the evidence: ignore it
                weights = list(accumulate([1.0] * len(hands)))
            entry = self._hands[place] = hands, weights
        return entry

    def _possible_hands(self, place: int) -> list[tuple[Card, ...]]:
        """Return card sets that complete the known cards of a place: all of them, or a sample if there are many."""
        prepared, random = self._prepared, self._random
        unseen, worth = prepared.unseen, prepared.worth
        missing = max(0, prepared.dealt_count(place) - len(prepared.known_by_place[place]))
        if missing <= 2:
            hands = list(combinations(unseen, missing))
            return hands if len(hands) <= FEW_HANDS else random.sample(hands, FEW_HANDS)
        free = set(unseen)
        values = [evidence.level for evidence in self._evidence.get(place, ()) if evidence.kind == "value"]
        if missing == CARDS_IN_HAND and (values or prepared.announced_flor & bit(place)):
            fitting = worth.hands_worth(int(values[0])) if values else worth.flores
            return [hand for hand in fitting if free.issuperset(hand)] or [tuple(random.sample(unseen, missing))]
        return [tuple(random.sample(unseen, missing)) for _ in range(SAMPLE_SIZE)]

    def own_hands(self, count: int) -> list[tuple[Card, ...]]:
        """Return a weighted sample of the hands that the seat may hold from the point of view of the other players.

        The same hand may occur more than once.
        """
        prepared, random = self._prepared, self._random
        own = prepared.dealt
        laid_open = [laid.card for laid in prepared.laid if laid.place == prepared.place and not laid.face_down]
        own_open = [card for card in own if card in laid_open]
        hidden_cards = [*prepared.unseen, *(card for card in own if card not in laid_open)]
        free = set(hidden_cards)
        values = [evidence.level for evidence in self._evidence.get(prepared.place, ()) if evidence.kind == "value"]
        if values:
            fitting = [hand for hand in prepared.worth.hands_worth(int(values[0])) if set(own_open).issubset(hand)]
            hands = [hand for hand in fitting if free.issuperset(card for card in hand if card not in own_open)]
        else:
            hands = [
                (*own_open, *random.sample(hidden_cards, len(own) - len(own_open))) for _ in range(OWN_SAMPLE_SIZE)
            ]
        is_flor = prepared.worth.points.is_flor
        weights = [
            self.weight(prepared.place, hand) if is_flor(hand) == is_flor(own) else 0.0 for hand in hands
        ]  # a hand that differs in having a flor would have other calls available
        return random.choices(hands, weights, k=count) if sum(weights) > 0 else [own] * count

    def deal(self) -> SampledDeal:
        """Return one random deal that fits the evidence."""
        prepared, random = self._prepared, self._random
        own = prepared.dealt
        other_places = [place for place in range(len(prepared.seats)) if place != prepared.place]
        if prepared.is_blind:
            other_places.append(prepared.place)
        dealt: SampledDeal = {prepared.place: own}
        used: set[Card] = set()
        for place in random.sample(other_places, len(other_places)):
            hands, weights = self._weighted_hands(place)
            for _ in range(TRIES):
                hand = hands[bisect(weights, random.random() * weights[-1], 0, len(hands) - 1)]
                if used.isdisjoint(hand):
                    break
            else:
                return self._any_deal(own, other_places)
            used.update(hand)
            dealt[place] = (*prepared.known_by_place[place], *hand)
        return dealt

    def _any_deal(self, own: tuple[Card, ...], other_places: Sequence[int]) -> SampledDeal:
        """Return a random deal of the remaining cards that ignores all calls."""
        prepared = self._prepared
        remaining = [card for card in prepared.unseen if card not in own]
        self._random.shuffle(remaining)
        dealt = {prepared.place: own}
        for place in other_places:
            known_cards = [card for card in prepared.known_by_place[place] if card not in own]
            count = prepared.dealt_count(place) - len(known_cards)
            dealt[place] = (*known_cards, *(remaining.pop() for _ in range(count)))
        return dealt


# ----------------------------------------------------------------------------------------------------------- evidence


def _evidence_by_place(prepared: PreparedView, pending: Collection[Event]) -> Mapping[int, list[Evidence]]:
    """Return the evidence about each place from its calls, its silence and its señas."""
    by_place: dict[int, list[Evidence]] = {}
    for place, evidence in _all_evidence(prepared, pending):
        by_place.setdefault(place, []).append(evidence)
    return by_place


def _all_evidence(prepared: PreparedView, pending: Collection[Event]) -> Iterator[tuple[int, Evidence]]:
    replay = _EvidenceReplay(prepared)
    seats = prepared.seats
    left_hand: set[int] = set()  # places that have left the hand and so take no part in later comparisons
    for event in prepared.view.events:
        if event.kind == "trick":
            replay.end_trick(event)
        if event.seat not in seats:
            continue
        place = seats.index(event.seat)
        if event.kind == "declare" and event.value is not None:
            yield place, Evidence("value", event.value)
        elif event.kind == "award" and event.why == "best" and event.value is not None:
            yield place, Evidence("value", event.value)
            if event.lance == "envido":
                yield from (
                    (other_place, Evidence("less", event.value))
                    for other_place in range(len(seats))
                    if other_place not in (place, *left_hand)
                )
        elif event.kind == "sign" and event.move is not None:
            yield from _evidence_in_sign(prepared, place, event.move)
        elif event.kind == "move" and event.move == LEAVE:
            left_hand.add(place)
        elif event.kind == "move" and event.move is not None:
            evidence = list(replay.evidence_in(place, event.move, event.lance))
            if not any(event is pending_event for pending_event in pending):
                yield from evidence


class _EvidenceReplay:
    """A replay of the hand that yields the evidence in each move."""

    def __init__(self, prepared: PreparedView) -> None:
        self._prepared = prepared
        self._rules = prepared.automaton.rules
        self._opened: set[str] = set()  # lances with a call so far
        self._raised = 0  # number of truco calls
        self._bet = 0  # points bet on the envido
        self._laid: dict[int, frozenset[Card]] = {place: frozenset() for place in range(len(prepared.seats))}
        self._current_trick: list[tuple[int, float]] = []  # places and card ranks in the current trick
        self._trick_winners: list[int | None] = []  # the side that took each trick; None for a tie

    def end_trick(self, event: Event) -> None:
        seat = event.seat
        self._trick_winners.append(None if seat is None else self._rules.sides[self._prepared.seats.index(seat)])
        self._current_trick = []

    def evidence_in(self, place: int, move: str, lance: str | None) -> Iterator[tuple[int, Evidence]]:
        if move in self._rules.truco.codes:
            yield place, self._truco_evidence(place, CALL_TRUCO[min(self._raised, 3)])
            self._raised += 1
            self._opened.add("truco")
        elif self._rules.envido is not None and (size := bet_size(self._rules.envido, move)) is not None:
            level = RAISES_ENVIDO if "envido" in self._opened else OPENS_ENVIDO
            self._bet += size
            large = self._bet > LARGE
            yield place, Evidence("envido", BETS_LARGE if large else level, doubt=LARGE_DOUBT if large else DOUBT)
            self._opened.add("envido")
        elif move in (ACCEPT, REFUSE) and lance == "envido":
            yield place, Evidence("envido", WANTS_ENVIDO, move == ACCEPT)
        elif move in (ACCEPT, REFUSE) and lance == "truco":
            yield place, self._truco_evidence(place, WANTS_TRUCO, move == ACCEPT)
        elif move.isdigit():
            yield place, Evidence("value", int(move))
        elif move in CARDS or move.startswith(COVER):
            yield from self._evidence_before_card(place, move)

    def _evidence_before_card(self, place: int, move: str) -> Iterator[tuple[int, Evidence]]:
        """Record a card, and yield the evidence in the calls that the player did not make before it."""
        if not self._laid[place] and not self._opened and self._rules.envido is not None:
            yield place, Evidence("envido", RAISES_ENVIDO, favors_strong=False, doubt=SILENCE_DOUBT)
        if "truco" not in self._opened and self._rules.truco.rungs:
            yield place, self._truco_evidence(place, CALL_TRUCO[1], favors_strong=False)._replace(doubt=SILENCE_DOUBT)
        card = CARDS.get(move)
        self._laid[place] |= frozenset() if card is None else {card}
        self._current_trick.append((place, 0.0 if card is None else self._prepared.worth.rank[card]))

    def _truco_evidence(self, place: int, level: float, favors_strong: bool = True) -> Evidence:
        return Evidence("truco", level, favors_strong, self._laid[place], self._tricks(place))

    def _tricks(self, place: int) -> TricksSoFar:
        sides, ties, won = self._rules.sides, self._rules.tricks.ties, tuple(self._trick_winners)
        side = sides[place]
        if not self._current_trick:
            return TricksSoFar(ties, side, won, rivals_yet_to_lay=1)
        best = max(rank for _place, rank in self._current_trick)
        leaders = {sides[other_place] for other_place, rank in self._current_trick if rank == best}
        played = {other_place for other_place, _rank in self._current_trick}
        return TricksSoFar(
            ties,
            side,
            won,
            best,
            is_ours=side in leaders,
            level=len(leaders) == 2,
            laid=place in played,
            rivals_yet_to_lay=sum(
                sides[other_place] != side for other_place in range(len(sides)) if other_place not in played
            ),
        )


def _evidence_in_sign(prepared: PreparedView, place: int, move: str) -> Iterator[tuple[int, Evidence]]:
    sign = prepared.view.sign(prepared.rules, prepared.seats[place], move.removeprefix(SIGN))
    if sign is None:
        return
    doubt = FRIENDLY_SIGN if place in prepared.partners else RIVAL_SIGN
    cards = frozenset(sign.cards(prepared.rules.pack, prepared.view.turned))
    if cards:
        yield place, Evidence("sign", doubt, cards=cards)
    elif "envido" in sign.shows and place in prepared.partners:
        yield place, Evidence("envido", OPENS_ENVIDO)
