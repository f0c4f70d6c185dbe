"""An extension of Griffe, which reads the docstrings for the API reference.

It takes the comment behind a field as its description, because dataclasses describe their fields that way:
`dealer: int | None  # the seat that deals`. It also leaves out values that are code and no default, shows functions
that share their name with a submodule, and marks the examples in docstrings as code.
"""

from __future__ import annotations

import io
import re
import tokenize
from functools import cache
from pathlib import Path
from typing import Any

import griffe

# The lines of an example, from its first prompt to the next empty line.
EXAMPLE = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)


@cache
def comments_of(path: Path) -> dict[int, str]:
    """Return the comments of a source file by line, without the # sign."""
    with io.StringIO(path.read_text("utf-8")) as source:
        tokens = tokenize.generate_tokens(source.readline)
        return {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}


def with_examples_as_code(text: str) -> str:
    """Return a docstring with a fence around each example. Examples without an empty line between them become one."""
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```\n", text)


def is_code(attr: griffe.Attribute) -> bool:
    """Return whether the value of an attribute is code and no default: an assignment in `__init__`, or a `field()`."""
    return "class-attribute" not in attr.labels or bool(re.match(r"(?:dataclasses\.)?field\(", str(attr.value)))


class HiddenNames(griffe.Extension):
    """Show functions that have the name of a submodule of their package: `league` of `league.py`.

    Python finds the function, Griffe finds the submodule. So the function gets a second entry, whose key no Python name
    can have. Its own name and path stay as they are.
    """

    def __init__(self) -> None:
        self._named: dict[str, dict[str, griffe.Object | griffe.Alias]] = {}

    def on_module_members(self, *, mod: griffe.Module, **_arguments: Any) -> None:
        """Note the names of a package before its submodules are loaded."""
        if mod.is_init_module:
            self._named[mod.path] = dict(mod.members)

    def on_package(self, *, pkg: griffe.Module, **_arguments: Any) -> None:
        """Give hidden functions their second entries, and lead aliases of them to the functions."""
        packages = {path: pkg[path.removeprefix(f"{pkg.path}.")] for path in self._named if path != pkg.path}
        packages[pkg.path] = pkg
        functions: dict[str, str] = {}  # the path of a hidden function in its package, and where it is defined
        for path, package in packages.items():
            for name in map(str, package.exports or ()):
                if isinstance(package.members.get(name), griffe.Module) and name in self._named[path]:
                    package.members[f"{name}()"] = function = self._named[path][name]
                    if isinstance(function, griffe.Alias):
                        functions[f"{path}.{name}"] = function.target_path
        for path, package in packages.items():
            for name, member in self._named[path].items():
                if isinstance(member, griffe.Alias) and member.target_path in functions:
                    package.members[name] = griffe.Alias(name, functions[member.target_path], parent=package)


class Docstrings(griffe.Extension):
    """Describe fields by their comments, hide what `__init__` assigns to them, and show examples as code."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_arguments: Any) -> None:
        if isinstance(attr.parent, griffe.Class) and is_code(attr):
            attr.value = None
        if attr.docstring is not None or not isinstance(attr.filepath, Path) or attr.endlineno is None:
            return
        comment = comments_of(attr.filepath).get(attr.endlineno, "")
        if comment and not comment.startswith(("noqa", "type:")):
            text = comment[0].upper() + comment[1:] + ("" if comment.endswith(".") else ".")
            attr.docstring = griffe.Docstring(text, lineno=attr.endlineno, parent=attr)

    def on_instance(self, *, obj: griffe.Object, **_arguments: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = with_examples_as_code(obj.docstring.value)
