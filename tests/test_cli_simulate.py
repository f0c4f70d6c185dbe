"""`truquero simulate`."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from truquero.cli import main, simulate
from truquero.language import progress
from truquero.language.progress import Progress
from truquero.sim import Simulator, available
from truquero.variants import VARIANTS


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    chosen = () if "--executor" in arguments else ("--executor", "reference")  # what is counted is the same with all
    assert main(["simulate", *arguments, *chosen, "--json"]) == 0
    written = capsys.readouterr()
    assert written.err == ""
    found = json.loads(written.out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("name", "players"), [(name, n) for name, one in VARIANTS.items() for n in one.players])
def test_shares_are_shares(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, name, "--players", str(players), "--matches", "4")
    assert found["variant"] == name
    assert found["players"] == players
    assert sum(found["wins"].values()) == pytest.approx(1)
    assert len(found["wins"]) == (3 if players == 3 else 2)
    assert sum(found["settings"].values()) == pytest.approx(1)
    shares = [*found["hands_with"].values(), found["mano_points"], found["mano_hands"], found["first_mano_wins"]]
    assert all(0 <= share <= 1 for share in shares)
    for spread in (found["hands_per_match"], found["moves_per_match"]):
        assert 1 <= spread["min"] <= spread["mean"] <= spread["max"]
    assert found["moves_per_second"] > 0


def test_every_lance_of_the_variant_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    argentino = simulated(capsys, "argentino", "--players", "2", "--matches", "60")["hands_with"]
    assert all(argentino[f"{what}_called"] > 0 for what in ("envido", "truco", "retruco", "vale-cuatro"))
    assert all(argentino[f"{what}_accepted"] > 0 for what in ("envido", "truco", "retruco", "vale-cuatro"))
    assert argentino["flor_sung"] > 0
    assert argentino["mazo"] > 0
    assert argentino["a_trick_tied"] > 0
    paulista = simulated(capsys, "paulista", "--matches", "30")
    assert "envido_called" not in paulista["hands_with"]
    assert paulista["hands_with"]["doze_called"] > 0
    assert paulista["hands_with"]["decided_hand_played"] > 0
    assert paulista["settings"]["decided"] > 0


def test_nothing_is_accepted_more_often_than_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "belmez", "--matches", "20")["hands_with"]
    for what in ("envido", "truco", "retruco", "vale-nueve", "pata"):
        assert found[f"{what}_accepted"] <= found[f"{what}_called"]
    assert found["retruco_called"] <= found["truco_called"]


def test_the_same_seed_gives_the_same_matches(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [simulated(capsys, "argentino", "--matches", "5", "--seed", seed) for seed in ("a", "a", "b")]
    for run in runs:
        del run["moves_per_second"], run["seed"]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_a_seed_of_digits_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "paulista", "--matches", "9", "--seed", "42")
    totals = Simulator("paulista", executor="reference").matches(9, seed=42).totals()
    assert found["moves_per_match"]["mean"] == totals.moves.mean


def test_the_numbers_do_not_depend_on_who_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """At least the reference engine can always play, and whoever plays is named."""
    runs = {}
    for name, lacks in available().items():
        if lacks is None:
            found = simulated(capsys, "navarrevisca", "--players", "2", "--matches", "40", "--executor", name)
            assert found.pop("executor") == name
            del found["moves_per_second"]
            runs[name] = found
    assert all(found == runs["reference"] for found in runs.values())


def test_few_matches_are_left_to_the_reference_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulated(capsys, "argentino", "--matches", "2", "--executor", "auto")["executor"] == "reference"


def test_single_hands(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "paulista", "--hands", "150", "--threads", "1")
    assert found["hands"] == 150
    assert found["settings"] == {"round": 1.0}
    assert found["moves_per_hand"]["min"] >= 2
    assert 0 < found["mano_hands"] < 1
    assert not {"matches", "wins", "first_mano_wins", "hands_per_match", "moves_per_match"} & set(found)
    assert main(["simulate", "paulista", "--hands", "5"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("paulista, 4 players: 5 hands at random, seed 1\nplayed by: the reference engine")
    assert "Each hand " in text
    assert "Matches" not in text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("es", "jugado por: el motor de referencia"),
        ("en", "played by: the reference engine"),
        ("pt", "jogado por: o motor de referência"),
        ("ca", "jugat per: el motor de referència"),
    ],
)
def test_it_says_who_has_played(language: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "argentino", "--matches", "2", "--lang", language]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith(says)


def test_what_would_be_faster_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lacking = {"gpu": "a GPU", "cpu": 'pip install "truquero[fast]"', "reference": None}
    monkeypatch.setattr(simulate, "available", lambda: lacking)
    assert main(["simulate", "argentino", "--matches", "2"]) == 0
    assert (
        'played by: the reference engine; for the fast one: pip install "truquero[fast]"\n' in capsys.readouterr().out
    )


def test_house_rules_hold(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "argentino", "--matches", "5", "flor=off", "--players", "2", "target=5")
    assert found["options"]["target"] == "5"
    assert found["options"]["flor"] == "off"
    assert "flor_sung" not in found["hands_with"]


def test_text_has_one_aligned_line_for_each_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "belmez", "--matches", "3"]) == 0
    text = capsys.readouterr().out
    shares = [line for line in text.splitlines() if line.endswith("%")]
    assert len({len(line) for line in shares}) == 1
    assert text.startswith("belmez, 4 players: 3 matches at random, seed 1\n")
    assert "  envido accepted  " in text
    assert text.endswith(" moves a second\n")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_on_a_terminal_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    stream = Terminal()
    bar = Progress("matches", stream)
    bar.show(1, 4)
    assert stream.getvalue() == ""
    clock[0] = 10
    bar.show(2, 4)
    assert "\r[###############...............]   50%  2 of 4 matches" in stream.getvalue()
    bar.clear()
    assert stream.getvalue().endswith(" \r")


def test_progress_is_not_written_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SOON", -1.0)
    stream = io.StringIO()
    bar = Progress("matches", stream)
    bar.show(1, 4)
    bar.clear()
    assert stream.getvalue() == ""
