"""The chances of a seat in each lance, counted over deals that fit everything it has seen and heard."""

from __future__ import annotations

from functools import cached_property
from random import Random
from statistics import fmean

from truquero.bots.players.beliefs import Beliefs, SampledDeal
from truquero.bots.players.heuristics import SOUND
from truquero.bots.players.playout import Playouts
from truquero.bots.players.prepared_view import PreparedView
from truquero.engine.seats import is_in
from truquero.rules.points import best_place

DEALS = 240  # a standard error of 3 in 100, so the chances are told in steps of 5
USUAL_TABLE = 4  # places; larger tables use fewer deals, because each takes longer


class SampledChances:
    """The chances of the seat's side. Each is computed when it is first asked for."""

    def __init__(self, prepared: PreparedView, random: Random) -> None:
        self._prepared, self._random = prepared, random

    @cached_property
    def _deals(self) -> list[SampledDeal]:
        beliefs = Beliefs(self._prepared, self._random)
        return [beliefs.deal() for _ in range(DEALS * USUAL_TABLE // max(USUAL_TABLE, len(self._prepared.seats)))]

    @cached_property
    def truco(self) -> float:
        """The chance to take the hand by its tricks. A hand that nobody takes counts half."""
        playouts = Playouts(self._prepared, self._random, SOUND, SOUND)
        return fmean(playouts.truco_share(deal) for deal in self._deals)

    @cached_property
    def envido(self) -> float:
        """The chance to have the best envido points."""
        return fmean(self._wins_points(deal, "envido") for deal in self._deals)

    @cached_property
    def flor(self) -> float:
        """The chance to have the best flor."""
        return fmean(self._wins_points(deal, "flor") for deal in self._deals)

    def _wins_points(self, deal: SampledDeal, lance: str) -> bool:
        prepared = self._prepared
        count = prepared.worth.points.envido if lance == "envido" else prepared.worth.points.flor
        values = {place: count(hand) for place, hand in deal.items() if is_in(prepared.state, place)}
        counted = {place: value for place, value in values.items() if value is not None}
        return bool(counted) and prepared.lineup.sides[best_place(counted)] == prepared.side
