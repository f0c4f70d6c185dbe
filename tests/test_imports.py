"""Imports go downwards only: the subpackages ("rooms") that each subpackage may import."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from truquero.variants import VARIANTS

PACKAGE = "truquero"
SOURCE = Path(__file__).parent.parent / "src"

ROOMS = (
    "language",
    "cards",
    "rules",
    "variants",
    "engine",
    "table",
    "notation",
    "book",
    "compiled",
    "sim",
    "solve",
    "bots",
    "telling",
    "envs",
    "server",
    "tui",
    "cli",
)
FRONT_DOORS = frozenset({"envs", "server", "tui", "cli"})
STANDARD_LIBRARY_ONLY = frozenset({"language", "book", "cards", "rules", "variants", "engine", "table", "notation"})

# The `__init__` of the package, which exports names from every room except the front doors.
TOP = PACKAGE

HEAVY_MODULES = frozenset(
    {
        "argparse",
        "asyncio",
        "concurrent",
        "curses",
        "doctest",
        "email",
        "http",
        "logging",
        "matplotlib",
        "multiprocessing",
        "numba",
        "numpy",
        "socket",
        "sqlite3",
        "ssl",
        "torch",
        "unittest",
        "xml",
    }
)


def rooms_open_to(room: str) -> frozenset[str]:
    """Return the other rooms that a room may import."""
    inner = frozenset(ROOMS) - FRONT_DOORS
    match room:
        case "cli":
            return frozenset(ROOMS) | {TOP}
        case "envs" | "server" | "tui":
            return inner | {TOP}
        case "engine":
            return frozenset({"cards", "rules"})
        case _ if room == TOP:
            return inner
        case _:
            return frozenset(ROOMS[: ROOMS.index(room)])


def room_of(module: str) -> str:
    """Return the room of a dotted name inside the package; names of the package itself are in TOP."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else TOP


def imported_names(source: str, module: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """Yield the line and full dotted name of every import of a module, also in functions and under TYPE_CHECKING."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                steps_up = node.level - is_package
                parents = parts[: len(parts) - steps_up]
                base = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"


def is_private(part: str) -> bool:
    return part.startswith("_") and part != "_" and not part.endswith("__")  # `_` translates a text


def complaint(room: str, name: str) -> str | None:
    """Return the reason why this room may not import this name, or None."""
    parts = name.split(".")
    if parts[0] != PACKAGE:
        if room in STANDARD_LIBRARY_ONLY and parts[0] not in sys.stdlib_module_names:
            return f"{room} uses the standard library only, not {parts[0]}"
        return None
    target = room_of(name)
    if target == room:
        return None
    if target not in rooms_open_to(room):
        return f"{room} may not import {target} ({name})"
    if any(is_private(part) for part in parts):
        return f"{name} is private to {target}"
    return None


def violations(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """Return a line for each forbidden import of a module."""
    parts = module.split(".")
    room = room_of(module)
    if parts[1:] == ["__main__"]:
        room = "cli"
    elif room == TOP and len(parts) > 1:
        return [f"{module} lies in no known room: move it into one of {', '.join(ROOMS)}"]
    found = ((line, complaint(room, name)) for line, name in imported_names(source, module, is_package=is_package))
    return [f"{module}:{line}: {text}" for line, text in found if text]


def test_every_room_imports_downwards() -> None:
    found: list[str] = []
    for path in sorted((SOURCE / PACKAGE).rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if is_package else parts)
        found += violations(path.read_text(encoding="utf-8"), module, is_package=is_package)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("truquero.rules.tricks", "from truquero.cards import Card"),
        ("truquero.rules.tricks", "from .stakes import Stake"),
        ("truquero.rules.tricks", "from . import _tables"),
        ("truquero.rules.tricks", "from truquero.rules._tables import ORDER"),
        ("truquero.rules.tricks", "from truquero import cards"),
        ("truquero.rules.tricks", "from __future__ import annotations\nimport collections.abc"),
        ("truquero.table.match", "from truquero.variants import Rules\nfrom truquero.engine import deal"),
        ("truquero.bots.greedy", "import truquero.compiled, numpy"),
        ("truquero.cli.main", "from truquero import __version__\nfrom ..tui import screen"),
        ("truquero.__main__", "from truquero.cli import main"),
        ("truquero", "from truquero.table import Match"),
    ],
)
def test_checker_accepts(module: str, source: str) -> None:
    assert violations(source, module, is_package=module == PACKAGE) == []


@pytest.mark.parametrize(
    ("module", "source", "reason"),
    [
        ("truquero.cards", "from truquero.rules import tricks", "cards may not import rules"),
        ("truquero.cards", "from .rules import tricks", "cards may not import rules"),
        ("truquero.cards", "from truquero import rules", "cards may not import rules"),
        ("truquero.cards", "from truquero import Match", "cards may not import truquero"),
        ("truquero.cards", "import truquero", "cards may not import truquero"),
        ("truquero.cards", "def late() -> None:\n    import truquero.cli", "cards may not import cli"),
        ("truquero.cards", "import numpy", "standard library only, not numpy"),
        ("truquero.notation.record", "from yaml import load", "standard library only, not yaml"),
        ("truquero.engine.hand", "from truquero.variants import VARIANTS", "engine may not import variants"),
        ("truquero.engine.hand", "from ..variants import VARIANTS", "engine may not import variants"),
        ("truquero.variants.argentine", "import truquero.engine", "variants may not import engine"),
        ("truquero.table.match", "from ..notation import record", "table may not import notation"),
        ("truquero.table.match", "from truquero.engine._hand import play", "private to engine"),
        ("truquero.table.match", "from truquero.engine import _hand", "private to engine"),
        ("truquero.cli.main", "from truquero.tui._screen import draw", "private to tui"),
        ("truquero.server.app", "from truquero.tui import screen", "server may not import tui"),
        ("truquero.tui.app", "from truquero.envs import Env", "tui may not import envs"),
        ("truquero.envs.gym", "import truquero.cli", "envs may not import cli"),
        ("truquero", "from truquero.cli import main", "truquero may not import cli"),
        ("truquero", "from .server import app", "truquero may not import server"),
        ("truquero.helpers", "", "lies in no known room"),
    ],
)
def test_checker_refuses(module: str, source: str, reason: str) -> None:
    [found] = violations(source, module, is_package=module == PACKAGE)
    assert reason in found


def test_importing_the_package_is_light() -> None:
    program = (
        "import json, sys; before = set(sys.modules); import truquero; print(json.dumps([*set(sys.modules) - before]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in json.loads(done.stdout)}
    assert PACKAGE in loaded
    assert loaded & HEAVY_MODULES == set()
    assert loaded <= sys.stdlib_module_names | {PACKAGE}


@pytest.mark.parametrize("room", ["engine", "table", "notation", "book", "compiled", "sim", "bots", "solve", "cli"])
def test_no_variant_is_known_by_its_name(room: str) -> None:
    """Differences between games are data: below the registry and in the interfaces, no string is the name of a game."""
    for path in (SOURCE / PACKAGE / room).rglob("*.py"):
        strings = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)]
        named = [(node.lineno, node.value) for node in strings if node.value in VARIANTS]
        assert named == [], path.name
