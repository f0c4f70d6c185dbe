"""The strong bot: it samples deals that fit what it has seen, plays them out, and mixes honest calls with bluffs."""

from __future__ import annotations

from random import Random

from truquero.bots.bot import Bot
from truquero.bots.players import rough_chances as chances
from truquero.bots.players import variance as counting
from truquero.bots.players.aprendiz import spot_of, without_seeing
from truquero.bots.players.candidates import candidates
from truquero.bots.players.characters import Character
from truquero.bots.players.decision import Thought
from truquero.bots.players.prepared_view import Reading
from truquero.bots.players.signals import sign_for
from truquero.bots.players.spot import Spot
from truquero.engine.automaton import LOOK
from truquero.engine.flor import SING
from truquero.engine.state import answered
from truquero.rules.game import Rules
from truquero.sim.garbage_collection import no_collection
from truquero.table import View
from truquero.table.special_moves import KEEP

STRONG = 0.85  # the minimum chance to answer before its partners


class Jugador(Bot):
    """A bot that estimates its chances by playing out deals. The same seed makes the same choices."""

    def __init__(self, rules: Rules, seed: str, character: Character) -> None:
        self._rules = rules
        self._random = Random(seed)
        self._character = character
        self._counts = counting.is_there()
        self._signed: set[str] = set()  # señas made in this hand

    # --------------------------------------------------------------------------------------------------------- moves

    @no_collection()
    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        if KEEP in view.moves or LOOK in view.moves:
            return without_seeing(self._rules, view, self._random)
        reading = Reading(self._rules, view)
        spot = spot_of(reading)
        if spot is None:  # a hand that is played without looking at the cards
            return without_seeing(self._rules, view, self._random)
        moves = candidates(spot)
        if len(moves) == 1:
            return moves[0]
        return Thought(reading, spot, self._random, self._character, counts=self._counts).best_of(moves)

    @no_collection()
    def speak_up(self, view: View) -> str | None:
        """Act before the partners only with a flor to sing, an answer that is its own to give, or very good cards."""
        reading = Reading(self._rules, view)
        spot = spot_of(reading)
        if spot is None:
            return None
        if SING in spot.moves and spot.worth.points.is_flor(spot.dealt):
            return SING
        about = answered(spot.state)
        if about is not None and self._answers_for(reading, spot, about):
            return self.choose(view)
        chance = chances.alone(spot) if about == "truco" else chances.envido(spot) if about == "envido" else 0.0
        return self.choose(view) if chance >= STRONG else None

    def _answers_for(self, reading: Reading, spot: Spot, about: str) -> bool:
        """Return whether this seat should answer for its side.

        It should if it made the last call of its side, because it knows the purpose of that call; or, in the truco, if
        it alone of its side still has cards.
        """
        if about == "truco" and spot.held and spot.at.partners and not spot.at.partners_to_come:
            return True
        return reading.last_caller(about) == reading.place

    # ------------------------------------------------------------------------------------------------------- partners

    def sign(self, view: View) -> str | None:
        """Return a seña for the partners that was not made in this hand, or None. Few señas are false."""
        if view.state is None or not view.state.won:
            self._signed.clear()
        reading = Reading(self._rules, view)
        found = None if reading.is_blind or not reading.partners else sign_for(reading, self._random, self._character)
        if found is None or found in self._signed:
            return None
        self._signed.add(found)
        return found

    def watch(self, view: View) -> int:
        """Return a random rival. The señas of partners are seen without watching them."""
        reading = Reading(self._rules, view)
        return self._random.choice([view.seats[place] for place in reading.rivals])
