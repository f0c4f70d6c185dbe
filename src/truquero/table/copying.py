"""Base classes for mutable objects that can be copied and pickled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Self


class Copyable(ABC):
    """An object that `copy.copy` copies by its method `copy()`.

    `copy.deepcopy` copies the state that pickling uses, with everything in it. So a deep copy of a container that holds
    a match and its hand holds a match and the hand of that match.
    """

    __slots__ = ()

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy: a change to one object does not affect the other."""

    def __copy__(self) -> Self:
        return self.copy()


class PicklesSlots:
    """An object with slots that every protocol of pickle accepts: 0 and 1 want this method to be defined."""

    __slots__ = ()

    def __getstate__(self) -> Any:
        return super().__getstate__()
