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
from truquero.sim.tables import compile_tables, load
from truquero.sim.tables.compiled_tables import CompiledTables
from truquero.variants import VARIANTS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an empty cache."""
    monkeypatch.setenv("TRUQUERO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def assert_equal(actual: CompiledTables, expected: CompiledTables) -> None:
    actual_parts, expected_parts = actual.parts(), expected.parts()
    assert actual_parts.keys() == expected_parts.keys()
    for name, value in actual_parts.items():
        assert np.array_equal(value, expected_parts[name]), name
        assert np.asarray(value).dtype == np.asarray(expected_parts[name]).dtype, name


def cached_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


# ------------------------------------------------------------------------------------------------ storing and loading


def test_tables_are_built_once_and_then_read_from_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[tuple[int, int]] = []
    first = compile_tables("venezolano", 2, progress=lambda done, states: reports.append((done, states)))
    assert reports
    assert all(done <= states for done, states in reports)
    (file,) = cached_files(folder)
    monkeypatch.setattr(load, "Builder", None)  # building again would fail
    assert_equal(compile_tables("venezolano", 2), first)
    assert_equal(compile_tables(rules_of("venezolano", 2)), first)
    assert cached_files(folder) == [file]


@dataclass(frozen=True)
class CachedTables:
    tables: CompiledTables
    folder: Path  # the cache folder
    file: Path


@pytest.fixture(scope="module")
def mineiro(tmp_path_factory: pytest.TempPathFactory) -> CachedTables:
    """Compile the tables of mineiro for two players once, into a cache of their own."""
    folder = tmp_path_factory.mktemp("mineiro")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRUQUERO_CACHE", str(folder))
        tables = compile_tables("mineiro", 2)
    (file,) = cached_files(folder)
    return CachedTables(tables, folder, file)


def flipped(whole: bytes, at: float) -> bytes:
    """Return the bytes with a single bit flipped."""
    position = int(at * (len(whole) - 1))
    return whole[:position] + bytes([whole[position] ^ 8]) + whole[position + 1 :]


def as_file(save: Callable[[io.BytesIO], object]) -> bytes:
    file = io.BytesIO()
    save(file)
    return file.getvalue()


CORRUPTIONS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "the beginning of an archive": lambda whole: b"PK\x03\x04 no more than the beginning",
    "something else": lambda whole: b"something else altogether",
    "half": lambda whole: whole[: len(whole) // 2],
    "a plain array": lambda whole: as_file(lambda file: np.save(file, np.arange(9))),
    "keys missing": lambda whole: as_file(lambda file: np.savez(file, words=np.array(["mazo"]))),
    "an odd note": lambda whole: as_file(lambda file: np.savez(file, too_many=np.array([1, 2]))),
    **{f"a bit at {at}": lambda whole, at=at: flipped(whole, at) for at in (0.0, 0.1, 0.5, 0.9, 0.9999, 1.0)},  # type: ignore[misc]
}


@pytest.mark.parametrize("corruption", CORRUPTIONS)
def test_a_corrupt_file_is_written_again(folder: Path, corruption: str, mineiro: CachedTables) -> None:
    first, whole = mineiro.tables, mineiro.file.read_bytes()
    file = folder / mineiro.file.relative_to(mineiro.folder)
    file.parent.mkdir(parents=True)
    file.write_bytes(CORRUPTIONS[corruption](whole))
    assert_equal(compile_tables("mineiro", 2), first)
    assert file.read_bytes() == whole


def test_a_corrupt_note_of_too_many_states_is_written_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MOST_STATES", 100)
    assert not compile_tables("mineiro", 2).complete
    (file,) = cached_files(folder)
    whole = file.read_bytes()
    for corrupt_content in (b"", b"12", b"many", whole[:-1]):
        file.write_bytes(corrupt_content)
        assert not compile_tables("mineiro", 2).complete
        assert file.read_bytes() == whole


def twice(number: int) -> int:
    """Return twice the number. It replaces the real loop, which takes long to compile."""
    return number + number


def was_cached() -> bool:
    """Return whether the compiled function came from the cache. Check that it works in both cases."""
    compiled = jit("uint64(uint64)")(twice)
    assert compiled(21) == 42
    return bool(sum(compiled.stats.cache_hits.values()))


@pytest.mark.parametrize("suffix", [".nbi", ".nbc", ""])
@pytest.mark.parametrize("corruption", ["something else", "half", "a bit at 0.5"])
def test_a_corrupt_loop_is_compiled_again(suffix: str, corruption: str, folder: Path) -> None:
    assert [was_cached(), was_cached()] == [False, True]
    (file,) = (path for path in cached_files(folder) if path.suffix == suffix)
    file.write_bytes(CORRUPTIONS[corruption](file.read_bytes()))
    assert [was_cached(), was_cached()] == [False, True]


COMPILED_BY_MANY = """
from truquero.sim.cpu.numba_cache import jit

