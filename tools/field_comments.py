"""An extension of Griffe that takes the comment behind a field as its description in the API reference.

The fields of a dataclass have short comments on their lines: `dealer: int | None  # the seat that deals`. Griffe reads
docstrings only.
"""

from __future__ import annotations

import io
import tokenize
from functools import cache
from pathlib import Path
from typing import Any

import griffe


@cache
def comments_of(path: Path) -> dict[int, str]:
    """Return the comments of a source file by line, without the # sign."""
    with io.StringIO(path.read_text("utf-8")) as source:
        tokens = tokenize.generate_tokens(source.readline)
        return {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}


class FieldComments(griffe.Extension):
    """Give an attribute without a docstring the comment on its last line, as a sentence."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_arguments: Any) -> None:
        if attr.docstring is not None or not isinstance(attr.filepath, Path) or attr.endlineno is None:
            return
        comment = comments_of(attr.filepath).get(attr.endlineno, "")
        if comment and not comment.startswith(("noqa", "type:")):
            text = comment[0].upper() + comment[1:] + ("" if comment.endswith(".") else ".")
            attr.docstring = griffe.Docstring(text, lineno=attr.endlineno, parent=attr)
