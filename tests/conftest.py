"""Every test hears English unless it asks for another language. Hypothesis draws the same examples on every machine, so
that a red test is red for everybody. Compiled games are kept for one session and shared by all its workers; matches
that are played go where these go."""

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
    from tests.typist import Typist

# No check of how long an example takes to draw: that depends on the machine.
settings.register_profile(
    "ci", deadline=None, derandomize=True, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")
# Where bytecode is not kept, every worker and every process that a test starts compiles all sources anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
BROWSER = "tests/browser/"
FIRST = (BROWSER, "tests/test_check.py", "tests/test_compiled_")  # what takes longest, or waits most
MOST_WORKERS = 8
os.environ["TRUQUERO_LANG"] = "en"  # of the commands, in processes of their own too
os.environ["TRUQUERO_BOT_SECONDS"] = "120"  # for programs that do answer, however busy the machine is

_OWN_CACHE = "TRUQUERO_CACHE" not in os.environ  # a worker finds the folder of its session in there
if _OWN_CACHE:
    os.environ["TRUQUERO_CACHE"] = tempfile.mkdtemp(prefix="truquero-tests-")
os.environ["TRUQUERO_DATA"] = str(Path(os.environ["TRUQUERO_CACHE"]) / "matches")


def pytest_unconfigure() -> None:
    if _OWN_CACHE:
        shutil.rmtree(os.environ["TRUQUERO_CACHE"], ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked as long too, some minutes more")
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in another order, the same for the same seed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes many seconds, and runs with --long only")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run three workers on two cores, because tests with a browser, a server or a database wait most of the time."""
    return min(3 * (os.cpu_count() or 1) // 2, MOST_WORKERS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that it runs beside everything else and not after it."""
    if not config.getoption("long"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
    seed = config.getoption("shuffle")
    if seed is None:
        items.sort(key=lambda item: not item.nodeid.startswith(FIRST))
    else:
        items.sort(key=lambda item: _shuffled(seed, item.nodeid))


def _shuffled(seed: str, node: str) -> list[bytes]:
    """Where a test comes. Files are shuffled, and the tests of each file: what they share is set up once for each. The
    browser tests stay together, for they share a browser."""
    file = node.partition("::")[0]
    package = BROWSER if file.startswith(BROWSER) else file
    return [sha256(f"{seed}/{part}".encode()).digest() for part in (package, file, node)]


@pytest.fixture
def in_spanish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from truquero.language import speaking

    monkeypatch.setenv("TRUQUERO_LANG", "es")
    with speaking("es"):
        yield


@pytest.fixture
def typist(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Typist:
    """Somebody at the table that is told line by line."""
    from tests.typist import Typist

    return Typist(capsys, monkeypatch, tmp_path)
