"""Progress messages of slow commands, which are shown at a terminal only."""

from __future__ import annotations

import io
import sys

import pytest

from truquero.i18n.progress import Progress, message_shown


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_progress_and_is_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with message_shown("a moment"):
        assert terminal.getvalue() == "\ra moment"
    assert terminal.getvalue().endswith("\r        \r")


def test_no_progress_is_written_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with message_shown("a moment"):
        pass
    bar = Progress("states")
    bar.show(1, 2)
    bar.clear()
    assert file.getvalue() == ""
