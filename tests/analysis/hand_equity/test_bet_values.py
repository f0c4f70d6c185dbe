"""The value of the bets: the calls that the rules leave to the rivals, at any score and with any card on the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from truquero.analysis import BetValue, Chance, Equity, equity
from truquero.rules.game import HandType
from truquero.table import TableError
from truquero.variants import rules_of


def equity_of(variant: str, players: int, cards: str, **query: Any) -> Equity:
    options = query.pop("options", {})
    return equity(rules_of(variant, players, **options), cards, samples=query.pop("samples", 40), **query)


def calls(result: Equity, lance: str, over: str = "") -> list[str]:
    return [bet.call for bet in result.bets if (bet.lance, bet.over) == (lance, over)]


def bet_of(result: Equity, call: str, over: str = "") -> BetValue:
    return next(bet for bet in result.bets if (bet.call, bet.over) == (call, over))


def stakes_of(result: Equity, call: str, over: str = "") -> tuple[int, int, int]:
    bet = bet_of(result, call, over)
    return bet.wins, bet.loses, bet.refused


# ----------------------------------------------------------------------------------------------------------- three ties


def test_pa2_three_ties_pay_the_rivals_of_the_caller() -> None:
    query: dict[str, Any] = {"against": ["2p 2o 3c"], "turned": "5o"}
    result = equity_of("paulista", 2, "2e 2c 3e", **query)
    assert result.truco.nobody.value == 1
    assert [bet.expected for bet in result.bets] == [3, 6, 9, 12]
    printed = equity_of("paulista", 2, "2e 2c 3e", options={"tie_truco_value": "3"}, **query)
    assert [bet.expected for bet in printed.bets] == [3, 3, 3, 3]


def test_a_truco_in_the_dark_wins_three_ties() -> None:
    query: dict[str, Any] = {"against": ["2p 2o 3c"], "turned": "5o", "options": {"escuro_mode": "no_rival_card"}}
    mano = equity_of("paulista", 2, "2e 2c 3e", **query)
    assert bet_of(mano, "truco").tied == 3  # the pie calls it after seeing an open card
    pie = equity_of("paulista", 2, "2e 2c 3e", place=1, **query)
    assert bet_of(pie, "truco").tied == -3


def test_where_three_ties_are_nobodys_a_bet_pays_nothing_for_them() -> None:
    result = equity_of("asturiano", 2, "2e 2c 3e", against=["2b 2o 3c"])
    assert result.truco.nobody.value == 1
    assert all(bet.expected == 0 for bet in result.bets)


# ---------------------------------------------------------------------------------------------------------- legal calls


def test_a_player_who_has_laid_a_card_may_not_open_the_envido() -> None:
    assert calls(equity_of("argentino", 2, "7e 6e 1c", place=1), "envido") == ["envido", "real-envido", "falta-envido"]
    assert calls(equity_of("argentino", 2, "7e 6e 1c", place=1, played="4c"), "envido") == []
    assert calls(equity_of("argentino", 4, "7e 6e 1c", place=1, played="4c"), "envido") != []  # the other rival may


def test_the_rivals_may_raise_the_envido_of_the_player() -> None:
    result = equity_of("argentino", 2, "7e 6e 1c")
    assert calls(result, "envido", "envido") == ["envido", "real-envido", "falta-envido"]
    assert calls(result, "envido", "falta-envido") == []
    assert [stakes_of(result, call, "envido") for call in ("envido", "real-envido")] == [(4, 4, 2), (5, 5, 2)]
    assert stakes_of(result, "falta-envido", "real-envido") == (30, 30, 3)
    answered = equity_of("argentino", 2, "7e 6e 1c", place=1, played="4c")  # this seat may not open any more
    assert calls(answered, "envido", "envido") == ["envido", "real-envido", "falta-envido"]
    assert calls(equity_of("argentino", 2, "7e 6e 1c", played="7e"), "envido", "envido") == []  # nor may this side
    sizes = equity_of("belmez", 2, "4c 5c 6e")
    assert calls(sizes, "envido", "envido") == ["mas-2", "envido-pata"]
    assert stakes_of(sizes, "mas-2", "envido") == (4, 4, 2)


def test_pa9_no_raise_by_a_side_that_wins_by_accepting() -> None:
    def ladder(own: int, rivals: int) -> list[str]:
        return calls(equity_of("paulista", 2, "2e 2c 3e", turned="5o", score=(own, rivals)), "truco")

    assert ladder(3, 9) == ["truco"]  # no seis at nine, and then no nove of the rivals over the seis
    assert ladder(9, 3) == ["truco", "seis"]
    assert ladder(9, 9) == ["truco", "seis", "nove", "doze"]


def test_be13_a_flor_bets_no_envido() -> None:
    assert calls(equity_of("belmez", 2, "4c 5c 6e"), "envido") == ["envido", "envido-pata"]
    assert calls(equity_of("belmez", 2, "4c 5c 6c"), "envido") == []
    assert calls(equity_of("belmez", 2, "4c 5c 6e", against=["flor no-5o no-12b no-11b"]), "envido") == []
    assert calls(equity_of("trucardo", 2, "7e 6e 5e"), "envido") == []


def test_a_flor_that_must_be_sung_leaves_no_envido_to_its_side() -> None:
    """This also holds where a partner could accept first: the flor cancels the envido (UY-6)."""
    for place in (0, 3):
        assert calls(equity_of("uruguayo", 4, "7e 6e 5e", turned="3c", place=place, samples=5), "envido") == []
        assert calls(equity_of("argentino", 4, "7e 6e 5e", place=place, samples=5), "envido") != []


def test_the_rivals_raise_a_call_of_the_player() -> None:
    """In the last trick, with the rival's last card on the table, the rival may only answer."""
    played = "7e 4c 4e 1e 3c"
    assert calls(equity_of("argentino", 2, "7e 4e 6c", played=played), "truco") == ["retruco"]


