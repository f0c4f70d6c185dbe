"""Every test hears English unless it asks for another language. Hypothesis draws the same examples on every machine, so
that a red test is red for everybody."""

import os

import pytest
from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("ci")
os.environ["TRUQUERO_LANG"] = "en"  # of the commands, in processes of their own too


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long walks first, so that they run beside everything else and not after it."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/test_check.py"))
