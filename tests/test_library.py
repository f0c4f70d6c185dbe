"""The public names of the package: each has a docstring with an example that runs."""

from __future__ import annotations

import copy
import doctest
import pickle
import subprocess
import sys
from collections.abc import Iterable

import pytest

import truquero
from truquero import Card, Hand, Match

DATA = {"VARIANTS"}  # described by the docstring of the package


@pytest.mark.parametrize("name", sorted({*truquero.__all__} - DATA))
def test_every_name_has_an_example(name: str) -> None:
    documented = getattr(truquero, name)
    names = {name: getattr(truquero, name) for name in truquero.__all__}
    found = doctest.DocTestFinder(recurse=False).find(documented, name, globs=names)
    examples = [test for test in found if test.examples]
    assert examples, f"{name}: write an example in its docstring"
    check(examples)


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
