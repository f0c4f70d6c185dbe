"""Equity in envido and flor: known counts, full enumerations of small packs, and samples that agree with both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

import pytest

from truquero.analysis import PIE, PointsChance, equity
from truquero.analysis.hand_equity.card_values import CardValues
from truquero.analysis.hand_equity.chance import NONE, Chance
from truquero.analysis.hand_equity.equity_situation import EquityQuery, situation_of
from truquero.analysis.hand_equity.exact_counts import ExactCounts
from truquero.analysis.hand_equity.points_chance import SampledDeals, envido_chance, flor_chance
from truquero.cards import Card, pack
from truquero.rules.game import Rules
from truquero.variants import rules_of

# The number of hands with each envido, of the 9880 hands of the pack. Counted with another program.
ENVIDO = dict(
    zip(
        (*range(8), *range(20, 34)),
        (
            *(108, 148, 244, 364, 508, 676, 868, 1084),
            *(364, 372, 372, 504, 504, 640, 640, 780, 408, 420, 284, 292, 148, 152),
        ),
        strict=True,
    )
)
SMALL = pack((4, 5, 6), extra="11e")


def quiet(done: int, total: int) -> None:
    """Ignore the progress of the count."""


def lance_of(
    count: Callable[..., PointsChance | None], rules: Rules, cards: str, samples: int, **query: Any
) -> PointsChance:
    """Return the chances of a single lance, without the truco, which takes longer."""
    chances = count(situation_of(rules, EquityQuery(cards, **query)), samples, "1", quiet)
    assert chances is not None
    return chances


def envido_of(rules: Rules, cards: str = "", samples: int = 1, **query: Any) -> PointsChance:
    return lance_of(envido_chance, rules, cards, samples, **query)


def flor_of(rules: Rules, cards: str = "", samples: int = 1, **query: Any) -> PointsChance:
    return lance_of(flor_chance, rules, cards, samples, **query)


def count(hand: Sequence[Card]) -> int:
    """Return the envido of a hand, computed in a different way than in the rules."""
    by_suit: dict[str, list[int]] = {}
    for card in hand:
        by_suit.setdefault(card.suit, []).append(card.rank if card.rank < 10 else 0)
    tops = (sorted(worths, reverse=True)[:2] for worths in by_suit.values())
    return max(20 + sum(top) if len(top) == 2 else top[0] for top in tops)


def small(players: int, variant: str = "argentino") -> Rules:
    """Return a game with a pack so small that every deal can be listed."""
    return replace(rules_of(variant, players), pack=SMALL)


def dealt(unseen: Sequence[Card], hands: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield every way to deal this number of hands."""
    if not hands:
        yield ()
        return
    for hand in combinations(unseen, 3):
        rest = [card for card in unseen if card not in hand]
        for others in dealt(rest, hands - 1):
            yield (hand, *others)


# ----------------------------------------------------------------------------------------------------------- 2 players


def test_the_envido_of_all_hands() -> None:
    chances = envido_of(rules_of("argentino", 2))
    assert chances.own.samples == 0
    assert chances.own.shares == {value: Fraction(hands, 9880) for value, hands in ENVIDO.items()}
    assert chances.rival.shares == chances.own.shares


@pytest.mark.parametrize(("place", "good"), [(0, 5045736), (PIE, 4557108)])
def test_27_is_good(place: int, good: int) -> None:
    """Every hand of 27 plays against every hand of the rival: 780 × 7770 deals, counted with another program."""
    chances = envido_of(rules_of("argentino", 2), "envido=27", place=place)
    assert chances.good == Chance(Fraction(good, 780 * 7770))
    assert chances.side == chances.good


