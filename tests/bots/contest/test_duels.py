"""Duels and leagues of bots over mirrored deals."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, cast

import pytest

from truquero.bots import Azar, Bot, UnknownBot, bot_registry
from truquero.bots.contest import (
    FEWEST,
    MATCHES,
    SINGLE,
    ContestError,
    ContestGame,
    Duel,
    GameResult,
    GameRunner,
    League,
    duel,
    league,
    mirrored_games,
    seatings,
)
from truquero.bots.protocol.process_bot import own_seed
from truquero.rules.game import Rules
from truquero.table import Match, TableError, View, dealing
from truquero.variants import VARIANTS, rules_of

EVERY_TABLE = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]


class Timid(Azar):
    """A bot that refuses or leaves at once, whatever it holds."""

    def choose(self, view: View) -> str:
        for move in ("no-quiero", "mazo"):
            if move in view.moves:
                return move
        return super().choose(view)

    def speak_up(self, view: View) -> str | None:
        return None


class Spy(Azar):
    """A bot that records its name and seat and whether it was closed."""

    seen: ClassVar[list[Spy]] = []

    def __init__(self, name: str, seat: int, seed: str) -> None:
        super().__init__(seed)
        self.name, self.seat, self.seed = name, seat, seed
        self.closed = False
        Spy.seen.append(self)

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def more_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    def spy(name: str) -> bot_registry.Maker:
        return lambda _rules, seat, seed: Spy(name, seat, seed)

    def timid(_rules: Rules, _seat: int, seed: str) -> Bot:
        return Timid(seed)

    added = {"spy": (spy("spy"), ""), "mole": (spy("mole"), ""), "timid": (timid, "")}
    monkeypatch.setattr(bot_registry, "ROSTER", {**bot_registry.ROSTER, **added})
    monkeypatch.setattr(Spy, "seen", [])


# ------------------------------------------------------------------------------------------------------------ seats


@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_each_bot_plays_every_side(players: int) -> None:
    first, second = seatings(players)
    assert first == (0, 1) * (players // 2)
    assert second == (1, 0) * (players // 2)


def test_with_three_players_every_seating_is_played() -> None:
    every = seatings(3)
    assert len(set(every)) == len(every) == 6
    assert all(0 < sum(seats) < 3 for seats in every)
    assert all(sum(seats[place] for seats in every) == 3 for place in range(3))


@pytest.mark.parametrize(("variant", "players"), [("argentino", 2), ("uruguayo", 4), ("belmez", 4), ("argentino", 3)])
def test_mirrored_deals_are_the_same_cards_with_the_bots_exchanged(
    variant: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches: list[Match] = []
    result_of = mirrored_games._result_of

    def record_match(match: Match, seats: Sequence[int], trouble: tuple[tuple[str, str], ...]) -> GameResult:
        matches.append(match)
        return result_of(match, seats, trouble)

    monkeypatch.setattr(mirrored_games, "_result_of", record_match)
    result = GameRunner(rules_of(variant, players), "x")(ContestGame("spy", "mole", False, 5))
    assert len(matches) == result.games == (6 if players == 3 else 2)
    for number, seats in enumerate(seatings(players)):
        bots = Spy.seen[players * number : players * (number + 1)]
        assert [bot.seat for bot in bots] == [*range(1, players + 1)]
        assert [bot.name for bot in bots] == [("spy", "mole")[index] for index in seats]
        assert all(bot.closed for bot in bots)
    [deal] = matches[0].log
    for match in matches:
        [mirrored_deal] = match.log
        assert mirrored_deal.dealer == deal.dealer
        # The last duel of a deal may be missing.
        for hand, first_hand in zip(mirrored_deal.hands, deal.hands, strict=False):
            assert (hand.lineup, hand.turned) == (first_hand.lineup, first_hand.turned)
            assert {seat: set(cards) for seat, cards in hand.cards.items()} == {
                seat: set(cards) for seat, cards in first_hand.cards.items()
            }


def test_seeds_belong_to_seats_and_do_not_reveal_the_cards() -> None:
    runner = GameRunner(rules_of("argentino", 2), "x")
    game = ContestGame("spy", "mole", False, 5)
    runner(game)
    runner(game._replace(number=6))
    runner(game._replace(is_match=True))
    seeds = {(place // 4, bot.seat): bot.seed for place, bot in enumerate(Spy.seen[:12])}
    assert len({*seeds.values()}) == 6
    assert all(bot.seed == seeds[place // 4, bot.seat] for place, bot in enumerate(Spy.seen[:12]))
    assert all(len(bytes.fromhex(seed)) >= 16 for seed in seeds.values())
    matches = [runner.match(each_game) for each_game in (game, game._replace(number=6), game._replace(is_match=True))]
    assert len({match.seed for match in matches}) == 3
    of_cards = {match.seed for match in matches}
    of_cards |= {dealing.deal_seed(match.seed, number) for match in matches for number in range(50)}
    assert not of_cards & {*seeds.values(), *map(own_seed, seeds.values())}


def test_every_seat_deals_in_its_turn() -> None:
    runner = GameRunner(rules_of("paulista", 4), "x")
    dealers = []
    for number in range(8):
        match = runner.match(ContestGame("azar", "azar", False, number))
        match.deal()
        dealers.append(match.dealer)
    assert dealers == [1, 2, 3, 4, 1, 2, 3, 4]


# ----------------------------------------------------------------------------------------------------------- duels


@pytest.mark.parametrize(("variant", "players"), EVERY_TABLE)
def test_a_bot_against_itself_is_exactly_even(variant: str, players: int) -> None:
    """This holds for duels, a gallo and mão de 11. All games of a deal are the same game, seen from each side."""
    result = duel(rules_of(variant, players), "azar", "azar", hands=12)
    for points in (result.points, result.points_in_deals, result.points_in_matches):
        assert points is not None
        assert points.value == 0
        assert points.low in (0, None)
        assert points.high in (0, None)
    assert result.matches_won is not None
    assert result.matches_won.value == 0.5
    assert result.better is None
    assert result.trouble == {}
    assert sum(deal.hands for deal in result.deals) > 0


@pytest.mark.parametrize(("variant", "players"), [("argentino", 2), ("argentino", 3), ("belmez", 4), ("paulista", 6)])
def test_the_better_bot_has_more_points_and_wins(variant: str, players: int) -> None:
    result = duel(rules_of(variant, players), "azar", "timid", hands=80)
    assert result.points.low is not None
    assert result.points.low > 0
    assert result.better == "azar"
    assert result.matches_won is not None
    assert result.matches_won.value > 0.5
    reversed_result = duel(rules_of(variant, players), "timid", "azar", hands=80)
    assert reversed_result.better == "azar"
    assert reversed_result.points.value == pytest.approx(-result.points.value)
    assert reversed_result.matches_won is not None
    assert reversed_result.matches_won.value == pytest.approx(1 - result.matches_won.value)


def test_half_of_the_hands_are_single_deals() -> None:
    rules = rules_of("argentino", 2)
    result = duel(rules, "azar", "timid", hands=101)
    assert len(result.deals) == 51
    assert all(game.games == 2 and game.deals == 1 and game.hands == 2 and game.wins == 0 for game in result.deals)
    deals_used = [game.deals for game in result.matches]
    assert sum(deals_used[:-1]) < 50 <= sum(deals_used)
    assert all(game.games == 2 and game.wins in (0, 1, 2) for game in result.matches)


def test_a_duel_may_have_deals_or_matches_only() -> None:
    rules = rules_of("argentino", 2)
    single_deals = duel(rules, "azar", "timid", hands=30, what=SINGLE)
    assert len(single_deals.deals) == 30
    assert (single_deals.matches, single_deals.matches_won, single_deals.points_in_matches) == ((), None, None)
    matches_only = duel(rules, "azar", "timid", hands=30, what=MATCHES)
    assert (matches_only.deals, matches_only.points_in_deals) == ((), None)
    assert matches_only.points == matches_only.points_in_matches
    assert sum(match_result.deals for match_result in matches_only.matches) >= 30
    both = duel(rules, "azar", "timid", hands=60)
    assert both.deals == single_deals.deals
    assert both.matches == matches_only.matches


def test_all_duels_of_a_deal_are_played() -> None:
    """Cortaíllos: three hands from a single deal."""
    result = duel(rules_of("belmez", 4), "azar", "timid", hands=10, what=SINGLE)
    assert {deal.deals for deal in result.deals} == {1}
    assert max(deal.hands for deal in result.deals) == 6


@pytest.mark.parametrize("gallo", ["turno", "fijo"])
def test_with_three_players_points_are_those_of_a_seat(gallo: str) -> None:
    """In each game a bot has a single seat and the other bot two. A bot's result is the mean of its seats; two partners
    who win together have won half of the match each."""
    rules = rules_of("argentino", 3, gallo=gallo)
    result = GameRunner(rules, "x")(ContestGame("azar", "azar", True, 1))
    assert result.points[0] == result.points[1]
    assert result.wins == result.games / 2 == 3
    assert result.points[0] % 0.5 == 0


@pytest.mark.parametrize(("variant", "players"), [("argentino", 2), ("uruguayo", 6)])
def test_the_result_does_not_depend_on_the_number_of_jobs(variant: str, players: int) -> None:
    rules = rules_of(variant, players)
    alone = duel(rules, "azar", "aprendiz", hands=8, seed="s")
    assert duel(rules, "azar", "aprendiz", hands=8, seed="s", jobs=3) == alone
    assert duel(rules, "azar", "aprendiz", hands=8, seed="t") != alone


def test_progress_goes_up_to_the_hands_asked_for() -> None:
    calls: list[tuple[int, int]] = []
    duel(rules_of("paulista", 2), "azar", "azar", hands=20, progress=lambda done, total: calls.append((done, total)))
    assert calls == sorted(calls)
    assert calls[-1] == (20, 20)


def test_impossible_duels_are_refused_at_once() -> None:
    rules, no_number = rules_of("paulista", 2), cast(int, None)
    with pytest.raises(UnknownBot, match="there is no bot 'nobody': choose from azar"):
        duel(rules, "azar", "nobody", hands=10)
    with pytest.raises(TableError, match="hands is None: write a whole number"):
        duel(rules, "azar", "azar", hands=no_number)
    with pytest.raises(ContestError, match="at least one hand"):
        duel(rules, "azar", "azar", hands=0)
    with pytest.raises(ContestError, match="choose one of both, single, matches"):
        duel(rules, "azar", "azar", hands=1, what="half")


def test_a_bot_that_fails_is_named_with_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_bot: Timid, _view: View) -> str:
        raise LookupError("no such idea")

    monkeypatch.setattr(Timid, "choose", failing)
    with pytest.raises(ContestError, match=r"(?s)azar and timid, deal 1 of seed x: .*no such idea"):
        duel(rules_of("paulista", 2), "azar", "timid", hands=3, seed="x")


def test_an_illegal_move_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Timid, "choose", lambda _bot, _view: "canasta")
    with pytest.raises(ContestError, match=r"azar and timid, deal \d of seed x: seat \d may not canasta: [^\n]*$"):
        duel(rules_of("paulista", 2), "azar", "timid", hands=3, seed="x")


def test_a_match_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirrored_games, "MOST_DEALS", 3)
    with pytest.raises(ContestError, match="the match did not end within 3 deals"):
        duel(rules_of("argentino", 2, target=100), "timid", "timid", hands=3, what=MATCHES)


def test_each_kind_of_failure_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Spy, "trouble", "it sulks")
    result = duel(rules_of("paulista", 2), "azar", "spy", hands=4, what=SINGLE)
    assert result.trouble == {("spy", "it sulks"): 4}


# ---------------------------------------------------------------------------------------------------------- leagues


def made_up_league(names: str, deals: int, seed: int = 1) -> League:
    """Return a league whose bots differ by 0.5 points per hand, in alphabetical order. All duels share the luck."""
    random = Random(seed)
    luck = [random.gauss(0, 1) for _deal in range(deals)]
    all_duels = []
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            lead = 0.5 * (names.index(second) - index)
            results = [
                GameResult(2, 1, 2, 9, (2 * lead + 2 * shared * lead + random.gauss(0, 1), 0.0), 0.0, ())
                for shared in luck
            ]
            all_duels.append(Duel(first, second, tuple(results), ()))
    return League(tuple(names), tuple(all_duels))


def test_ratings_are_a_least_squares_fit_of_all_duels() -> None:
    fit = made_up_league("ABCD", 400)
    ratings = {each.name: each.rating.value for each in fit.table()}
    assert [*ratings] == ["A", "B", "C", "D"]
    assert sum(ratings.values()) == pytest.approx(0)

    def squared_error(ratings: dict[str, float]) -> float:
        squares = ((each.points.value - ratings[each.first] + ratings[each.second]) ** 2 for each in fit.duels)
        return sum(squares)

    for name in ratings:
        for step in (-0.01, 0.01):
            assert squared_error({**ratings, name: ratings[name] + step}) > squared_error(ratings)


def test_rating_intervals_agree_with_a_bootstrap() -> None:
    """The interval is compared with a bootstrap over deals, which takes each deal for the whole league."""
    fit = made_up_league("ABC", 60)
    random = Random(5)
    ratings = []
    for _time in range(400):
        deals = [random.randrange(60) for _deal in range(60)]
        resampled = [Duel(each.first, each.second, tuple(each.deals[deal] for deal in deals), ()) for each in fit.duels]
        ratings.append(League(fit.names, tuple(resampled)).rating("A").value)
    ratings.sort()
    rating = fit.rating("A")
    assert rating.low is not None
    assert rating.high is not None
    width = ratings[389] - ratings[10]
    assert rating.high - rating.low == pytest.approx(width, rel=0.2)


def test_a_league_of_two_is_their_duel() -> None:
    rules = rules_of("paulista", 2)
    result = league(rules, ["timid", "azar"], hands=40)
    same_duel = duel(rules, "timid", "azar", hands=40)
    assert result.duels == (same_duel,)
    best, worst = result.table()
    assert (best.name, worst.name) == ("azar", "timid")
    assert worst.rating.value == pytest.approx(same_duel.points.value / 2)
    assert same_duel.points.low is not None
    assert worst.rating.low == pytest.approx(same_duel.points.low / 2)
    assert worst.matches_won == same_duel.matches_won
    assert best.rating == worst.rating.opposite or best.rating.value == pytest.approx(-worst.rating.value)


def test_a_league_plays_every_pair_with_the_same_cards() -> None:
    rules = rules_of("paulista", 2)
    result = league(rules, ["azar", "timid", "aprendiz"], hands=20)
    assert [(entry.first, entry.second) for entry in result.duels] == [
        ("azar", "timid"),
        ("azar", "aprendiz"),
        ("timid", "aprendiz"),
    ]
    assert result.duels[1] == duel(rules, "azar", "aprendiz", hands=20)
    assert result.between("aprendiz", "azar") == result.duels[1].points.opposite
    assert sum(entry.rating.value for entry in result.table()) == pytest.approx(0)
    matches_won = [entry.matches_won.value for entry in result.table() if entry.matches_won is not None]
    assert len(matches_won) == 3
    assert all(0 <= share <= 1 for share in matches_won)


def test_impossible_leagues_are_refused() -> None:
    rules = rules_of("paulista", 2)
    for given in (5, "azar", None):
        names: Any = given
        with pytest.raises(ContestError, match=f"the names are {given!r}: give a list of bots"):
            league(rules, names, hands=1)
    with pytest.raises(ContestError, match="two bots or more"):
        league(rules, ["azar"], hands=10)
    with pytest.raises(ContestError, match="azar is named twice"):
        league(rules, ["azar", "timid", "azar"], hands=10)


def test_nobody_is_better_after_very_few_deals() -> None:
    rules = rules_of("argentino", 2)
    assert duel(rules, "azar", "timid", hands=FEWEST - 1, what=SINGLE).better is None


def test_a_missing_parameter_is_reported_by_the_function_that_was_called() -> None:
    with pytest.raises(TypeError, match=r"^duel\(\) missing .* 'hands'"):
        duel(rules_of("argentino", 2), "azar", "azar")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^league\(\) missing .* 'hands'"):
        league(rules_of("argentino", 2), ["azar", "aprendiz"])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^duel\(\) got an unexpected .* 'deals'"):
        duel(rules_of("argentino", 2), "azar", "azar", hands=1, deals=1)  # type: ignore[call-arg]
