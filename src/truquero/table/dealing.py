"""Shuffling from a seed, the cut and the lot: the same on every machine and every Python.

The algorithm is told in docs/dealing.md, for anyone who wants to deal the same cards in another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count, repeat

from truquero.cards import Card
from truquero.table.errors import TableError

SMALLEST_PART = 3  # S000 §17: no part of a cut may have fewer cards


def _block(text: bytes, counter: int) -> bytes:
    return sha256(text + counter.to_bytes(8, "big")).digest()


def _stream(seed: str) -> Iterator[int]:
    """The bytes of a seed; the first block is nearly always enough."""
    text = seed.encode()
    return chain(_block(text, 0), chain.from_iterable(map(_block, repeat(text), count(1))))


def draw(stream: Iterator[int], below: int) -> int:
    """A number from 0 to `below` - 1, all equally likely."""
    limit = 256 - 256 % below
    for byte in stream:
        if byte < limit:
            return byte % below
    raise AssertionError("the stream has no end")


def shuffled(pack: Sequence[Card], seed: str, wanted: int | None = None) -> list[Card]:
    """The shuffled pack. With `wanted` only its first cards are drawn: they are the same, the rest is left out."""
    deck = list(pack)
    size = len(deck)
    drawn = size if wanted is None else min(wanted, size)
    stream = _stream(seed)
    for index in range(min(drawn, size - 1)):
        other = index + draw(stream, size - index)
        deck[index], deck[other] = deck[other], deck[index]
    return deck[:drawn]


def check_cut(cards: int, cut: int) -> None:
    """Refuse a cut that leaves fewer than three cards in a part (S000 §17)."""
    if cut and not SMALLEST_PART <= cut <= cards - SMALLEST_PART:
        raise TableError(
            f"cut {cut}: lift {SMALLEST_PART} to {cards - SMALLEST_PART} of the {cards} cards, or 0 to knock"
        )


def cut_deck(pack: Sequence[Card], seed: str, cut: int, wanted: int) -> list[Card]:
    """The first cards from the top after the shuffle and the cut."""
    check_cut(len(pack), cut)
    if cut + wanted <= len(pack):
        return shuffled(pack, seed, cut + wanted)[cut:]
    deck = shuffled(pack, seed)
    return [*deck[cut:], *deck[:cut]][:wanted]


def first_dealer(players: int, seed: str) -> int:
    """The first dealer by lot: a seat from 1 to `players`."""
    return 1 + draw(_stream(f"{seed}/dealer"), players)


def deal_seed(seed: str, number: int) -> str:
    """The seed of the n-th deal of a match."""
    return sha256(f"{seed}/{number}".encode()).hexdigest()[:32]


def random_cut(cards: int, seed: str) -> int:
    """A cut for interfaces that do not ask their players for one."""
    return SMALLEST_PART + draw(_stream(f"{seed}/cut"), cards - 2 * SMALLEST_PART + 1)
