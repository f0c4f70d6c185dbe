"""The JSON of stored changes and of messages."""

from __future__ import annotations

import msgspec


def _as_text(value: object) -> str:
    """Return the code of a card. A `Card` is a subclass of `str`, which msgspec does not encode by itself."""
    if isinstance(value, str):
        return str.__str__(value)
    raise NotImplementedError(f"a {type(value).__name__} has no JSON form: add one to server/encoding.py")


encode = msgspec.json.Encoder(enc_hook=_as_text).encode
