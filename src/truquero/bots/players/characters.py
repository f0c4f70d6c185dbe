"""Personalities: how the bids of a bot deviate from those of a bot that only counts its chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truquero.i18n import N_


@dataclass(frozen=True)
class Character:
    """A bias on the expected points, and the frequencies of deliberate deviations from the best move."""

    about: str = ""
    courage: float = 0.0  # points added to the value of a call or an acceptance
    lies: float = 0.0  # probability of bidding as if it held another hand
    patience: float = 0.0  # probability of making no call, to raise when the rivals call


CHARACTERS: Mapping[str, Character] = {
    "jugador": Character(N_("computes its chances from everything it has seen and heard")),
    "valiente": Character(N_("bids and accepts more than its cards are worth"), courage=0.4),
    "prudente": Character(N_("bids and accepts only when it is safe"), courage=-0.4),
    "mentiroso": Character(N_("often bids as if it held other cards"), lies=0.4),
    "pescador": Character(N_("stays silent with good cards until the rivals call"), patience=0.6),
}