def test_equal_points_are_the_manos() -> None:
    rules = rules_of("argentino", 2)
    mano, pie = (envido_of(rules, "7e 6e 1c", place=place) for place in (0, 1))
    assert mano.own.only == 33
    assert mano.good.value == 1
    equal_hands = sum(
        count(hand) == 33 for hand in combinations([card for card in rules.pack if card not in ("7e", "6e", "1c")], 3)
    )
    assert pie.good.value == 1 - Fraction(equal_hands, 7770)


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    rules = rules_of("gauderio", 2)
    mano, pie = (envido_of(rules, place=place) for place in (0, 1))
    assert mano.good.value + pie.good.value == 1
    total = sum(mano.own.shares[value] * chance.value for value, chance in mano.good_with.items())
    assert total == mano.good.value


def test_flor_of_two() -> None:
    rules = rules_of("argentino", 2)
    flor = flor_of(rules)
    hands = 4 * 120  # three of ten cards, in four suits
    assert flor.own.shares[NONE] == 1 - Fraction(hands, 9880)
    assert flor.best_rival.chance(lambda value: value != NONE).value == Fraction(hands, 9880)
    assert 1 - flor.nobody.value == flor.side.value + flor_of(rules, place=1).side.value
    assert flor_of(rules, "7e 6e 5e").own.only == 38
    assert flor_of(rules, "7e 6e 5e").good.value == 1
    assert flor_of(rules, "7e 6e 5c").good.value == 0


def test_a_game_without_them() -> None:
    chances = equity(rules_of("paulista", 2), "1e 2e 3e", turned="7o")
    assert chances.envido is None
    assert chances.flor is None
    assert equity(rules_of("argentino", 2, flor=False), "1e 2e 3e").flor is None


def test_the_muestra_counts() -> None:
    rules = rules_of("uruguayo", 2)
    assert envido_of(rules, "2o 7e 1c", turned="7o").own.only == 37
    assert flor_of(rules, "2o 4o 5o", turned="7o").own.only == 47
    any_muestra = envido_of(rules, "2o 7e 1c")
    other_cards = [card for card in rules.pack if card not in ("2o", "7e", "1c")]
    with_each_muestra = [envido_of(rules, "2o 7e 1c", turned=card).good.value for card in other_cards]
    assert any_muestra.good.exact
    assert any_muestra.good.value == sum(with_each_muestra) / len(with_each_muestra)


def test_a_plain_flor_takes_no_part_where_it_is_barred() -> None:
    rules = rules_of("belmez", 2)
    with_flor = envido_of(rules, "4c 5c 6c")
    assert with_flor.own.only == NONE
    assert with_flor.good.value == 0
    assert envido_of(rules, "4c 5c 6e").own.only == 29
    hands = list(combinations([card for card in rules.pack if card not in ("4c", "5c", "6c")], 3))
    barred = [hand for hand in hands if rules.points.is_flor(hand) and not rules.points.is_reserva(hand)]
    assert with_flor.rival.shares[NONE] == Fraction(len(barred), len(hands))


# ------------------------------------------------------------------------------------------------------ 4 and 6 players


@pytest.mark.parametrize("place", range(4))
def test_four_players_against_every_deal_of_a_small_pack(place: int) -> None:
    rules = small(4)
    own = tuple(SMALL[index] for index in (0, 1, 6))
    unseen = [card for card in SMALL if card not in own]
    good = side = total = 0
    best: Counter[int] = Counter()
    values: dict[tuple[Card, ...], int] = {hand: count(hand) for hand in combinations(SMALL, 3)}
    for other_hands in dealt(unseen, 3):
        hands = [*other_hands[:place], own, *other_hands[place:]]
        points = [values[hand] for hand in hands]
        rivals = [points[rival] for rival in range(4) if rival % 2 != place % 2]
        winner = points.index(max(points))
        good += all(points[rival] + (rival < place) <= points[place] for rival in range(4) if rival % 2 != place % 2)
        side += winner % 2 == place % 2
        best[max(rivals)] += 1
        total += 1
    chances = envido_of(rules, " ".join(own), place=place)
    assert chances.good == Chance(Fraction(good, total))
    assert chances.side == Chance(Fraction(side, total))
    assert chances.best_rival.shares == {value: Fraction(best[value], total) for value in sorted(best)}


