"""`truquero simulate`."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from truquero.cli import main, simulate
from truquero.i18n import progress
from truquero.i18n.progress import Progress
from truquero.sim import AUTO, Simulator, available, executors
from truquero.sim.cache_files import write_cached
from truquero.sim.cache_paths import loop_sums, tables_path, too_many_path
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import ExecutorResults, Request
from truquero.variants import VARIANTS, rules_of


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    executor = () if "--executor" in arguments else ("--executor", "reference")  # counts never depend on the executor
    assert main(["simulate", *arguments, *executor, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    figures = json.loads(captured.out)
    assert isinstance(figures, dict)
    return figures


@pytest.mark.parametrize(
    ("variant", "players"), [(name, count) for name, preset in VARIANTS.items() for count in preset.players]
)
def test_shares_are_between_0_and_1(variant: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, variant, "--players", str(players), "--matches", "4")
    assert figures["variant"] == variant
    assert figures["players"] == players
    assert sum(figures["wins"].values()) == pytest.approx(1)
    assert len(figures["wins"]) == (3 if players == 3 else 2)
    assert sum(figures["settings"].values()) == pytest.approx(1)
    shares = [
        *figures["hands_with"].values(),
        figures["mano_points"],
        figures["mano_hands"],
        figures["first_mano_wins"],
    ]
    assert all(0 <= share <= 1 for share in shares)
    for spread in (figures["hands_per_match"], figures["moves_per_match"]):
        assert 1 <= spread["min"] <= spread["mean"] <= spread["max"]
    assert figures["moves_per_second"] > 0


def test_every_lance_of_the_variant_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    argentino = simulated(capsys, "argentino", "--players", "2", "--matches", "60")["hands_with"]
    assert all(argentino[f"{call}_called"] > 0 for call in ("envido", "truco", "retruco", "vale-cuatro"))
    assert all(argentino[f"{call}_accepted"] > 0 for call in ("envido", "truco", "retruco", "vale-cuatro"))
    assert argentino["flor_sung"] > 0
    assert argentino["mazo"] > 0
    assert argentino["a_trick_tied"] > 0
    paulista = simulated(capsys, "paulista", "--matches", "30")
    assert "envido_called" not in paulista["hands_with"]
    assert paulista["hands_with"]["doze_called"] > 0
    assert paulista["hands_with"]["decided_hand_played"] > 0
    assert paulista["settings"]["decided"] > 0


def test_nothing_is_accepted_more_often_than_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    shares = simulated(capsys, "belmez", "--matches", "20")["hands_with"]
    for call in ("envido", "truco", "retruco", "vale-nueve", "pata"):
        assert shares[f"{call}_accepted"] <= shares[f"{call}_called"]
    assert shares["retruco_called"] <= shares["truco_called"]


def test_the_same_seed_gives_the_same_matches(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [simulated(capsys, "argentino", "--matches", "5", "--seed", seed) for seed in ("a", "a", "b")]
    for run in runs:
        del run["moves_per_second"], run["seed"]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_a_seed_of_digits_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "paulista", "--matches", "9", "--seed", "42")
    totals = Simulator("paulista", executor="reference").matches(9, seed=42).totals()
    assert figures["moves_per_match"]["mean"] == totals.moves.mean


@pytest.mark.compiled
def test_the_results_do_not_depend_on_the_executor(capsys: pytest.CaptureFixture[str]) -> None:
    """The reference engine is always available, and the output names the executor."""
    runs = {}
    for name, missing in available().items():
        if missing is None:
            figures = simulated(capsys, "navarrevisca", "--players", "2", "--matches", "40", "--executor", name)
            assert figures.pop("executor") == name
            del figures["moves_per_second"]
            runs[name] = figures
    assert all(figures == runs["reference"] for figures in runs.values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an empty cache."""
    monkeypatch.setenv("TRUQUERO_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_short_simulations_use_the_reference_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulated(capsys, "argentino", "--executor", "auto", "--players", "6")["executor"] == "reference"


@pytest.mark.usefixtures("folder")
def test_the_fastest_executor_depends_on_the_results_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the tables and the loop are not in the cache yet, building them takes longer than some thousand games."""
    rules = rules_of("mineiro", 2)

    def engine_limit(whole: bool) -> int:
        """Return the largest number of games for which the reference engine is chosen."""
        few, many = 1, 10**7
        while few + 1 < many:
            middle = (few + many) // 2
            by_engine = executors.fastest_for(rules, middle, whole_matches=whole) == "reference"
            few, many = (middle, many) if by_engine else (few, middle)
        return few

    limits = [engine_limit(whole=True)]
    assert engine_limit(whole=False) > 5 * limits[0]
    for path in (loop_sums(), tables_path(rules)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        limits.append(engine_limit(whole=True))
    assert limits == sorted(limits, reverse=True)
    assert limits[0] > 1_000 > 200 > limits[-1] >= simulate.USUAL_MATCHES
    monkeypatch.setattr(executors, "_gpu_lacks", lambda: None)
    assert executors.fastest_for(rules, 5_000_000, whole_matches=True) == AUTO
    assert executors.fastest_for(rules, 100_000_000, whole_matches=True) == "gpu"
    monkeypatch.setattr(executors, "_cpu_lacks", lambda: "Numba")
    assert executors.fastest_for(rules, 5_000_000, whole_matches=True) == "gpu"
    write_cached(too_many_path(rules), b"100000")
    assert executors.fastest_for(rules, 100_000_000, whole_matches=True) == AUTO


@pytest.mark.usefixtures("folder")
def test_a_game_with_too_many_states_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("argentino", 6)
    write_cached(too_many_path(rules), b"100000")
    monkeypatch.setattr(executors, "_cpu", None)  # it must not be called
    assert executors.create_executor(AUTO, rules).name == "reference"


def test_the_measured_speed_excludes_loading(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By this clock the first game takes an hour, and every other game a second."""
    clock = [0.0]
    play = ReferenceExecutor.play

    def slow(self: ReferenceExecutor, request: Request) -> ExecutorResults:
        clock[0] += request.games if clock[0] else 3600
        return play(self, request)

    monkeypatch.setattr(ReferenceExecutor, "play", slow)
    monkeypatch.setattr("time.perf_counter", lambda: clock[0])
    figures = simulated(capsys, "mineiro", "--matches", "20")
    assert figures["moves_per_second"] == round(figures["moves_per_match"]["mean"])


def test_single_hands_have_no_matches(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "paulista", "--hands", "150", "--threads", "1")
    assert figures["hands"] == 150
    assert figures["settings"] == {"round": 1.0}
    assert figures["moves_per_hand"]["min"] >= 2
    assert 0 < figures["mano_hands"] < 1
    assert not {"matches", "wins", "first_mano_wins", "hands_per_match", "moves_per_match"} & set(figures)
    assert main(["simulate", "paulista", "--hands", "5"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("paulista, 4 players: 5 hands at random, seed 1\nexecutor: the reference engine")
    assert "Each hand " in text
    assert "Matches" not in text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "jugado por: el motor de referencia"),
        ("en", "executor: the reference engine"),
        ("pt", "jogado por: o motor de referência"),
        ("ca", "jugat per: el motor de referència"),
    ],
)
def test_the_output_names_the_executor(language: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "argentino", "--matches", "2", "--lang", language]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith(text)


