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


def signed(number: float, digits: int = 0) -> str:
    """A difference: `+4.5`, `−4.5`, or without digits `+4`; what is 0 at so many digits is +0."""
    size = decimal(abs(number), digits) if digits else f"{abs(number):.0f}"
    return f"{'−' if round(number, digits) < 0 else '+'}{size}"


def percent(number: str) -> str:
    """`33%`, or `33 %` where that is how it is written."""
    return _("{number}%").format(number=number)
