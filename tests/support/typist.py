"""A simulated user who types lines at the prompt of `truquero play` and reads the output."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from pathlib import Path

import pytest

from truquero.cli import main
from truquero.speech.narration import TableText
from truquero.table import Match
from truquero.tui.line_mode import LineMode, PlayerLeft
from truquero.tui.saved_matches import SavedMatch
from truquero.tui.terminal_session import TerminalSession


class Typist:
    """A player at the line-by-line table of `truquero play`, with random bots in the other seats."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._capsys, self._monkeypatch, self.folder = capsys, monkeypatch, folder
        monkeypatch.setenv("TRUQUERO_DATA", str(folder / "kept"))
        monkeypatch.setattr("os.fsync", lambda handle: None)  # a test need not survive a power failure

    def types(self, typed: str) -> None:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(typed))

    def command(self, arguments: str, typed: str) -> str:
        self.types(typed)
        assert main(["play", *arguments.split()]) == 0
        captured = self._capsys.readouterr()
        assert captured.err == ""
        return captured.out

    def play(self, arguments: str, typed: str) -> str:
        return self.command(f"--bots azar {arguments}", typed)

    def sit(self, match: Match, typed: str, *, ceremony: bool = False) -> str:
        """Play seat 1 of a match until it ends or the typed lines do. Return the output."""
        self.types(typed)
        bots = dict.fromkeys(range(2, match.players + 1), "azar")
        saved = SavedMatch(self.folder / "sat.truco", match.seed, 1, bots, ceremony)
        with suppress(PlayerLeft):
            LineMode(TerminalSession(match, saved, TableText(match.rules, 1))).play()
        return self._capsys.readouterr().out

    def see(self, pattern: str, typed: str, *table: str | int, dealer: int, ceremony: bool = False) -> str:
        """Play matches with one seed after another until the output matches `wanted`. Return that output."""
        for seed in range(200):
            variant, players = table
            match = Match(str(variant), int(players), seed=seed, dealer=dealer)
            text = self.sit(match, typed, ceremony=ceremony)
            if re.search(pattern, text):
                return text
        raise AssertionError(f"{pattern!r} is never seen")
