"""Tables are kept between runs, under a hash of what they were made from; and what works where nothing is installed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from truquero import compiled, rules_of
from truquero.compiled import making
from truquero.compiled.cache import rules_hash
from truquero.compiled.tables import Tables
from truquero.language import progress
from truquero.sim import Simulator
from truquero.variants import VARIANTS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("TRUQUERO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def assert_equal(one: Tables, other: Tables) -> None:
    first, second = one.parts(), other.parts()
    assert first.keys() == second.keys()
    for name, value in first.items():
        assert np.array_equal(value, second[name]), name
        assert np.asarray(value).dtype == np.asarray(second[name]).dtype, name


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


# ------------------------------------------------------------------------------------------------------------ keeping


def test_tables_are_made_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    first = compiled.compile("venezolano", 2, progress=lambda done, found: told.append((done, found)))
    assert told
    assert all(done <= found for done, found in told)
    (file,) = kept(folder)
    monkeypatch.setattr(making, "Builder", None)  # nothing is built any more
    assert_equal(compiled.compile("venezolano", 2), first)
    assert_equal(compiled.compile(rules_of("venezolano", 2)), first)
    assert kept(folder) == [file]


@pytest.mark.parametrize("spoil", [b"", b"PK\x03\x04 no more than the beginning", b"something else altogether"])
def test_a_spoilt_file_is_made_anew(folder: Path, spoil: bytes) -> None:
    first = compiled.compile("uruguayo", 2)
    (file,) = kept(folder)
    whole = file.read_bytes()
    file.write_bytes(spoil)
    assert_equal(compiled.compile("uruguayo", 2), first)
    assert len(file.read_bytes()) == len(whole)
    file.write_bytes(whole[: len(whole) // 2])
    assert_equal(compiled.compile("uruguayo", 2), first)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled.compile("uruguayo", 2)
    a_file = tmp_path / "file"
    a_file.write_text("no folder can be made in here", "utf-8")
    monkeypatch.setenv("TRUQUERO_CACHE", str(a_file / "cache"))
    assert_equal(compiled.compile("uruguayo", 2), first)


def test_a_game_with_too_many_states_is_walked_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_STATES", 600)
    monkeypatch.setattr(making, "REPORT_EVERY", 1)
    told: list[tuple[int, ...]] = []
    for first_time in (True, False):
        assert not compiled.compile("argentino", 3, progress=lambda *states: told.append(states)).complete
        assert bool(told) == first_time
        told.clear()
    monkeypatch.setattr(making, "MOST_STATES", 10_000)
    assert compiled.compile("argentino", 3).complete
    assert len(kept(folder)) == 1


# ------------------------------------------------------------------------------------------------------------- hashes


def test_other_rules_have_another_hash() -> None:
    games = [rules_of(name, players) for name, preset in VARIANTS.items() for players in preset.players]
    games += [rules_of("argentino", 2, target=15), rules_of("argentino", 2, flor=False)]
    games += [rules_of("paulista", 4, blind_calls=True), rules_of("belmez", 4, patas=3)]
    assert len({rules_hash(rules) for rules in games}) == len(games)
    assert rules_hash(rules_of("argentino", 2)) == rules_hash(rules_of("argentino", 2, target=30))


def test_the_hash_is_the_same_in_every_process() -> None:
    program = (
        "from truquero import VARIANTS, rules_of; from truquero.compiled.cache import rules_hash;"
        "print([rules_hash(rules_of(name)) for name in VARIANTS])"
    )
    runs = set()
    for seed in ("0", "1", "12345"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        runs.add(done.stdout)
    assert runs == {f"{[rules_hash(rules_of(name)) for name in VARIANTS]}\n"}


# ----------------------------------------------------------------------------------------------------------- progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("door", ["compile", "simulator"])
@pytest.mark.usefixtures("folder")
def test_a_terminal_is_shown_a_bar(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SOON", -1.0)
    monkeypatch.setattr(progress, "PAUSE", 0.0)
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    if door == "compile":
        compiled.compile("argentino", 2)
    else:
        Simulator("argentino", 2, executor="cpu")
    assert "  500 of " in stream.getvalue()
    assert " states" in stream.getvalue()
    assert stream.getvalue().endswith(" \r")


# ---------------------------------------------------------------------------------------------- nothing else installed

BARE = """
import sys
for name in ("numpy", "numba", "torch", "matplotlib"):
    sys.modules[name] = None
"""


def bare(program: str) -> str:
    """What a program prints where only Truquero is installed."""
    done = subprocess.run([sys.executable, "-c", BARE + program], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def test_commands_run_without_the_extras() -> None:
    text = bare("from truquero.cli import main\nmain(['simulate', 'argentino', '--matches', '30', '--lang', 'en'])")
    assert 'played by: the reference engine; for the fast one: pip install "truquero[fast]"\n' in text
    text = bare("from truquero.cli import main\nmain(['equity', 'paulista', '--cards', '4p 7c 7e', '--lang', 'en'])")
    assert "%" in text
    assert "argentino" in bare("from truquero.cli import main\nmain(['variants'])")


def test_every_room_is_imported_without_the_extras() -> None:
    rooms = "notation, book, compiled, sim, bots, solve, cli, table, engine, rules, variants"
    assert bare(f"from truquero import {rooms}\nprint('all')") == "all\n"


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (
            "Simulator('argentino', executor='cpu')",
            'the executor cpu cannot run here; it needs: pip install "truquero[fast]"',
        ),
        (
            "Simulator('argentino', executor='gpu')",
            'the executor gpu cannot run here; it needs: pip install "truquero[gpu]"',
        ),
        ("compiled.compile('argentino', 2)", 'tables need NumPy and Numba: pip install "truquero[fast]"'),
    ],
)
def test_what_needs_an_extra_says_which(wanted: str, message: str) -> None:
    program = f"""
from truquero import compiled
from truquero.sim import SimulationError, Simulator
try:
    {wanted}
except SimulationError as error:
    print(error)
"""
    assert bare(program) == f"{message}\n"


def test_tables_are_no_part_of_a_plain_import() -> None:
    program = "import sys; from truquero import compiled, sim; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
