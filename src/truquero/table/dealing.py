"""Shuffling from a seed, the cut and the lot: the same on every machine and every Python.

The algorithm is told in docs/dealing.md, for anyone who wants to deal the same cards in another language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from os import urandom

from truquero.cards import Card
from truquero.language import _
from truquero.table.errors import TableError

NEW_SEED = 16  # bytes: so many that nobody finds the seed by trying what deals the cards he holds
SMALLEST_PART = 3  # S000 §17: no part of a cut may have fewer cards


def draws(seed: str, sizes: Iterable[int]) -> Iterator[int]:
    """For each size a number from 0 to it, itself left out, all equally likely; no size is above 256."""
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


def shuffled(pack: Sequence[Card], seed: str, wanted: int | None = None) -> list[Card]:
    """The shuffled pack. With `wanted` only its first cards are drawn: they are the same, the rest is left out."""
    deck = list(pack)
    size = len(deck)
    drawn = size if wanted is None else min(wanted, size)
    for index, step in enumerate(draws(seed, range(size, size - min(drawn, size - 1), -1))):
        other = index + step
        deck[index], deck[other] = deck[other], deck[index]
    return deck[:drawn]


def check_cut(cards: int, cut: int) -> None:
    """Refuse a cut that leaves fewer than three cards in a part (S000 §17)."""
    if isinstance(cut, bool) or not hasattr(cut, "__index__"):
        raise TableError(_("cut {cut}: write how many cards are lifted, or 0 to knock").format(cut=repr(cut)))
    if cut and not SMALLEST_PART <= cut <= cards - SMALLEST_PART:
        about = _("cut {cut}: lift {least} to {most} of the {cards} cards, or 0 to knock")
        raise TableError(about.format(cut=cut, least=SMALLEST_PART, most=cards - SMALLEST_PART, cards=cards))


def cut_deck(pack: Sequence[Card], seed: str, cut: int, wanted: int) -> list[Card]:
    """The first cards from the top after the shuffle and the cut."""
    check_cut(len(pack), cut)
    if cut + wanted <= len(pack):
        return shuffled(pack, seed, cut + wanted)[cut:]
    deck = shuffled(pack, seed)
    return [*deck[cut:], *deck[:cut]][:wanted]


def first_dealer(players: int, seed: str) -> int:
    """The first dealer by lot: a seat from 1 to `players`."""
    return 1 + next(draws(f"{seed}/dealer", [players]))


def new_seed() -> str:
    """A seed that nobody can guess."""
    return urandom(NEW_SEED).hex()


def deal_seed(seed: str, number: int) -> str:
    """The seed of the n-th deal of a match."""
    return sha256(f"{seed}/{number}".encode()).hexdigest()[:32]


def random_cut(cards: int, seed: str) -> int:
    """A cut for interfaces that do not ask their players for one."""
    return SMALLEST_PART + next(draws(f"{seed}/cut", [cards - 2 * SMALLEST_PART + 1]))
