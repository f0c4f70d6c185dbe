"""`truquero equity`."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.commands import Command, nothing_is_cut_off
from truquero.analysis import Equity
from truquero.cli.equity_plot import picture
from truquero.cli.equity_rows import EquityRequest
from truquero.i18n.progress import Progress

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OWN = ("--cards", "7e 6e 1c")


EQUITY = Command("equity")
output_of, json_of, error_of = EQUITY.output_of, EQUITY.json_of, EQUITY.error_of


def test_equity_is_shown_for_the_mano_and_the_pie(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "argentino", "--players", "2", *OWN)
    lines = text.splitlines()
    assert lines[:2] == ["Argentino, 2 players · 0-0 · round", "Cards: 7e 6e 1c"]
    assert lines[3].split() == ["mano", "pie"]
    assert "  won                                           75.92%                87.19%" in lines
    assert "Envido: 33" in lines
    assert "  good against all rivals                      100.00%                98.65%" in lines
    assert "Flor: none" in lines
    assert "Bets at 0-0" in lines
    assert ["falta", "envido", "+30", "−30", "−1", "48.3%", "+30.00", "+29.19"] in map(str.split, lines)
    assert lines[-1] == "Every chance is exact: all deals were counted."
    assert max(map(len, lines)) <= 80


def test_open_cards_have_a_distribution_of_envido(capsys: pytest.CaptureFixture[str]) -> None:
    """The output contains the distribution of the envido, and how often each value wins as mano and as pie."""
    lines = output_of(capsys, "argentino", "--players", "2").splitlines()
    assert "    33      1.54%                              100.00%                98.72%" in lines
    assert "    27      7.89%                               83.25%                75.19%" in lines
    assert lines[-1] == "Every chance is exact: all deals were counted."


def test_a_barred_flor_takes_no_part(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "belmez", "--players", "2", "--cards", "4c 5c 6c", "--mano")
    assert "Envido: takes no part\n" in text
    assert "Flor: 35\n" in text


def test_sampled_chances_have_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("argentino", "--players", "4", *OWN, "--pie", "--samples", "50", "--score", "27-15")
    text = output_of(capsys, *arguments)
    assert " ".join(text.split()).endswith("are estimated from 50 deals with seed 1; all others are exact.")
    won, average = (
        next(line for line in text.splitlines() if line.startswith(f"  {row} ")) for row in ("won", "truco")
    )
    assert re.search(r"\d\.\d% \(\d+\.\d–\d+\.\d\)$", won)
    assert re.search(r"[+−]\d\.\d\d ±\d\.\d\d$", average)
    [place] = json_of(capsys, *arguments)["places"]
    assert place["place"] == 3
    assert place["score"] == [27, 15]
    win = place["truco"]["win"]
    assert win["low"] <= win["chance"] <= win["high"]
    assert win["samples"] == 50
    assert place["envido"]["good"]["exact"]
    falta = next(bet for bet in place["bets"] if bet["call"] == "falta-envido")
    assert (falta["wins"], falta["refused"], falta["over"], falta["accept"]) == (3, 1, None, "quiero")
    truco = next(bet for bet in place["bets"] if bet["call"] == "truco")
    assert truco["win"] == win
    assert truco["low"] < truco["expected"] < truco["high"]
    assert truco["samples"] == 50
    assert truco["tie"]["chance"] == place["truco"]["nobody"]["chance"]


def test_json_shows_exact_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    mano, pie = json_of(capsys, "argentino", "--players", "2", "--envido", "27", "--against", "4e 4c 4b")["places"]
    assert mano["envido"]["own"] == {"27": {"chance": 1.0, "exact": "1"}}
    assert mano["envido"]["good"] == {"chance": 1.0, "exact": "1"}
    assert pie["place"] == 1
    raised = next(bet for bet in pie["bets"] if (bet["over"], bet["call"]) == ("envido", "envido"))
    assert (raised["win"], raised["expected"], raised["exact"]) == ({"chance": 1.0, "exact": "1"}, 4.0, "4")
    assert set(mano["flor"]["own"]) > {"none", "27"}


def test_cards_may_be_written_as_in_brazil(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("paulista", "--players", "2", "--cards", "Ap 3c 3o", "--turned", "Ko", "--score", "11-3", "--mano")
    text = output_of(capsys, *arguments)
    assert text.startswith("Paulista, 2 players · 11-3 · one side decides · vira: Ko\nCards: Ap 3c 3o\n")
    assert "Envido: not in this variant" in text
    assert "  jogamos " in text


def test_the_cards_played_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "argentino", "--players", "2", *OWN, "--mano", "--played", "1c 3c 2e")
    assert "Played, by place: 0: 1c · 1: 3c · 1: 2e" in text


def test_the_output_repeats_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    details = ("--against", "no-flor", "--against", "1: envido>=28", "--seen", "1e,2c", "--seed", "feria", "flor=on")
    arguments = ("argentino", "--players", "4", "--envido", "27", "--place", "2", "--partner", "no-1b", *details)
    lines = output_of(capsys, *arguments, "--samples", "5").splitlines()
    assert lines[:5] == [
        "Argentino, 4 players · flor=on · 0-0 · round",
        "Cards: envido=27",
        "Partners: no-1b",
        "Rivals: no-flor · 1: envido>=28",
        "Seen: 1e 2c",
    ]
    assert "5 deals with seed feria" in " ".join(lines)
    request = json_of(capsys, *arguments, "--samples", "5")["asked"]
    assert request["against"] == ["no-flor", "1: envido>=28"]
    assert (request["cards"], request["partners"], request["seen"]) == ("envido=27", ["no-1b"], "1e 2c")
    assert (request["samples"], request["seed"]) == (5, "feria")


def test_raises_are_listed_below_the_call_and_capped_stakes_have_a_star(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(
        capsys, "belmez", "--players", "2", "--score", "38-12", "--cards", "4c 5e 6b", "--mano"
    ).splitlines()
    assert "  * mi farta" in lines
    assert ["la", "pata", "*", "+2", "−2", "−9", "0.0%", "−1.90"] in map(str.split, lines)
    own = lines.index("  envido …")
    assert lines[own + 2].startswith("    envido la pata *")
    assert not any(line.endswith(" ") for line in lines)


def test_a_possible_flor_is_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  held, and it is good " in output_of(capsys, "argentino", "--players", "2")
    assert "  good against every rival " in output_of(capsys, "argentino", "--players", "2", "--cards", "7e 6e 1e")


def test_one_progress_bar_covers_the_whole_calculation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shares: list[float] = []
    monkeypatch.setattr(Progress, "show", lambda _bar, done, total: shares.append(done / total))
    output_of(capsys, "argentino", "--players", "4", "--samples", "20")
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] > 0.8
    assert len(set(shares)) > 20


@pytest.mark.parametrize("kind", ["svg", "png"])
@pytest.mark.parametrize(
    "arguments",
    [
        "argentino --players 2 --cards 7e,2e,1c",
        "gauderio --players 2 --pie --samples 9",
        "paulista --samples 5 --mano",
    ],
)
def test_a_picture_is_reproducible(
    kind: str, arguments: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"chances.{kind}"
    output_of(capsys, *arguments.split(), "--plot", str(path), "--lang", "es")
    content = path.read_bytes()
    assert content.startswith(b"<?xml" if kind == "svg" else b"\x89PNG")
    output_of(capsys, *arguments.split(), "--plot", str(path), "--lang", "es")
    assert path.read_bytes() == content
    assert kind == "png" or ("pie" if "--pie" in arguments else "mano") in content.decode()


LONG = (
    "paulista deck=24 tie_lead=first_tied tie_policy=NEXT all_tied=mano --players 4 --place 1 --cards 3p --samples 9 "
    "--against 0:best>=3c,no-2p,no-2c --against 2:worst<Kc --partner 3:best>=Ae --seen 2o,2e"
)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "arguments",
    [
        LONG,
        f"{LONG} --turned Qp",
        "paulista --players 2",
        (
            "argentino --players 6 --samples 9 --place 1 --against 2:envido>=28,no-1e,no-1b,no-7e,no-7o,best>=3c "
            "--against best<1e,worst<7c,no-flor --partner no-flor,envido<33,no-3c,no-2c --seen 4c,5c,6c,4e,5e"
        ),
        "belmez --players 4 --samples 9",
    ],
)
def test_no_text_of_a_picture_is_cut_off(
    arguments: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    figures: list[Figure] = []

    def captured_picture(request: EquityRequest, results: Sequence[Equity]) -> Figure:
        figures.append(picture(request, results))
        return figures[-1]

    monkeypatch.setattr("truquero.cli.equity_plot.picture", captured_picture)
    output_of(capsys, *arguments.split(), "--lang", language, "--plot", str(tmp_path / "x.png"))
    [figure] = figures
    assert nothing_is_cut_off(figure)


def test_pictures_need_their_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    line = error_of(capsys, "argentino", *OWN, "--plot", "chances.svg")
    assert 'pictures need Matplotlib: pip install "truquero[plot]"' in line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--plot x.pdf", "cannot draw x.pdf: choose a name that ends in .svg or .png"),
        ("--plot missing/x.svg", "the folder does not exist"),
        ("--score 27", "'27' is not a score"),
        ("--score 27-31", "no side can have 31 points"),
        ("--mano --pie", "not allowed with argument"),
        ("--place 9", "there is no place 9"),
        ("--cards 1e,2e --played 1e", "say where you sit"),
        ("--place -1", "it must be 0 or more"),
        ("--envido -1", "it must be 0 or more"),
        ("--samples -1", "it must be 1 or more"),
        ("--samples 0", "it must be 1 or more"),
        ("--envido x", "'x' is not a whole number"),
        ("--play well", "invalid choice: 'well'"),
    ],
)
def test_bad_arguments_are_refused(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_of(capsys, "argentino", "--players", "2", *arguments.split())


def test_a_picture_that_cannot_be_written_is_refused_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "folder.svg"
    folder.mkdir()
    assert "it is a folder" in error_of(capsys, "argentino", *OWN, "--plot", str(folder))
    assert "cannot write /proc/x.svg" in error_of(capsys, "argentino", *OWN, "--plot", "/proc/x.svg")
    assert "say where you sit" in error_of(capsys, "argentino", "--played", "1e", "--plot", str(tmp_path / "x.svg"))
    assert [*tmp_path.iterdir()] == [folder]


def test_results_are_printed_even_if_the_picture_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.svg"
    path.symlink_to(tmp_path / "gone" / "x.svg")
    assert "cannot write" in error_of(capsys, "argentino", *OWN, "--plot", str(path))


@pytest.mark.parametrize("arguments", ["belmez --cards 4c,5c,6c", "quesada --cards 4c,5c,6o", "belmez"])
def test_seats_that_take_no_part_are_in_the_picture(
    arguments: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.svg"
    output_of(capsys, *arguments.split(), "--players", "2", "--plot", str(path))
    picture = path.read_text("utf-8")
    assert ">takes no part<" in picture
    assert "-1" not in re.findall(r">([^<>]*)</text>", picture)
    assert ("less than" in picture) == ("6o" in arguments)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("language", ["en", "es", "pt", "ca"])
@pytest.mark.parametrize("cards", ["", "7e 6e 1c"])
def test_the_text_fits_80_columns(players: int, language: str, cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    for details in ([], ["--played", "4c", "--pie"]):
        arguments = ["--players", str(players), "--samples", "9", "--cards", cards, "--lang", language, *details]
        text = output_of(capsys, "argentino", *arguments)
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("language", ["es", "pt", "ca"])
def test_the_text_is_in_the_language_of_the_user(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "argentino", "--players", "2", *OWN, "--lang", language)
    assert "75,92" in text
    assert "good against" not in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("words", [["1e7o4c"], ["1e", "7o", "4c"], ["1e 7o 4c"], ["--players", "2", "1e,7o,4c"]])
def test_cards_without_an_option_are_not_taken_for_house_rules(
    capsys: pytest.CaptureFixture[str], words: Sequence[str]
) -> None:
    expected = 'write cards after an option and with spaces between them: --cards "1e 7o 4c"'
    assert expected in error_of(capsys, "argentino", *words)
