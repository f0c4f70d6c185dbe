"""A base class for mutable objects that can be copied."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Copyable(ABC):
    """An object copied only by its `copy()` method: `copy.copy` and `copy.deepcopy` call it too."""

    __slots__ = ()

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy: a change to one object does not affect the other."""

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()
