"""Imports go downwards only, and never in a circle."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Container, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tools.packages import CORE, DOCUMENTS, INTERFACES, PACKAGES, ROOT, written_again
from truquero.variants import VARIANTS

PACKAGE = "truquero"
SOURCE = Path(__file__).parents[2] / "src"

# The `__init__` of the package, which exports names of every package but the interfaces.
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


def may_import(package: str) -> frozenset[str]:
    """Return the other packages that a package may import."""
    inner = frozenset(PACKAGES) - INTERFACES
    match package:
        case "cli":
            return frozenset(PACKAGES) | {TOP}
        case "server" | "tui":
            return inner | {TOP}
        case "engine":
            return frozenset({"cards", "rules"})
        case _ if package == TOP:
            return inner
        case _:
            return frozenset(PACKAGES[: PACKAGES.index(package)])


def package_of(module: str) -> str:
    """Return the package of a dotted name inside the package; names of the package itself are in TOP."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in PACKAGES else TOP


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


def complaint(package: str, name: str) -> str | None:
    """Return the reason why this package may not import this name, or None."""
    parts = name.split(".")
    if parts[0] != PACKAGE:
        if package in CORE and parts[0] not in sys.stdlib_module_names:
            return f"{package} uses the standard library only, not {parts[0]}"
        return None
    target = package_of(name)
    if target == package:
        return None
    if target not in may_import(package):
        return f"{package} may not import {target} ({name})"
    if any(is_private(part) for part in parts):
        return f"{name} is private to {target}"
    return None


def violations(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """Return a line for each forbidden import of a module."""
    parts = module.split(".")
    package = package_of(module)
    if parts[1:] == ["__main__"]:
        package = "cli"
    elif package == TOP and len(parts) > 1:
        return [f"{module} lies in no known package: move it into one of {', '.join(PACKAGES)}"]
    imports = imported_names(source, module, is_package=is_package)
    complaints = ((line, complaint(package, name)) for line, name in imports)
    return [f"{module}:{line}: {text}" for line, text in complaints if text]


def test_every_package_imports_downwards() -> None:
    forbidden: list[str] = []
    for path in sorted((SOURCE / PACKAGE).rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if is_package else parts)
        forbidden += violations(path.read_text(encoding="utf-8"), module, is_package=is_package)
    assert not forbidden, "\n".join(forbidden)


def part_of(module: str, package: str) -> str:
    """Return the direct part of a package, a module or a subpackage, that contains a module."""
    return module.removeprefix(f"{PACKAGE}.{package}.").split(".")[0]


# Migrations run with the code of the present, so they may import `server.tables`, which is above the store.
MIGRATIONS = f"{PACKAGE}.server.store.migrations"


@pytest.mark.parametrize("package", [name for name in PACKAGES if name != "cards"])
def test_the_parts_of_a_package_do_not_import_each_other_in_a_circle(package: str) -> None:
    parts: dict[str, set[str]] = {}
    for path in (SOURCE / PACKAGE / package).rglob("*.py"):
        names = path.relative_to(SOURCE).with_suffix("").parts
        module = ".".join(names)
        if (names[-1] == "__init__" and len(names) == 3) or module.startswith(MIGRATIONS):
            continue
        part = part_of(module, package)
        imported = (name for _line, name in imported_names(path.read_text("utf-8"), module, is_package=False))
        inside = {part_of(name, package) for name in imported if name.startswith(f"{PACKAGE}.{package}.")}
        parts.setdefault(part, set()).update(inside - {part})
    TopologicalSorter(parts).prepare()  # raises CycleError, which names the circle


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports in functions and those for types alone count too."""
    paths = {}
    for path in (SOURCE / PACKAGE).rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    imports: dict[str, set[str]] = {}
    for module, path in paths.items():
        is_package = path.name == "__init__.py"
        names = imported_names(path.read_text("utf-8"), module, is_package=is_package)
        imports[module] = {module_of(name, paths) for _line, name in names if name.startswith(f"{PACKAGE}.")} - {module}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


def module_of(name: str, modules: Container[str]) -> str:
    """Return the module that contains a name: `truquero.table.match` for `truquero.table.match.Match`."""
    return name if name in modules else name.rpartition(".")[0]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_documents_list_the_packages(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    assert written_again(text) == text, "run make docs"


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("truquero.rules.trick_rules", "from truquero.cards import Card"),
        ("truquero.rules.trick_rules", "from .stakes import Stake"),
        ("truquero.rules.trick_rules", "from . import _tables"),
        ("truquero.rules.trick_rules", "from truquero.rules._tables import ORDER"),
        ("truquero.rules.trick_rules", "from truquero import cards"),
        ("truquero.rules.trick_rules", "from __future__ import annotations\nimport collections.abc"),
        ("truquero.table.match", "from truquero.variants import Rules\nfrom truquero.engine import deal"),
        ("truquero.bots.greedy", "import truquero.sim.tables, numpy"),
        ("truquero.cli.main", "from truquero import __version__\nfrom ..tui import screen"),
        ("truquero.__main__", "from truquero.cli import main"),
        ("truquero", "from truquero.table import Match"),
    ],
)
def test_the_checker_accepts_allowed_imports(module: str, source: str) -> None:
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
        ("truquero.records.format", "from yaml import load", "standard library only, not yaml"),
        ("truquero.engine.hand", "from truquero.variants import VARIANTS", "engine may not import variants"),
        ("truquero.engine.hand", "from ..variants import VARIANTS", "engine may not import variants"),
        ("truquero.variants.argentine", "import truquero.engine", "variants may not import engine"),
        ("truquero.table.match", "from ..records import record", "table may not import records"),
        ("truquero.table.match", "from truquero.engine._hand import play", "private to engine"),
        ("truquero.table.match", "from truquero.engine import _hand", "private to engine"),
        ("truquero.cli.main", "from truquero.tui._screen import draw", "private to tui"),
        ("truquero.server.app", "from truquero.tui import screen", "server may not import tui"),
        ("truquero.tui.play_app", "from truquero.server import app", "tui may not import server"),
        ("truquero.bots.greedy", "import truquero.cli", "bots may not import cli"),
        ("truquero", "from truquero.cli import main", "truquero may not import cli"),
        ("truquero", "from .server import app", "truquero may not import server"),
        ("truquero.helpers", "", "lies in no known package"),
    ],
)
def test_the_checker_refuses_forbidden_imports(module: str, source: str, reason: str) -> None:
    [message] = violations(source, module, is_package=module == PACKAGE)
    assert reason in message


def test_importing_the_package_is_light() -> None:
    program = (
        "import json, sys; before = set(sys.modules); import truquero; print(json.dumps([*set(sys.modules) - before]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in json.loads(done.stdout)}
    assert PACKAGE in loaded
    assert loaded & HEAVY_MODULES == set()
    assert loaded <= sys.stdlib_module_names | {PACKAGE}


@pytest.mark.parametrize(
    "package", ["engine", "table", "records", "rulebook", "sim", "bots", "analysis", "speech", "cli"]
)
def test_no_variant_is_known_by_its_name(package: str) -> None:
    """Differences between games are data: below the registry and in the interfaces, no string is the name of a game."""
    for path in (SOURCE / PACKAGE / package).rglob("*.py"):
        strings = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)]
        named = [(node.lineno, node.value) for node in strings if node.value in VARIANTS]
        assert named == [], path.name