def test_a_hand_of_eleven_has_the_decision_only() -> None:
    assert calls(equity_of("paulista", 2, "1e 2e 3e", turned="7o", score=(11, 4)), "truco") == []


# ----------------------------------------------------------------------------------------------------------------- flor


def test_the_flor_is_bet_where_both_may_have_one() -> None:
    rules = "argentino"
    assert calls(equity_of(rules, 2, "7e 6e 1c"), "flor") == []
    mano = equity_of(rules, 2, "7e 6e 5e")
    assert calls(mano, "flor") == ["contraflor", "contraflor-al-resto"]  # the mano sings before the pie can
    contraflor, resto = bet_of(mano, "contraflor"), bet_of(mano, "contraflor-al-resto")
    assert (contraflor.wins, contraflor.loses, contraflor.refused) == (6, 6, 3)
    assert (resto.wins, resto.refused) == (30, 3)  # six more for the flores would exceed the game
    pie = equity_of(rules, 2, "7e 6e 5e", place=1)
    assert calls(pie, "flor") == ["flor", "contraflor", "contraflor-al-resto"]
    flor = bet_of(pie, "flor")
    assert (flor.wins, flor.refused) == (3, 3)


def test_a_bet_on_the_flor_is_against_a_flor() -> None:
    rules = rules_of("argentino", 2)
    own = "4e 5e 6e"
    against_any = equity(rules, own, place=1, samples=1)
    against_flor = equity(rules, own, place=1, samples=1, against="flor")
    assert against_any.flor is not None
    assert against_flor.flor is not None
    assert against_any.flor.contested == against_flor.flor.good
    assert bet_of(against_any, "contraflor").expected == bet_of(against_flor, "contraflor").expected


def test_flores_of_jaen_are_bet_al_resto() -> None:
    result = equity_of("belmez", 2, "4c 5c 6c", place=1)
    assert calls(result, "flor") == ["al-resto"]
    assert bet_of(result, "al-resto").wins == 40


# ---------------------------------------------------------------------------------------------------------------- score


