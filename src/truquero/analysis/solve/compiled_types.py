"""The types of the parameters of compiled functions, as Numba writes them, and how it compiles them."""

from __future__ import annotations

from typing import Any, Final

LEARN, RESPOND, AVERAGE = range(3)  # what a walk does at the decisions of its player

INTS, INT_ROWS, INT_BLOCKS = "int32[::1]", "int32[:, ::1]", "int32[:, :, ::1]"
NUMBERS, NUMBER_BLOCKS, SINGLES = "float64[::1]", "float64[:, :, ::1]", "float32[::1]"
NUMBER, INDEX = "float64", "int64"
COMPILED: Final[dict[str, Any]] = {"error_model": "numpy", "_nrt": False, "nogil": True}


def signature(result: str, *parameters: str) -> str:
    """Return the signature of a compiled function."""
    return f"{result}({', '.join(parameters)})"
