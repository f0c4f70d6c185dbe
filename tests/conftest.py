"""Every test hears English unless it asks for another language. Hypothesis draws the same examples on every machine, so
that a red test is red for everybody. Compiled games are kept for one session and shared by all its workers; matches
that are played go where these go."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

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
