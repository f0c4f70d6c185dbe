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
DRAWN = 160  # sample size where all three cards of a place are unknown
OWN_DRAWN = 90  # sample size of the hands that the seat itself could hold
TRIES = 60  # attempts to draw a hand that shares no card with those of other places

# Levels of a player's own chance at which the player says such a thing about half of the time.
OPENS_ENVIDO, RAISES_ENVIDO, WANTS_ENVIDO = 0.62, 0.8, 0.42
WANTS_TRUCO = 0.33
WIDTH = 0.07  # of the logistic curve around these levels
# Probability that a call or an answer says nothing about the cards; the same for a large bet, and for silence. Bluffs
# work only if they are believed, so words alone are weak evidence.
LIES, LARGE_LIES, SILENCE_LIES = 0.3, 0.01, 0.5
SILENT_FLOR = 0.02  # weight of a flor that the place could have sung and did not sing
FRIENDLY_SIGN, RIVAL_SIGN = 0.08, 0.5  # weight of a hand without the cards its seña shows: rivals may lie


class Evidence(NamedTuple):
    """Evidence about the cards of a place: its envido points, its strength in the truco, or an exact value."""

    about: str  # "envido", "truco", "value", "less" (at most this value) or "sign"
    level: float = 0.0
    more: bool = True  # a better hand makes this likelier; if False, a worse hand does
    cards: frozenset[Card] = frozenset()  # that a seña shows; for the truco, those that the place had laid by then
    when: TricksSoFar | None = None  # the state of the tricks at that time; only for the truco
    lies: float = LIES  # probability that it says nothing about the cards


def _soft(share: float, level: float) -> float:
    return 1 / (1 + exp(-(share - level) / WIDTH))


