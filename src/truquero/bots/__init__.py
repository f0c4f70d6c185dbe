"""Bots: the built-in players, the protocol for programs in any language, and contests between bots.

A bot knows only what a player knows: the rules and the view of its seat.
"""

from truquero.bots.bot import Bot
from truquero.bots.players.azar import Azar
from truquero.bots.registry import ROSTER, UnknownBot, make_bot, maker_of
from truquero.bots.sitting import Sitting

__all__ = ["ROSTER", "Azar", "Bot", "Sitting", "UnknownBot", "make_bot", "maker_of"]