@jit("uint64(uint64)")
def thrice(number):
    return 3 * number

print(sum(thrice.stats.cache_misses.values()))
"""


def test_only_one_of_several_processes_compiles_the_loop(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "many.py"
    file.write_text(COMPILED_BY_MANY, "utf-8")
    folder.mkdir()
    processes = [
        subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for _process in range(3)
    ]
    assert sorted(process.communicate()[0] for process in processes) == ["0\n", "0\n", "1\n"]


def test_without_a_writable_cache_the_loop_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cached beside the source file: a change of another source would go unnoticed there."""
    (tmp_path / "file").write_text("no folder can be made in here", "utf-8")
    monkeypatch.setenv("TRUQUERO_CACHE", str(tmp_path / "file" / "cache"))
    compiled = jit("uint64(uint64)")(twice)
    assert compiled(21) == 42
    assert compiled.stats.cache_path is None


def test_an_unwritable_cache_folder_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_tables("uruguayo", 2)
    a_file = tmp_path / "file"
    a_file.write_text("no folder can be made in here", "utf-8")
    monkeypatch.setenv("TRUQUERO_CACHE", str(a_file / "cache"))
    assert_equal(compile_tables("uruguayo", 2), first)


def test_a_game_with_too_many_states_is_walked_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MOST_STATES", 600)
    monkeypatch.setattr(load, "REPORT_EVERY", 1)
    reports: list[tuple[int, ...]] = []
    for first_time in (True, False):
        assert not compile_tables("argentino", 3, progress=lambda *states: reports.append(states)).complete
        assert bool(reports) == first_time
        reports.clear()
    monkeypatch.setattr(load, "MOST_STATES", 10_000)
    assert compile_tables("argentino", 3).complete
    assert {path.suffix for path in cached_files(folder)} == {".tables", ".too-many"}


# -------------------------------------------------------------------------------------------------------- the folder


def test_writing_to_the_cache_removes_folders_unused_for_long(folder: Path) -> None:
    old, recent = folder / f"tables-{'0' * 16}", folder / f"loop-{'1' * 16}"
    foreign = [folder / "tables-mine", folder / "loop-0", folder / f"else-{'0' * 16}"]
    for path in (old, recent, *foreign):
        path.mkdir(parents=True)
        (path / "file").write_text("something", "utf-8")
    months_ago = time.time() - 40 * 24 * 60 * 60
    for path in (old, *foreign):
        os.utime(path, (months_ago, months_ago))
    compile_tables("mineiro", 2)
    assert not old.exists()
    assert all(path.exists() for path in (recent, *foreign))


def test_reading_tables_marks_their_folder_as_used(folder: Path) -> None:
    compile_tables("mineiro", 2)
    (file,) = cached_files(folder)
    os.utime(file.parent, (0, 0))
    compile_tables("mineiro", 2)
    assert file.parent.stat().st_mtime > 0


def test_unfinished_files_are_removed_after_a_day(folder: Path) -> None:
    compile_tables("mineiro", 2)
    (file,) = cached_files(folder)
    old, recent = file.parent / "some.part", file.parent / "other.part"
    for part in (old, recent):
        part.write_bytes(b"the beginning")
    os.utime(old, (0, 0))
    file.unlink()
    compile_tables("mineiro", 2)
    assert cached_files(folder) == sorted([file, recent])


def test_cached_files_have_the_permissions_of_the_umask(folder: Path) -> None:
    before = os.umask(0o022)
    try:
        compile_tables("mineiro", 2)
    finally:
        os.umask(before)
    (file,) = cached_files(folder)
    assert file.stat().st_mode & 0o777 == 0o644


def test_the_cache_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        completed = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        runs.add(completed.stdout)
    assert runs == {f"{[rules_hash(rules_of(name)) for name in VARIANTS]}\n"}


@dataclass(frozen=True)
class Wrapped:
    """A dataclass with a value, as rules contain it."""

    value: Any


