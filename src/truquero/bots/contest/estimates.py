"""Estimates with confidence intervals. Observations that share their cards count as one cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
FEWEST = 10  # minimum number of clusters to call a difference significant: fewer may agree by chance
_MANY = 100  # above this number of degrees of freedom an expansion is exact to nine digits


@dataclass(frozen=True)
class Estimate:
    """An estimated value with its 95% confidence interval, which is None with a single cluster."""

    value: float  # the best estimate
    low: float | None  # the lower end of the interval
    high: float | None  # the upper end of the interval
    clusters: int  # the number of independent observations

    @property
    def sign(self) -> int:
        """1 or -1 if the value is significantly above or below 0, otherwise 0."""
        if self.low is None or self.high is None or self.clusters < FEWEST:
            return 0
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    @property
    def opposite(self) -> Estimate:
        """The same estimate with the opposite sign."""
        return Estimate(
            -self.value,
            None if self.high is None else -self.high,
            None if self.low is None else -self.low,
            self.clusters,
        )


def ratio(clusters: Sequence[tuple[float, float]]) -> Estimate:
    """Return the sum of the first numbers divided by the sum of the second, such as points per hand."""
    value, influences = linearized(clusters)
    return around(value, influences)


def linearized(clusters: Sequence[tuple[float, float]]) -> tuple[float, list[float]]:
    """Return a ratio, and the influence of each cluster on it."""
    total = sum(base for _part, base in clusters)
    value = sum(part for part, _base in clusters) / total
    return value, [(part - value * base) / total for part, base in clusters]


def around(value: float, influences: Sequence[float]) -> Estimate:
    """Return a value with the confidence interval that follows from the influences of its clusters."""
    count = len(influences)
    if count < 2:
        return Estimate(value, None, None, count)
    error = sqrt(count / (count - 1) * sum(influence * influence for influence in influences))
    margin = student_quantile(count - 1) * error
    return Estimate(value, value - margin, value + margin, count)


def share(clusters: Sequence[tuple[float, float]]) -> Estimate:
    """Return a share, such as games won of games played.

    Its interval adds one cluster that is won and one that is lost (after Agresti and Coull). So it is also sound with
    few clusters, and if all clusters are won or all are split.
    """
    value = ratio(clusters).value
    mean_base = sum(base for _part, base in clusters) / len(clusters)
    widened = ratio([*clusters, (mean_base, mean_base), (0.0, mean_base)])
    assert widened.low is not None
    assert widened.high is not None
    return Estimate(value, max(0.0, widened.low), min(1.0, widened.high), len(clusters))


# --------------------------------------------------------------------------------------------------- Student's t


@lru_cache(maxsize=1024)
def student_quantile(degrees: int) -> float:
    """Return the half width of the interval, in standard errors, for an estimate from degrees + 1 clusters."""
    normal = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    if degrees > _MANY:
        return _cornish_fisher(normal, degrees)
    low, high = normal, 100.0  # with one degree of freedom it is 12.7
    for _step in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _central_probability(middle, degrees) < CONFIDENCE else (low, middle)
    return high


def _central_probability(bound: float, degrees: int) -> float:
    """Return the probability that Student's t lies between -bound and bound.

    For an integer number of degrees of freedom it is a finite sum.
    """
    angle = atan(bound / sqrt(degrees))
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0 if degrees == 1 else term
    for number in range(2 + odd, degrees - 1, 2):
        term *= cos(angle) ** 2 * (number - 1) / number
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def _cornish_fisher(normal: float, degrees: int) -> float:
    """Return Student's quantile from the normal quantile (Cornish-Fisher expansion)."""
    z = normal
    return (
        z
        + (z**3 + z) / (4 * degrees)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * degrees**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * degrees**4)
    )
