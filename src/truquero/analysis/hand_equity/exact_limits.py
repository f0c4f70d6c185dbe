"""Limits of exact counting. Beyond them, chances are estimated from random deals."""

from __future__ import annotations

HANDS_OF_POINTS = 3  # hidden hands, for envido and flor
TRIOS = 12_000  # equivalence classes of hands of the leading place, where three hands are hidden
CARDS_OF_TRUCO = 6  # hidden cards, for truco where no range is restricted
HANDS_OF_TRUCO = 2  # hidden hands, for truco where a range is restricted
