"""Shuffling from a seed, the cut and the lot: the same on every machine and every Python.

The algorithm, for anyone who wants to deal the same cards in another language:

1. The stream is SHA-256(seed in UTF-8, then a counter as 8 bytes, big end first) for counter 0, 1, 2, …, as bytes.
2. To draw a number below n (n at most 256): take the next byte b; if b >= 256 - 256 % n take another; the number is
   b % n.
3. Start from the pack in its order: by rank 1 … 12, and within a rank espadas, bastos, oros, copas. For i from the
   last index down to 1, draw j below i + 1 and exchange the cards i and j (Fisher-Yates).
4. The cut lifts k cards from the top and puts them below the rest; 0 is a knock on the pack.
5. Cards are dealt from the top, one at a time, from the mano round to the dealer; in a deal of duels the packets are
   filled in the order of the duels, the mano of each first. A gallo's fourth card comes after all others, and the
   turned card last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from truquero.cards import Card
from truquero.table.errors import TableError

SMALLEST_PART = 3  # S000 §17: no part of a cut may have fewer cards


def _stream(seed: str) -> Iterator[int]:
    text, counter = seed.encode(), 0
    while True:
        yield from sha256(text + counter.to_bytes(8, "big")).digest()
        counter += 1


def draw(stream: Iterator[int], below: int) -> int:
    """A number from 0 to `below` - 1, all equally likely."""
    limit = 256 - 256 % below
    byte = next(stream)
    while byte >= limit:
        byte = next(stream)
    return byte % below


def shuffled(pack: Sequence[Card], seed: str) -> list[Card]:
    deck = list(pack)
    stream = _stream(seed)
    for last in range(len(deck) - 1, 0, -1):
        size = last + 1
        limit = 256 - 256 % size
        byte = next(stream)
        while byte >= limit:
            byte = next(stream)
        other = byte % size
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def check_cut(cards: int, cut: int) -> None:
    """Refuse a cut that leaves fewer than three cards in a part (S000 §17)."""
    if cut and not SMALLEST_PART <= cut <= cards - SMALLEST_PART:
        raise TableError(
            f"cut {cut}: lift {SMALLEST_PART} to {cards - SMALLEST_PART} of the {cards} cards, or 0 to knock"
        )


def cut_deck(deck: Sequence[Card], cut: int) -> list[Card]:
    check_cut(len(deck), cut)
    return [*deck[cut:], *deck[:cut]]


def first_dealer(players: int, seed: str) -> int:
    """The first dealer by lot: a seat from 1 to `players`."""
    return 1 + draw(_stream(f"{seed}/dealer"), players)


def deal_seed(seed: str, number: int) -> str:
    """The seed of the n-th deal of a match."""
    return sha256(f"{seed}/{number}".encode()).hexdigest()[:32]


def random_cut(cards: int, seed: str) -> int:
    """A cut for interfaces that do not ask their players for one."""
    return SMALLEST_PART + draw(_stream(f"{seed}/cut"), cards - 2 * SMALLEST_PART + 1)
