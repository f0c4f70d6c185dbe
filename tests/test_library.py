"""The public names of the package: each has a docstring with an example that runs."""

from __future__ import annotations

import ast
import copy
import doctest
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import pairwise
from types import FunctionType
from typing import Any

import pytest

import truquero
import truquero.variants
from truquero import VARIANTS, Card, Hand, Match, TableError
from truquero.bots.contest import duel, league
from truquero.sim.tables import kinds_of_hand, walk

LIBRARY: Any = truquero  # without types, to pass wrong values
RULES = truquero.rules_of("argentino", 2)
SIMULATOR = truquero.Simulator(RULES, executor="reference")
STORED: Any = SIMULATOR.hands(2, trajectories=True)
DATA = {"VARIANTS": truquero.variants}  # by the module whose source describes them


class ChoosesNothing:
    """A policy that breaks its contract."""

    def choose(self, view: truquero.View) -> Any:
        return None


@pytest.mark.parametrize("name", sorted({*truquero.__all__} - {*DATA}))
def test_every_name_has_an_example(name: str) -> None:
    documented = getattr(truquero, name)
    names = {name: getattr(truquero, name) for name in truquero.__all__}
    tests = doctest.DocTestFinder(recurse=False).find(documented, name, globs=names)
    examples = [test for test in tests if test.examples]
    assert examples, f"{name}: write an example in its docstring"
    check(examples)


@pytest.mark.parametrize("name", DATA)
def test_data_has_an_example(name: str) -> None:
    """Run the example in the text below the assignment, where the API reference finds it."""
    statements = ast.parse(inspect.getsource(DATA[name])).body
    texts = [
        below.value.value
        for statement, below in pairwise(statements)
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
        if statement.target.id == name and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    ]
    parser, names = doctest.DocTestParser(), {name: getattr(truquero, name)}
    tests = [parser.get_doctest(str(text), names, name, None, 0) for text in texts]
    assert any(test.examples for test in tests), f"{name}: write an example below the assignment"
    check(tests)


def test_the_example_of_the_package() -> None:
    check(doctest.DocTestFinder(recurse=False).find(truquero, "truquero"))


def test_the_examples_of_methods() -> None:
    check(doctest.DocTestFinder().find(Match, "Match", globs={"Match": Match}))


def check(examples: Iterable[doctest.DocTest]) -> None:
    """Run examples and fail with the report of those whose output differs."""
    runner, report = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS), list[str]()
    for example in examples:
        runner.run(example, out=report.append)
    assert not report, "".join(report)


