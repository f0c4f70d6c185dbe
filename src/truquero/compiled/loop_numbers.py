"""What the parts of the compiled loop share: how they are compiled, random numbers, and packed numbers.

Every number in the loop is unsigned: an index that cannot be negative needs no check. So are the constants, for a bare
one would make a sum signed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, njit

from truquero.compiled import lanes as la
from truquero.compiled import layout as at
from truquero.compiled.cache import cache_folder, sources_hash

# Arrays are borrowed from Python for as long as the loop runs: nobody needs to count who uses them.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, and keep it where the tables are kept.

    Numba alone would keep it beside its source and look at that one file to see whether it is still good; these
    functions freeze numbers of other files too.
    """
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder() / f"loop-{sources_hash()}")
    try:
        return njit(nogil=True, cache=True, **_OPTIONS)(function)
    finally:
        config.CACHE_DIR = before


def merged(function: Callable[..., Any]) -> Any:
    """Write a function into its caller, where a call would cost too much."""
    return njit(nogil=True, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)


def part(function: Callable[..., Any]) -> Any:
    """Compile a function that only the loop calls."""
    return njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)


ZERO, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = np.uint64(30), np.uint64(27), np.uint64(31)
HALF, LOW = np.uint64(32), np.uint64(0xFFFFFFFF)

SLOTS, LANCES, PLACES = np.uint64(la.SLOTS), np.uint64(la.LANCES), np.uint64(la.MOST_PLACES)
CARD_BITS, TWO_CARDS = np.uint64(la.CARD_BITS), np.uint64(2 * la.CARD_BITS)
CARD_MASK = np.uint64((1 << la.CARD_BITS) - 1)
VALUE_BITS, VALUE_MASK = np.uint64(at.VALUE_BITS), np.uint64((1 << at.VALUE_BITS) - 1)
FACT_SHIFT, FACT_BITS, FACT_MASK = np.uint64(at.FACT_SHIFT), np.uint64(at.FACT_BITS), np.uint64((1 << at.FACT_BITS) - 1)
IS_FLOR, SURE = np.uint64(at.IS_FLOR), np.uint64(at.SURE)


@part
def mixed(z: Any) -> Any:
    z = (z ^ (z >> FIRST_SHIFT)) * FIRST_FACTOR
    z = (z ^ (z >> SECOND_SHIFT)) * SECOND_FACTOR
    return z ^ (z >> THIRD_SHIFT)


@part
def number_below(z: Any, size: Any) -> Any:
    """A number below a size, from all bits of a draw."""
    return ((z >> HALF) * size + ((z & LOW) * size >> HALF)) >> HALF