def test_hands_that_count_alike_are_counted_once() -> None:
    """A condition that every card meets disables the grouping; counting each hand separately gives the same result."""
    rules = small(4)
    counted_one_by_one = envido_of(rules, "4e 5b 6o", place=3, partners=["worst>=4c"])
    counted_by_class = envido_of(rules, "4e 5b 6o", place=3)
    assert (counted_one_by_one.good, counted_one_by_one.side, counted_one_by_one.best_rival) == (
        counted_by_class.good,
        counted_by_class.side,
        counted_by_class.best_rival,
    )
    by_range = envido_of(rules_of("argentino", 4), "envido=27").good
    assert by_range.exact
    assert by_range == envido_of(rules_of("argentino", 4)).good_with[27]


@pytest.mark.parametrize(
    ("variant", "query"),
    [
        ("argentino", {"cards": "7e 4e 1c", "place": 1}),
        ("argentino", {"place": 1, "cards": "envido>=27"}),
        ("trucardo", {}),
        ("belmez", {"place": 3, "score": (33, 20)}),
        ("uruguayo", {"place": 2}),
        ("venezolano", {"place": 3, "turned": "11o"}),
    ],
)
def test_samples_agree_with_counts(variant: str, query: dict[str, Any]) -> None:
    situation = situation_of(rules_of(variant, 4), EquityQuery(**query))
    facing = sorted((situation.place, *situation.rivals))
    for value in (CardValues.envido, CardValues.flor):
        counts = ExactCounts(situation, value, quiet)
        assert counts.feasible(facing)
        sample_deals = SampledDeals(situation, value, 1500, "1", quiet)
        for place, among in ((situation.place, facing), (situation.rivals[0], situation.rivals)):
            exact = float(sum(counts.best(place, among).values()))
            share = float(sum(sample_deals.best(place, among).values()))
            assert abs(share - exact) <= 4 * sqrt(exact * (1 - exact) / 1500)


def test_the_interval_holds_the_true_value_in_95_of_100_cases() -> None:
    situation = situation_of(small(4), EquityQuery("4e 5b 6o"))
    seeds = 200
    sample_deals = [SampledDeals(situation, CardValues.envido, 60, str(seed), quiet) for seed in range(seeds)]
    for place, places in ((0, (0, 1, 3)), (1, (0, 1, 2, 3))):
        exact = float(sum(ExactCounts(situation, CardValues.envido, quiet).best(place, places).values()))
        shares = (sum(deals.best(place, places).values(), Fraction(0)) for deals in sample_deals)
        covered = sum(low <= exact <= high for low, high in (Chance(share, 60).interval for share in shares))
        assert 0.90 * seeds <= covered <= 0.99 * seeds


def test_27_is_good_exactly_with_four_players() -> None:
    for variant in ("trucardo", "belmez", "quesada", "gauderio", "valenciano"):
        rules = rules_of(variant, 4)
        chances = envido_of(rules, "envido=27", score=(rules.match.target - 2, 0))
        assert chances.own.only == 27
        assert chances.good.exact
        assert chances.best_rival.samples == 0


def test_figures_that_need_few_hands_are_counted() -> None:
    """The points of the player and the rivals and the chance of a rival flor are exact; the side's chance is
    sampled."""
    chances = flor_of(rules_of("argentino", 4), samples=10)
    assert (chances.own.samples, chances.rival.samples, chances.best_rival.samples) == (0, 0, 0)
    assert chances.side.samples == 10
    six = envido_of(rules_of("argentino", 6), samples=10)
    assert (six.own.samples, six.best_rival.samples, six.good.samples) == (0, 0, 10)


# ------------------------------------------------------------------------------------- flores that play no envido


def test_uy6_a_flor_with_piezas_plays_no_envido() -> None:
    """Two piezas are always a flor, so the highest envido is 37: 30 and a seven."""
    assert max(envido_of(rules_of("uruguayo", 2)).own.shares) == 37


