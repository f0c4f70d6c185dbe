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

    def output_of(self, capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
        """Run the command and return its output."""
        assert main([self.name, *arguments]) == status
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    def json_of(self, capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, Any]:
        """Run the command with `--json` and return the object that it prints."""
        answer = json.loads(self.output_of(capsys, *arguments, "--json", status=status))
        assert isinstance(answer, dict)
        return answer

    def error_of(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
        """Run the command with bad input and return its error message, which must be one line."""
        return error_line(capsys, self.name, *arguments)


def error_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run `truquero` with bad input and return its error message, which must be one line."""
    try:
        status: object = main([*arguments])
    except SystemExit as end:
        status = end.code
    captured = capsys.readouterr()
    assert status == 2
    assert captured.out == ""
    [line] = captured.err.splitlines()
    return line


def nothing_is_cut_off(figure: Figure) -> bool:
    """Return whether no text or line of a figure is cut off."""
    extent = figure.get_tightbbox()
    fits = extent.x1 <= figure.get_figwidth() and extent.y1 <= figure.get_figheight()
    return bool(extent.x0 >= 0 and extent.y0 >= 0 and fits)
