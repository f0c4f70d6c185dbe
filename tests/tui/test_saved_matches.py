"""A match is saved after every move and resumes unchanged."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from truquero.bots import Azar, MatchRunner
from truquero.cli import main
from truquero.records import record
from truquero.records.data_folder import data_folder
from truquero.table import Match
from truquero.table.special_moves import falls_face_up
from truquero.tui import match_lock
from truquero.tui.saved_matches import SavedMatch, SaveError, bot_seed, captains_for, resume_match
from truquero.variants import VARIANTS, rules_of
from truquero.variants.house import load

TABLES = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path / "kept"))
    return tmp_path / "kept"


def azar_for_others(match: Match) -> dict[int, str]:
    return dict.fromkeys(range(2, match.players + 1), "azar")


def bots(match: Match, seed: int) -> MatchRunner:
    return MatchRunner(match, {seat: Azar(f"{seed}/{seat}") for seat in range(1, match.players + 1)})


def play_some(match: Match, steps: int, *, seed: int = 1) -> None:
    """Play up to `steps` moves and deals."""
    runner, random = bots(match, seed), Random(seed)
    for _step in range(steps):
        if match.turn:
            runner.step()
        elif match.over or not match.deal(exposed=falls_face_up(match, random, 1.0)):
            return


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_resumed_match_continues_unchanged(variant: str, players: int) -> None:
    for steps in (1, 7, 40, 95, 150):
        match = Match(variant, players, seed=f"{variant}-{steps}", captains=captains_for(1))
        play_some(match, steps)
        if match.over:
            continue
        saved = SavedMatch.begin(match, 1, azar_for_others(match))
        saved.save(match)
        again, resumed = resume_match(saved.path)
        assert (again.seat, again.bots, again.seed) == (1, azar_for_others(match), match.seed)
        for seat in range(1, players + 1):
            assert resumed.view(seat) == match.view(seat)
        for table in (match, resumed):
            play_some(table, 60, seed=9)
        assert str(record(resumed)) == str(record(match))


def test_the_most_recent_unfinished_match_is_resumed() -> None:
    finished, older, newer = (Match("trucardo", 2, seed=seed) for seed in (1, 2, 3))
    keeping = {}
    for age, (match, steps) in enumerate(((older, 3), (newer, 9), (finished, 5000))):
        play_some(match, steps)
        keeping[match.seed] = saved = SavedMatch.begin(match, 1, azar_for_others(match))
        saved.save(match)
        os.utime(saved.path, (1000 + age, 1000 + age))
    assert finished.over
    assert resume_match()[0].path == keeping["3"].path
    with pytest.raises(SaveError, match="the match is over"):
        resume_match(keeping["1"].path)


def two_kept() -> tuple[SavedMatch, SavedMatch]:
    """Save an older and a newer match, and return both."""
    keeping = []
    for age in (1, 2):
        match = Match("trucardo", 2, seed=age)
        play_some(match, 4)
        saved = SavedMatch.begin(match, 1, azar_for_others(match))
        saved.save(match)
        saved.unlock()
        os.utime(saved.path, (1000 + age, 1000 + age))
        keeping.append(saved)
    older, newer = keeping
    return older, newer


def test_a_damaged_match_is_skipped_and_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    older, newer = two_kept()
    newer.path.write_text("nonsense", encoding="utf-8")
    saved, _match = resume_match()
    assert saved.path == older.path
    assert saved.skipped_message.startswith(f"{newer.path}: this match cannot be continued: ")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "--resume", "--lang", "en"]) == 0
    first = capsys.readouterr().out.partition("Trucardo")[0]
    assert " ".join(first.split()) == saved.skipped_message
    beside = older.path.with_suffix(".json")
    beside.write_text("{", encoding="utf-8")
    with pytest.raises(SaveError, match="there is no match to continue") as refused:
        resume_match()
    assert str(newer.path) in str(refused.value)
    assert f"{beside}: this match cannot be continued: it is damaged" in str(refused.value)


HOLDER = """
import fcntl, sys
file = open(sys.argv[1], "r+b")
fcntl.lockf(file, fcntl.LOCK_EX, 1, int(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(os.name != "posix", reason="a system without locks")
def test_a_match_open_in_another_window_is_not_resumed() -> None:
    older, newer = two_kept()
    offset = str(match_lock._lock_offset(newer.path.name))
    holder = [sys.executable, "-S", "-c", HOLDER, str(newer.path.with_name(match_lock.LOCKS)), offset]
    with subprocess.Popen(holder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == b"held\n"
        with pytest.raises(SaveError, match="it is being played in another window"):
            resume_match(newer.path)
        saved, _match = resume_match()
        assert saved.path == older.path
        assert f"{newer.path.name}: this match cannot be continued: it is being played" in saved.skipped_message
        saved.unlock()
        window.kill()
    assert resume_match()[0].path == newer.path


def test_a_resumed_match_shows_the_score_at_the_start_of_the_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match("trucardo", 2, seed=2, dealer=2)
    match.deal()
    match.play(1, "envido")
    match.play(2, "no-quiero")
    assert match.score == (1, 0)
    SavedMatch.begin(match, 1, azar_for_others(match)).save(match)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "--resume", "--lang", "en"]) == 0
    assert "Deal 1. You: 0" in capsys.readouterr().out


def test_matches_started_in_the_same_second_have_different_names() -> None:
    keeping = []
    for seed in (1, 2):
        match = Match("trucardo", 2, seed=seed)
        keeping.append((match, SavedMatch.begin(match, 1, azar_for_others(match))))
    first, second = (saved for _match, saved in keeping)
    second.path = first.path
    for match, saved in keeping * 2:
        if not match.in_hand:
            match.deal()
        saved.save(match)
    assert first.path != second.path
    assert [resume_match(saved.path)[1].seed for saved in (first, second)] == ["1", "2"]


def test_nothing_is_written_before_the_first_deal(folder: Path) -> None:
    match = Match("trucardo", 2, seed=1)
    SavedMatch.begin(match, 1, azar_for_others(match))
    assert list(folder.iterdir()) == []
    with pytest.raises(SaveError, match="no match to continue"):
        resume_match()


def test_house_rules_are_saved_with_the_match(tmp_path: Path) -> None:
    file = tmp_path / "casa.toml"
    file.write_text('name = "casa"\nfrom = "argentino"\ntarget = 12\n', encoding="utf-8")
    match = Match(load(file).rules(2), seed=4)
    play_some(match, 5)
    saved = SavedMatch.begin(match, 1, azar_for_others(match), house=file)
    saved.save(match)
    file.unlink()
    assert resume_match()[1].rules.match.target == 12


def test_a_resumed_match_shows_señas_to_the_seats_that_saw_them() -> None:
    match = Match("argentino", 4, seed=1)
    match.deal()
    match.watch(2, 3)
    sign = match.rules.voices.signs[0].name
    match.play(1, f"sena-{sign}")
    match.play(3, f"sena-{sign}")
    match.watch(2, 4)
    saved = SavedMatch.begin(match, 1, azar_for_others(match))
    saved.save(match)
    resumed = resume_match()[1]
    for seat in range(1, 5):
        assert resumed.view(seat) == match.view(seat)


def test_a_save_that_fails_leaves_the_old_record(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    match = Match("trucardo", 2, seed=1)
    play_some(match, 4)
    saved = SavedMatch.begin(match, 1, azar_for_others(match))
    saved.save(match)
    before = saved.path.read_text(encoding="utf-8")

    def full(_handle: int) -> None:
        raise OSError(28, "no room")

    monkeypatch.setattr(os, "fsync", full)
    play_some(match, 2)
    with pytest.raises(SaveError, match="the disk is full; set TRUQUERO_DATA"):
        saved.save(match)
    assert saved.path.read_text(encoding="utf-8") == before
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("match.json", "{", "it is damaged"),
        ("match.json", "[]", "not written by this version"),
        ("match.json", '{"form": 1}', "it is damaged"),
        ("match.json", '{"a":' + "[" * 100_000, "it is damaged"),
        ("match.truco", "nonsense", "1: unknown statement 'nonsense'"),
        ("match.truco", "", "the record is empty"),
    ],
)
def test_foreign_files_are_refused(name: str, text: str, reason: str, tmp_path: Path) -> None:
    match = Match("trucardo", 2, seed=1)
    play_some(match, 4)
    saved = SavedMatch(tmp_path / "match.truco", match.seed, 1, azar_for_others(match))
    saved.save(match)
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(SaveError, match="cannot be continued") as refused:
        resume_match(tmp_path / "match.truco")
    assert reason in str(refused.value)


