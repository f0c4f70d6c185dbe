"""Update the screenshots in docs/pictures by running the browser tests that take them: `python -m tools.pictures`."""

from __future__ import annotations

import os
import sys

import pytest

from tests.browser.people import PICTURES
from tools.no_arguments import check_no_arguments
from tools.packages import ROOT

FOLDER = ROOT / "docs" / "pictures"


def photographing_tests() -> list[str]:
    """Return the paths of the browser tests that take pictures."""
    tests = (ROOT / "tests" / "browser").rglob("test_*.py")
    return sorted(str(path) for path in tests if ".picture(" in path.read_text("utf-8"))


def main() -> int:
    check_no_arguments("tools.pictures", __doc__)
    FOLDER.mkdir(exist_ok=True)
    os.environ[PICTURES] = str(FOLDER)
    return int(pytest.main(["-q", *photographing_tests()]))


if __name__ == "__main__":
    sys.exit(main())
