"""An extension of Griffe, which reads the docstrings for the API reference.

It takes the comment behind a field as its description, because dataclasses describe their fields that way:
`dealer: int | None  # the seat that deals`. It also marks the examples in docstrings as code.
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


class Docstrings(griffe.Extension):
    """Describe fields by their comments, and show examples as code."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_arguments: Any) -> None:
        if attr.docstring is not None or not isinstance(attr.filepath, Path) or attr.endlineno is None:
            return
        comment = comments_of(attr.filepath).get(attr.endlineno, "")
        if comment and not comment.startswith(("noqa", "type:")):
            text = comment[0].upper() + comment[1:] + ("" if comment.endswith(".") else ".")
            attr.docstring = griffe.Docstring(text, lineno=attr.endlineno, parent=attr)

    def on_instance(self, *, obj: griffe.Object, **_arguments: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = with_examples_as_code(obj.docstring.value)
