"""The player: imagines deals that fit what it has seen, plays them out, and mixes truth and lies as the game asks."""

from __future__ import annotations

from random import Random

from truquero.bots import chances, counting
from truquero.bots.aprendiz import spot_of, without_seeing
from truquero.bots.bot import Bot
from truquero.bots.candidates import candidates
from truquero.bots.characters import Character
from truquero.bots.gestures import sign_for
from truquero.bots.reading import Reading
from truquero.bots.spot import Spot
from truquero.bots.thought import Thought
from truquero.compiled.garbage import no_collection
from truquero.engine.automaton import LOOK
from truquero.engine.flor import SING
from truquero.engine.state import answered
from truquero.rules.game import Rules
from truquero.table import View
from truquero.table.incidents import KEEP

STRONG = 0.85  # chances with which it speaks before its partners


class Jugador(Bot):
    """Estimates its chances by playing out deals. The same seed makes the same choices."""

    def __init__(self, rules: Rules, seed: str, character: Character) -> None:
        self._rules = rules
        self._random = Random(seed)
        self._character = character
        self._counts = counting.is_there()
        self._signed: set[str] = set()  # señas made in this hand

    # ------------------------------------------------------------------------------------------------------ the word

    @no_collection()
    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        if KEEP in view.moves or LOOK in view.moves:
            return without_seeing(self._rules, view, self._random)
        reading = Reading(self._rules, view)
        spot = spot_of(reading)
        if spot is None:  # cards that nobody looks at
            return without_seeing(self._rules, view, self._random)
        moves = candidates(spot)
        if len(moves) == 1:
            return moves[0]
        return Thought(reading, spot, self._random, self._character, counts=self._counts).best_of(moves)

    @no_collection()
    def speak_up(self, view: View) -> str | None:
        """Before its partners only with what cannot wait: a flor to sing, or cards that need no advice."""
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
        """Whether the answer is its own: it has made the call that was raised, and knows what it meant by it; or nobody
        else of its side has cards left to win the hand with."""
        if about == "truco" and spot.held and spot.at.partners and not spot.at.partners_to_come:
            return True
        return reading.last_caller(about) == reading.place

    # --------------------------------------------------------------------------------------------------- the partners

    def sign(self, view: View) -> str | None:
        """A seña for the partners: seldom one that is not true."""
        if view.state is None or not view.state.won:
            self._signed.clear()
        reading = Reading(self._rules, view)
        found = None if reading.is_blind or not reading.partners else sign_for(reading, self._random, self._character)
        if found is None or found in self._signed:
            return None
        self._signed.add(found)
        return found

    def watch(self, view: View) -> int:
        """Partners are seen anyhow: a rival, and not always the same."""
        reading = Reading(self._rules, view)
        return self._random.choice([view.seats[place] for place in reading.rivals])
