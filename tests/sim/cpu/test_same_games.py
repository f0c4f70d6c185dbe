"""The CPU executor plays the same games as the reference engine, row for row and move for move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.support.house_tables import farthest, smallest_table
from tools.equivalence import requests
from tools.same_games import difference
from truquero import VARIANTS, rules_of
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, OptionError
from truquero.sim import SimulationError, Simulator, available
from truquero.sim.cpu.executor import CpuExecutor
from truquero.sim.policy_tables import PolicyTable
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import Request
from truquero.sim.tables import load
from truquero.table import View
from truquero.variants.house import loads

EVERY = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]
# These variants also compare the options that all variants share: a flor, open bets, decided hands, a turned card.
WITH_COMMON = {"argentino", "belmez", "paulista", "uruguayo"}
SMALL = 300  # the most states that are compiled in advance; larger games are compiled during play


@pytest.fixture
def filled_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile only small games in advance, to keep the tests short."""
    monkeypatch.setattr(load, "MOST_STATES", SMALL)


pytestmark = pytest.mark.usefixtures("filled_in_play")


def assert_same(rules: Rules, games: int, **more: Any) -> None:
    reference, cpu = ReferenceExecutor(rules), CpuExecutor(rules)
    for request in requests(rules, games, **more):
        assert difference(reference.play(request), cpu.play(request)) is None, request


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_every_game_is_played_the_same(variant: str, players: int) -> None:
    assert_same(rules_of(variant, players), 5, seed=players, trajectories=True)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_house_rules_are_played_the_same(variant: str) -> None:
    """Each option has the value farthest from its default, with the fewest players whose game it changes."""
    elsewhere = compared_elsewhere(variant)
    assert_options_are_played_the_same(variant, lambda name: name not in elsewhere)


@pytest.mark.long
@pytest.mark.parametrize("variant", sorted(VARIANTS.keys() - WITH_COMMON))
def test_house_rules_that_other_variants_have_are_played_the_same(variant: str) -> None:
    assert_options_are_played_the_same(variant, compared_elsewhere(variant).__contains__)


def options_of(variant: str) -> frozenset[str]:
    return frozenset(option.name for option in VARIANTS[variant].options)


def compared_elsewhere(variant: str) -> frozenset[str]:
    """Return the options that other variants compare. Hands of quesada equal those of belmez except for the target."""
    if variant == "quesada":
        return options_of("belmez")
    if variant in WITH_COMMON:
        return frozenset()
    return frozenset.intersection(*map(options_of, VARIANTS))


def assert_options_are_played_the_same(variant: str, is_wanted: Callable[[str], bool]) -> None:
    for option in filter(lambda option: is_wanted(option.name), VARIANTS[variant].options):
        rules = smallest_table(variant, option.name, farthest(option))
        if rules is not None:
            assert_same(rules, 2, seed=3, trajectories=True, threads=1)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_several_house_rules_at_once_are_played_the_same(variant: str) -> None:
    preset, randomness = VARIANTS[variant], Random(variant)
    for _ in range(3):
        players = randomness.choice(sorted(count for count in preset.players if count <= 4))
        options = {
            option.name: str(randomness.randint(5, 9))
            if isinstance(option, NumberOption)
            else randomness.choice(option.choices)
            for option in randomness.sample(preset.options, min(4, len(preset.options)))
        }
        try:
            rules = rules_of(variant, players, **options)
        except OptionError:  # the options contradict each other
            continue
        assert_same(rules, 2, seed=5, threads=1)


@pytest.mark.parametrize("variant", ["belmez", "quesada"])
def test_duels_that_are_dropped_do_not_keep_a_won_game_open(variant: str) -> None:
    rules = rules_of(variant, 4, finish_hand_before_win=True, redondo_switch="now")
    assert_same(rules, 40, seed=1)


def test_a_game_with_too_many_points_for_tables_is_played_by_the_engine() -> None:
    text = (
        'name = "muchos"\nfrom = "valenciano"\ntarget = 100\n[options]\ncamas = 100\n[truco]\nladder = ["truco 900"]\n'
    )
    house = loads(text).rules()
    with pytest.raises(SimulationError, match="points are too many for tables, which count to 32767"):
        Simulator(house, executor="cpu")
    assert Simulator(house).executor == "reference"