def test_a_truncated_record_is_reported_as_damaged(tmp_path: Path) -> None:
    """A truncated seed would deal other cards."""
    match = Match("trucardo", 2, seed=1)
    play_some(match, 4)
    saved = SavedMatch(tmp_path / "match.truco", match.seed, 1, azar_for_others(match))
    saved.save(match)
    text = saved.path.read_text(encoding="utf-8")
    at = next(number for number, line in enumerate(text.splitlines(keepends=True)) if "seed" in line)
    lines = text.splitlines(keepends=True)
    saved.path.write_text("".join(lines[:at]) + lines[at].rstrip()[:-3], encoding="utf-8")
    with pytest.raises(SaveError, match="it is damaged"):
        resume_match(saved.path)


def test_a_record_without_its_data_and_a_missing_bot_are_refused(tmp_path: Path) -> None:
    match = Match("trucardo", 2, seed=1)
    play_some(match, 4)
    path = tmp_path / "match.truco"
    saved = SavedMatch(path, match.seed, 1, azar_for_others(match))
    saved.save(match)
    beside = path.with_suffix(".json")
    data = json.loads(beside.read_text(encoding="utf-8"))
    beside.write_text(json.dumps(data | {"bots": {"2": "nadie"}}), encoding="utf-8")
    with pytest.raises(SaveError, match="there is no bot 'nadie'"):
        resume_match(path)
    beside.unlink()
    with pytest.raises(SaveError, match=r"match\.json is not beside it"):
        resume_match(path)
    path.unlink()
    with pytest.raises(SaveError, match="there is no such file"):
        resume_match(path)


