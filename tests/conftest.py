"""Settings for all tests.

The language is English unless a test asks for another. Hypothesis draws the same examples on every machine, so that a
test fails for everybody or for nobody. All workers of a session share a temporary cache of compiled games; the matches
that tests play are saved in the same folder."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.support.typist import Typist

# The time to draw an example is not checked, because it depends on the machine.
settings.register_profile(
    "ci", deadline=None, derandomize=True, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")
# Write bytecode. Without it every worker and every process that a test starts would compile all sources again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
BROWSER = "tests/browser/"
# What a test needs beside Python. `--quick`, and so `make check`, leaves out the tests that have one of these marks.
MARKS = {
    "browser": "runs the page in a browser",
    "server": "runs a server, with a database in a file",
    "database": "runs PostgreSQL",
    "compiled": "compiles games with Numba or loads PyTorch, or compares with what these play",
    "build": "builds the page, the documentation or the package",
}
MARKS_OF_PATHS = {
    BROWSER: "browser",
    "tests/server/": "server",
    "tests/sim/": "compiled",
    "tests/analysis/hand_equity/test_fast.py": "compiled",
    "tests/analysis/solve/": "compiled",
    "tests/tools/test_server_benchmark.py": "server",
}
MARKS_OF_SUPPORT = {
    "tests.support.served": "server",
    "tests.support.attacked_server": "server",
    "tests.support.postgres": "database",
}
FIRST = (BROWSER, "tests/sim/")  # the slowest tests and those that wait most
SECOND = ("tests/bots/", "tests/tui/")  # the slowest quick tests
MOST_WORKERS = 8
os.environ["TRUQUERO_LANG"] = "en"  # also for commands in child processes
os.environ["TRUQUERO_BOT_SECONDS"] = "120"  # so that bots in other processes do not time out on a busy machine

_OWN_CACHE = "TRUQUERO_CACHE" not in os.environ  # workers inherit the folder of their session
if _OWN_CACHE:
    os.environ["TRUQUERO_CACHE"] = tempfile.mkdtemp(prefix="truquero-tests-")
os.environ["TRUQUERO_DATA"] = str(Path(os.environ["TRUQUERO_CACHE"]) / "matches")


def pytest_unconfigure() -> None:
    if _OWN_CACHE:
        shutil.rmtree(os.environ["TRUQUERO_CACHE"], ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked as long too, some minutes more")
    parser.addoption("--quick", action="store_true", help=f"leave out the tests marked {', '.join(MARKS)}")
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in another order, the same for the same seed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes many seconds, and runs with --long only")
    for mark, needs in MARKS.items():
        config.addinivalue_line("markers", f"{mark}: {needs}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--quick` skip the folders and files that it leaves out, because importing their modules takes seconds."""
    if not config.getoption("quick"):
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    return True if (f"{path}/" if collection_path.is_dir() else path) in MARKS_OF_PATHS else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test by its folder or file, and by what its module imports from `tests.support`."""
    for path, mark in MARKS_OF_PATHS.items():
        if item.nodeid.startswith(path):
            item.add_marker(mark)
    module = item.getparent(pytest.Module)
    if module is not None:
        imported = {getattr(value, "__module__", None) for value in vars(module.obj).values()}
        for support, mark in MARKS_OF_SUPPORT.items():
            if support in imported:
                item.add_marker(mark)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run three workers on two cores, because tests with a browser, a server or a database wait most of the time.

    The quick tests seldom wait, so that one worker on each core is faster."""
    cores = os.cpu_count() or 1
    return min(cores if config.getoption("quick") else 3 * cores // 2, MOST_WORKERS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the slowest tests first, so that they run in parallel with the others and not after them.

    Without `--long` deselect the long tests; with `--quick` also those that need more than Python. With `--shuffle`
    shuffle instead of sorting.
    """
    unwanted = set(MARKS) if config.getoption("quick") else set()
    if not config.getoption("long"):
        unwanted.add("long")
    deselected = {item: None for item in items if any(item.get_closest_marker(mark) for mark in unwanted)}
    items[:] = [item for item in items if item not in deselected]
    config.hook.pytest_deselected(items=list(deselected))
    seed = config.getoption("shuffle")
    if seed is None:
        items.sort(key=lambda item: (not item.nodeid.startswith(FIRST), not item.nodeid.startswith(SECOND)))
    else:
        items.sort(key=lambda item: _shuffled(seed, item.nodeid))


def pytest_collection_finish() -> None:
    """Leave the collected tests out of garbage collection, which would scan them again and again."""
    from truquero.sim.garbage_collection import collect_garbage_rarely

    collect_garbage_rarely()


def _shuffled(seed: str, node: str) -> list[bytes]:
    """Return the sort key of a test in a shuffled run.

    The order of the files and of the tests in each file is random. The tests of a file stay together, so that their
    shared fixtures are set up once; so do all browser tests, which share a browser."""
    file = node.partition("::")[0]
    package = BROWSER if file.startswith(BROWSER) else file
    return [sha256(f"{seed}/{part}".encode()).digest() for part in (package, file, node)]


@pytest.fixture
def in_spanish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from truquero.i18n import speaking

    monkeypatch.setenv("TRUQUERO_LANG", "es")
    with speaking("es"):
        yield


@pytest.fixture
def typist(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Typist:
    """A player at the line-by-line table of `truquero play`."""
    from tests.support.typist import Typist

    return Typist(capsys, monkeypatch, tmp_path)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a program that exits by itself enough time to do so on a busy machine."""
    from tests.support.programs import PATIENT
    from truquero.bots.protocol import pipes

    monkeypatch.setattr(pipes, "GRACE_SECONDS", PATIENT)
