"""What has to be installed beside Truquero for its faster parts."""

from __future__ import annotations

from importlib.util import find_spec

# What a part needs, and the extra that brings it. Tables alone need less than either of those who play by them.
_NEEDS = {"tables": (("numpy",), "fast"), "fast": (("numba", "numpy"), "fast"), "gpu": (("torch", "numpy"), "gpu")}


def lacking(part: str) -> str | None:
    """The command that installs what a part needs; None where all of it is there."""
    modules, extra = _NEEDS[part]
    if all(find_spec(name) is not None for name in modules):
        return None
    return f'pip install "truquero[{extra}]"'
