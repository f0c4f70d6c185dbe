"""Suggestions for mistyped names: a message about an unknown name also names the known name that is closest to it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from truquero.i18n import _

CUTOFF = 0.7  # of difflib's ratio: `jugadr` and `paulsta` are close to a name, `brisca` to none
SHORTEST_START = 3  # letters of a name that are enough, if only one name starts with them


def closest(given: object, known: Iterable[str]) -> str | None:
    """Return the known name that is closest to a mistyped one; None if none is close.

    >>> closest("Paulsta", ["argentino", "paulista"]), closest("brisca", ["argentino", "paulista"])
    ('paulista', None)
    """
    typed, names = str(given).lower(), {name.lower(): name for name in known}
    begun = [name for name in names if name.startswith(typed)] if len(typed) >= SHORTEST_START else []
    found = begun if len(begun) == 1 else get_close_matches(typed, names, n=1, cutoff=CUTOFF)
    return names[found[0]] if found else None


def with_suggestion(problem: str, given: object, known: Iterable[str]) -> str:
    """Return the message about an unknown name, followed by the closest known name if there is one."""
    name = closest(given, known)
    return problem if name is None else _("{problem}; did you mean {name}?").format(problem=problem, name=name)