@pytest.mark.parametrize(
    ("variant", "value", "turned", "good"),
    [("uruguayo", 31, "7o", ("84.39%", "80.41%")), ("trucardo", 27, "", ("85.96%", "78.57%"))],
)
def test_a_flor_that_must_be_sung_plays_no_envido(variant: str, value: int, turned: str, good: tuple[str, str]) -> None:
    rules = rules_of(variant, 2)
    chances = (envido_of(rules, f"envido={value}", place=place, turned=turned).good for place in (0, PIE))
    assert tuple(f"{float(chance):.2%}" for chance in chances) == good


def test_forced_flores_of_argentino_play_no_envido() -> None:
    forced = rules_of("argentino", 2, flor_forced=True)
    assert envido_of(forced, "7e 6e 5e").own.only == NONE
    assert envido_of(rules_of("argentino", 2), "7e 6e 5e").own.only == 33


@pytest.mark.parametrize(("variant", "value", "good"), [("belmez", 27, "54.07%"), ("quesada", 31, "72.12%")])
def test_a_range_of_points_leaves_barred_flores_out(variant: str, value: int, good: str) -> None:
    """A question about a value gives the same answer as the table of all values."""
    rules = rules_of(variant, 2)
    for place in (0, PIE):
        good_chance = envido_of(rules, f"envido={value}", place=place).good
        assert good_chance == envido_of(rules, place=place).good_with[value]
        if place == 0:
            assert f"{float(good_chance):.2%}" == good


def test_six_players() -> None:
    rules = rules_of("argentino", 6)
    mano, pie = (envido_of(rules, "7e 4e 1c", place=place, samples=200) for place in (0, 5))
    assert mano.good.exact
    assert pie.good.value < mano.good.value < envido_of(rules_of("argentino", 4), "7e 4e 1c").good.value
    assert not mano.side.exact
    assert flor_of(rules, "7e 6e 5e", place=0, samples=50).good.value == 1


# -------------------------------------------------------------------------------------------------------------- ranges


def test_a_range_is_what_it_says() -> None:
    rules = rules_of("argentino", 2)
    own = "7e 4e 1c"
    unseen = [card for card in rules.pack if card not in own.split()]
    hands = [hand for hand in combinations(unseen, 3) if count(hand) >= 28]
    chances = envido_of(rules, own, place=1, against=["envido >= 28"])
    assert chances.good.value == Fraction(sum(count(hand) < 31 for hand in hands), len(hands))
    holding = [hand for hand in combinations(unseen, 3) if "6e" in hand and "5e" not in hand]
    chances = envido_of(rules, own, place=1, against=["6e, no-5e"])
    assert chances.good.value == Fraction(sum(count(hand) < 31 for hand in holding), len(holding))
    assert flor_of(rules, own, against=["flor>=30"]).best_rival.chance(lambda value: value < 30).value == 0
    assert flor_of(rules, own, against=["no-flor"]).best_rival.only == NONE


def test_ranges_of_several_places() -> None:
    rules = small(4)
    own = "4e 5b 6o"
    unseen = [card for card in SMALL if card not in own.split()]
    good = side = total = 0
    for hands in dealt(unseen, 3):
        points = [6, *map(count, hands)]
        if points[1] >= 29 and "5o" in hands[1]:
            total += 1
            good += points[0] >= max(points[1], points[3])
            side += points.index(max(points)) % 2 == 0
    chances = envido_of(rules, own, against=["1: envido>=29"], partners=["2: 5o"])
    assert chances.good == Chance(Fraction(good, total))
    assert chances.side == Chance(Fraction(side, total))


def test_cards_seen_are_held_by_nobody() -> None:
    rules = rules_of("argentino", 2)
    assert envido_of(rules, "7e 5e 1c", place=1).good.value < 1
    every_33 = " ".join(f"6{suit} 7{suit}" for suit in "boc")
    chances = envido_of(rules, "7e 5e 1c", place=1, seen=f"{every_33} 6e")
    assert chances.good.value == 1
