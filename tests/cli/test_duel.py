"""`truquero duel`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.commands import Command, nothing_is_cut_off
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
output_of, json_of, error_of = DUEL.output_of, DUEL.json_of, DUEL.error_of


# ------------------------------------------------------------------------------------------------------------- duels


def test_a_duel_is_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "aprendiz", "azar", *GAME, "--hands", "60").splitlines()
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
    text = output_of(capsys, "azar", "azar", *GAME, "--hands", "30")
    assert "+0.000   +0.000 to +0.000" in text
    assert "Neither bot is clearly better" in text
    assert "Not enough to tell" in output_of(capsys, "azar", "azar", *GAME, "--hands", "4")


def test_json_of_a_duel_has_all_fields(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "aprendiz", "azar", *GAME, "--hands", "60", "--seed", "s", "target=8")
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
    assert len({output_of(capsys, *game, "--jobs", jobs) for jobs in ("1", "2", "3")}) == 1


def test_without_a_seed_each_run_draws_a_seed_that_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    game = ("azar", "aprendiz", "--players", "2", "--hands", "8", "--jobs", "1")
    first, second = json_of(capsys, *game), json_of(capsys, *game)
    assert first["seed"] != second["seed"]
    assert all(len(bytes.fromhex(result["seed"])) >= 16 for result in (first, second))
    assert json_of(capsys, *game, "--seed", first["seed"]) == first
    assert f"seed\u00a0{first['seed']}" in output_of(capsys, *game, "--seed", first["seed"])


def test_a_duel_may_have_only_hands_or_only_matches(capsys: pytest.CaptureFixture[str]) -> None:
    single = json_of(capsys, "azar", "azar", *GAME, "--hands", "10", "--single")
    assert (single["matches"], single["matches_won"], single["deals"]["clusters"]) == (None, None, 10)
    whole = json_of(capsys, "azar", "azar", *GAME, "--hands", "10", "--matches")
    assert whole["deals"] is None
    assert whole["points_per_hand"] == whole["matches"]["points_per_hand"]
    assert "Matches won" not in output_of(capsys, "azar", "azar", *GAME, "--hands", "10", "--single")
    assert "at 0-0" not in output_of(capsys, "azar", "azar", *GAME, "--hands", "10", "--matches")


def test_bots_and_house_rules_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    rest = ("--hands", "4", "--jobs", "1", "--seed", "1")
    expected = json_of(capsys, "azar", "aprendiz", "flor=off", "--players", "2", *rest)
    assert expected["options"]["flor"] == "off"
    again = json_of(capsys, "flor=off", "azar", "--players", "2", "aprendiz", *rest)
    assert again == expected


def test_three_players_change_seats_in_six_ways(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--variant", "argentino", "--players", "3", "--hands", "6", "--jobs", "1")
    assert "each played in all six seatings" in output_of(capsys, "azar", "azar", *arguments)
    assert json_of(capsys, "azar", "azar", *arguments)["deals"]["games"] == 18


def test_a_duel_follows_a_file_of_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "mine.toml"
    house.write_text('name = "mine"\nfrom = "paulista"\ntarget = 6\n', encoding="utf-8")
    answer = json_of(capsys, "azar", "azar", "--variant", str(house), "--players", "2", "--hands", "4", "--jobs", "2")
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
    assert {entry["bot"] for entry in answer["trouble"]} == {name}
    lines = written.err.splitlines()
    assert len(lines) == len(answer["trouble"]) == 2  # a line for each seat
    assert all("no idea" in line and line.endswith(" games)") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("azar", "name two bots: truquero duel aprendiz azar; name more with --league"),
        ("azar azar azar", "name two bots"),
        ("", "name two bots"),
        ("azar nobody", "there is no bot 'nobody': choose from azar"),
        ("jugador:valient azar", "did you mean jugador:valiente?"),
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
def test_bad_arguments_are_refused(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_of(capsys, *arguments.split())


def test_pictures_need_their_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    line = error_of(capsys, "--league", "azar", "aprendiz", "--plot", "x.svg")
    assert 'pictures need Matplotlib: pip install "truquero[plot]"' in line


# ----------------------------------------------------------------------------------------------------------- leagues


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Return the names of a fast league: bots that do not think, including a very long name."""
    makers = {"azar": ROSTER["azar"], "aprendiz": ROSTER["aprendiz"], "a_bot_of_a_very_long_name": ROSTER["azar"]}
    monkeypatch.setattr("truquero.bots.bot_registry.ROSTER", makers)
    monkeypatch.setattr(command, "ROSTER", makers)
    return tuple(makers)


def test_a_league_is_printed_as_tables(three: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Without names on the command line, all bots play."""
    text = output_of(capsys, "--league", *GAME, "--hands", "40")
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
    assert league_of(capsys, *three) == text


def league_of(capsys: pytest.CaptureFixture[str], *names: str) -> str:
    return output_of(capsys, "--league", *names, *GAME, "--hands", "40")


@pytest.mark.usefixtures("three")
def test_a_league_is_printed_as_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "--league", *GAME, "--hands", "20")
    assert answer["table"][0]["bot"] == "aprendiz"
    assert all(set(entry["rating"]) == set(entry["matches_won"]) == ESTIMATE for entry in answer["table"])
    assert [entry["rating"]["value"] for entry in answer["table"]] == sorted(
        (entry["rating"]["value"] for entry in answer["table"]), reverse=True
    )
    assert len(answer["duels"]) == 3
    assert all(len(entry["bots"]) == 2 and entry["deals"]["clusters"] == 10 for entry in answer["duels"])


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("language", ["en", "es", "pt", "ca"])
def test_80_columns_and_no_text_of_the_picture_is_cut_off(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    figures: list[Figure] = []

    def captured_picture(request: DuelRequest, result: League) -> Figure:
        figures.append(picture(request, result))
        return figures[-1]

    monkeypatch.setattr("truquero.cli.duel_plot.picture", captured_picture)
    path = tmp_path / "x.png"
    for arguments in (("--league", "--plot", str(path)), ("azar", "a_bot_of_a_very_long_name")):
        text = output_of(capsys, *arguments, *GAME, "--hands", "12", "--lang", language)
        assert max(map(len, text.splitlines())) <= 80
    [figure] = figures
    assert nothing_is_cut_off(figure)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("three")
def test_the_same_league_is_the_same_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = []
    for name in ("a.svg", "b.svg"):
        output_of(capsys, "--league", *GAME, "--hands", "12", "--plot", str(tmp_path / name))
        pictures.append((tmp_path / name).read_text("utf-8"))
    assert pictures[0] == pictures[1]
    assert ">aprendiz<" in pictures[0]
    assert ">Points per hand of each bot against the others<" in pictures[0]
