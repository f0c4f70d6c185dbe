"""Integer tensors with one element per lane: table lookups, selection of elements, and random numbers.

Nothing here branches on the data, so PyTorch can fuse a whole turn into one kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truquero.sim import splitmix

try:
    import torch as torch  # other modules import it from here, after this check
except ImportError as error:
    raise ImportError('the executor gpu needs PyTorch: pip install "truquero[gpu]"') from error

Tensor = Any  # torch.Tensor; type checking does not read PyTorch

_TOP = 1 << 63
_LOW = (1 << 32) - 1


def signed(number: int) -> int:
    """Return 64 bits as a signed integer, the type that PyTorch uses for them."""
    return (number + _TOP) % (2 * _TOP) - _TOP


GOLDEN = signed(splitmix.GOLDEN)
_FIRST_FACTOR, _SECOND_FACTOR = signed(splitmix.FIRST_FACTOR), signed(splitmix.SECOND_FACTOR)


def look_wide(table: Tensor, index: Tensor) -> Tensor:
    """Return entries of a table in its own type. The index is always in range: compiled code does not check it."""
    if torch.compiler.is_compiling():
        return torch.ops.aten._unsafe_index.Tensor(table, [index])
    return table.index_select(0, index)


def look_up(table: Tensor, index: Tensor) -> Tensor:
    """Return entries of a table as 32-bit integers."""
    return look_wide(table, index).to(torch.int32)


def pick_element(tensors: Sequence[Tensor], index: Tensor) -> Tensor:
    """Return, in each lane, the element of the tensor at that lane's index."""
    picked = tensors[0]
    for number, tensor in enumerate(tensors[1:], 1):
        picked = torch.where(index == number, tensor, picked)
    return picked


def constant_at(constants: Sequence[int], index: Tensor) -> Tensor:
    """Return the constant at each lane's index. A few comparisons are faster than a lookup."""
    picked = torch.full_like(index, constants[0])
    for number, constant in enumerate(constants[1:], 1):
        picked = torch.where(index == number, constant, picked)
    return picked


def put_element(tensors: list[Tensor], index: Tensor, value: Tensor, where: Tensor) -> None:
    """Set, in each lane where `where` is true, the element of the tensor at that lane's index."""
    for number, tensor in enumerate(tensors):
        tensors[number] = torch.where(where & (index == number), value, tensor)


def bit(mask: Tensor, number: int) -> Tensor:
    """Return one bit of a mask, as 0 or 1."""
    return (mask >> number) & 1


def _shifted(z: Tensor, bits: int) -> Tensor:
    """Return 64 bits shifted right by `bits`, with zeros filled in from the left."""
    return (z >> bits) & ((1 << (64 - bits)) - 1)


def mix(z: Tensor) -> Tensor:
    """Return the splitmix64 hash of 64 bits."""
    z = (z ^ _shifted(z, splitmix.FIRST_SHIFT)) * _FIRST_FACTOR
    z = (z ^ _shifted(z, splitmix.SECOND_SHIFT)) * _SECOND_FACTOR
    return z ^ _shifted(z, splitmix.THIRD_SHIFT)


def halves(z: Tensor) -> tuple[Tensor, Tensor]:
    """Return the high and the low 32 bits of a draw."""
    return _shifted(z, 32), z & _LOW


def below(bits: Tensor, size: Tensor | int) -> Tensor:
    """Return a number from 0 up to but not including `size`, from 32 random bits."""
    return (bits * size >> 32).to(torch.int32)


def number_below(z: Tensor, size: Tensor | int) -> Tensor:
    """Return a number from 0 up to but not including `size`, from all 64 bits of a draw."""
    high, low = halves(z)
    return (high * size + (low * size >> 32) >> 32).to(torch.int32)
