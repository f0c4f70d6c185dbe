"""Formatting of numbers in the current language."""

from __future__ import annotations

from truquero.i18n import _


def grouped(number: int) -> str:
    """Return a large number with its digits grouped: `12 345`, which is not read as a decimal in any language."""
    return f"{number:,}".replace(",", "\u00a0")


def decimal(number: float, digits: int) -> str:
    """Return a number with a fraction: `4.5`, or `4,5` in languages that use a comma."""
    whole, part = f"{number:.{digits}f}".split(".")
    return _("{whole}.{part}").format(whole=whole, part=part)


def signed(number: float, digits: int = 0) -> str:
    """Return a difference with its sign: `+4.5`, `−4.5`, or `+4` without digits. A number that rounds to 0 is +0."""
    size = decimal(abs(number), digits) if digits else f"{abs(number):.0f}"
    return f"{'−' if round(number, digits) < 0 else '+'}{size}"


def percent(number: str) -> str:
    """Return a percentage: `33%`, or `33 %` in languages that use a space."""
    return _("{number}%").format(number=number)
