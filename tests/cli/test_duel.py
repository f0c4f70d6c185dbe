"""`truquero duel`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.commands import Command, all_is_inside
from truquero.bots import ROSTER
from truquero.bots.contest import League
from truquero.cli import duel as command
from truquero.cli import main
from truquero.cli.duel_plot import picture
from truquero.cli.duel_text import DuelRequest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAME = ("--variant", "paulista", "--players", "2", "--jobs", "1", "--seed", "1")
ESTIMATE = {"value", "low", "high", "clusters"}


DUEL = Command("duel")
told, found, refused = DUEL.told, DUEL.found, DUEL.refused


# ------------------------------------------------------------------------------------------------------------- duels


def test_a_duel_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "aprendiz", "azar", *GAME, "--hands", "60").splitlines()
    assert lines[0] == "Paulista, 2 players"
    deals, _plus, matches = lines[1].partition(" + ")
    assert deals == "30 deals at 0-0"
    assert re.fullmatch(r"\d matches, each played twice, with the seats exchanged;", matches)
    assert lines[2].split() == ["seed", "1"]
    assert lines[4].split() == ["aprendiz", "azar", "difference", "interval", "(95%)"]
    assert lines[5] == "Points per hand"
    first, second, difference, low, _to, high = lines[6].removeprefix("  at 0-0").split()
    assert float(difference) == pytest.approx(float(first) - float(second), abs=0.0011)
    assert float(low) < float(difference) < float(high)
    assert lines[7].startswith("  in matches ")
    assert lines[8].startswith("Matches won ")
    assert lines[-1] == "aprendiz is better: the interval of the points per hand excludes 0."


def test_a_bot_is_not_better_than_itself(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "azar", "azar", *GAME, "--hands", "30")
    assert "+0.000   +0.000 to +0.000" in text
    assert "Neither bot is clearly better" in text
    assert "Not enough to tell" in told(capsys, "azar", "azar", *GAME, "--hands", "4")


def test_a_duel_as_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    answer = found(capsys, "aprendiz", "azar", *GAME, "--hands", "60", "--seed", "s", "target=8")
    assert answer["variant"] == "paulista"
    assert answer["players"] == 2
    assert answer["options"]["target"] == "8"
    assert (answer["seed"], answer["hands"], answer["what"]) == ("s", 60, "both")
    assert answer["bots"] == ["aprendiz", "azar"]
    assert answer["better"] == "aprendiz"
    assert answer["trouble"] == []
    assert answer["points_per_hand"] == answer["deals"]["points_per_hand"]
    assert set(answer["points_per_hand"]) == set(answer["matches_won"]) == ESTIMATE
    deals, matches = answer["deals"], answer["matches"]
    assert set(deals) == {"clusters", "games", "deals", "hands", "moves", "points", "wins", "points_per_hand"}
    assert (deals["clusters"], deals["games"], deals["deals"], deals["hands"]) == (30, 60, 30, 60)
    ours, theirs = deals["points"]
    assert answer["points_per_hand"]["value"] == pytest.approx((ours - theirs) / deals["hands"])
    assert answer["points_per_hand"]["clusters"] == 30
    assert matches["deals"] >= 30
    assert answer["matches_won"]["value"] == pytest.approx(matches["wins"] / matches["games"])


def test_the_result_is_the_same_for_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    game = ("azar", "aprendiz", "--variant", "argentino", "--players", "2", "--hands", "16", "--seed", "1", "--json")
    assert len({told(capsys, *game, "--jobs", jobs) for jobs in ("1", "2", "3")}) == 1


def test_without_a_seed_each_run_has_one_of_its_own_that_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    game = ("azar", "aprendiz", "--players", "2", "--hands", "8", "--jobs", "1")
    first, second = found(capsys, *game), found(capsys, *game)
    assert first["seed"] != second["seed"]
    assert all(len(bytes.fromhex(one["seed"])) >= 16 for one in (first, second))
    assert found(capsys, *game, "--seed", first["seed"]) == first
    assert f"seed\u00a0{first['seed']}" in told(capsys, *game, "--seed", first["seed"])


def test_one_kind_of_hands(capsys: pytest.CaptureFixture[str]) -> None:
    single = found(capsys, "azar", "azar", *GAME, "--hands", "10", "--single")
    assert (single["matches"], single["matches_won"], single["deals"]["clusters"]) == (None, None, 10)
    whole = found(capsys, "azar", "azar", *GAME, "--hands", "10", "--matches")
    assert whole["deals"] is None
    assert whole["points_per_hand"] == whole["matches"]["points_per_hand"]
    assert "Matches won" not in told(capsys, "azar", "azar", *GAME, "--hands", "10", "--single")
    assert "at 0-0" not in told(capsys, "azar", "azar", *GAME, "--hands", "10", "--matches")


def test_bots_and_house_rules_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    rest = ("--hands", "4", "--jobs", "1", "--seed", "1")
    expected = found(capsys, "azar", "aprendiz", "flor=off", "--players", "2", *rest)
    assert expected["options"]["flor"] == "off"
    again = found(capsys, "flor=off", "azar", "--players", "2", "aprendiz", *rest)
    assert again == expected


def test_three_players(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--variant", "argentino", "--players", "3", "--hands", "6", "--jobs", "1")
    assert "each played in all six seatings" in told(capsys, "azar", "azar", *words)
    assert found(capsys, "azar", "azar", *words)["deals"]["games"] == 18


def test_a_file_of_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "mine.toml"
    house.write_text('name = "mine"\nfrom = "paulista"\ntarget = 6\n', encoding="utf-8")
    answer = found(capsys, "azar", "azar", "--variant", str(house), "--players", "2", "--hands", "4", "--jobs", "2")
    assert answer["options"]["target"] == "6"


CRASHING = """
import sys
sys.stdin.readline()
print('{"type": "ready"}', flush=True)
sys.stdin.readline()
sys.exit("no idea")
"""


def test_a_failing_program_loses_and_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(CRASHING)
    name = f"exec:{sys.executable} {bot} --depth=3"
    assert main(["duel", name, "azar", *GAME, "--hands", "10", "--single", "--json"]) == 0
    written = capsys.readouterr()
    answer = json.loads(written.out)
    assert answer["better"] == "azar"
    assert {one["bot"] for one in answer["trouble"]} == {name}
    lines = written.err.splitlines()
    assert len(lines) == len(answer["trouble"]) == 2  # a line for each seat
    assert all("no idea" in line and line.endswith(" games)") for line in lines)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("azar", "name two bots: truquero duel aprendiz azar; name more with --league"),
        ("azar azar azar", "name two bots"),
        ("", "name two bots"),
        ("azar nobody", "there is no bot 'nobody': choose from azar"),
        ("azar azar argentino", "argentino is a variant: write --variant argentino"),
        ("azar azar --variant nowhere", "nowhere"),
        ("azar azar --players 5", "argentino is not played by 5: choose players from"),
        ("azar azar flor=maybe", "option flor=maybe: choose one of"),
        ("azar azar --hands 0", "it must be 1 or more"),
        ("azar azar --jobs 0", "it must be 1 or more"),
        ("azar azar --single --matches", "not allowed with argument"),
        ("azar azar --plot x.svg", "--plot draws the ratings of a league: add --league"),
        ("--league azar aprendiz --plot x.pdf", "cannot draw x.pdf: choose a name that ends in .svg or .png"),
        ("--league azar", "a league needs two bots or more"),
        ("--league azar aprendiz azar", "azar is named twice"),
        ("exec: azar", "write a command after it"),
        ("exec:/nowhere/bot azar", "there is no program /nowhere/bot"),
    ],
)
def test_errors(words: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in refused(capsys, *words.split())


def test_pictures_need_their_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    line = refused(capsys, "--league", "azar", "aprendiz", "--plot", "x.svg")
    assert 'pictures need Matplotlib: pip install "truquero[plot]"' in line


# ----------------------------------------------------------------------------------------------------------- leagues


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Return the names of a fast league: bots that do not think, including a very long name."""
    makers = {"azar": ROSTER["azar"], "aprendiz": ROSTER["aprendiz"], "a_bot_of_a_very_long_name": ROSTER["azar"]}
    monkeypatch.setattr("truquero.bots.bot_registry.ROSTER", makers)
    monkeypatch.setattr(command, "ROSTER", makers)
    return tuple(makers)


