"""Runs of the command line for tests: its output, its error messages and its figures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from truquero.cli import main

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Command(NamedTuple):
    """A subcommand of `truquero`."""

    name: str

    def told(self, capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
        """Run the command and return its output."""
        assert main([self.name, *words]) == status
        written = capsys.readouterr()
        assert written.err == ""
        return written.out

    def found(self, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
        """Run the command with `--json` and return the object that it prints."""
        answer = json.loads(self.told(capsys, *words, "--json"))
        assert isinstance(answer, dict)
        return answer

    def refused(self, capsys: pytest.CaptureFixture[str], *words: str) -> str:
        """Run the command with bad input and return its error message, which must be one line."""
        return refused(capsys, self.name, *words)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run `truquero` with bad input and return its error message, which must be one line."""
    try:
        status: object = main([*words])
    except SystemExit as end:
        status = end.code
    written = capsys.readouterr()
    assert status == 2
    assert written.out == ""
    [line] = written.err.splitlines()
    return line


def all_is_inside(figure: Figure) -> bool:
    """Return whether no text or line of a figure is cut off."""
    drawn = figure.get_tightbbox()
    fits = drawn.x1 <= figure.get_figwidth() and drawn.y1 <= figure.get_figheight()
    return bool(drawn.x0 >= 0 and drawn.y0 >= 0 and fits)
