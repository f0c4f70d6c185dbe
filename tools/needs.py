"""Check for the programs that the tests need besides Python and Node packages: `python -m tools.needs`.

As root on Debian it installs missing programs; otherwise it says what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.no_arguments import check_no_arguments

# In order of preference: the first uses the least CPU time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL = ("apt-get", "install", "--yes", "--quiet", "--no-install-recommends")


@dataclass(frozen=True)
class Need:
    """A program that tests run, the Debian packages that contain it, and a function that finds it."""

    name: str
    packages: tuple[str, ...]
    find: Callable[[], Path | None]

    def found(self) -> Path:
        """Return the path of the program. Raise FileNotFoundError if it is not installed."""
        path = self.find()
        if path is None:
            raise FileNotFoundError(f"{self.name} is not installed: {advice([self])}")
        return path


def _chromium() -> Path | None:
    return next((Path(path) for name in BROWSERS if (path := shutil.which(name))), None)


def _postgres() -> Path | None:
    """Return the newest PostgreSQL. Debian installs each version in its own folder, which is not in PATH."""
    versions = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = max(versions, key=lambda path: float(path.parts[-3]), default=None)
    in_path = shutil.which("postgres")
    return newest or (Path(in_path) if in_path else None)


CHROMIUM = Need("Chromium", ("chromium-headless-shell",), _chromium)
POSTGRES = Need("PostgreSQL", ("postgresql",), _postgres)
NEEDS = (CHROMIUM, POSTGRES)


def advice(missing: list[Need]) -> str:
    packages = " ".join(package for need in missing for package in need.packages)
    return f"install it as your system does (Debian: sudo apt install {packages})"


def _install(missing: list[Need]) -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    packages = [package for need in missing for package in need.packages]
    print(f"Installing {', '.join(packages)} …", flush=True)
    for command in (["apt-get", "update", "--quiet"], [*INSTALL, *packages]):
        subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    check_no_arguments("tools.needs", __doc__)
    missing = [need for need in NEEDS if need.find() is None]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        _install(missing)
        missing = [need for need in missing if need.find() is None]
    if missing:
        names = ", ".join(need.name for need in missing)
        print(f"The tests need {names}: {advice(missing)}, and run this again.", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
