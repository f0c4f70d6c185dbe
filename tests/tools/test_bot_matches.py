"""The tools that run many games between bots: the games that they play and the reports that they write."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tools import ladder, many_matches
from truquero.bots import Azar, bot_registry
from truquero.bots.contest import ContestError
from truquero.table import Match
from truquero.variants import VARIANTS


def run(monkeypatch: pytest.MonkeyPatch, main: object, *arguments: str) -> int:
    assert callable(main)
    monkeypatch.setattr(sys, "argv", ["tool", *arguments])
    status = main()
    assert isinstance(status, int)
    return status


def test_the_ladder_resumes_from_its_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "rows.jsonl"
    arguments = ["--variants", "paulista", "--rungs", "aprendiz:azar", "azar:aprendiz", "--hands", "30", "--jobs", "1"]
    assert run(monkeypatch, ladder.main, *arguments, "--players", "2", "--file", str(file)) == 1
    first = capsys.readouterr().out
    assert [line.split()[:4] for line in first.splitlines()[1:-1]] == [
        ["paulista", "2", "aprendiz", "azar"],
        ["paulista", "2", "azar", "aprendiz"],
    ]
    assert " clear " in first
    assert " WORSE " in first
    assert first.splitlines()[-1] == "1 of 2 duels clear of zero"
    rows = file.read_text("utf-8").splitlines()
    file.write_text(rows[0] + "\n" + rows[1][:20], encoding="utf-8")  # interrupted while writing
    table = tmp_path / "table.md"
    arguments += ["--players", "2", "--file", str(file), "--markdown", str(table)]
    assert run(monkeypatch, ladder.main, *arguments) == 1
    again = capsys.readouterr()
    assert "left out, for it is no row" in again.err
    assert [line.split()[:-1] for line in again.out.splitlines()] == [line.split()[:-1] for line in first.splitlines()]
    head, rule, row = table.read_text("utf-8").splitlines()
    assert head == "| variant | players | aprendiz − azar | azar − aprendiz |"
    assert rule == "|---|--:|--:|--:|"
    number = r"[+−]\d\.\d{3}"
    cell = rf"{number} \({number} to {number}\)"
    assert re.fullmatch(rf"\| paulista \| 2 \| {cell} \| {cell} worse \|", row)


@pytest.mark.parametrize("option", ["--file", "--markdown"])
def test_a_ladder_file_that_cannot_be_written_is_reported(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["--variants", "paulista", "--rungs", "aprendiz:azar", "--players", "2", "--hands", "2", "--jobs", "1"]
    assert run(monkeypatch, ladder.main, *arguments, option, str(tmp_path)) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert str(tmp_path) in line


def test_the_ladder_has_two_and_four_players_of_every_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    duels: list[ladder.Row] = []

    def note(row: ladder.Row, _jobs: int) -> dict[str, object]:
        duels.append(row)
        return {"points": 1.0, "low": 0.5, "high": 1.5, "sign": 1, "seconds": 0.0}

    monkeypatch.setattr(ladder, "played", note)
    assert run(monkeypatch, ladder.main, "--rungs", "aprendiz:azar") == 0
    expected = [(name, players) for name, preset in VARIANTS.items() for players in preset.players if players in (2, 4)]
    assert [(row.variant, row.players) for row in duels] == expected
    assert json.loads(json.dumps([duels[0], {}]))[0] == [*duels[0]]


def test_matches_of_all_kinds_come_to_their_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, many_matches.main, "40", "--bots", "azar", "--jobs", "1") == 0
    out = capsys.readouterr().out
    assert out.startswith("40 matches, ")
    assert "no exception, no illegal move" in out
    assert "azar" in out.splitlines()[1]


def test_a_match_can_be_drawn_again() -> None:
    work = many_matches.Matches("s", ("azar", "aprendiz"), tuple(VARIANTS))
    games = [(name, players) for name, preset in VARIANTS.items() for players in preset.players]
    matches = [work.rules_and_bots(number) for number in range(2 * len(games))]
    assert [(rules.variant, rules.players) for rules, _names in matches] == games * 2
    assert all(len(names) == rules.players for rules, names in matches)
    assert len({tuple(rules.changed.items()) for rules, _names in matches}) > len(games)
    assert work.rules_and_bots(17) == matches[17]


class Wrong(Azar):
    """Answers a question with an invalid value."""

    def __init__(self, question: str, answer: object) -> None:
        super().__init__(1)
        setattr(self, question, lambda _view: answer)


@pytest.mark.parametrize(
    ("variant", "question", "answer", "says"),
    [
        ("argentino", "choose", "canasta", "'canasta' is illegal: legal are "),
        ("argentino", "speak_up", "canasta", "'canasta' is illegal: legal are "),
        ("argentino", "claim", "pido-flor-9", "'pido-flor-9' is illegal: legal are "),
        ("argentino", "sign", "sena-canasta", "'sena-canasta' is illegal: legal are sena-"),
        ("argentino", "sign", "truco", "'truco' is illegal: legal are sena-"),
        ("paulista", "sign", "sena-siete", "'sena-siete' is illegal: legal are none"),  # this game has no señas
        ("argentino", "watch", 0, "0 is illegal: legal are "),
        ("argentino", "watch", "2", "'2' is illegal: legal are "),
        ("belmez", "watch", 5, "5 is illegal: legal are "),
    ],
)
def test_an_illegal_answer_is_reported_with_the_command_that_repeats_it(
    variant: str,
    question: str,
    answer: object,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bot_registry, "ROSTER", {"wrong": (lambda _rules, _seat, _seed: Wrong(question, answer), "")})
    arguments = ("20", "--bots", "wrong", "--variants", variant, "--seed", "s", "--jobs", "1")
    assert run(monkeypatch, many_matches.main, *arguments) == 1
    err = capsys.readouterr().err
    assert re.search(r"python -m tools.many_matches 1 --first \d+ --seed s --bots wrong", err)
    assert says in err


def test_no_seat_watches_itself() -> None:
    match = Match("argentino", 4, seed=1)
    match.deal()
    watched = many_matches.CheckedBot(Wrong("watch", 3), match.rules, many_matches.ThinkingTime())
    assert watched.watch(match.view(1)) == 3
    with pytest.raises(ContestError, match="3 is illegal: legal are 1 2 4"):
        watched.watch(match.view(3))


def test_a_match_that_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_matches, "MOST_DEALS", 1)
    work = many_matches.Matches("s", ("azar",), ("argentino",))
    with pytest.raises(ContestError, match="not over after 1 deals"):
        work(0)
