"""Personalities: how a player's bids differ from those of one who only counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truquero.language import N_


@dataclass(frozen=True)
class Character:
    """What it adds to the points it expects, and how often it does something else than what it thinks best."""

    about: str
    courage: float = 0.0  # points that a call or an acceptance seems to be worth more than it is
    lies: float = 0.0  # how often it bids as if it held another hand
    patience: float = 0.0  # how often it keeps a good call to itself, to raise when the rivals call


CHARACTERS: Mapping[str, Character] = {
    "jugador": Character(N_("counts its chances from what it has seen and heard")),
    "valiente": Character(N_("bids and accepts more than its cards are worth"), courage=0.4),
    "prudente": Character(N_("bids and accepts only what is sure"), courage=-0.4),
    "mentiroso": Character(N_("often bids as if it held other cards"), lies=0.4),
    "pescador": Character(N_("keeps good cards to itself until the rivals call"), patience=0.6),
}
