"""Numbers as the language in use writes them."""

from __future__ import annotations

from truquero.language import _


def grouped(number: int) -> str:
    """A large number: `12 345`, which nobody takes for a decimal in any language."""
    return f"{number:,}".replace(",", "\u00a0")


def decimal(number: float, digits: int) -> str:
    """A number with a fraction: `4.5`, or `4,5` where that is how it is written."""
    whole, part = f"{number:.{digits}f}".split(".")
    return _("{whole}.{part}").format(whole=whole, part=part)


def percent(number: str) -> str:
    """`33%`, or `33 %` where that is how it is written."""
    return _("{number}%").format(number=number)