def test_more_threads_than_batches_are_allowed() -> None:
    simulator = Simulator("argentino", 2, executor="cpu", threads=100_000)
    assert simulator.hands(20).moves.tolist() == Simulator("argentino", 2, executor="cpu").hands(20).moves.tolist()


def test_scores_dealers_and_batches_give_the_same_games() -> None:
    rules = rules_of("argentino", 2)
    reference, cpu = ReferenceExecutor(rules), CpuExecutor(rules)
    for request in (
        Request(20, score=(28, 3), seed=2**64 - 1),
        Request(20, dealer=2, first_game=1000, seed=3),
        Request(150, whole_matches=False, score=(29, 29), first_game=2**40, seed=4),
    ):
        assert difference(reference.play(request), cpu.play(request)) is None, request
    whole = cpu.play(Request(300, seed=5))
    parts = [cpu.play(Request(100, first_game=first, seed=5)) for first in (0, 100, 200)]
    assert np.concatenate([part.awards for part in parts]).tolist() == whole.awards.tolist()


@pytest.mark.parametrize(("variant", "players"), [("argentino", 2), ("paulista", 4), ("belmez", 4), ("argentino", 6)])
def test_threads_change_nothing(variant: str, players: int) -> None:
    """Results are also equal if the tables grow while several threads use them, and if moves have weights."""
    rules = rules_of(variant, players)
    for policy in (None, {"mazo": 0, "carta": 3}):
        request = Request(200, whole_matches=False, seed=6, policy=policy, trajectories=True)
        single_threaded = CpuExecutor(rules).play(replace(request, threads=1))
        assert difference(single_threaded, CpuExecutor(rules).play(replace(request, threads=3))) is None


def test_certain_winners_are_tracked_from_the_first_state_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards are tracked before the executor has met a state that asks about them."""
    monkeypatch.setattr(load, "MOST_STATES", 1)
    rules = rules_of("paulista", 4)
    reference, cpu = ReferenceExecutor(rules), CpuExecutor(rules)
    weights = {"mazo": 0, "no-quiero": 0, "mostrar": 9}
    request = Request(300, whole_matches=False, score=(11, 4), kind=1, seed=1, policy=weights, trajectories=True)
    played = reference.play(request)
    assert any(move == "mostrar" for game in played.trajectories or () for _seat, move in game.moves)
    assert difference(played, cpu.play(request)) is None


def test_the_fastest_available_executor_is_the_default() -> None:
    assert available()["cpu"] is None
    fastest = next(name for name, lacks in available().items() if lacks is None)
    assert Simulator("uruguayo", 2).executor == fastest != "reference"
    assert Simulator("uruguayo", 2, executor="reference").tables is None


# --------------------------------------------------------------------------------------------------------- policies


@pytest.mark.parametrize(
    ("variant", "players", "weights"),
    [
        ("argentino", 2, {"mazo": 0, "no-quiero": 3, "envido": 20}),
        ("argentino", 3, {"descarta": 2, "flor": 9, "mazo": 0}),
        ("argentino", 6, {"carta": 5, "mazo": 0, "contraflor": 7}),
        ("belmez", 4, {"carta": 0, "mazo": 0}),
        ("paulista", 2, {"truco": 1_000_000, "mazo": 0}),
    ],
)
def test_weights_give_the_same_games(variant: str, players: int, weights: dict[str, int]) -> None:
    assert_same(rules_of(variant, players), 4, seed=7, policy=weights, trajectories=True)


class RecordingPolicy:
    """A policy that chooses by the views that it receives, and records them."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.sizes: list[int] = []

    def __call__(self, batch: Sequence[View]) -> list[int]:
        self.views += batch
        self.sizes.append(len(batch))
        return [self._choice(view) for view in batch]

    @staticmethod
    def _choice(view: View) -> int:
        """Return the strongest card if there is no call to answer and the place is even; otherwise any move."""
        if view.seats.index(view.seat) % 2 == 0 and view.cards and view.cards[0] in view.moves:
            return view.moves.index(str(view.cards[0]))
        return len(view.moves) - 1 if sum(view.score) % 3 == 1 else -1

    def counted(self) -> Counter[View]:
        return Counter(self.views)


