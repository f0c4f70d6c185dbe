"""The classes, attributes and modules that the documents name in code spans exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# The changelog tells of old names too, the rule books of none.
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
WRITTEN_BY_HAND = [path for path in DOCUMENTS if DOCS / "variants" not in path.parents]

ATTRIBUTE = re.compile(r"`(\w+)\.([a-z_]\w*)(?:\([^`]*\))?`")
PATH_OF_MODULE = re.compile(r"`(truquero(?:\.\w+)+)(?:\([^`]*\))?`")
# What the documents call an object of a class.
OBJECTS = {"match": "Match", "view": "View", "rules": "Rules", "simulator": "Simulator", "bot": "Bot"}


@cache
def classes() -> dict[str, ast.ClassDef]:
    """Return every class of truquero by its name, which occurs once."""
    trees = (ast.parse(path.read_text("utf-8")) for path in (ROOT / "src").rglob("*.py"))
    return {node.name: node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def attributes_of(name: str) -> Iterator[str]:
    """Yield the attributes and methods of a class and of its bases."""
    definition = classes()[name]
    for node in ast.walk(definition):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            for target in [node.target] if isinstance(node, ast.AnnAssign) else node.targets:
                if isinstance(target, ast.Name):
                    yield target.id
                elif isinstance(target, ast.Attribute):
                    yield target.attr
    for base in definition.bases:
        if isinstance(base, ast.Name) and base.id in classes():
            yield from attributes_of(base.id)


def unknown_attributes(text: str) -> list[str]:
    """Return the code spans of a text that name an attribute which its class does not have."""
    named = [(OBJECTS.get(owner, owner), owner, attribute) for owner, attribute in ATTRIBUTE.findall(text)]
    return [
        f"{owner}.{attribute}"
        for name, owner, attribute in named
        if (attribute not in attributes_of(name) if name in classes() else is_class_name(name))
    ]


def is_class_name(name: str) -> bool:
    """Return whether a name is written like that of a class, and the page has no class or component of that name."""
    return name[0].isupper() and not name.isupper() and name not in names_of_page()


@cache
def names_of_page() -> frozenset[str]:
    """Return the names of the classes and components of the page, which is written in TypeScript."""
    sources = [path for path in (ROOT / "web/src").rglob("*") if path.suffix in (".ts", ".svelte")]
    exported = re.compile(r"^export class (\w+)", re.MULTILINE)
    classes_of_page = {name for path in sources for name in exported.findall(path.read_text("utf-8"))}
    return frozenset(classes_of_page | {path.stem for path in sources})


def exists(path: str) -> bool:
    """Return whether a dotted path is a module of truquero or a name in one."""
    module, name = path, ""
    while module:
        try:
            value = import_module(module)
        except ModuleNotFoundError:
            module, _dot, last = module.rpartition(".")
            name = f"{last}.{name}" if name else last
            continue
        return not name or ("." not in name and hasattr(value, name))
    return False


@pytest.mark.parametrize("path", WRITTEN_BY_HAND, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_named_attributes_and_modules_exist(path: Path) -> None:
    text = path.read_text("utf-8").split("\n## Messages of the table")[0]  # the rest names objects of the bot protocol
    assert unknown_attributes(text) == []
    assert [named for named in PATH_OF_MODULE.findall(text) if not exists(named)] == []


def test_a_name_that_does_not_exist_is_found() -> None:
    text = '`Hand.word`, `Hand.may_act`, `match.play(1, "truco")`, `match.plays`, `Nobody.knows` and `FILE.svg`'
    assert unknown_attributes(text) == ["Hand.word", "match.plays", "Nobody.knows"]
    assert not exists("truquero.nothing")
    assert not exists("truquero.table.Nothing")
    assert exists("truquero.table.view.View")
