"""Simulations by the reference executor, and the interface that all executors share."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.house_tables import farthest, smallest_table
from truquero import VARIANTS, rules_of
from truquero.sim import EXECUTORS, Results, SimulationError, Simulator, available
from truquero.sim.outcomes import outcomes, possible_outcomes
from truquero.sim.random_numbers import Stream, below, seed_number
from truquero.table import Match, View

every_table = pytest.mark.parametrize(
    ("variant", "players"), [(name, players) for name, preset in VARIANTS.items() for players in preset.players]
)


def reference(variant: str, players: int | None = None, **options: object) -> Simulator:
    return Simulator(rules_of(variant, players, **options), executor="reference")


def rows(results: Results) -> list[object]:
    columns = ("points", "awards", "winner", "moves", "hands", "first_mano")
    return [list(row) for row in zip(*(getattr(results, name) for name in columns), strict=True)]


# --------------------------------------------------------------------------------------------------- random numbers


def test_random_numbers_are_those_of_splitmix64() -> None:
    # The first three outputs from the state 1234567, as published with the generator.
    stream = Stream.__new__(Stream)
    stream._state = 1234567
    numbers = [high << 32 | low for high, low in (stream.draw() for _ in range(3))]
    assert numbers == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_seed_is_a_number_or_a_text() -> None:
    assert seed_number(7) == 7
    assert seed_number(2**64 + 7) == 7
    assert seed_number(-1) == 2**64 - 1
    # SHA-256 of "abc" begins with ba7816bf 8f01cfea.
    assert seed_number("abc") == 0xBA7816BF8F01CFEA


def test_numbers_below_a_size_reach_both_ends() -> None:
    assert below(0, 40) == 0
    assert below(2**32 - 1, 40) == 39
    assert {below(bits, 3) for bits in range(0, 2**32, 2**26)} == {0, 1, 2}


def test_every_game_has_its_own_stream() -> None:
    first = {Stream(seed, game).draw() for seed in range(20) for game in range(20)}
    assert len(first) == 400


def test_every_card_is_dealt_equally_often() -> None:
    pack = rules_of("argentino").pack
    counts = dict.fromkeys(pack, 0)
    for game in range(2000):
        deck = Stream(3, game).deck(pack, 2, fourth=False, turned=True)
        assert len(set(deck)) == 7
        for card in deck:
            counts[card] += 1
    assert all(250 < count < 450 for count in counts.values())  # expected value 350, standard deviation 17


def test_every_number_gives_another_set_of_three_cards() -> None:
    pack = rules_of("argentino").pack[:7]

    class Counting(Stream):
        """A stream that returns every number below the size once."""

        turn = 0

        def number(self, size: int) -> int:
            assert size == 35
            return self.turn

    sets = set()
    for turn in range(35):
        stream = Counting(0, 0)
        stream.turn = turn
        sets.add(frozenset(stream.deck(pack, 1, fourth=False, turned=False)))
    assert len(sets) == 35


# ------------------------------------------------------------------------------------------------------------ games


@every_table
def test_every_table_is_played_and_replayed(variant: str, players: int) -> None:
    simulator = reference(variant, players)
    played = simulator.matches(3, seed=players, trajectories=True)
    for number in range(3):
        match = played.replay(number)
        assert match.over
        assert played.sides[played.winner[number]] == match.winner
        hands = [hand for deal in match.log for hand in deal.hands]
        assert [move for hand in hands for move in hand.moves] == list(played.trajectory(number).moves)
        assert played.moves[number] == len(played.trajectory(number).moves)
        assert played.hands[number] == len(hands)
        written = [0] * len(played.sides)
        for hand in hands:
            for award in hand.awards:
                for name in match.side_names(hand.lineup, award.side):
                    written[played.sides.index(name)] += award.points
        assert played.points[number] == written


@every_table
def test_every_kind_of_hand_is_played_and_replayed(variant: str, players: int) -> None:
    simulator = reference(variant, players)
    target = simulator.rules.match.target
    for kind in simulator.kinds:
        score = (target - 1, target - 2)
        played = simulator.hands(3, kind=kind, score=score, trajectories=True)
        for number in range(3):
            hand = played.replay_hand(number)
            assert hand.finished
            assert hand.seats[0] == 1
            final_points = [hand.score.points[side] for side in (hand.rules.sides[0], 1 - hand.rules.sides[0])]
            assert [after - before for after, before in zip(final_points, score, strict=True)] == played.points[number]
        assert played.counts.kinds[simulator.kinds.index(kind)] == 3


@every_table
def test_totals_add_up(variant: str, players: int) -> None:
    played = reference(variant, players).matches(6, seed="sums")
    totals = played.totals()
    assert totals.games == len(played) == 6
    assert sum(totals.wins) == 6
    assert totals.hands.total == sum(played.hands) == sum(totals.counts.kinds) == sum(totals.hand_types().values())
    assert totals.moves.total == sum(played.moves)
    assert totals.moves.least == min(played.moves)
    assert totals.moves.most == max(played.moves)
    assert 0 <= totals.counts.mano_points <= totals.counts.points
    assert 0 <= totals.counts.mano_hands <= totals.counts.decided <= totals.hands.total
    for points, awards in zip(played.points, played.awards, strict=True):
        assert points == [sum(side) for side in zip(*awards, strict=True)]
    if players != 3:  # with three players the two partners write the same points
        assert totals.counts.points == sum(map(sum, played.points))


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_house_rules_are_played(variant: str) -> None:
    """Each option is played once, at its least usual value: blind calls, perros, points said aloud and so on."""
    for option in VARIANTS[variant].options:
        rules = smallest_table(variant, option.name, farthest(option))
        if rules is not None:
            simulator = Simulator(rules, executor="reference")
            played = simulator.matches(1, seed=option.name, trajectories=True)
            assert played.sides[played.winner[0]] == played.replay(0).winner
            for kind in range(len(simulator.kinds)):
                assert simulator.hands(1, kind=kind, trajectories=True).replay_hand(0).finished


def test_the_same_seed_gives_the_same_games() -> None:
    simulator = reference("argentino", 4)
    assert rows(simulator.matches(5, seed="a")) == rows(simulator.matches(5, seed="a"))
    assert rows(simulator.matches(5, seed="a")) != rows(simulator.matches(5, seed="b"))
    assert rows(simulator.hands(9, seed=1)) == rows(reference("argentino", 4).hands(9, seed=1))


def test_a_game_does_not_depend_on_its_batch() -> None:
    simulator = reference("belmez", 4)
    whole = rows(simulator.matches(7, seed=2))
    parts = [rows(simulator.matches(3, seed=2)), rows(simulator.matches(4, seed=2, first=3))]
    assert whole == [*parts[0], *parts[1]]
    assert rows(simulator.hands(7)) == [*rows(simulator.hands(2)), *rows(simulator.hands(5, first=2))]


def test_totals_of_batches_are_those_of_the_whole() -> None:
    simulator = reference("argentino", 3)
    reports: list[int] = []
    counted = simulator.count_matches(20, seed=4, progress=reports.append)
    assert counted == simulator.matches(20, seed=4).totals()
    assert reports[0] == 0
    assert reports == sorted(set(reports))
    assert simulator.count_hands(20, score=(29, 3)) == simulator.hands(20, score=(29, 3)).totals()


def test_a_match_begins_with_the_given_dealer_and_score() -> None:
    simulator = reference("argentino", 2)
    played = simulator.matches(4, dealer=2, score=(29, 0), trajectories=True)
    assert played.first_mano == [0] * 4
    assert all(played.trajectory(number).dealer == 2 for number in range(4))
    assert played.replay(0).initial_score == ((29, 0), (0, 0))


def test_every_seat_can_be_drawn_as_the_first_dealer() -> None:
    played = reference("argentino", 4).matches(30, trajectories=True)
    assert {played.trajectory(number).dealer for number in range(30)} == {1, 2, 3, 4}
    assert {*played.first_mano} == {0, 1}


def test_hands_are_sorted_with_the_strongest_card_first() -> None:
    played = reference("paulista", 2).hands(20, trajectories=True)
    for number in range(20):
        hand = played.replay_hand(number)
        for seat in hand.seats:
            strengths = [hand._strengths[card] for card in hand.dealt(seat) if card is not None]
            assert strengths == sorted(strengths, reverse=True)


def test_partners_of_a_fixed_gallo_win_together() -> None:
    totals = reference("argentino", 3, gallo="fijo").matches(20).totals()
    gallo, *pair = totals.wins
    assert pair == [20 - gallo, 20 - gallo]
    assert 0 < gallo < 20


def test_the_score_determines_the_kind_of_hand() -> None:
    simulator = reference("paulista", 4)
    kinds = simulator.kinds
    for score, kind in (((0, 0), "round"), ((11, 0), kinds[1]), ((0, 11), kinds[2]), ((11, 11), "both sides close")):
        assert kinds[simulator.hands(1, score=score).request.kind] == kind
    with pytest.raises(SimulationError, match="there is no kind of hand True"):
        simulator.hands(1, kind=True)
    duel = reference("argentino", 6).hands(3, kind="duel", trajectories=True)
    assert {seat for number in range(3) for seat, _move in duel.trajectory(number).moves} == {1, 2}


@every_table
def test_a_single_hand_is_the_first_of_a_match(variant: str, players: int) -> None:
    """This holds at every score. Only a gallo's place depends on the dealer."""
    simulator = reference(variant, players)
    target = simulator.rules.match.target
    sides = 3 if players == 3 else 2
    for points in {0, target // 3, target // 2, target - 1}:
        match = Match(simulator.rules, dealer=players, score=(points,) * sides, seed=1)
        match.deal()
        results = simulator.hands(1, score=(points, points))
        assert simulator._kinds.hand_types[results.request.kind] is match.hand_type
        assert results.totals().hand_types() == {match.hand_type.value: 1}


def test_cortaillos_are_played_where_a_match_plays_them() -> None:
    """S003: cortaíllos are played until a side has ten points to go. `kind` selects another hand."""
    simulator = reference("belmez", 4)
    assert simulator.hands(3).totals().hand_types() == {"duel": 3}
    assert simulator.hands(3, score=(39, 39)).totals().hand_types() == {"round": 3}
    assert simulator.hands(3, kind="round").totals().hand_types() == {"round": 3}


def test_totals_of_separate_ranges_of_games_add_up() -> None:
    simulator = reference("belmez", 4)
    whole, *parts = (simulator.count_hands(number, seed=3, first=first) for number, first in ((9, 5), (4, 5), (5, 9)))
    parts[0].add(parts[1])
    assert parts[0] == whole == simulator.hands(9, seed=3, first=5).totals()
    assert simulator.count_matches(2, first=7) == simulator.matches(2, first=7).totals()


# --------------------------------------------------------------------------------------------------------- policies


def test_weights_make_moves_more_or_less_likely() -> None:
    simulator = reference("argentino", 2)
    usual = simulator.hands(200).totals().outcomes()
    never = simulator.hands(200, policy={"mazo": 0, "truco": 0}).totals().outcomes()
    assert usual["mazo"] > 0
    assert never["mazo"] == never["truco_called"] == 0
    often = simulator.hands(200, policy={"truco": 20}).totals().outcomes()
    assert often["truco_called"] > 2 * usual["truco_called"]
    assert rows(simulator.hands(9, policy={"carta": 3, "mazo": 3})) != rows(simulator.hands(9))


def test_equal_weights_change_nothing() -> None:
    simulator = reference("belmez", 4)
    assert rows(simulator.matches(3, policy={"carta": 1})) == rows(simulator.matches(3))


def test_a_policy_is_asked_for_every_move() -> None:
    simulator = reference("argentino", 2)
    views: list[View] = []

    def strongest_card(batch: Sequence[View]) -> list[int]:
        views.extend(batch)
        return [next((n for n, move in enumerate(view.moves) if move in view.cards), -1) for view in batch]

    played = simulator.hands(5, policy=strongest_card, trajectories=True)
    assert len(views) == sum(played.moves)
    assert all(len(view.dealt) == 3 for view in views)
    moves = {move for number in range(5) for _seat, move in played.trajectory(number).moves}
    assert moves <= set(simulator.rules.pack)
    by_chance = simulator.hands(5, policy=lambda batch: [-1 for _ in batch])
    assert rows(by_chance) == rows(simulator.hands(5))


# -------------------------------------------------------------------------------------------------------- interface


def test_the_reference_executor_is_always_available() -> None:
    missing = available()
    assert tuple(missing) == EXECUTORS
    assert missing["reference"] is None
    assert reference("argentino").executor == "reference"
    assert Simulator("argentino", executor="auto").executor in EXECUTORS


@pytest.mark.parametrize("name", [name for name, lacks in available().items() if lacks is not None])
def test_an_executor_that_cannot_run_names_what_it_needs(name: str) -> None:
    with pytest.raises(SimulationError, match="cannot run here; it needs: "):
        Simulator("argentino", executor=name)


@every_table
def test_outcomes_fit_in_32_bits(variant: str, players: int) -> None:
    rules = rules_of(variant, players)
    names = outcomes(rules)
    assert len(names) == len(set(names)) <= 32
    assert set(possible_outcomes(rules)) <= set(names)
