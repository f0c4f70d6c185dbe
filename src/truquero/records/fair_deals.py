"""The hashes of fair deals: the commitments of pages, the seal of the server's seed, and the seed that deals the cards.

docs/explanation/fair-deals.md describes the protocol. Every hash is SHA-256 over lines of text. The first line names
its purpose, so that no value of one kind can be used as another. The next lines name the table, the match and the deal,
so that no value of one deal can be used in another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

SECRET = 32  # the length in bytes of a secret, and of the server's seed
DRAW = 0  # the number of the draw for the first dealer, before the first deal
_HEXADECIMAL = re.compile(r"[0-9a-f]{64}")
_CODE = 32  # the length of a table code, in hexadecimal digits


class DrawKey(NamedTuple):
    """The identity of one random draw: of the first dealer (deal 0), or of the cards of a deal."""

    table: str  # as `table_code` returns it
    match: int
    deal: int


class Opening(NamedTuple):
    """The published values of a round: the seal and the commitments before the cut, the seed and secrets afterwards."""

    sealed: str
    committed: Mapping[int, str]  # by seat
    seed: str
    secrets: Mapping[int, str]  # by seat


def table_code(table: str) -> str:
    """Return the name of a table in records.

    It is a hash, because the real name works as an invitation to the table, and people share records.
    """
    return _digest("table", table)[:_CODE]


def is_digest(text: str) -> bool:
    """Return whether a text has the form of a secret or a commitment: 64 hexadecimal digits in lower case."""
    return _HEXADECIMAL.fullmatch(text) is not None


def commitment(draw_key: DrawKey, seat: int, secret: str) -> str:
    """Return the commitment that a page publishes for its secret.

    It includes the seat, so that no player can copy another player's commitment.
    """
    return _digest("commitment", *draw_key, seat, secret)


def seal(draw_key: DrawKey, seed: str) -> str:
    """Return the seal that the server publishes for its seed."""
    return _digest("seal", *draw_key, seed)


def seed_of(draw_key: DrawKey, seed: str, secrets: Mapping[int, str]) -> str:
    """Return the seed that deals the cards, from the server's seed and the secrets that were revealed, by seat."""
    return _digest("seed", *draw_key, seed, *(f"{seat} {secret}" for seat, secret in sorted(secrets.items())))


def _digest(purpose: str, *parts: object) -> str:
    return sha256("".join(f"{part}\n" for part in (f"truquero 1 {purpose}", *parts)).encode()).hexdigest()
