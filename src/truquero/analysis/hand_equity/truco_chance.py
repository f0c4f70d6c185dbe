"""The truco: the chances that a side takes the hand, if it is played to the end without calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from truquero.analysis.hand_equity import exact_limits
from truquero.analysis.hand_equity.card_values import CardValues
from truquero.analysis.hand_equity.chance import Chance
from truquero.analysis.hand_equity.equity_situation import EquitySituation
from truquero.analysis.hand_equity.possible_deals import Hand, World, counted, hidden_of, nothing_fits, worlds
from truquero.analysis.hand_equity.sampling import sample_deals
from truquero.analysis.hand_equity.solver import (
    Position,
    normalized,
    open_card_results,
    random_result,
    random_result_counts,
)
from truquero.analysis.hand_equity.strength_orders import orders
from truquero.analysis.hand_equity.trick_graph import START, trick_graph
from truquero.cards import Card
from truquero.i18n.progress import Show
from truquero.rules.hand_rules import CARDS_IN_HAND

OPEN, RANDOM = "open", "random"
WAYS = (OPEN, RANDOM)


@dataclass(frozen=True)
class TrucoChance:
    """The chances of each result of the hand for the side asked about."""

    win: Chance  # this side wins the hand
    lose: Chance  # the other side wins it
    nobody: Chance  # neither side wins it
    play: str  # how the cards are played: one of WAYS

    def __repr__(self) -> str:
        win, lose, nobody = map(float, (self.win, self.lose, self.nobody))
        return f"<{type(self).__name__} win {win:.3f}, lose {lose:.3f}, nobody {nobody:.3f}, play {self.play}>"


def truco_chance(situation: EquitySituation, play: str, samples: int, seed: str, progress: Show) -> TrucoChance:
    """Return the chances of the truco, counted if few cards are hidden, otherwise estimated from a sample."""
    hidden = hidden_of(situation, range(situation.places))
    if _countable(situation, hidden):
        counts, sampled = _counted_results(situation, hidden, play, progress), 0
    else:
        counts, sampled = _estimated_results(situation, play, samples, seed, progress), samples
    win_result = 1 if situation.side == 0 else -1
    total = sum(counts.values())
    if not total:
        raise nothing_fits()
    win, nobody, lose = (Chance(Fraction(counts[result]) / total, sampled) for result in (win_result, 0, -win_result))
    return TrucoChance(win, lose, nobody, play)


DealsByResult = dict[int, Fraction]  # the number of deals by their result for side 0: 1, 0, -1


def _estimated_results(situation: EquitySituation, play: str, samples: int, seed: str, progress: Show) -> DealsByResult:
    graph, random = trick_graph(situation.hand), Random(f"{seed}/play")
    positions = (_position(world, hands) for world, hands in sample_deals(situation, samples, seed))
    results = (
        open_card_results(graph, positions)
        if play == OPEN
        else (random_result(graph, position, random) for position in positions)
    )
    counts = dict.fromkeys((1, 0, -1), Fraction(0))
    for done, result in enumerate(results):
        progress(done, samples)
        counts[result] += 1
    return counts


def _counted_results(situation: EquitySituation, hidden: Sequence[int], play: str, progress: Show) -> DealsByResult:
    positions: Counter[Position] = Counter()
    all_worlds = worlds(situation)
    for done, world in enumerate(all_worlds):
        progress(done, len(all_worlds))
        for position, count in _positions(world, tuple(hidden)):
            positions[position] += count
    graph = trick_graph(situation.hand)
    counts = dict.fromkeys((1, 0, -1), Fraction(0))
    if play == OPEN:
        for result, count in zip(open_card_results(graph, positions), positions.values(), strict=True):
            counts[result] += count
        return counts
    counted_orders = random_result_counts(graph)
    for position, count in positions.items():
        shares = counted_orders(position)
        for result in counts:
            counts[result] += Fraction(count * shares[result], sum(shares))
    return counts


# --------------------------------------------------------------------------------------------------------- positions


def _position(world: World, hands: Sequence[Hand]) -> Position:
    """Return the position of a deal after the cards laid so far."""
    graph, node, top = trick_graph(world.situation.hand), START, 0
    for _place, card in world.situation.laid:
        node, top = graph.lay(node, world.strengths[card], top)
    laid = {card for _place, card in world.situation.laid}
    return node, top, tuple(tuple(world.strengths[card] for card in hand if card not in laid) for hand in hands)


def _positions(world: World, hidden: tuple[int, ...]) -> Iterable[tuple[Position, int]]:
    """Return every position that the hidden cards allow, with the number of deals that lead to it."""
    if not all(world.hands(place) for place in world.bound):
        return []
    known = _position(world, [hand_range.held for hand_range in world.situation.ranges])
    hidden_strengths = Counter(world.strengths[card] for card in world.deck)
    restricted = [place for place in hidden if not world.situation.ranges[place].is_unrestricted]
    if not restricted:
        return _positions_without_ranges(world, known, hidden_strengths, hidden)
    if len(restricted) > 1:
        return _positions_of_hands(world, hidden)
    open_places = tuple(place for place in hidden if place != restricted[0])
    return _positions_beside(world, known, hidden_strengths, restricted[0], open_places)


def _positions_without_ranges(
    world: World, known: Position, hidden_strengths: Counter[int], hidden: tuple[int, ...]
) -> Iterable[tuple[Position, int]]:
    """Return the positions in which these places hold any of the cards that are left, given by their strengths."""
    strengths = {known[1], *(strength for hand in known[2] for strength in hand)}
    strength_orders = orders(tuple(CARDS_IN_HAND - len(world.situation.ranges[place].held) for place in hidden))
    known = normalized(known)
    return [
        (strength_orders.position(order, known, hidden), count)
        for order, count in strength_orders.counts(hidden_strengths, strengths).items()
    ]


def _positions_beside(
    world: World, known: Position, hidden_strengths: Counter[int], place: int, open_places: tuple[int, ...]
) -> Iterator[tuple[Position, int]]:
    """Yield the same where one place has a restricted range, treating each of its hands as known in turn."""
    node, top, hands = known
    held = len(world.situation.ranges[place].held)
    hand_counts = Counter(tuple(sorted(world.strengths[card] for card in hand[held:])) for hand in world.hands(place))
    for hand, count_of_hand in hand_counts.items():
        hands_held = (*hands[:place], hands[place] + hand, *hands[place + 1 :])
        for position, count in _positions_without_ranges(
            world, (node, top, hands_held), hidden_strengths - Counter(hand), open_places
        ):
            yield position, count_of_hand * count


def _positions_of_hands(world: World, hidden: Sequence[int]) -> Iterator[tuple[Position, int]]:
    """Yield the same where two places have a restricted range."""
    numbers: dict[tuple[int, ...], int] = {}

    def kind(_worth: CardValues, hand: Sequence[Card]) -> int:
        """Return a number that is equal for hands of the same strengths."""
        return numbers.setdefault(tuple(sorted(world.strengths[card] for card in hand)), len(numbers))

    counts = counted(world, hidden, kind)
    hands = list(numbers)
    held = [[world.strengths[card] for card in world.situation.ranges[place].held] for place in hidden]
    node, top, known = _position(world, [hand_range.held for hand_range in world.situation.ranges])
    for kinds, count in counts.items():
        if count:
            hands_held = list(known)
            for place, number, known_strengths in zip(hidden, kinds, held, strict=True):
                hands_held[place] += _without_cards(hands[number], known_strengths)
            yield normalized((node, top, tuple(hands_held))), count


def _without_cards(strengths: Sequence[int], known: Sequence[int]) -> tuple[int, ...]:
    return tuple((Counter(strengths) - Counter(known)).elements())


def _countable(situation: EquitySituation, hidden: Sequence[int]) -> bool:
    """Return whether the hidden cards can be dealt in few enough ways to count them.

    Where a range is restricted, all hands must be enumerated: of one place, or of two if the turned card is known.
    """
    missing = sum(CARDS_IN_HAND - len(situation.ranges[place].held) for place in hidden)
    if all(hand_range.is_unrestricted for hand_range in situation.ranges):
        return missing <= exact_limits.CARDS_OF_TRUCO
    return len(hidden) <= 1 or (len(hidden) == exact_limits.HANDS_OF_TRUCO and not situation.turned_unknown)
