"""Whole numbers in tensors, one for each lane: look-ups, choices between fields, and the random numbers of simulations.

Everything here goes without branches, so that PyTorch can melt a whole move into one kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truquero.compiled import splitmix

try:
    import torch as torch  # for the other modules too: here it is told what to install
except ImportError as error:
    raise ImportError('the executor gpu needs PyTorch: pip install "truquero[gpu]"') from error

Tensor = Any  # of PyTorch, which is not read when types are checked

_TOP = 1 << 63
_WORD = (1 << 32) - 1


def signed(number: int) -> int:
    """64 bits as the number that PyTorch takes them for."""
    return (number + _TOP) % (2 * _TOP) - _TOP


GOLDEN = signed(splitmix.GOLDEN)
_FIRST_FACTOR, _SECOND_FACTOR = signed(splitmix.FIRST_FACTOR), signed(splitmix.SECOND_FACTOR)


def look_wide(table: Tensor, index: Tensor) -> Tensor:
    """The entries of a table, as they are. An index is always within it, so nobody needs to check."""
    if torch.compiler.is_compiling():
        return torch.ops.aten._unsafe_index.Tensor(table, [index])
    return table.index_select(0, index)


def look(table: Tensor, index: Tensor) -> Tensor:
    """The entries of a table, as numbers of 32 bits."""
    return look_wide(table, index).to(torch.int32)


def pick(fields: Sequence[Tensor], index: Tensor) -> Tensor:
    """Of some fields the one with that number."""
    found = fields[0]
    for number, field in enumerate(fields[1:], 1):
        found = torch.where(index == number, field, found)
    return found


def put(fields: list[Tensor], index: Tensor, value: Tensor, where: Tensor) -> None:
    """Write the field with that number in the lanes that are meant."""
    for number, field in enumerate(fields):
        fields[number] = torch.where(where & (index == number), value, field)


def bit(mask: Tensor, number: int) -> Tensor:
    """One bit of a mask, as 0 or 1."""
    return (mask >> number) & 1


def _shifted(z: Tensor, bits: int) -> Tensor:
    """Bits to the right, with zeros behind them."""
    return (z >> bits) & ((1 << (64 - bits)) - 1)


def mix(z: Tensor) -> Tensor:
    """Stir 64 bits as splitmix64 does."""
    z = (z ^ _shifted(z, splitmix.FIRST_SHIFT)) * _FIRST_FACTOR
    z = (z ^ _shifted(z, splitmix.SECOND_SHIFT)) * _SECOND_FACTOR
    return z ^ _shifted(z, splitmix.THIRD_SHIFT)


def halves(z: Tensor) -> tuple[Tensor, Tensor]:
    """The high and the low word of a draw."""
    return _shifted(z, 32), z & _WORD


def below(word: Tensor, size: Tensor | int) -> Tensor:
    """A number below a size, from a word."""
    return (word * size >> 32).to(torch.int32)


def number_below(z: Tensor, size: Tensor | int) -> Tensor:
    """A number below a size, from all bits of a draw."""
    high, low = halves(z)
    return (high * size + (low * size >> 32) >> 32).to(torch.int32)
