"""Chances: exact fractions, or shares of a sample with a confidence interval."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

Z = 1.959964  # quantile of the normal distribution for 95 % confidence
NONE = -1  # in place of the points of a hand that has none, such as a hand without a flor
ABOVE_ALL = 1000  # more than any points of a hand


@dataclass(frozen=True)
class Chance:
    """The probability of an event. `samples` is 0 where every deal was counted."""

    value: Fraction  # the probability
    samples: int = 0  # the deals drawn; 0 where every deal was counted

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return not self.samples

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the true value with 95 % confidence. Both ends of an exact chance are its value."""
        share, count = float(self.value), self.samples
        if self.exact:
            return share, share
        middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
        half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count)) / (1 + Z * Z / count)
        return middle - half if self.value else 0.0, middle + half if self.value < 1 else 1.0

    def __float__(self) -> float:
        return float(self.value)


@dataclass(frozen=True)
class Distribution:
    """A probability distribution of points, the fewest first. NONE stands for hands without points."""

    shares: Mapping[int, Fraction]  # the probability of each number of points
    samples: int = 0  # the deals drawn; 0 where every deal was counted

    def __repr__(self) -> str:
        values = f"{len(self.shares)} values"
        if self.shares:
            values += f", {min(self.shares)} to {max(self.shares)}"
        return f"<{type(self).__name__} {values}, {self.samples} samples>"

    def chance(self, fits: Callable[[int], bool]) -> Chance:
        """Return the probability of the values for which `fits` is true."""
        return Chance(sum((share for value, share in self.shares.items() if fits(value)), Fraction(0)), self.samples)

    @property
    def only(self) -> int | None:
        """The value, if only one is possible; otherwise None."""
        return next(iter(self.shares)) if len(self.shares) == 1 else None
