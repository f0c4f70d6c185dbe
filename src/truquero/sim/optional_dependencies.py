"""The optional dependencies of Truquero's faster parts."""

from __future__ import annotations

from importlib.util import find_spec

# The modules that a part needs, and the extra that installs them. Tables alone need fewer than either executor.
_NEEDS = {"tables": (("numpy",), "fast"), "fast": (("numba", "numpy"), "fast"), "gpu": (("torch", "numpy"), "gpu")}


def install_command(part: str) -> str | None:
    """Return the command that installs what a part needs, or None if all of it is installed."""
    modules, extra = _NEEDS[part]
    if all(find_spec(name) is not None for name in modules):
        return None
    return f'pip install "truquero[{extra}]"'