def test_matches_are_saved_in_the_data_folder_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TRUQUERO_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "truquero"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "truquero"
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path / "file" / "x"))
    with pytest.raises(SaveError, match="not a directory; set TRUQUERO_DATA"):
        SavedMatch.begin(Match(rules_of("trucardo"), seed=1), 1, {2: "azar"})


def test_the_seed_of_a_bot_does_not_reveal_the_seed_of_the_match() -> None:
    match = Match("trucardo", 2, seed="secret")
    assert "secret" not in bot_seed(match, 2)
    assert bot_seed(match, 2) != bot_seed(match, 1)


def test_bots_of_a_resumed_match_get_new_seeds_that_depend_on_the_record_only() -> None:
    match = Match("trucardo", 2, seed=1)
    seeds = []
    for steps in (0, 1, 1, 3):
        play_some(match, steps)
        seeds.append(bot_seed(match, 2))
    assert len(set(seeds)) == 4
    saved = SavedMatch.begin(match, 1, azar_for_others(match))
    saved.save(match)
    assert bot_seed(resume_match()[1], 2) == seeds[-1]


@pytest.mark.parametrize("name", ["README.md", "notes.txt"])
def test_a_file_that_is_no_record_is_named_in_the_error(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("nothing", encoding="utf-8")
    with pytest.raises(SaveError) as refused:
        resume_match(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert str(refused.value).endswith("it is not a .truco record")


def test_a_match_is_found_by_its_data_file_and_by_its_bare_name() -> None:
    match = Match("trucardo", 2, seed=1)
    play_some(match, 4)
    saved = SavedMatch.begin(match, 1, azar_for_others(match))
    saved.save(match)
    for path in (saved.path.with_suffix(".json"), saved.path.with_suffix("")):
        assert resume_match(path)[0].path == saved.path