def test_slow_names_are_imported_on_use() -> None:
    program = (
        "import sys, truquero; slow = [f'truquero.{name}' for name in ('sim', 'bots', 'analysis')]; "
        "assert not {*slow} & {*sys.modules}; assert 'Simulator' in dir(truquero); "
        "truquero.Simulator, truquero.equity, truquero.Bot; assert {*slow} <= {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_name_that_does_not_exist() -> None:
    with pytest.raises(AttributeError, match="module 'truquero' has no attribute 'Table'"):
        truquero.Table  # type: ignore[attr-defined] # noqa: B018


def test_a_match_and_its_hand_can_be_copied_compared_and_pickled() -> None:
    match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    match.play(1, "truco")
    twins = [match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]
    assert all(twin == match for twin in twins)
    assert all(isinstance(twin.hand, Hand) and twin.hand == match.hand for twin in twins)
    match.play(2, "quiero")
    assert all(twin != match and twin.hand != match.hand for twin in twins)
    assert pickle.loads(pickle.dumps(Card("7o"))) is Card("7o")


def test_reprs_are_short_and_say_what_the_object_is() -> None:
    match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"}, score=(3, 5))
    match.play(1, "1e")
    simulator = truquero.Simulator("argentino", 2, executor="reference", flor=False)
    results, totals = simulator.hands(3, first=4), simulator.count_hands(1, seed=7)
    record = truquero.record(match)
    bots = {seat: truquero.make_bot("azar", match.rules, seat, "feria") for seat in (1, 2)}
    table = "seats 1 2, table 1 1e, to act 2"
    match_text = f"<Match argentino, 2 players, score 3-5, games 0-0, dealer 2, {table}>"
    expected: list[tuple[object, str]] = [
        (match.hand, f"<Hand {table}>"),
        (match, match_text),
        (match.view(1), f"<View seat 1, argentino, 2 players, score 3-5, cards 7e 4c, {table}>"),
        (match.view_of_spectator(), f"<View spectator, argentino, 2 players, score 3-5, {table}>"),
        (match.events[-1], "Event(kind='move', seat=1, move='1e')"),
        (match.rules, "<Rules argentino, 2 players>"),
        (simulator, "<Simulator argentino, 2 players, flor=off, executor reference>"),
        (results, "<Results argentino, 2 players, flor=off, 3 hands, numbers 4 to 6>"),
        (totals, "<Totals argentino, 2 players, flor=off, 1 hands, wins mano 1 others 0>"),
        (record, r"<Record 7 statements, beginning 'variant argentino\nplayers 2\nscore 3-5\nde'>"),
        (truquero.replay(record), f"<Replay 0 failures, {match_text}>"),
        (truquero.MatchRunner(match, bots), f"<MatchRunner seat 1 Azar, seat 2 Azar: {match_text}>"),
        (Card("7o"), "'7o'"),
    ]
    assert [repr(described) for described, _text in expected] == [text for _described, text in expected]


def test_reprs_of_results_fit_on_a_line() -> None:
    result = truquero.equity("argentino", cards="1e 7e 4c")
    pair = duel(RULES, "azar", "aprendiz", hands=8)
    standings = league(RULES, ["azar", "aprendiz"], hands=8)
    simulator = truquero.Simulator("argentino", 2, executor="reference")
    played = simulator.matches(1, trajectories=True)
    described: list[object] = [
        *VARIANTS.values(),
        *(RULES.voices, walk(next(iter(kinds_of_hand(RULES)))[1], RULES.match.target)),
        *(result, result.situation, result.truco, result.truco.win, result.envido, result.flor, *result.bets),
        *((result.envido.own, result.envido.good) if result.envido else ()),
        *(pair, pair.points, *pair.deals, *pair.matches),
        *(standings, *standings.table()),
        *(played, played.totals(), played.totals().moves, played.trajectory(0)),
    ]
    texts = [repr(value) for value in described]
    assert [text for text in texts if "\n" in text or len(text) > 120] == []
    assert repr(VARIANTS["paulista"]) == "<Preset paulista, players 4 2 6, 17 options>"
    assert repr(result) == (
        "<Equity argentino, 4 players, place 0 of 4, truco 0.967, envido 0.785, flor 0.046, 15 bets>"
    )


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (lambda: LIBRARY.parse(7), truquero.RecordError, "the record is 7: give its text or a Record"),
        (lambda: LIBRARY.replay(None), truquero.RecordError, "the record is None: give its text or a Record"),
        (lambda: LIBRARY.record("argentino"), TableError, "the match is 'argentino': give a Match, such as Match"),
        (lambda: LIBRARY.cards(7), truquero.CardError, "7 is not a list of cards: write them with spaces between"),
        (
            lambda: LIBRARY.make_bot("azar", "belmez", 1, "x"),
            TableError,
            "the rules are 'belmez': give Rules",
        ),
        (lambda: LIBRARY.make_bot("azar", RULES, 3, "x"), TableError, "there is no seat 3: seats are 1 to 2"),
        (lambda: LIBRARY.make_bot(7, RULES, 1, "x"), TableError, "there is no bot 7: choose from azar"),
        (lambda: LIBRARY.make_bot("azr", RULES, 1, "x"), TableError, "there is no bot 'azr': choose from azar"),
        (lambda: LIBRARY.MatchRunner("belmez", {}), TableError, "the match is 'belmez': give a Match, such as Match"),
        (lambda: LIBRARY.rules_of("argentino", 5), truquero.OptionError, "choose players from 2, 3, 4, 6, 8"),
        (lambda: LIBRARY.Simulator("argentino", 2, executor="tpu"), TableError, "there is no executor 'tpu'"),
        (lambda: STORED.replay_hand(2), TableError, "there is no game 2: the games of these results are 0 to 1"),
        (lambda: STORED.trajectory(-1), TableError, "number is -1: it must be 0 or more"),
        (lambda: STORED.trajectory("x"), TableError, "number is 'x': write a whole number"),
        (lambda: SIMULATOR.hands(1, policy=ChoosesNothing()), truquero.IllegalMove, "give a move as text, such as"),
        (lambda: LIBRARY.equity("argentino", "7x"), TableError, "7x"),
    ],
)
def test_wrong_input_raises_an_exported_error_that_says_what_to_do(
    call: Callable[[], Any], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        call()


def test_every_error_of_the_library_is_exported_or_the_subclass_of_an_exported_one() -> None:
    exported = [getattr(truquero, name) for name in truquero.__all__]
    errors = tuple(entry for entry in exported if isinstance(entry, type) and issubclass(entry, Exception))
    for package in ("analysis", "bots.contest", "records", "sim", "table", "variants", "variants.house"):
        for name, value in vars(import_module(f"truquero.{package}")).items():
            if isinstance(value, type) and issubclass(value, Exception):
                assert issubclass(value, errors), f"{package}.{name}"


@pytest.mark.parametrize("documented", [Match, Hand, truquero.View])
def test_every_public_method_and_property_has_a_docstring(documented: type) -> None:
    public = {name: inspect.getattr_static(documented, name) for name in dir(documented) if not name.startswith("_")}
    is_described = {name: bool(inspect.getdoc(member)) for name, member in public.items() if not is_field(member)}
    assert [name for name, described in is_described.items() if not described] == []


def is_field(member: object) -> bool:
    """Return whether a member of a class is a field with a default, or a slot: comments describe those."""
    return not isinstance(member, property | FunctionType | classmethod)
