"""Shuffling from a seed, cutting, and drawing the first dealer: the same on every machine and in every Python version.

docs/reference/dealing.md describes the algorithm, so that other languages can deal the same cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from os import urandom

from truquero.cards import Card
from truquero.i18n import _
from truquero.table.errors import TableError

NEW_SEED = 16  # bytes: too many to find the seed from the cards of a hand by brute force
SMALLEST_PART = 3  # S000 §17: the fewest cards in either part of a cut


def draws(seed: str, sizes: Iterable[int]) -> Iterator[int]:
    """Yield for each size a number from 0 to size - 1, all equally likely. No size may be above 256."""
    text = seed.encode()
    counter, at = 0, 0
    block = sha256(text + counter.to_bytes(8, "big")).digest()
    for size in sizes:
        limit = 256 - 256 % size
        byte = limit
        while byte >= limit:
            if at == len(block):
                counter, at = counter + 1, 0
                block = sha256(text + counter.to_bytes(8, "big")).digest()
            byte = block[at]
            at += 1
        yield byte % size


def shuffled(pack: Sequence[Card], seed: str, count: int | None = None) -> list[Card]:
    """Return the shuffled pack. With `count`, draw and return only that many cards: the first of the full shuffle."""
    deck = list(pack)
    size = len(deck)
    drawn = size if count is None else min(count, size)
    for index, step in enumerate(draws(seed, range(size, size - min(drawn, size - 1), -1))):
        swapped = index + step
        deck[index], deck[swapped] = deck[swapped], deck[index]
    return deck[:drawn]


def check_cut(cards: int, cut: int) -> None:
    """Raise TableError for a cut that leaves fewer than three cards in a part (S000 §17)."""
    if isinstance(cut, bool) or not hasattr(cut, "__index__"):
        raise TableError(_("cut {cut}: write the number of lifted cards, or 0 to knock").format(cut=repr(cut)))
    if cut and not SMALLEST_PART <= cut <= cards - SMALLEST_PART:
        message = _("cut {cut}: lift {least} to {most} of the {cards} cards, or 0 to knock")
        raise TableError(message.format(cut=cut, least=SMALLEST_PART, most=cards - SMALLEST_PART, cards=cards))


def cut_deck(pack: Sequence[Card], seed: str, cut: int, count: int) -> list[Card]:
    """Return the top `count` cards after the shuffle and the cut."""
    check_cut(len(pack), cut)
    if cut + count <= len(pack):
        return shuffled(pack, seed, cut + count)[cut:]
    deck = shuffled(pack, seed)
    return [*deck[cut:], *deck[:cut]][:count]


def first_dealer(players: int, seed: str) -> int:
    """Draw the first dealer by lot: a seat from 1 to `players`."""
    return 1 + next(draws(f"{seed}/dealer", [players]))


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return urandom(NEW_SEED).hex()


def check_seed(seed: str) -> None:
    """Raise TableError for a seed that cannot be written as UTF-8: no cards can be drawn from it."""
    try:
        seed.encode()
    except UnicodeEncodeError as error:
        message = _("seed {seed}: give text without lone surrogates")
        raise TableError(message.format(seed=ascii(seed))) from error


def deal_seed(seed: str, number: int) -> str:
    """Return the seed of the n-th deal of a match."""
    return sha256(f"{seed}/{number}".encode()).hexdigest()[:32]


def random_cut(cards: int, seed: str) -> int:
    """Return a cut, for interfaces that do not ask their players for one."""
    return SMALLEST_PART + next(draws(f"{seed}/cut", [cards - 2 * SMALLEST_PART + 1]))
