"""Tables are cached between runs under a hash of their inputs; and the features that work without optional packages."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from tools.packages import INTERFACES, PACKAGES
from truquero import rules_of
from truquero.i18n import progress
from truquero.rules.game import HandType, Rules
from truquero.sim import Simulator
from truquero.sim.cache_paths import cache_folder, rules_hash
from truquero.sim.cpu.numba_cache import jit
from truquero.sim.tables import compile_tables
from truquero.sim.tables import load as making
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.variants import VARIANTS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an empty cache."""
    monkeypatch.setenv("TRUQUERO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def assert_equal(one: CompiledTables, other: CompiledTables) -> None:
    first, second = one.parts(), other.parts()
    assert first.keys() == second.keys()
    for name, value in first.items():
        assert np.array_equal(value, second[name]), name
        assert np.asarray(value).dtype == np.asarray(second[name]).dtype, name


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


# ------------------------------------------------------------------------------------------------ storing and loading


def test_tables_are_made_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    first = compile_tables("venezolano", 2, progress=lambda done, found: told.append((done, found)))
    assert told
    assert all(done <= found for done, found in told)
    (file,) = kept(folder)
    monkeypatch.setattr(making, "Builder", None)  # building again would fail
    assert_equal(compile_tables("venezolano", 2), first)
    assert_equal(compile_tables(rules_of("venezolano", 2)), first)
    assert kept(folder) == [file]


@dataclass(frozen=True)
class KeptTables:
    tables: CompiledTables
    folder: Path  # the cache folder
    file: Path


@pytest.fixture(scope="module")
def mineiro(tmp_path_factory: pytest.TempPathFactory) -> KeptTables:
    """Compile the tables of mineiro for two players once, into a cache of their own."""
    folder = tmp_path_factory.mktemp("mineiro")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRUQUERO_CACHE", str(folder))
        tables = compile_tables("mineiro", 2)
    (file,) = kept(folder)
    return KeptTables(tables, folder, file)


def flipped(whole: bytes, at: float) -> bytes:
    """Return the bytes with a single bit flipped."""
    position = int(at * (len(whole) - 1))
    return whole[:position] + bytes([whole[position] ^ 8]) + whole[position + 1 :]


def as_file(save: Callable[[io.BytesIO], object]) -> bytes:
    file = io.BytesIO()
    save(file)
    return file.getvalue()


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "the beginning of an archive": lambda whole: b"PK\x03\x04 no more than the beginning",
    "something else": lambda whole: b"something else altogether",
    "half": lambda whole: whole[: len(whole) // 2],
    "a plain array": lambda whole: as_file(lambda file: np.save(file, np.arange(9))),
    "keys missing": lambda whole: as_file(lambda file: np.savez(file, words=np.array(["mazo"]))),
    "an odd note": lambda whole: as_file(lambda file: np.savez(file, too_many=np.array([1, 2]))),
    **{f"a bit at {at}": lambda whole, at=at: flipped(whole, at) for at in (0.0, 0.1, 0.5, 0.9, 0.9999, 1.0)},  # type: ignore[misc]
}


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_file_is_made_anew(folder: Path, spoil: str, mineiro: KeptTables) -> None:
    first, whole = mineiro.tables, mineiro.file.read_bytes()
    file = folder / mineiro.file.relative_to(mineiro.folder)
    file.parent.mkdir(parents=True)
    file.write_bytes(SPOILT[spoil](whole))
    assert_equal(compile_tables("mineiro", 2), first)
    assert file.read_bytes() == whole


def test_a_spoilt_note_of_too_many_states_is_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_STATES", 100)
    assert not compile_tables("mineiro", 2).complete
    (file,) = kept(folder)
    whole = file.read_bytes()
    for spoilt in (b"", b"12", b"many", whole[:-1]):
        file.write_bytes(spoilt)
        assert not compile_tables("mineiro", 2).complete
        assert file.read_bytes() == whole


def twice(number: int) -> int:
    """Return twice the number. It replaces the real loop, which takes long to compile."""
    return number + number


def was_kept() -> bool:
    """Return whether the compiled function came from the cache. Check that it works in both cases."""
    made = jit("uint64(uint64)")(twice)
    assert made(21) == 42
    return bool(sum(made.stats.cache_hits.values()))


@pytest.mark.parametrize("suffix", [".nbi", ".nbc", ""])
@pytest.mark.parametrize("spoil", ["something else", "half", "a bit at 0.5"])
def test_a_spoilt_loop_is_compiled_anew(suffix: str, spoil: str, folder: Path) -> None:
    assert [was_kept(), was_kept()] == [False, True]
    (file,) = (one for one in kept(folder) if one.suffix == suffix)
    file.write_bytes(SPOILT[spoil](file.read_bytes()))
    assert [was_kept(), was_kept()] == [False, True]


COMPILED_BY_MANY = """
from truquero.sim.cpu.numba_cache import jit

@jit("uint64(uint64)")
def thrice(number):
    return 3 * number

print(sum(thrice.stats.cache_misses.values()))
"""


def test_of_many_processes_one_compiles_and_the_others_read(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "many.py"
    file.write_text(COMPILED_BY_MANY, "utf-8")
    folder.mkdir()
    many = [
        subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for _process in range(3)
    ]
    assert sorted(one.communicate()[0] for one in many) == ["0\n", "0\n", "1\n"]


def test_where_nothing_can_be_kept_the_loop_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cached beside the source file: a change of another source would go unnoticed there."""
    (tmp_path / "file").write_text("no folder can be made in here", "utf-8")
    monkeypatch.setenv("TRUQUERO_CACHE", str(tmp_path / "file" / "cache"))
    made = jit("uint64(uint64)")(twice)
    assert made(21) == 42
    assert made.stats.cache_path is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_tables("uruguayo", 2)
    a_file = tmp_path / "file"
    a_file.write_text("no folder can be made in here", "utf-8")
    monkeypatch.setenv("TRUQUERO_CACHE", str(a_file / "cache"))
    assert_equal(compile_tables("uruguayo", 2), first)


def test_a_game_with_too_many_states_is_walked_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_STATES", 600)
    monkeypatch.setattr(making, "REPORT_EVERY", 1)
    told: list[tuple[int, ...]] = []
    for first_time in (True, False):
        assert not compile_tables("argentino", 3, progress=lambda *states: told.append(states)).complete
        assert bool(told) == first_time
        told.clear()
    monkeypatch.setattr(making, "MOST_STATES", 10_000)
    assert compile_tables("argentino", 3).complete
    assert {path.suffix for path in kept(folder)} == {".tables", ".too-many"}


# -------------------------------------------------------------------------------------------------------- the folder


def test_folders_that_nobody_has_used_for_long_go_when_something_is_kept(folder: Path) -> None:
    old, recent = folder / f"tables-{'0' * 16}", folder / f"loop-{'1' * 16}"
    others = [folder / "tables-mine", folder / "loop-0", folder / f"else-{'0' * 16}"]
    for one in (old, recent, *others):
        one.mkdir(parents=True)
        (one / "file").write_text("something", "utf-8")
    months_ago = time.time() - 40 * 24 * 60 * 60
    for one in (old, *others):
        os.utime(one, (months_ago, months_ago))
    compile_tables("mineiro", 2)
    assert not old.exists()
    assert all(one.exists() for one in (recent, *others))


def test_tables_that_are_read_are_in_use(folder: Path) -> None:
    compile_tables("mineiro", 2)
    (file,) = kept(folder)
    os.utime(file.parent, (0, 0))
    compile_tables("mineiro", 2)
    assert file.parent.stat().st_mtime > 0


def test_unfinished_files_go_after_a_day(folder: Path) -> None:
    compile_tables("mineiro", 2)
    (file,) = kept(folder)
    old, recent = file.parent / "some.part", file.parent / "other.part"
    for part in (old, recent):
        part.write_bytes(b"the beginning")
    os.utime(old, (0, 0))
    file.unlink()
    compile_tables("mineiro", 2)
    assert kept(folder) == sorted([file, recent])


def test_what_is_kept_may_be_read_by_whom_the_user_lets(folder: Path) -> None:
    before = os.umask(0o022)
    try:
        compile_tables("mineiro", 2)
    finally:
        os.umask(before)
    (file,) = kept(folder)
    assert file.stat().st_mode & 0o777 == 0o644


def test_where_the_folder_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TRUQUERO_CACHE", "~/tables")
    assert cache_folder() == tmp_path / "tables"
    monkeypatch.delenv("TRUQUERO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache")
    assert cache_folder() == Path("/var/cache/truquero")
    for relative in ("", "cache", "./cache", "~/cache"):
        monkeypatch.setenv("XDG_CACHE_HOME", relative)
        assert cache_folder() == tmp_path / ".cache" / "truquero"


# ------------------------------------------------------------------------------------------------------------- hashes


def test_other_rules_have_another_hash() -> None:
    games = [rules_of(name, players) for name, preset in VARIANTS.items() for players in preset.players]
    games += [rules_of("argentino", 2, target=15), rules_of("argentino", 2, flor=False)]
    games += [rules_of("paulista", 4, blind_calls=True), rules_of("belmez", 4, patas=3)]
    assert len({rules_hash(rules) for rules in games}) == len(games)
    assert rules_hash(rules_of("argentino", 2)) == rules_hash(rules_of("argentino", 2, target=30))


def test_the_hash_is_the_same_in_every_process() -> None:
    program = (
        "from truquero import VARIANTS, rules_of; from truquero.sim.cache_paths import rules_hash;"
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


@dataclass(frozen=True)
class Told:
    """A dataclass with a value, as rules contain it."""

    value: Any


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, "1"),
        (1, True),
        (None, "None"),
        (("a", "b"), ("a,b",)),
        (("a,", "b"), ("a", ",b")),
        ((("a",), "b"), (("a", "b"),)),
        ({"a": "b;c=d"}, {"a": "b", "c": "d"}),
        (frozenset({"a", "b"}), frozenset({"ab"})),
        (frozenset({"a"}), ("a",)),
        (HandType.ROUND, "HandType.ROUND"),
        ("'", '"'),
    ],
)
def test_other_values_are_told_otherwise(one: object, other: object) -> None:
    assert rules_hash(cast(Rules, Told(one))) != rules_hash(cast(Rules, Told(other)))


def test_sets_and_mappings_are_told_in_one_order() -> None:
    one, other = ({"a": 1, "b": frozenset("xyz")}, {"b": frozenset("zyx"), "a": 1})
    assert rules_hash(cast(Rules, Told(one))) == rules_hash(cast(Rules, Told(other)))


@pytest.mark.parametrize("value", [object(), [1], b"1", 1j, len, Told])
def test_what_nobody_can_tell_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="cannot contain values of type"):
        rules_hash(cast(Rules, Told(value)))


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
        compile_tables("argentino", 2)
    else:
        Simulator("argentino", 2, executor="cpu")
    assert "  500 of " in stream.getvalue()
    assert " states" in stream.getvalue()
    assert stream.getvalue().endswith(" \r")


@pytest.mark.usefixtures("folder")
def test_the_progress_bar_disappears_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SOON", -1.0)
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    def broken(_tables: CompiledTables) -> None:
        raise RuntimeError

    monkeypatch.setattr(making, "_save", broken)
    with pytest.raises(RuntimeError):
        compile_tables("argentino", 2)
    assert stream.getvalue().endswith(" \r")


# ------------------------------------------------------------------------------------------- without optional packages

BARE = """
import sys
for name in ("numpy", "numba", "torch", "matplotlib"):
    sys.modules[name] = None
"""


def bare(program: str) -> str:
    """Return the output of a program that runs with only Truquero installed."""
    done = subprocess.run([sys.executable, "-c", BARE + program], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def test_commands_run_without_the_extras() -> None:
    text = bare("from truquero.cli import main\nmain(['simulate', 'argentino', '--matches', '30', '--lang', 'en'])")
    assert 'executor: the reference engine; for a faster one: pip install "truquero[fast]"\n' in text
    text = bare("from truquero.cli import main\nmain(['equity', 'paulista', '--cards', '4p 7c 7e', '--lang', 'en'])")
    assert "%" in text
    assert "argentino" in bare("from truquero.cli import main\nmain(['variants'])")


def test_every_package_is_imported_without_the_extras() -> None:
    names = ", ".join(name for name in PACKAGES if name not in INTERFACES or name == "cli")
    assert bare(f"from truquero import {names}\nprint('all')") == "all\n"


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
        ("compile_tables('argentino', 2)", 'tables need NumPy: pip install "truquero[fast]"'),
    ],
)
def test_what_needs_an_extra_says_which(wanted: str, message: str) -> None:
    program = f"""
from truquero.sim.tables import compile_tables
from truquero.sim import SimulationError, Simulator
try:
    {wanted}
except SimulationError as error:
    print(error)
"""
    assert bare(program) == f"{message}\n"


def test_tables_need_numpy_alone() -> None:
    program = """
sys.modules.pop("numpy")
from truquero.sim.tables import compile_tables
from truquero.sim.policy_tables import PolicyTable
tables = compile_tables("mineiro", 2)
import numpy
print(len(PolicyTable(numpy.ones(len(tables.rows.actions), int)).checked(tables).weights))
"""
    assert bare(program) == "1\n"


def test_tables_are_no_part_of_a_plain_import() -> None:
    program = (
        "import sys; from truquero.sim import Simulator, tables; print('numpy' in sys.modules, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def test_somebody_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUQUERO_CACHE", "~nobody-of-that-name/x")
    assert making.tables_for(rules_of("argentino", 2)).complete
    assert not cache_folder().exists()
