"""The layout of the source: names of classes and files occur once, unless a reason is given here."""

from __future__ import annotations

import pytest

from tools.metrics import ROOT, lines_by_package, longest_import_chain, modules, repeated_classes, repeated_files

# The file names that occur more than once, with the reason.
ALLOWED_FILES = {
    "__init__.py": "Python needs it in every package",
    "__main__.py": "Python runs it for `python -m`",
    "awards.py": "the same part of the loop in the packages of the CPU and of the GPU",
    "deal.py": "the same part of the loop in the packages of the CPU and of the GPU",
    "equity.py": "the calculation of an equity, and the command `truquero equity`",
    "executor.py": "the executor of the CPU and that of the GPU",
    "hands.py": "the same part of the loop in the packages of the CPU and of the GPU",
    "lanes.py": "the same part of the loop in the packages of the CPU and of the GPU",
    "messages.py": "the messages of a protocol: of bots, and of the page",
    "primitives.py": "the same part of the loop in the packages of the CPU and of the GPU",
    "protocol.py": "the limits on HTTP connections, and on WebSockets",
    "state.py": "the state of a hand, and the state of a served table",
    "summary.py": "the one-line summary of a match, and the summary of a table in lists",
    "sure_win_answers.py": "the same part of the loop in the packages of the CPU and of the GPU",
    "truco.py": "the steps of the truco, its chances in an equity, and its house rules",
}
LONGEST_CHAIN = 46  # modules; a longer chain of imports is a sign of a missing boundary


def test_no_class_name_occurs_twice() -> None:
    assert repeated_classes(ROOT) == {}


def test_every_file_name_that_occurs_twice_has_a_reason() -> None:
    assert set(repeated_files(ROOT)) == set(ALLOWED_FILES)


def test_the_longest_chain_of_imports_is_limited() -> None:
    chain = longest_import_chain(ROOT)
    assert len(chain) <= LONGEST_CHAIN, " → ".join(chain)


@pytest.mark.parametrize("package", ["engine", "table", "server"])
def test_the_lines_of_a_package_are_counted(package: str) -> None:
    inside = [path for name, path in modules(ROOT).items() if name.startswith(f"truquero.{package}")]
    assert lines_by_package(ROOT)[package] == sum(len(path.read_text("utf-8").splitlines()) for path in inside)