def test_no_score_is_the_beginning_of_a_game() -> None:
    result = equity_of("belmez", 4, "4c 5c 6e")
    assert result.situation.hand_type is HandType.DUEL  # cortaíllos
    assert result == equity_of("belmez", 4, "4c 5c 6e", score=(0, 0))
    assert equity_of("argentino", 6, "7e 6e 1c").situation.places == 6  # the first deal of a game is a round


def test_points_past_the_end_count_for_nothing() -> None:
    level = equity_of("argentino", 2, "4c 5e 6b", score=(29, 29))
    assert {(bet.wins, bet.loses, bet.refused) for bet in level.bets} == {(1, 1, 1)}
    assert all(bet.break_even == 0 for bet in level.bets)
    behind = equity_of("argentino", 2, "4c 5e 6b", score=(28, 29))
    assert [stakes_of(behind, call) for call in ("truco", "vale-cuatro", "envido")] == [(2, 1, 1)] * 3
    assert stakes_of(behind, "falta-envido") == (1, 1, 1)
    ahead = equity_of("uruguayo", 2, "4c 5e 6b", turned="1o", score=(38, 12))
    assert stakes_of(ahead, "vale-cuatro") == (2, 4, 3)
    [decision] = equity_of("navarrevisca", 2, "4c 5e 6b", score=(29, 14)).bets
    assert (decision.lance, decision.wins, decision.loses, decision.refused) == ("decide", 1, 3, 1)


def test_three_ties_pay_no_more_than_is_lacking() -> None:
    result = equity_of("paulista", 2, "2e 2c 3e", against=["2p 2o 3c"], turned="5o", score=(9, 9))
    assert [bet.tied for bet in result.bets] == [3, 3, 3, 3]


def test_a_side_that_may_accept_only_what_it_lacks_does_so() -> None:
    """S003: at 38 a side plays for two points, whatever the rivals bet."""
    ahead = equity_of("belmez", 2, "4c 5e 6b", score=(38, 12))
    assert {(bet.wins, bet.loses) for bet in ahead.bets} == {(2, 2)}
    assert {bet.call: bet.refused for bet in ahead.bets if bet.accept == "mi-falta" and not bet.over} == {
        "truco": 1,
        "retruco": 3,
        "vale-nueve": 6,
        "pata": 9,
        "envido-pata": 1,
    }
    assert bet_of(ahead, "envido").accept == "quiero"  # exactly the points that the side needs
    assert bet_of(equity_of("belmez", 2, "4c 5c 6c", place=1, score=(38, 12)), "al-resto").loses == 2
    behind = equity_of("belmez", 2, "4c 5e 6b", score=(12, 38))
    assert stakes_of(behind, "vale-nueve") == (9, 2, 2)
    assert {bet.accept for bet in behind.bets} == {"quiero"}


@pytest.mark.parametrize(("variant", "players", "score"), [("argentino", 6, (28, 3)), ("belmez", 4, (35, 3))])
def test_there_are_no_duels_outside_their_span(variant: str, players: int, score: tuple[int, int]) -> None:
    with pytest.raises(TableError, match="duels are played only while the leading side has 0 to"):
        equity_of(variant, players, "4c 5c 6e", score=score, duel=True)


# ------------------------------------------------------------------------------------------------------------ intervals


def test_a_sampled_average_has_an_interval() -> None:
    result = equity_of("argentino", 4, "7e 6e 1c", samples=80)
    truco, envido = bet_of(result, "truco"), bet_of(result, "envido")
    low, high = truco.interval
    assert low < float(truco.expected) < high
    assert envido.interval == (float(envido.expected), float(envido.expected))
    bet = BetValue("truco", "truco", 3, 3, 1, Chance(Fraction(1), 50), Chance(Fraction(0), 50))
    assert bet.interval[1] == 3
    assert 2 < bet.interval[0] < 3


def test_the_ends_of_an_interval_are_certain() -> None:
    assert Chance(Fraction(0), 37).interval[0] == 0
    assert Chance(Fraction(1), 37).interval[1] == 1
    for samples in range(1, 400):
        assert Chance(Fraction(0), samples).interval[1] == pytest.approx(
            1 - Chance(Fraction(1), samples).interval[0], abs=1e-12
        )
