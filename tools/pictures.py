"""Update the screenshots in docs/pictures by running browser tests: `python -m tools.pictures`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.browser.people import PICTURES

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
TESTS = ("test_languages.py", "test_sizes.py", "test_without_seeing.py")


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    os.environ[PICTURES] = str(FOLDER)
    return int(pytest.main(["-q", *(str(ROOT / "tests/browser" / name) for name in TESTS)]))


if __name__ == "__main__":
    sys.exit(main())