def test_a_faster_executor_is_suggested(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lacking = {"gpu": "a GPU", "cpu": 'pip install "truquero[fast]"', "reference": None}
    monkeypatch.setattr(simulate, "available", lambda: lacking)
    assert main(["simulate", "argentino", "--matches", "2"]) == 0
    assert 'executor: the reference engine; for a faster one: pip install "truquero[fast]"\n' in capsys.readouterr().out


def first_lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["simulate", "mineiro", "--executor", "reference", *arguments]) == 0
    return capsys.readouterr().out.splitlines()[:2]


@pytest.mark.parametrize(
    ("seed", "seed_text"),
    [
        ("7", "7"),
        ("ñandú", "ñandú"),
        ("", "''"),
        (" ", "' '"),
        ("la mano", "'la mano'"),
        ("\x1b[31mred\n", r"'\x1b[31mred\n'"),
        ("\u202eabc", r"'\u202eabc'"),
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 23 + "…"),
        ("9" * 5_000, "9" * 23 + "…"),
    ],
)
def test_any_seed_is_shown_on_one_line(seed: str, seed_text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (title, _executor) = first_lines(capsys, "--matches", "2", "--seed", seed)
    assert title == f"mineiro, 4 players: 2 matches at random, seed {seed_text}"


def test_one_game_is_singular(capsys: pytest.CaptureFixture[str]) -> None:
    assert first_lines(capsys, "--matches", "1")[0] == "mineiro, 4 players: 1 match at random, seed 1"
    assert first_lines(capsys, "--hands", "1")[0] == "mineiro, 4 players: 1 hand at random, seed 1"


def test_a_seed_is_a_number_or_text_in_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [simulated(capsys, "mineiro", "--matches", "1", "--seed", seed) for seed in ("42", "uno", "7" * 5_000)]
    assert [run["seed"] for run in runs[:2]] == [42, "uno"]
    seeds = (int("7" * 4_000), runs[2]["seed"])
    moves = [Simulator("mineiro", executor="reference").matches(1, seed=seed).moves for seed in seeds]
    assert moves[0] == moves[1] == [runs[2]["moves_per_match"]["mean"]]


def test_the_reference_engine_says_that_it_uses_one_core(capsys: pytest.CaptureFixture[str]) -> None:
    for threads, advised in (("1", False), ("2", True)):
        assert (
            first_lines(capsys, "--matches", "1", "--threads", threads)[1].endswith(
                "; the reference engine uses one core"
            )
            == advised
        )


def test_the_progress_bar_disappears_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_executor: ReferenceExecutor, request: Request) -> ExecutorResults:
        if request.first_game > 10:
            raise RuntimeError
        return play(_executor, request)

    play = ReferenceExecutor.play
    monkeypatch.setattr(ReferenceExecutor, "play", broken)
    monkeypatch.setattr(progress, "FIRST_DELAY", -1.0)
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with pytest.raises(RuntimeError):
        main(["simulate", "mineiro", "--matches", "99", "--executor", "reference"])
    assert "matches" in stream.getvalue()
    assert stream.getvalue().endswith(" \r")


def test_house_rules_are_applied(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "argentino", "--matches", "5", "flor=off", "--players", "2", "target=5")
    assert figures["options"]["target"] == "5"
    assert figures["options"]["flor"] == "off"
    assert "flor_sung" not in figures["hands_with"]


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
    monkeypatch.setattr(progress, "FIRST_DELAY", -1.0)
    stream = io.StringIO()
    bar = Progress("matches", stream)
    bar.show(1, 4)
    bar.clear()
    assert stream.getvalue() == ""
