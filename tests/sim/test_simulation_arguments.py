"""The arguments of simulations (numbers, seeds, scores, weights, policies), or an error that says what is valid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from truquero import Match, rules_of
from truquero.bots import Azar
from truquero.rules.options import OptionError
from truquero.sim import Results, SimulationError, Simulator
from truquero.sim.policy_tables import PolicyTable
from truquero.sim.tables import compile_tables
from truquero.table import TableError, View


def points_and_moves(results: Results) -> list[object]:
    return [results.points, results.moves]


def reference(variant: str, players: int) -> Simulator:
    return Simulator(variant, players, executor="reference")


def test_an_error_says_which_arguments_are_valid() -> None:
    simulator = reference("argentino", 2)
    with pytest.raises(SimulationError, match="there is no executor 'abacus': choose one of auto, gpu, cpu, reference"):
        Simulator("argentino", executor="abacus")
    with pytest.raises(SimulationError, match="threads is 0: it must be 1 or more"):
        Simulator("argentino", threads=0)
    with pytest.raises(SimulationError, match="games is 0: it must be 1 or more"):
        simulator.matches(0)
    with pytest.raises(SimulationError, match="games is -1: it must be 1 or more"):
        simulator.count_hands(-1)
    with pytest.raises(SimulationError, match="first is -1: it must be 0 or more"):
        simulator.hands(1, first=-1)
    with pytest.raises(SimulationError, match="score 30-0: write the points of the mano's side and of the others"):
        simulator.hands(1, score=(30, 0))
    with pytest.raises(SimulationError, match="score 1-2-3: write 2 numbers from 0 to 29"):
        simulator.matches(1, score=(1, 2, 3))
    with pytest.raises(SimulationError, match="there is no seat 3: seats are 1 to 2"):
        simulator.matches(1, dealer=3)
    with pytest.raises(SimulationError, match="there is no kind of hand 'duel': choose one of 'round'"):
        simulator.hands(1, kind="duel")
    with pytest.raises(SimulationError, match="there is no move 'brisca': give weights for carta, "):
        simulator.hands(1, policy={"brisca": 1})
    with pytest.raises(SimulationError, match="the weight of mazo is -1: write a whole number from 0 to 1000000"):
        simulator.hands(1, policy={"mazo": -1})
    with pytest.raises(SimulationError, match="play them again with trajectories=True"):
        simulator.hands(1).trajectory(0)
    with pytest.raises(SimulationError, match="these are single hands"):
        simulator.hands(1, trajectories=True).replay(0)
    with pytest.raises(SimulationError, match="these are matches"):
        simulator.matches(1, trajectories=True).replay_hand(0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 1.5}, "games is 1.5: write a whole number"),
        ({"games": "3"}, "games is '3': write a whole number"),
        ({"games": True}, "games is True: write a whole number"),
        ({"first": 2**62}, "games are numbered from 0 to 4611686018427387903"),
        ({"first": 2**64 - 1}, "games are numbered from 0 to 4611686018427387903"),
        ({"games": 10**13}, "10000000000000 games are too many for a row each"),
        ({"first": 0.0}, "first is 0.0: write a whole number"),
        ({"seed": None}, "seed is None: write a whole number"),
        ({"seed": 1.5}, "seed is 1.5: write a whole number"),
        ({"seed": b"7"}, "seed is b'7': write a whole number"),
        ({"seed": "\ud800"}, r"seed '\\ud800' is not text that can be written"),
        ({"score": 5}, r"score 5: write the points of each side, as in score=\(0, 0\)"),
        ({"score": "ab"}, "score 'ab': write the points of each side"),
        ({"score": (1.5, 2)}, "score is 1.5: write a whole number"),
        ({"policy": [1, 2]}, r"\[1, 2\] is not a policy: give a function, a Bot, weights by move, or a PolicyTable"),
        ({"policy": Azar}, r"the policy is the class Azar: give an object of it, such as Azar\(\)"),
        ({"policy": {"mazo": "3"}}, "the weight of mazo is '3': write a whole number from 0 to 1000000"),
        ({"policy": {"mazo": None}}, "the weight of mazo is None: write a whole number"),
        ({"policy": {"mazo": 2.0}}, "the weight of mazo is 2.0: write a whole number"),
        ({"policy": {3: 1}}, "there is no move 3: give weights for carta, "),
        ({"policy": lambda batch: None}, "the policy gave None: it must give a whole number for each decision"),
        ({"policy": lambda batch: [None]}, r"the policy gave \[None\]: it must give a whole number"),
        ({"policy": lambda batch: [0.0]}, r"the policy gave \[0.0\]: it must give a whole number"),
        ({"policy": lambda batch: "a"}, "the policy gave 'a': it must give a whole number"),
    ],
)
def test_arguments_of_a_wrong_type_or_size_are_refused(arguments: dict[str, Any], message: str) -> None:
    simulator = reference("argentino", 2)
    for play in (simulator.hands, simulator.matches):
        with pytest.raises(SimulationError, match=message):
            play(**{"games": 1, **arguments})


def test_numpy_integers_are_accepted() -> None:
    simulator: Any = reference("argentino", 2)
    plain = points_and_moves(simulator.hands(3, seed=7, score=(1, 2), first=4, policy={"mazo": 2}))
    one, two, three, four, seven = (np.int64(number) for number in (1, 2, 3, 4, 7))
    assert (
        points_and_moves(simulator.hands(three, seed=seven, score=(one, two), first=four, policy={"mazo": two}))
        == plain
    )
    assert (
        points_and_moves(simulator.hands(three, seed=seven, score=np.array([1, 2]), first=four, policy={"mazo": two}))
        == plain
    )
    with_numpy_choices = simulator.hands(2, policy=lambda batch: np.zeros(len(batch), np.int8))
    assert points_and_moves(with_numpy_choices) == points_and_moves(
        simulator.hands(2, policy=lambda batch: [0] * len(batch))
    )
    assert Simulator("argentino", 2, executor="reference", threads=two).threads == 2  # type: ignore[arg-type]
    with pytest.raises(SimulationError, match=r"threads is 1\.5: write a whole number"):
        Simulator("argentino", 2, executor="reference", threads=1.5)  # type: ignore[arg-type]
    with pytest.raises(SimulationError, match=r"dealer is 1\.5: write a whole number"):
        simulator.matches(1, dealer=1.5)


def test_an_error_of_the_policy_itself_is_not_hidden() -> None:
    def broken(batch: Sequence[View]) -> list[int]:
        return [len(None) for _ in batch]  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="NoneType"):
        reference("argentino", 2).hands(1, policy=broken)


def test_rules_exclude_players_and_options() -> None:
    rules = rules_of("argentino", 2)
    functions: list[Any] = [Simulator, compile_tables]
    for function in functions:
        for arguments in ({"players": 4}, {"flor": False}):
            with pytest.raises(TableError, match="Rules already contain the players and house rules"):
                function(rules, **arguments)
        with pytest.raises(OptionError, match="7 is not the name of a variant"):
            function(7)


@pytest.mark.parametrize("players", ["2", 2.0, True, [2]])
def test_the_number_of_players_must_be_a_whole_number(players: Any) -> None:
    functions: list[Any] = [Simulator, compile_tables, rules_of, Match]
    assert rules_of("argentino", 2).players == 2  # the cache must not return these rules for 2.0
    for function in functions:
        with pytest.raises(OptionError, match=rf"players is {re.escape(repr(players))}: write a whole number"):
            function("argentino", players)
    assert rules_of("argentino", np.int64(2)).players == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variant", "players", "card_moves"),
    [
        ("argentino", 2, ["carta"]),
        ("argentino", 3, ["carta", "descarta"]),
        ("venezolano", 2, ["carta", "tapada"]),
        ("paulista", 2, ["carta"]),
        ("belmez", 2, ["carta"]),
    ],
)
def test_tables_and_weights_use_the_same_words(variant: str, players: int, card_moves: list[str]) -> None:
    simulator = Simulator(variant, players, executor="cpu")
    tables = simulator.tables
    assert tables is not None
    words, numbers = tables.action_words, tables.action_word_numbers
    assert list(words[len(tables.words) :]) == card_moves
    assert set(numbers.tolist()) == set(range(len(words)))  # every word belongs to some action
    for action in range(0, len(numbers), 7):
        assert words[numbers[action]] == tables.place_and_move(action)[1]
    assert len(simulator.hands(3, policy=dict.fromkeys(words, 1))) == 3


def test_the_default_executor_can_call_a_policy_function() -> None:
    """Without `executor=`, only executors that can call a function are chosen."""
    simulator = Simulator("argentino", 2)
    assert len(simulator.hands(3, policy=lambda batch: [0] * len(batch))) == 3
    assert len(simulator.matches(1, policy=lambda batch: [-1] * len(batch))) == 1


def test_the_reference_executor_refuses_a_policy_table() -> None:
    table = PolicyTable(np.ones(1, np.int64))
    for players in (2, 6):  # with six players not all states are in tables, and the CPU executor would refuse it
        with pytest.raises(SimulationError, match='needs executor="cpu" and a game whose states are all in tables'):
            reference("argentino", players).hands(1, policy=table)


# ---------------------------------------------------------------------------------------------------------- weights


@pytest.mark.parametrize("executor", ["reference", "cpu"])
def test_a_weight_with_n_is_for_every_number(executor: str) -> None:
    simulator = Simulator("belmez", 2, executor=executor)

    def moves_made(weights: dict[str, int]) -> set[str]:
        results = simulator.hands(300, policy={"carta": 0, "mazo": 0, **weights}, trajectories=True)
        return {move for number in range(300) for _seat, move in results.trajectory(number).moves}

    sizes = {move for move in moves_made({}) if move.startswith("envido-") and move != "envido-pata"}
    assert len(sizes) > 5
    assert not moves_made({"envido-N": 0}) & sizes
    assert moves_made({"envido-N": 0, "envido-8": 1}) & sizes == {"envido-8"}


@pytest.mark.parametrize("executor", ["reference", "cpu"])
def test_declared_points_have_weights(executor: str) -> None:
    simulator = Simulator("argentino", 2, executor=executor, flor=False, declare="manual")
    weights = {"N": 0, "33": 1, "carta": 0, "mazo": 0, "son-buenas": 0}
    results = simulator.hands(200, policy=weights, trajectories=True)
    numbers = {move for game in range(200) for _seat, move in results.trajectory(game).moves if move.isdigit()}
    assert "33" in numbers  # the player who must beat it has only moves of weight 0
    first_declarations = [
        next((move for _seat, move in results.trajectory(game).moves if move.isdigit()), "33") for game in range(200)
    ]
    assert set(first_declarations) == {"33"}


def test_weights_for_impossible_numbers_are_refused() -> None:
    for move in ("envido-7777", "envido-3", "mas-0", "27", "carta-1"):
        with pytest.raises(SimulationError, match=f"there is no move '{move}': give weights for "):
            reference("belmez", 2).hands(1, policy={move: 0})
