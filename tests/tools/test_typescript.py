"""The TypeScript types of the page match the server's messages, and the protocol has a number of its own."""

from __future__ import annotations

import hashlib
import re

import msgspec
import pytest

from tools import typescript
from truquero.server.page_protocol import PROTOCOL

DIGEST = (6, "e6b35c0bdbc5807a")  # the number of the protocol, and a digest of its declarations


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert typescript.SCHEMA.read_text(encoding="utf-8") == typescript.schema(), "run python -m tools.typescript"


def test_a_change_of_the_protocol_raises_its_number() -> None:
    declarations = re.sub(r"(?m)^(/\*\*.*\*/|//.*|export const .*)\n", "", typescript.schema())
    digest = hashlib.sha256(declarations.encode()).hexdigest()[:16]
    assert (PROTOCOL, digest) == DIGEST, "raise PROTOCOL in page_protocol.py, then write both values here"


def test_a_kind_of_value_without_typescript_is_refused() -> None:
    class Odd(msgspec.Struct):
        value: bytes

    with pytest.raises(TypeError, match="tools/typescript"):
        typescript.interface(Odd)
