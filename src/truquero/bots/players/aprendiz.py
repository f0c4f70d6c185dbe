"""The beginner bot: it plays by rules of thumb and does not estimate the cards of the other players."""

from __future__ import annotations

from random import Random

from truquero.bots.bot import Bot, check_may_act
from truquero.bots.players.heuristics import SOUND, Habits, Temper
from truquero.bots.players.player_situation import Situation, state_from_place
from truquero.bots.players.prepared_view import PreparedView
from truquero.cards import CARDS
from truquero.engine.automaton import LOOK
from truquero.engine.flor import SING
from truquero.engine.state import PLAY
from truquero.rules.game import Rules
from truquero.rules.moves import ANOTHER, KEEP, LEAVE
from truquero.table import View

GOOD_CARD = 0.5  # keep a card that fell face up if it beats at least this share of all cards


class Aprendiz(Bot):
    """A bot that plays by `Habits` alone. The same seed makes the same choices."""

    def __init__(self, rules: Rules, seed: str, temper: Temper = SOUND) -> None:
        self._rules = rules
        self._random = Random(seed)
        self._habits = Habits(self._random, temper)

    def choose(self, view: View) -> str:
        check_may_act(view)
        if len(view.moves) == 1:
            return view.moves[0]
        situation = None if KEEP in view.moves else situation_of(PreparedView(self._rules, view))
        return blind_move(self._rules, view, self._random) if situation is None else self._habits.choose(situation)

    def speak_up(self, view: View) -> str | None:
        """Sing a flor at once, without waiting for the other players; otherwise return None."""
        check_may_act(view)
        situation = situation_of(PreparedView(self._rules, view)) if SING in view.moves else None
        return SING if situation is not None and situation.worth.points.is_flor(situation.dealt) else None


def blind_move(rules: Rules, view: View, random: Random) -> str:
    """Return a move for a seat that does not see its cards.

    A card that fell face up in the deal is kept or exchanged by its strength. Otherwise the seat looks at its cards if
    it may. If it may not, it makes a random move, but never leaves the hand with cards that it does not know.
    """
    if KEEP in view.moves:
        return keep_or_exchange(rules, view)
    return LOOK if LOOK in view.moves else random.choice([move for move in view.moves if move != LEAVE])


def keep_or_exchange(rules: Rules, view: View) -> str:
    """Return the move that keeps a card that fell face up in the deal, or the move that asks for another."""
    [card] = [visible for visible in view.cards if visible is not None]
    strengths = rules.ranking.strengths(view.turned)
    weaker = sum(strength < strengths[card] for strength in strengths.values())
    return KEEP if weaker >= GOOD_CARD * len(strengths) else ANOTHER


def situation_of(prepared: PreparedView) -> Situation | None:
    """Return the situation of the seat, or None where the seat may not see its cards."""
    if prepared.is_blind:
        return None
    view, state = prepared.view, prepared.state
    current_trick = [laid for laid in prepared.laid if laid.trick == len(state.won)]
    strengths = prepared.worth.strengths
    best = max(
        (-1 if laid.face_down or laid.card is None else strengths[laid.card] for laid in current_trick), default=-1
    )
    return Situation(
        prepared.automaton.rules,
        state,
        prepared.place,
        state_from_place(prepared.automaton.rules, state, prepared.place),
        prepared.dealt,
        prepared.held,
        best,
        prepared.score,
        prepared.worth,
        tuple(CARDS.get(move, move) for move in view.moves if not move.startswith(f"{PLAY}-")),
    )