@pytest.mark.parametrize(
    ("first", "second"),
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
def test_different_values_have_different_hashes(first: object, second: object) -> None:
    assert rules_hash(cast(Rules, Wrapped(first))) != rules_hash(cast(Rules, Wrapped(second)))


def test_the_order_of_sets_and_mappings_does_not_change_the_hash() -> None:
    first, second = ({"a": 1, "b": frozenset("xyz")}, {"b": frozenset("zyx"), "a": 1})
    assert rules_hash(cast(Rules, Wrapped(first))) == rules_hash(cast(Rules, Wrapped(second)))


@pytest.mark.parametrize("value", [object(), [1], b"1", 1j, len, Wrapped])
def test_values_that_cannot_be_hashed_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="cannot contain values of type"):
        rules_hash(cast(Rules, Wrapped(value)))


# ----------------------------------------------------------------------------------------------------------- progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("function", ["compile", "simulator"])
@pytest.mark.usefixtures("folder")
def test_a_terminal_shows_a_progress_bar(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_DELAY", -1.0)
    monkeypatch.setattr(progress, "UPDATE_INTERVAL", 0.0)
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    if function == "compile":
        compile_tables("argentino", 2)
    else:
        Simulator("argentino", 2, executor="cpu")
    assert "  500 of " in stream.getvalue()
    assert " states" in stream.getvalue()
    assert stream.getvalue().endswith(" \r")


@pytest.mark.usefixtures("folder")
def test_the_progress_bar_disappears_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_DELAY", -1.0)
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    def broken(_tables: CompiledTables) -> None:
        raise RuntimeError

    monkeypatch.setattr(load, "_save", broken)
    with pytest.raises(RuntimeError):
        compile_tables("argentino", 2)
    assert stream.getvalue().endswith(" \r")


# ------------------------------------------------------------------------------------------- without optional packages

BARE = """
import sys
for name in ("numpy", "numba", "torch", "matplotlib"):
    sys.modules[name] = None
"""


def run_without_extras(program: str) -> str:
    """Return the output of a program that runs with only Truquero installed."""
    completed = subprocess.run([sys.executable, "-c", BARE + program], capture_output=True, text=True, check=False)
    assert not completed.returncode, completed.stderr
    return completed.stdout


def test_commands_run_without_the_extras() -> None:
    text = run_without_extras(
        "from truquero.cli import main\nmain(['simulate', 'argentino', '--matches', '30', '--lang', 'en'])"
    )
    assert 'executor: the reference engine; for a faster one: pip install "truquero[fast]"\n' in text
    text = run_without_extras(
        "from truquero.cli import main\nmain(['equity', 'paulista', '--cards', '4p 7c 7e', '--lang', 'en'])"
    )
    assert "%" in text
    assert "argentino" in run_without_extras("from truquero.cli import main\nmain(['variants'])")


def test_every_package_is_imported_without_the_extras() -> None:
    names = ", ".join(name for name in PACKAGES if name not in INTERFACES or name == "cli")
    assert run_without_extras(f"from truquero import {names}\nprint('all')") == "all\n"


@pytest.mark.parametrize(
    ("call", "message"),
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
def test_an_error_names_the_missing_extra(call: str, message: str) -> None:
    program = f"""
from truquero.sim.tables import compile_tables
from truquero.sim import SimulationError, Simulator
try:
    {call}
except SimulationError as error:
    print(error)
"""
    assert run_without_extras(program) == f"{message}\n"


def test_tables_need_only_numpy() -> None:
    program = """
sys.modules.pop("numpy")
from truquero.sim.tables import compile_tables
from truquero.sim.policy_tables import PolicyTable
tables = compile_tables("mineiro", 2)
import numpy
print(len(PolicyTable(numpy.ones(len(tables.rows.actions), int)).checked(tables).weights))
"""
    assert run_without_extras(program) == "1\n"


def test_a_plain_import_loads_neither_numpy_nor_numba() -> None:
    program = (
        "import sys; from truquero.sim import Simulator, tables; print('numpy' in sys.modules, 'numba' in sys.modules)"
    )
    completed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert completed.stdout == "False False\n"


def test_without_a_home_folder_nothing_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUQUERO_CACHE", "~nobody-of-that-name/x")
    assert load.tables_for(rules_of("argentino", 2)).complete
    assert not cache_folder().exists()
