"""Equity in truco: the chances of the hand, the values of its bets, and errors in the query."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest

from truquero.analysis import PIE, BetValue, Equity, TrucoChance, equity
from truquero.analysis.hand_equity.equity_situation import EquityQuery, situation_of
from truquero.analysis.hand_equity.truco_chance import truco_chance
from truquero.cards import Card, cards, pack
from truquero.rules.game import HandType, Rules
from truquero.rules.options import OptionError
from truquero.rules.trick_rules import Ties, verdict
from truquero.table import TableError
from truquero.variants import VARIANTS, rules_of

SMALL_PACK = pack((1, 3, 4), extra="7e")


def truco_of(rules: Rules, cards: str = "", *, play: str = "open", samples: int = 1, **query: Any) -> TrucoChance:
    """Return the chances of the truco only."""
    return truco_chance(situation_of(rules, EquityQuery(cards, **query)), play, samples, "1", lambda done, total: None)


# ------------------------------------------------------------------------------------------------------- two players


def mano_wins(
    rules: Rules, mano: tuple[Card, ...], pie: tuple[Card, ...], tricks: tuple[int | None, ...], leader: int
) -> bool:
    """Return whether the mano wins the hand if both players see all cards and play optimally.

    This is a plain search, to compare with the solver. `mano` and `pie` are the cards that they still hold. `tricks`
    holds the winners of the finished tricks: 0 is the mano, 1 the pie, None a parda.
    """
    strengths = rules.ranking.strengths()
    result = verdict(Ties.STD, tricks)
    if result is not None:
        return result != 1  # the mano also wins three ties

    def wins_after(mano_card: Card, pie_card: Card) -> bool:
        mano_strength, pie_strength = strengths[mano_card], strengths[pie_card]
        winner = None if mano_strength == pie_strength else int(pie_strength > mano_strength)
        mano_after = tuple(card for card in mano if card != mano_card)
        pie_after = tuple(card for card in pie if card != pie_card)
        return mano_wins(rules, mano_after, pie_after, (*tricks, winner), leader if winner is None else winner)

    if leader == 0:
        return any(all(wins_after(mano_card, pie_card) for pie_card in pie) for mano_card in mano)
    return all(any(wins_after(mano_card, pie_card) for mano_card in mano) for pie_card in pie)


def test_both_sides_play_open_cards_optimally() -> None:
    rules, random = rules_of("argentino", 2), Random(3)
    for _deal in range(40):
        dealt = random.sample(rules.pack, 6)
        mano, pie = tuple(dealt[:3]), tuple(dealt[3:])
        result = truco_of(rules, " ".join(mano), against=[" ".join(pie)])
        assert result.win.value == mano_wins(rules, mano, pie, (), 0)
        assert result.win.exact
        mirrored = truco_of(rules, " ".join(pie), place=1, against=[" ".join(mano)])
        assert mirrored.lose == result.win


def test_every_hand_of_the_rival_is_counted() -> None:
    rules = replace(rules_of("argentino", 2), pack=SMALL_PACK)
    own = ("3e", "4b", "1c")
    rivals = list(combinations([card for card in SMALL_PACK if card not in own], 3))
    own_cards = tuple(card for card in SMALL_PACK if card in own)
    won = sum(mano_wins(rules, own_cards, hand, (), 0) for hand in rivals)
    assert truco_of(rules, " ".join(own)).win.value == Fraction(won, len(rivals))


def test_the_best_cards_win_and_the_lowest_lose_for_certain() -> None:
    rules = rules_of("argentino", 2)
    for play, place in product(("open", "random"), (0, 1)):
        assert truco_of(rules, "1e 1b 7e", place=place, play=play).win.value == 1
    assert truco_of(rules, "4e 4b 4c", against=["best>4o"], place=1).win.value == 0


def test_the_chances_of_both_sides_add_up_to_1() -> None:
    for name in ("argentino", "asturiano", "uruguayo"):
        all_cards = rules_of(name, 2)
        some_cards = tuple(card for card in all_cards.pack if card.rank in (1, 3, 7, 12))
        rules = replace(all_cards, pack=some_cards)
        turned = "3c" if rules.deal.turned else ""
        for play in ("open", "random"):
            mano, pie = (truco_of(rules, place=place, play=play, turned=turned) for place in (0, PIE))
            assert mano.win.exact
            assert mano.win == pie.lose
            assert mano.nobody == pie.nobody
            assert mano.win.value + mano.lose.value + mano.nobody.value == 1
            assert (mano.nobody.value > 0) == (name == "asturiano")  # three ties are won by nobody there


def test_random_play_is_the_mean_of_all_orders() -> None:
    """Both players lay their cards in every order, all equally likely. The winner of a trick leads."""
    rules = rules_of("argentino", 2)
    strengths = rules.ranking.strengths()
    mano, pie = cards("1e 4b 3c"), cards("7e 4c 2o")
    won = 0
    for first, second in product(permutations(mano), permutations(pie)):
        comparisons = [
            (strengths[a] < strengths[b]) - (strengths[a] > strengths[b]) for a, b in zip(first, second, strict=True)
        ]
        tricks = tuple(None if sign == 0 else int(sign > 0) for sign in comparisons)
        result = next(winner for count in (2, 3) if (winner := verdict(Ties.STD, tricks[:count])) is not None)
        won += result != 1
    chances = truco_of(rules, " ".join(mano), against=[" ".join(pie)], play="random")
    assert chances.win.value == Fraction(won, 36)


def test_conditions_on_both_hands_are_counted() -> None:
    rules = replace(rules_of("argentino", 2), pack=SMALL_PACK)
    pairs = [
        (mano, pie)
        for mano in combinations(SMALL_PACK, 3)
        if "3e" in mano
        for pie in combinations([card for card in SMALL_PACK if card not in mano], 3)
        if "1e" not in pie
    ]
    won = sum(mano_wins(rules, mano, pie, (), 0) for mano, pie in pairs)
    assert truco_of(rules, "3e", against=["no-1e"]).win.value == Fraction(won, len(pairs))


def test_cards_already_played_count() -> None:
    rules = rules_of("argentino", 2)
    assert truco_of(rules, "4e 1e 1b", played="4e 3c 2c").win.value == 1  # the pie won the first trick and leads
    assert truco_of(rules, "1e 4b 4c", place=1, played="1b 4b 7e").win.value == 0  # a four cannot win the last trick
    assert situation_of(rules, EquityQuery("1e 4b 4c", played="1e 3c 4b")).laid == ((0, "1e"), (1, "3c"), (0, "4b"))
    won_by_pie = situation_of(rules, EquityQuery("4e 4b 4c", played="4e 3c 2c"))
    assert won_by_pie.laid == ((0, "4e"), (1, "3c"), (1, "2c"))


# ------------------------------------------------------------------------------------------------------- more players


def test_the_last_trick_of_four_is_counted() -> None:
    rules = rules_of("argentino", 4)
    played = "1e 4e 4b 5e 6e 7e 4o 5o"  # the mano won the first trick, place 1 the second
    result = truco_of(rules, "1e 6e 3c", played=played)
    strengths = rules.ranking.strengths()
    unseen = [card for card in rules.pack if card not in (*played.split(), "3c")]
    own = strengths[Card("3c")]
    won = total = 0
    for first, partner, last in permutations(unseen, 3):
        total += 1
        won += max(own, strengths[partner]) >= max(strengths[first], strengths[last])  # a tie: the first trick wins
    assert result.win.exact
    assert result.win.value == Fraction(won, total)


@pytest.mark.parametrize("players", [4, 6])
def test_many_players_are_sampled(players: int) -> None:
    rules = rules_of("argentino", players)
    result = truco_of(rules, "1e 1b 7e", samples=40)
    assert result.win.value == 1
    assert result.win.samples == 40
    assert truco_of(rules, "4e 4b 5c", samples=60).win.interval[1] < 0.9
    again = [truco_of(rules, "4e 3b 2c", samples=60, play="random") for _time in range(2)]
    assert again[0] == again[1]


def test_a_query_may_give_the_cards_of_partners_and_rivals() -> None:
    rules = rules_of("argentino", 4)
    assert truco_of(rules, "4e 4b 4c", partners=["1e 1b 7e"], samples=40).win.value == 1
    against = truco_of(rules, "4e 4b 4c", against=["3: 1e 1b 7e"], samples=40)
    assert against.win.value == 0


@pytest.mark.parametrize(
    ("name", "players"), [(name, n) for name, preset in VARIANTS.items() for n in preset.players if n != 3]
)
def test_every_variant_has_an_equity(name: str, players: int) -> None:
    rules = rules_of(name, players)
    own_cards = [card for card in rules.pack if card.rank != 7][:12:4]
    turned = next(card for card in rules.pack if card not in own_cards) if rules.deal.turned else ""
    result = equity(rules, " ".join(own_cards), place=PIE, turned=turned, samples=12)
    assert sum(float(chance) for chance in (result.truco.win, result.truco.lose, result.truco.nobody)) == pytest.approx(
        1
    )
    assert (result.envido is None) == (rules.envido is None)
    assert (result.flor is None) == (rules.flor is None)
    for points in (result.envido, result.flor):
        if points is not None:
            assert sum(points.best_rival.shares.values()) == 1
            assert 0 <= points.good.value <= 1
    assert result.bets


# --------------------------------------------------------------------------------------------------- score and stakes


def bet_of(result: Equity, call: str) -> BetValue:
    return next(bet for bet in result.bets if bet.call == call)


def test_bets_have_their_values_at_the_score() -> None:
    result = equity(rules_of("argentino", 2), "7e 6e 1c", score=(27, 15))
    truco, falta = bet_of(result, "truco"), bet_of(result, "falta-envido")
    assert (truco.wins, truco.loses, truco.refused, truco.break_even) == (2, 2, 1, Fraction(1, 4))
    assert truco.expected == 2 * result.truco.win.value - 2 * result.truco.lose.value
    assert (falta.wins, falta.loses, falta.refused) == (3, 3, 1)
    assert falta.expected == 3
    behind = bet_of(equity(rules_of("trucardo", 2), "7e 6e 1c", score=(5, 16)), "falta-envido")
    assert (behind.wins, behind.loses) == (14, 10)  # the points that the loser needs to end the half


def test_the_envido_is_bet_in_the_first_trick_only() -> None:
    rules = rules_of("argentino", 2)
    assert any(bet.lance == "envido" for bet in equity(rules, "7e 6e 1c", played="7e").bets)
    assert not any(bet.lance == "envido" for bet in equity(rules, "7e 6e 1c", played="7e 4c").bets)


def test_the_score_determines_the_type_of_hand() -> None:
    rules = rules_of("paulista", 2)
    mao_de_onze = equity(rules, "1e 2e 3e", turned="7o", score=(11, 4))
    assert mao_de_onze.situation.hand_type is HandType.DECIDED
    [decision] = mao_de_onze.bets
    assert (decision.lance, decision.wins, decision.loses, decision.refused) == ("decide", 1, 3, 1)
    assert equity(rules, "1e 2e 3e", turned="7o", score=(4, 11)).bets == ()  # no call is allowed
    assert equity(rules, "1e 2e 3e", turned="7o", score=(11, 11)).situation.hand_type is HandType.IRON
    assert equity(rules, "1e 2e 3e", turned="7o").situation.hand_type is HandType.ROUND


def test_a_duel_has_two_players() -> None:
    rules = rules_of("argentino", 6)
    duel = equity(rules, "7e 6e 1c", duel=True, place=PIE)
    assert duel.situation.hand_type is HandType.DUEL
    assert duel.situation.place == 1
    assert duel.truco == equity(rules_of("argentino", 2), "7e 6e 1c", place=1).truco
    assert equity(rules_of("belmez", 4), "4c 5c 6e", score=(3, 0)).situation.places == 2  # cortaíllos at this score
    assert equity(rules_of("belmez", 4), "4c 5c 6e", score=(33, 0), samples=5).situation.places == 4


# -------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"cards": "7e 6e 8c"}, "8c is not in the pack"),
        ({"cards": "1e 2e 3e 4e"}, "a hand has three cards"),
        ({"cards": "1e 2e 3e", "against": ["3e"]}, "3e cannot be in two places"),
        ({"cards": "1e 2e 3e", "seen": "1e"}, "1e cannot be in two places"),
        ({"cards": "dos"}, "'dos' does not describe a hand"),
        ({"cards": "1e7o4c"}, "'1e7o4c': write spaces between cards, as in 1e 7o 4c"),
        ({"cards": "1e-7O"}, "'1e-7o': write spaces between cards, as in 1e 7o"),
        ({"cards": "no-1e7o"}, "'no-1e7o': write spaces between cards, as in no-1e no-7o"),
        ({"seen": "12e1c"}, "'12e1c': write spaces between cards, as in 12e 1c"),
        ({"cards": "points>3"}, "'points' cannot be compared"),
        ({"cards": "envido>many"}, "compare envido with points"),
        ({"cards": "envido=19"}, "no deal fits everything that was given"),
        ({"cards": "flor no-flor"}, "a hand cannot both have a flor and have none"),
        (
            {"cards": "1e 2e 3c", "against": ["1: no-flor", "0: flor"]},
            "place 0 cannot be evaluated in this variant: choose 1",
        ),
        ({"cards": "1e 2e 3c", "partners": ["flor"]}, "there are no partners in this hand"),
        ({"place": 2}, "the places of this hand are 0 (the mano) to 1"),
        ({"score": (30, 2)}, "no side can have 30 points during a game to 30"),
        ({"turned": "4c"}, "this variant turns no card"),
        ({"duel": True}, "this variant has no duels"),
        ({"cards": "1e 2e 3e", "played": "4c"}, "place 0 would hold more than three cards"),
        ({"played": "1e 4c 1b 5c"}, "the hand is over"),
        ({"played": "1e 4c 1b 5c 3c"}, "3c cannot have been played"),
        ({"seen": "1e 1e"}, "1e is named twice"),
        ({"cards": "7e 7e 1c"}, "7e is named twice"),
        ({"play": "well"}, "unknown way to play 'well': choose open, random"),
        ({"samples": 0}, "samples is 0: it must be 1 or more"),
        ({"samples": 2.5}, "samples is 2.5: write a whole number"),
        ({"place": "mano"}, "place is 'mano': write a whole number"),
        ({"score": (-5, 0)}, "score is -5: it must be 0 or more"),
        ({"score": (1, 2, 3)}, "score (1, 2, 3): write the points of each side"),
        ({"score": "27-15"}, "score '27-15': write the points of each side"),
        ({"cards": ["7e", "6e", None]}, "None is not text"),
        ({"seen": 5}, "5 is not text"),
        ({"against": [None]}, "None is not text"),
        ({"against": 5}, "5 is not text"),
        ({"partners": None}, "None is not text"),
        ({"seed": None}, "seed is None: write a whole number"),
        ({"seed": 1.5}, "seed is 1.5: write a whole number"),
        ({"seed": "\ud800"}, "is not text that can be written"),
        ({"cards": "1e 2e 3c", "against": "\u0663: flor"}, "does not describe a hand"),
    ],
)
def test_an_error_says_what_is_wrong_in_the_query(query: dict[str, Any], message: str) -> None:
    with pytest.raises(TableError) as caught:
        equity(rules_of("argentino", 2), **query)
    assert message in str(caught.value)


def test_rules_may_be_the_name_of_a_variant() -> None:
    assert equity("argentino", "7e 6e 1c", samples=1) == equity(rules_of("argentino"), "7e 6e 1c", samples=1)
    anything: Any = 5
    with pytest.raises(OptionError, match="5 is not the name of a variant"):
        equity(anything, "1c")


def test_a_seed_may_be_a_number() -> None:
    rules = rules_of("argentino", 4)
    assert equity(rules, "7e 6e 1c", samples=9, seed=7) == equity(rules, "7e 6e 1c", samples=9, seed="7")


def test_errors_name_cards_in_the_notation_of_the_pack() -> None:
    rules = rules_of("paulista", 2)
    errors: list[tuple[dict[str, Any], str]] = [
        ({"cards": "Ae Ae 3c"}, "Ae is named twice"),
        ({"cards": "Kp 2e 3c", "seen": "12b"}, "Kp cannot be in two places"),
        ({"cards": "7♠"}, "2-7, Q, J, K or A and a suit (e spades, p clubs"),
        ({"seen": "7♠"}, "'7♠' is not a card: write 2-7, Q, J, K or A"),
        ({"cards": "Ae 2e Kp Qc"}, "Ae 2e Kp Qc: a hand has three cards"),
    ]
    for query, message in errors:
        with pytest.raises(TableError) as caught:
            equity(rules, **query)
        assert message in str(caught.value)


def test_a_single_range_needs_no_list() -> None:
    rules = rules_of("argentino", 2)
    assert equity(rules, "7e 6e 1c", against="envido>=28") == equity(rules, "7e 6e 1c", against=["envido>=28"])


def test_a_card_is_reserved_for_the_vira() -> None:
    """Twelve of forty cards are left: enough for the hands, but none is left to turn up."""
    rules = rules_of("paulista", 4)
    known_cards = [*rules.pack[:28]]
    with pytest.raises(TableError, match="not enough are left for the hands"):
        equity(rules, seen=" ".join(known_cards), samples=1)
    assert equity(rules, seen=" ".join(known_cards[1:]), samples=1).truco.win.samples == 1
    assert equity(rules, seen=" ".join(known_cards[1:]), turned=known_cards[0], samples=1).truco.win.samples == 1


def test_errors_that_depend_on_the_game() -> None:
    with pytest.raises(TableError, match="choose another number of players"):
        equity(rules_of("argentino", 3))
    with pytest.raises(TableError, match="this variant has no envido"):
        equity(rules_of("paulista", 2), "envido=27")
    with pytest.raises(TableError, match="name it with --turned"):
        equity(rules_of("paulista", 2), "1e 2e 3e", played="1e")
    with pytest.raises(TableError, match="no deal fits"):
        equity(rules_of("paulista", 2), "1e 2e 3e best<4c", turned="7o")
    with pytest.raises(TableError, match="no deal fits"):
        equity(rules_of("argentino", 4), "1e 2e 3e", against=["best>1b"], samples=5)