def test_a_league_as_tables(three: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Without names on the command line, all bots play."""
    text = told(capsys, "--league", *GAME, "--hands", "40")
    lines = text.splitlines()
    assert lines[1].startswith("A league of 3 bots. Each duel: 20 deals at 0-0 + ")
    table = [line.split() for line in lines if line[:1].isdigit() and " to " in line]
    assert [row[0] for row in table] == ["1", "2", "3"]
    assert table[0][1] == "aprendiz"
    assert sum(float(row[2].replace("−", "-")) for row in table) == pytest.approx(0, abs=0.002)
    crossed = [line.split() for line in lines if line[:1].isdigit() and "–" in line.split()]
    assert [row.index("–") for row in crossed] == [2, 3, 4]
    assert crossed[0][-1].endswith("*")
    assert "…ery_long_name" in text
    assert named(capsys, *three) == text


def named(capsys: pytest.CaptureFixture[str], *names: str) -> str:
    return told(capsys, "--league", *names, *GAME, "--hands", "40")


@pytest.mark.usefixtures("three")
def test_a_league_as_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    answer = found(capsys, "--league", *GAME, "--hands", "20")
    assert answer["table"][0]["bot"] == "aprendiz"
    assert all(set(one["rating"]) == set(one["matches_won"]) == ESTIMATE for one in answer["table"])
    assert [one["rating"]["value"] for one in answer["table"]] == sorted(
        (one["rating"]["value"] for one in answer["table"]), reverse=True
    )
    assert len(answer["duels"]) == 3
    assert all(len(one["bots"]) == 2 and one["deals"]["clusters"] == 10 for one in answer["duels"])


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("language", ["en", "es", "pt", "ca"])
def test_80_columns_and_all_words_of_the_picture_inside_it(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    figures: list[Figure] = []

    def kept(asked: DuelRequest, found: League) -> Figure:
        figures.append(picture(asked, found))
        return figures[-1]

    monkeypatch.setattr("truquero.cli.duel_plot.picture", kept)
    path = tmp_path / "x.png"
    for words in (("--league", "--plot", str(path)), ("azar", "a_bot_of_a_very_long_name")):
        text = told(capsys, *words, *GAME, "--hands", "12", "--lang", language)
        assert max(map(len, text.splitlines())) <= 80
    [figure] = figures
    assert all_is_inside(figure)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("three")
def test_the_same_league_is_the_same_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = []
    for name in ("a.svg", "b.svg"):
        told(capsys, "--league", *GAME, "--hands", "12", "--plot", str(tmp_path / name))
        drawn.append((tmp_path / name).read_text("utf-8"))
    assert drawn[0] == drawn[1]
    assert ">aprendiz<" in drawn[0]
    assert ">Points per hand of each bot against the others<" in drawn[0]
