"""Bots: the built-in players, the protocol for programs in any language, and contests between bots.

A bot knows only what a player knows: the rules and the view of its seat.
"""

from truquero.bots.bot import Bot
from truquero.bots.bot_registry import ROSTER, UnknownBot, make_bot, maker_of
from truquero.bots.match_runner import MatchRunner
from truquero.bots.players.azar import Azar

__all__ = ["ROSTER", "Azar", "Bot", "MatchRunner", "UnknownBot", "make_bot", "maker_of"]