@pytest.mark.parametrize(
    ("variant", "players", "options"),
    [
        ("argentino", 2, {}),
        ("argentino", 3, {}),
        ("argentino", 3, {"gallo": "fijo"}),
        ("argentino", 6, {"picapica_hidden": "on"}),
        ("argentino", 2, {"declare": "manual"}),
        ("uruguayo", 4, {"perros": "on"}),
        ("venezolano", 2, {}),
        ("belmez", 2, {"blind_calls": "on"}),
        ("belmez", 4, {}),
        ("valenciano", 4, {"envit_show_card": "on"}),
        ("paulista", 4, {"covered_cards": "on"}),
        ("paulista", 4, {"mao_ferro_cega": "on", "covered_cards": "on"}),
        ("navarrevisca", 4, {}),
    ],
)
def test_a_policy_receives_the_same_views(variant: str, players: int, options: dict[str, Any]) -> None:
    rules = rules_of(variant, players, **options)
    reference, cpu = ReferenceExecutor(rules), CpuExecutor(rules)
    for request in requests(rules, 3, seed=8, trajectories=True):
        reference_policy, cpu_policy = RecordingPolicy(), RecordingPolicy()
        expected = reference.play(replace(request, policy=reference_policy))
        assert difference(expected, cpu.play(replace(request, policy=cpu_policy))) is None
        assert reference_policy.counted() == cpu_policy.counted()
        assert max(cpu_policy.sizes) > 1


def test_recording_trajectories_does_not_ask_the_policy_twice() -> None:
    """The games are played twice. The policy, which would choose differently, is not asked the second time."""
    randomness = Random(5)
    simulator = Simulator("argentino", 2, executor="cpu")
    views: list[View] = []

    def anything(batch: Sequence[View]) -> list[int]:
        views.extend(batch)
        return [randomness.randrange(len(view.moves)) for view in batch]

    played = simulator.matches(30, policy=anything, trajectories=True)
    assert len(views) == sum(played.moves)
    for number in range(30):
        assert played.sides[played.winner[number]] == played.replay(number).winner


def test_an_invalid_answer_of_a_policy_is_an_error() -> None:
    for name in ("reference", "cpu"):
        simulator = Simulator("paulista", 2, executor=name)
        with pytest.raises(SimulationError, match="the policy chose move 99: there are "):
            simulator.hands(3, policy=lambda batch: [99 for _ in batch])
        with pytest.raises(SimulationError, match=r"the policy must give \d+ moves, not 0"):
            simulator.hands(3, policy=lambda batch: [])


# ---------------------------------------------------------------------------------------------------- policy tables


def test_a_policy_table_made_from_weights_plays_the_same_games() -> None:
    simulator = Simulator("uruguayo", 2, executor="cpu")
    tables = simulator.tables
    assert tables is not None
    words = {"mazo": 0, "envido": 4}
    by_number = np.array([words.get(word, 1) for word in tables.action_words])
    table = PolicyTable(by_number[tables.action_word_numbers])
    expected, results = (simulator.matches(50, policy=policy) for policy in (words, table))
    assert results.awards.tolist() == expected.awards.tolist()
    assert results.moves.tolist() == expected.moves.tolist()


def test_a_policy_table_can_depend_on_state_and_cards() -> None:
    """Nobody leaves, and a player calls an envido with 31 points or more and only then."""
    simulator = Simulator("uruguayo", 2, executor="cpu", flor=False)
    tables, rules = simulator.tables, simulator.rules
    assert tables is not None
    calls = [tables.action_words.index(word) for word in tables.words if "envido" in word]
    is_call = np.isin(tables.action_word_numbers, calls)
    leaves = tables.action_word_numbers == tables.action_words.index("mazo")
    base = np.where(leaves, 0, 1)
    weights = np.stack([np.where(is_call, 0, base), np.where(is_call, 20, base)])
    hand_value = tables.cards.hands[:, :, 1] & 0x7F
    played = simulator.hands(400, policy=PolicyTable(weights, (hand_value >= 31).astype(np.int64)), trajectories=True)
    called = 0
    for number in range(400):
        moves = played.trajectory(number).moves
        hand = played.replay_hand(number)
        assert not any(move == "mazo" for _seat, move in moves)
        for seat, move in moves:
            if "envido" in move:
                called += 1
                points = rules.points_for(played.trajectory(number).deals[0][-1])
                assert points.envido([card for card in hand.dealt(seat) if card is not None]) >= 31
    assert called > 10


