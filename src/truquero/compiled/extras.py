"""What has to be installed beside Truquero for its faster parts."""

from __future__ import annotations

from importlib.util import find_spec

_MODULES = {"fast": ("numba", "numpy"), "gpu": ("torch", "numpy")}


def lacking(extra: str) -> str | None:
    """The command that installs an extra; None where all of it is there."""
    if all(find_spec(name) is not None for name in _MODULES[extra]):
        return None
    return f'pip install "truquero[{extra}]"'
