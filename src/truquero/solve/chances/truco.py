"""The truco: which side takes the hand, if it is played to the end and nobody says a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random

from truquero.cards import Card
from truquero.rules.hand import CARDS_IN_HAND
from truquero.rules.points import Points
from truquero.solve.chances.chance import Chance
from truquero.solve.chances.deals import Hand, World, counted, drawn, hidden_of, most_deals, nothing_fits, worlds
from truquero.solve.chances.solver import AtRandom, Open, Position
from truquero.solve.chances.spot import Spot
from truquero.solve.chances.tricks import START, tricks

Progress = Callable[[int, int], None]
OPEN, RANDOM = "open", "random"
WAYS = (OPEN, RANDOM)
MOST_CARDS = 6  # hidden, whose places are all counted; of more there are too many
MOST_HANDS = 2  # hidden, the same where something is asked of them


@dataclass(frozen=True)
class TrucoChance:
    """How the hand ends for the side asked about."""

    win: Chance
    lose: Chance
    nobody: Chance
    play: str  # how it is played: one of WAYS


def truco_chance(spot: Spot, play: str, samples: int, seed: str, progress: Progress) -> TrucoChance:
    """Counted where few hands are hidden, otherwise from a sample."""
    hidden = hidden_of(spot, range(spot.places))
    if _countable(spot, hidden):
        ends, sampled = _all(spot, hidden, play, progress), 0
    else:
        ends, sampled = _some(spot, play, samples, seed, progress), samples
    ours = 1 if spot.side == 0 else -1
    total = sum(ends.values())
    if not total:
        raise nothing_fits()
    win, nobody, lose = (Chance(Fraction(ends[result]) / total, sampled) for result in (ours, 0, -ours))
    return TrucoChance(win, lose, nobody, play)


Ends = dict[int, Fraction]  # how many deals end so for side 0: 1, 0, -1


def _some(spot: Spot, play: str, samples: int, seed: str, progress: Progress) -> Ends:
    graph = tricks(spot.hand)
    best, chance, random = Open(graph), Random(f"{seed}/play"), AtRandom(graph)
    ends = dict.fromkeys((1, 0, -1), Fraction(0))
    for done, (world, hands) in enumerate(drawn(spot, samples, seed)):
        progress(done, samples)
        position = _position(world, hands)
        ends[best.end(position) if play == OPEN else random.once(position, chance)] += 1
    return ends


def _all(spot: Spot, hidden: Sequence[int], play: str, progress: Progress) -> Ends:
    graph = tricks(spot.hand)
    best, random = Open(graph), AtRandom(graph)
    ends = dict.fromkeys((1, 0, -1), Fraction(0))
    every = worlds(spot)
    done, most = 0, len(every) * most_deals(every[0], hidden)
    for world in every:
        for position, count in _positions(world, hidden):
            progress(done, most)
            done += count
            if play == OPEN:
                ends[best.end(position)] += count
            else:
                shares = random.ends(position)
                for result in ends:
                    ends[result] += count * shares[result]
    return ends


# --------------------------------------------------------------------------------------------------------- positions


def _position(world: World, hands: Sequence[Hand]) -> Position:
    """Where a deal stands after what was laid."""
    graph, node, top = tricks(world.spot.hand), START, 0
    for _place, one in world.spot.laid:
        node, top = graph.lay(node, world.strengths[one], top)
    laid = {one for _place, one in world.spot.laid}
    return node, top, tuple(tuple(world.strengths[one] for one in hand if one not in laid) for hand in hands)


def _positions(world: World, hidden: Sequence[int]) -> Iterator[tuple[Position, int]]:
    """Every position that the hidden cards allow, with the number of deals that lead to it."""
    spot = world.spot
    node, top, known = _position(world, [each.held for each in spot.ranges])
    for shares, count in _shares(world, hidden, {top, *(one for hand in known for one in hand)}):
        left = list(known)
        for place, share in zip(hidden, shares, strict=True):
            left[place] += share
        yield (node, top, tuple(left)), count


Counts = tuple[int, ...]
Shares = tuple[tuple[int, ...], ...]  # the strengths of the hidden cards of each place that has some


def _shares(world: World, hidden: Sequence[int], known: Set[int]) -> Iterable[tuple[Shares, int]]:
    """What the hidden cards may be, beside the strengths that are `known`, with the number of deals it stands for."""
    if not all(world.hands(place) for place in world.bound):
        return []
    if all(world.spot.ranges[place].open for place in hidden):
        left = Counter(world.strengths[one] for one in world.deck)
        missing = tuple(CARDS_IN_HAND - len(world.spot.ranges[place].held) for place in hidden)
        return _shared_out(left, missing, known)
    numbers: dict[tuple[int, ...], int] = {}

    def kind(_points: Points, hand: Sequence[Card]) -> int:
        """A number for hands of these strengths; the known cards stand first."""
        return numbers.setdefault(tuple(sorted(world.strengths[one] for one in hand)), len(numbers))

    counts = counted(world, hidden, kind)
    hands = list(numbers)
    held = [[world.strengths[one] for one in world.spot.ranges[place].held] for place in hidden]
    return [
        (tuple(_without(hands[kind], fixed) for kind, fixed in zip(kinds, held, strict=True)), count)
        for kinds, count in counts.items()
        if count
    ]


def _without(strengths: Sequence[int], known: Sequence[int]) -> tuple[int, ...]:
    return tuple((Counter(strengths) - Counter(known)).elements())


def _countable(spot: Spot, hidden: Sequence[int]) -> bool:
    """Whether the hidden cards can be shared out in few enough ways. Where more is asked of them than how many they
    are, all hands have to be looked at, and that of two of them with one card turned."""
    missing = sum(CARDS_IN_HAND - len(spot.ranges[place].held) for place in hidden)
    if all(each.open for each in spot.ranges):
        return missing <= MOST_CARDS
    return len(hidden) <= 1 or (len(hidden) == MOST_HANDS and not spot.turned_unknown)


def _shared_out(left: Counter[int], missing: tuple[int, ...], known: Set[int]) -> Iterable[tuple[Shares, int]]:
    """Every way to give so many cards to each, with the number of choices it stands for. Only the order of the
    strengths matters, among each other and beside the known ones: ways that differ in nothing else are one."""
    ways: dict[tuple[Counts, ...], tuple[Shares, int]] = {(): (((),) * len(missing), 1)}
    for strength in sorted({*left, *known}):
        mark = (strength,) if strength in known else ()
        found: dict[tuple[Counts, ...], tuple[Shares, int]] = {}
        for order, (shares, count) in ways.items():
            lacking = [most - len(share) for most, share in zip(missing, shares, strict=True)]
            for given, choices in _given(left[strength], lacking):
                key = (*order, mark + given) if mark or any(given) else order
                if key not in found:
                    more = (share + (strength,) * many for share, many in zip(shares, given, strict=True))
                    found[key] = tuple(more), 0
                found[key] = found[key][0], found[key][1] + count * choices
        ways = found
    full = list(missing)
    return [(shares, count) for shares, count in ways.values() if [*map(len, shares)] == full]


def _given(cards: int, lacking: Sequence[int]) -> Iterator[tuple[Counts, int]]:
    """How many of some equal cards each may get, and in how many ways."""
    if not lacking:
        yield (), 1
        return
    for many in range(min(cards, lacking[0]) + 1):
        for others, ways in _given(cards - many, lacking[1:]):
            yield (many, *others), comb(cards, many) * ways
