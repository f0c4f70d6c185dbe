"""The relative luminance of colours, as the Web Content Accessibility Guidelines (WCAG) define it for contrast."""

from __future__ import annotations


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 for black to 1 for white: `luminance("#8a5a00")`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
