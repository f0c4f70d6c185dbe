"""The commands as somebody in a shell sees them: what they print, how they refuse, and what they draw."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from truquero.cli import main

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Command(NamedTuple):
    """A command of `truquero`, by its name."""

    name: str

    def told(self, capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
        """What it prints."""
        assert main([self.name, *words]) == status
        written = capsys.readouterr()
        assert written.err == ""
        return written.out

    def found(self, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
        """The object that it prints for programs."""
        answer = json.loads(self.told(capsys, *words, "--json"))
        assert isinstance(answer, dict)
        return answer

    def refused(self, capsys: pytest.CaptureFixture[str], *words: str) -> str:
        """The one line with which it refuses bad input."""
        return refused(capsys, self.name, *words)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line with which `truquero` refuses bad input."""
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
    """Whether no word and no line of a picture is cut off."""
    drawn = figure.get_tightbbox()
    fits = drawn.x1 <= figure.get_figwidth() and drawn.y1 <= figure.get_figheight()
    return bool(drawn.x0 >= 0 and drawn.y0 >= 0 and fits)
