"""The strong bot: it samples deals that fit what it has seen, plays them out, and mixes honest calls with bluffs."""

from __future__ import annotations

from random import Random

from truquero.bots.bot import Bot, check_may_act
from truquero.bots.players import estimated_chances as chances
from truquero.bots.players import variance
from truquero.bots.players.aprendiz import blind_move, situation_of
from truquero.bots.players.candidate_moves import candidate_moves
from truquero.bots.players.characters import Character
from truquero.bots.players.move_evaluation import MoveEvaluation
from truquero.bots.players.player_situation import Situation
from truquero.bots.players.prepared_view import PreparedView
from truquero.bots.players.sign_choice import choose_sign
from truquero.engine.automaton import LOOK
from truquero.engine.flor import SING
from truquero.engine.state import pending_lance
from truquero.rules.game import Rules
from truquero.rules.moves import KEEP
from truquero.sim.garbage_collection import garbage_collection_off
from truquero.table import View

STRONG = 0.85  # the minimum chance to answer before its partners


class Jugador(Bot):
    """A bot that estimates its chances by playing out deals. The same seed makes the same choices."""

    def __init__(self, rules: Rules, seed: str, character: Character) -> None:
        self._rules = rules
        self._random = Random(seed)
        self._character = character
        self._uses_solver = variance.solver_is_available()
        self._signed: set[str] = set()  # señas made in this hand

    # --------------------------------------------------------------------------------------------------------- moves

    @garbage_collection_off()
    def choose(self, view: View) -> str:
        check_may_act(view)
        if len(view.moves) == 1:
            return view.moves[0]
        if KEEP in view.moves or LOOK in view.moves:
            return blind_move(self._rules, view, self._random)
        prepared = PreparedView(self._rules, view)
        situation = situation_of(prepared)
        if situation is None:  # a hand that is played without looking at the cards
            return blind_move(self._rules, view, self._random)
        moves = candidate_moves(situation)
        if len(moves) == 1:
            return moves[0]
        return MoveEvaluation(
            prepared, situation, self._random, self._character, uses_solver=self._uses_solver
        ).best_of(moves)

    @garbage_collection_off()
    def speak_up(self, view: View) -> str | None:
        """Act before the partners only with a flor to sing, an answer that is its own to give, or very good cards."""
        check_may_act(view)
        prepared = PreparedView(self._rules, view)
        situation = situation_of(prepared)
        if situation is None:
            return None
        if SING in situation.moves and situation.worth.points.is_flor(situation.dealt):
            return SING
        about = pending_lance(situation.state)
        if about is not None and self._answers_for(prepared, situation, about):
            return self.choose(view)
        chance = (
            chances.alone(situation) if about == "truco" else chances.envido(situation) if about == "envido" else 0.0
        )
        return self.choose(view) if chance >= STRONG else None

    def _answers_for(self, prepared: PreparedView, situation: Situation, about: str) -> bool:
        """Return whether this seat should answer for its side.

        It should if it made the last call of its side, because it knows the purpose of that call; or, in the truco, if
        it alone of its side still has cards.
        """
        public = situation.from_place
        if about == "truco" and situation.held and public.partners and not public.partners_with_cards:
            return True
        return prepared.last_caller(about) == prepared.place

    # ------------------------------------------------------------------------------------------------------- partners

    def sign(self, view: View) -> str | None:
        """Return a seña for the partners that was not made in this hand, or None. Few señas are false."""
        if view.state is None or not view.state.won:
            self._signed.clear()
        prepared = PreparedView(self._rules, view)
        sign = (
            None if prepared.is_blind or not prepared.partners else choose_sign(prepared, self._random, self._character)
        )
        if sign is None or sign in self._signed:
            return None
        self._signed.add(sign)
        return sign

    def watch(self, view: View) -> int:
        """Return a random rival. The señas of partners are seen without watching them."""
        prepared = PreparedView(self._rules, view)
        return self._random.choice([view.seats[place] for place in prepared.rivals])
