"""Every test hears English unless it asks for another language. Hypothesis draws the same examples on every machine, so
that a red test is red for everybody. Compiled games are kept for one session and shared by all its workers; matches
that are played go where these go."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.typist import Typist

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("ci")
os.environ["TRUQUERO_LANG"] = "en"  # of the commands, in processes of their own too

_OWN_CACHE = "TRUQUERO_CACHE" not in os.environ  # a worker finds the folder of its session in there
if _OWN_CACHE:
    os.environ["TRUQUERO_CACHE"] = tempfile.mkdtemp(prefix="truquero-tests-")
os.environ["TRUQUERO_DATA"] = str(Path(os.environ["TRUQUERO_CACHE"]) / "matches")


def pytest_unconfigure() -> None:
    if _OWN_CACHE:
        shutil.rmtree(os.environ["TRUQUERO_CACHE"], ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long walks first, so that they run beside everything else and not after it."""
    items.sort(key=lambda item: not item.nodeid.startswith(("tests/test_check.py", "tests/test_compiled_")))


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