class Beliefs:
    """The hands that each place may hold, with a weight for each hand."""

    def __init__(self, prepared: PreparedView, chance: Random, pending: Collection[Event] = ()) -> None:
        """Read the evidence from the events of a hand, except from the calls in `pending`."""
        self._prepared = prepared
        self._random = chance
        self._evidence = _evidence_by_place(prepared, pending)
        self._bettors = {
            place
            for place, of_place in self._evidence.items()
            if any(evidence.about == "envido" and evidence.more for evidence in of_place)
        }
        self._hands: dict[int, tuple[list[tuple[Card, ...]], list[float]]] = {}

    def weight(self, place: int, hand: Sequence[Card]) -> float:
        """Return how well a hand fits the calls and moves of its place; 0 where it contradicts them."""
        worth, points = self._prepared.worth, self._prepared.worth.points
        is_flor = len(hand) == 3 and points.is_flor(hand)
        announced = bool(self._prepared.announced_flor & bit(place))
        if announced and not is_flor:
            return 0.0
        weight = SILENT_FLOR if is_flor and not announced and self._kept_silent(place, hand) else 1.0
        if len(hand) != 3:
            return weight
        envido, _flor = worth.of_hand(hand)
        for evidence in self._evidence.get(place, ()):
            if evidence.about == "value":
                weight *= points.envido(hand) == evidence.level or points.flor(hand) == evidence.level
            elif evidence.about == "less":
                weight *= points.envido(hand) <= evidence.level
            elif evidence.about == "sign":
                weight *= 1.0 if evidence.cards.intersection(hand) else evidence.level
            else:
                likely = _soft(envido if evidence.when is None else self._truco(hand, evidence), evidence.level)
                weight *= evidence.lies + (1 - evidence.lies) * (likely if evidence.more else 1 - likely)
        return weight

    def _truco(self, hand: Sequence[Card], evidence: Evidence) -> float:
        """Return the chance in the truco that a player with this hand had at the time of the call or answer."""
        assert evidence.when is not None
        rank = self._prepared.worth.rank
        alone = hand_chance([rank[card] for card in hand if card not in evidence.cards], evidence.when)
        return shared(alone, len(self._prepared.seats) // 2 - 1)

    def _kept_silent(self, place: int, flor: Sequence[Card]) -> bool:
        """Return whether a place with this flor would have acted otherwise.

        It did not sing when it could, or it bet on the envido although this flor may not take part in it.
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

    def _possible(self, place: int) -> tuple[list[tuple[Card, ...]], list[float]]:
        """Return the card sets that a place may hold besides the cards it has shown, and their cumulative weights."""
        known = self._hands.get(place)
        if known is None:
            shown = self._prepared.known[place]
            hands = self._fitting(place)
            weights = list(accumulate(self.weight(place, (*shown, *hand)) for hand in hands))
            if not weights or weights[-1] <= 0:  # no hand fits the evidence: ignore it
                weights = list(accumulate([1.0] * len(hands)))
            known = self._hands[place] = hands, weights
        return known

    def _fitting(self, place: int) -> list[tuple[Card, ...]]:
        """Return card sets that complete the known cards of a place: all of them, or a sample if there are many."""
        prepared, chance = self._prepared, self._random
        unseen, worth = prepared.unseen, prepared.worth
        missing = max(0, prepared.dealt_count(place) - len(prepared.known[place]))
        if missing <= 2:
            hands = list(combinations(unseen, missing))
            return hands if len(hands) <= FEW_HANDS else chance.sample(hands, FEW_HANDS)
        free = set(unseen)
        values = [evidence.level for evidence in self._evidence.get(place, ()) if evidence.about == "value"]
        if missing == CARDS_IN_HAND and (values or prepared.announced_flor & bit(place)):
            fitting = worth.hands_worth(int(values[0])) if values else worth.flores
            return [hand for hand in fitting if free.issuperset(hand)] or [tuple(chance.sample(unseen, missing))]
        return [tuple(chance.sample(unseen, missing)) for _ in range(DRAWN)]

    def own_hands(self, count: int) -> list[tuple[Card, ...]]:
        """Return a weighted sample of the hands that the seat may hold from the point of view of the other players.

        The same hand may occur more than once.
        """
        prepared, chance = self._prepared, self._random
        own = prepared.own
        public = [laid.card for laid in prepared.laid if laid.place == prepared.place and not laid.face_down]
        shown = [card for card in own if card in public]
        hidden = [*prepared.unseen, *(card for card in own if card not in public)]
        free = set(hidden)
        values = [evidence.level for evidence in self._evidence.get(prepared.place, ()) if evidence.about == "value"]
        if values:
            fitting = [hand for hand in prepared.worth.hands_worth(int(values[0])) if set(shown).issubset(hand)]
            hands = [hand for hand in fitting if free.issuperset(card for card in hand if card not in shown)]
        else:
            hands = [(*shown, *chance.sample(hidden, len(own) - len(shown))) for _ in range(OWN_DRAWN)]
        is_flor = prepared.worth.points.is_flor
        weights = [
            self.weight(prepared.place, hand) if is_flor(hand) == is_flor(own) else 0.0 for hand in hands
        ]  # a hand that differs in having a flor would have other calls available
        return chance.choices(hands, weights, k=count) if sum(weights) > 0 else [own] * count

    def deal(self) -> SampledDeal:
        """Return one random deal that fits the evidence."""
        prepared, chance = self._prepared, self._random
        mine = prepared.own
        others = [place for place in range(len(prepared.seats)) if place != prepared.place]
        if prepared.is_blind:
            others.append(prepared.place)
        dealt: SampledDeal = {prepared.place: mine}
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
            dealt[place] = (*prepared.known[place], *hand)
        return dealt

    def _any_deal(self, mine: tuple[Card, ...], others: Sequence[int]) -> SampledDeal:
        """Return a random deal of the remaining cards that ignores all calls."""
        prepared = self._prepared
        left = [card for card in prepared.unseen if card not in mine]
        self._random.shuffle(left)
        dealt = {prepared.place: mine}
        for place in others:
            shown = [card for card in prepared.known[place] if card not in mine]
            count = prepared.dealt_count(place) - len(shown)
            dealt[place] = (*shown, *(left.pop() for _ in range(count)))
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
    gone: set[int] = set()  # places that have left the hand and so take no part in later comparisons
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
                    (other, Evidence("less", event.value)) for other in range(len(seats)) if other not in (place, *gone)
                )
        elif event.kind == "sign" and event.move is not None:
            yield from _signed(prepared, place, event.move)
        elif event.kind == "move" and event.move == LEAVE:
            gone.add(place)
        elif event.kind == "move" and event.move is not None:
            read = list(replay.evidence_in(place, event.move, event.lance))
            if not any(event is other for other in pending):
                yield from read


class _EvidenceReplay:
    """A replay of the hand that yields the evidence in each move."""

    def __init__(self, prepared: PreparedView) -> None:
        self._prepared = prepared
        self._rules = prepared.automaton.rules
        self._opened: set[str] = set()  # lances with a call so far
        self._raised = 0  # number of truco calls
        self._bet = 0  # points bet on the envido
        self._laid: dict[int, frozenset[Card]] = {place: frozenset() for place in range(len(prepared.seats))}
        self._trick: list[tuple[int, float]] = []  # places and card ranks in the current trick
        self._taken: list[int | None] = []  # the side that took each trick; None for a tie

    def end_trick(self, event: Event) -> None:
        seat = event.seat
        self._taken.append(None if seat is None else self._rules.sides[self._prepared.seats.index(seat)])
        self._trick = []

    def evidence_in(self, place: int, move: str, lance: str | None) -> Iterator[tuple[int, Evidence]]:
        if move in self._rules.truco.codes:
            yield place, self._of_truco(place, CALL_TRUCO[min(self._raised, 3)])
            self._raised += 1
            self._opened.add("truco")
        elif self._rules.envido is not None and (size := bet_size(self._rules.envido, move)) is not None:
            usual = RAISES_ENVIDO if "envido" in self._opened else OPENS_ENVIDO
            self._bet += size
            large = self._bet > LARGE
            yield place, Evidence("envido", BETS_LARGE if large else usual, lies=LARGE_LIES if large else LIES)
            self._opened.add("envido")
        elif move in (ACCEPT, REFUSE) and lance == "envido":
            yield place, Evidence("envido", WANTS_ENVIDO, move == ACCEPT)
        elif move in (ACCEPT, REFUSE) and lance == "truco":
            yield place, self._of_truco(place, WANTS_TRUCO, move == ACCEPT)
        elif move.isdigit():
            yield place, Evidence("value", int(move))
        elif move in CARDS or move.startswith(COVER):
            yield from self._lays(place, move)

    def _lays(self, place: int, move: str) -> Iterator[tuple[int, Evidence]]:
        """Record a card, and yield the evidence in the calls that the player did not make before it."""
        if not self._laid[place] and not self._opened and self._rules.envido is not None:
            yield place, Evidence("envido", RAISES_ENVIDO, more=False, lies=SILENCE_LIES)
        if "truco" not in self._opened and self._rules.truco.rungs:
            yield place, self._of_truco(place, CALL_TRUCO[1], more=False)._replace(lies=SILENCE_LIES)
        card = CARDS.get(move)
        self._laid[place] |= frozenset() if card is None else {card}
        self._trick.append((place, 0.0 if card is None else self._prepared.worth.rank[card]))

    def _of_truco(self, place: int, level: float, more: bool = True) -> Evidence:
        return Evidence("truco", level, more, self._laid[place], self._tricks(place))

    def _tricks(self, place: int) -> TricksSoFar:
        sides, ties, won = self._rules.sides, self._rules.tricks.ties, tuple(self._taken)
        side = sides[place]
        if not self._trick:
            return TricksSoFar(ties, side, won, rivals_to_come=1)
        best = max(rank for _place, rank in self._trick)
        leaders = {sides[other] for other, rank in self._trick if rank == best}
        played = {other for other, _rank in self._trick}
        return TricksSoFar(
            ties,
            side,
            won,
            best,
            is_ours=side in leaders,
            level=len(leaders) == 2,
            laid=place in played,
            rivals_to_come=sum(sides[other] != side for other in range(len(sides)) if other not in played),
        )


def _signed(prepared: PreparedView, place: int, move: str) -> Iterator[tuple[int, Evidence]]:
    sign = prepared.view.sign(prepared.rules, prepared.seats[place], move.removeprefix(SIGN))
    if sign is None:
        return
    doubt = FRIENDLY_SIGN if place in prepared.partners else RIVAL_SIGN
    cards = frozenset(sign.cards(prepared.rules.pack, prepared.view.turned))
    if cards:
        yield place, Evidence("sign", doubt, cards=cards)
    elif "envido" in sign.shows and place in prepared.partners:
        yield place, Evidence("envido", OPENS_ENVIDO)
