"""The TypeScript types of the page match the server's messages."""

from __future__ import annotations

import msgspec
import pytest

from tools import typescript


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert typescript.SCHEMA.read_text(encoding="utf-8") == typescript.schema(), "run python -m tools.typescript"


def test_a_kind_of_value_without_typescript_is_refused() -> None:
    class Odd(msgspec.Struct):
        value: bytes

    with pytest.raises(TypeError, match="tools/typescript"):
        typescript.interface(Odd)
