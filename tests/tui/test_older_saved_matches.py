"""Saved matches of November 2026 (commit 79684ae) resume and play on to the same end.

`saved_matches/expected.json` has the digest of the record of each match at its end, where every seat makes the first
legal move, cards before words.
"""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from truquero.records import record
from truquero.table import Match
from truquero.tui.saved_matches import resume_match

FOLDER = Path(__file__).parent / "saved_matches"
EXPECTED: dict[str, str] = json.loads((FOLDER / "expected.json").read_text("utf-8"))


def play_to_the_end(match: Match) -> None:
    while not match.over:
        if match.turn:
            seat, moves = next(iter(match.turn.items()))
            cards = [move for move in moves if move[0].isdigit()]
            match.play(seat, (cards or moves)[0])
        else:
            assert match.deal()


@pytest.mark.parametrize("name", EXPECTED)
def test_an_older_saved_match_plays_on_to_the_same_end(name: str, tmp_path: Path) -> None:
    for suffix in (".truco", ".json"):
        shutil.copy(FOLDER / f"{name}{suffix}", tmp_path)
    path = tmp_path / f"{name}.truco"
    saved, match = resume_match(path)
    assert str(record(match)) == path.read_text("utf-8")
    play_to_the_end(match)
    saved.save(match)
    saved.unlock()
    assert sha256(path.read_bytes()).hexdigest() == EXPECTED[name]
