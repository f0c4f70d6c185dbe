"""How much is counted before deals are drawn instead."""

from __future__ import annotations

HANDS_OF_POINTS = 3  # hidden, of which the envido and the flor are counted
TRIOS = 12_000  # hands of one place, those that count alike being one, whose two others are counted together
CARDS_OF_TRUCO = 6  # hidden, whose order is counted in the truco
HANDS_OF_TRUCO = 2  # hidden, the same where something is asked of them
