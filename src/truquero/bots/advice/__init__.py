"""Advice to a player: what to do now, and why, from nothing but the player's own view."""

from truquero.bots.advice.advisor import Advice, advice

__all__ = ["Advice", "advice"]
