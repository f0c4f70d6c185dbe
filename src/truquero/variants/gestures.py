"""The gestures of the señas and what they tell of, named once for all variants."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.language import N_

GESTURES: Mapping[str, str] = {
    "eyebrows": N_("raise the eyebrows"),
}

# What a seña tells of, where it is not a card or a rank.
MEANINGS: Mapping[str, str] = {
    "good-envido": N_("a good envido"),
}
