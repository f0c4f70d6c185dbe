"""A base class for immutable objects that copies share."""

from __future__ import annotations

from typing import Self


class Immutable:
    """An object that never changes, so it is its own copy."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
