"""Bots: automatic players. A bot knows only what a player knows, the rules and the view of its seat."""

from truquero.bots.azar import Azar
from truquero.bots.bot import Bot
from truquero.bots.roster import ROSTER, UnknownBot, make_bot, maker_of
from truquero.bots.sitting import Sitting

__all__ = ["ROSTER", "Azar", "Bot", "Sitting", "UnknownBot", "make_bot", "maker_of"]
