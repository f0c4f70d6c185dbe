"""Copies of what changes as it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Copyable(ABC):
    """Something whose `copy()` is the only way to copy it: `copy.copy` and `copy.deepcopy` do the same."""

    __slots__ = ()

    @abstractmethod
    def copy(self) -> Self:
        """The same once more: what is done to one does not change the other."""

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()