def test_the_memory_order_of_a_policy_table_does_not_matter() -> None:
    simulator = Simulator("uruguayo", 2, executor="cpu")
    tables = simulator.tables
    assert tables is not None
    weights = np.random.default_rng(1).integers(0, 9, (2, len(tables.rows.actions)))
    buckets = np.random.default_rng(2).integers(0, 2, tables.cards.hands.shape[:2])
    expected = simulator.hands(300, policy=PolicyTable(weights, buckets))
    results = simulator.hands(300, policy=PolicyTable(np.asfortranarray(weights), np.asfortranarray(buckets)))
    assert results.moves.tolist() == expected.moves.tolist()
    assert results.awards.tolist() == expected.awards.tolist()


def test_a_policy_table_does_not_depend_on_cards_that_the_player_may_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a blind mão de ferro (S004) the strongest card is led as often as any other."""
    monkeypatch.setattr(load, "MOST_STATES", 10_000)
    simulator = Simulator("mineiro", 2, executor="cpu")
    tables = simulator.tables
    assert tables is not None
    first_slot = (tables.rows.actions >> 32 & 7) == 1
    policy = PolicyTable(np.where(first_slot, 9, 0))
    kind = next(name for name in simulator.kinds if "both" in name)
    target = simulator.rules.match.target
    played = simulator.hands(400, kind=kind, score=(target - 2, target - 2), policy=policy, trajectories=True)
    slots = []
    for number in range(400):
        trajectory = played.trajectory(number)
        mano = [trajectory.deals[0][place * 2] for place in range(3)]
        strengths = simulator.rules.ranking.strengths()
        sorted_hand = sorted(mano, key=lambda card: -strengths[card])
        slots.append([str(card) for card in sorted_hand].index(trajectory.moves[0][1]))
    assert 90 < sum(slot == 0 for slot in slots) < 190  # a third of the cards, plus ties


def test_policy_tables_of_another_shape_are_refused() -> None:
    simulator = Simulator("uruguayo", 2, executor="cpu")
    assert simulator.tables is not None
    actions = len(simulator.tables.rows.actions)
    whole = np.ones(actions, np.int64)
    hands = simulator.tables.cards.hands.shape[:2]
    for table, message in (
        (PolicyTable(whole[1:]), rf"weights must be whole numbers of the shape \(buckets, {actions}\)"),
        (PolicyTable(whole / 2), "weights must be whole numbers"),  # type: ignore[arg-type]
        (PolicyTable(-whole), "weights go from 0 to "),
        (PolicyTable([[1], [2, 3]]), "weights must be whole numbers"),  # type: ignore[arg-type]
        (PolicyTable(whole, np.zeros((1, 5), np.int64)), "buckets must be whole numbers of the shape "),
        (PolicyTable(whole, np.ones(hands, np.int64)), "buckets go from 0 to 0"),
    ):
        with pytest.raises(SimulationError, match=message):
            simulator.hands(1, policy=table)
    with pytest.raises(SimulationError, match='a policy table needs executor="cpu"'):
        Simulator("uruguayo", 2, executor="reference").hands(1, policy=PolicyTable(whole))


def test_a_policy_table_needs_every_state() -> None:
    simulator = Simulator("argentino", 6, executor="cpu")
    assert simulator.tables is not None
    assert not simulator.tables.complete
    with pytest.raises(SimulationError, match="a policy table needs tables of every state"):
        simulator.hands(1, policy=PolicyTable(np.ones(len(simulator.tables.rows.actions), np.int64)))
