"""The beginner: sound habits, and nothing of what the others may have."""

from __future__ import annotations

from random import Random

from truquero.bots.bot import Bot
from truquero.bots.habits import Habits
from truquero.bots.reading import Reading
from truquero.bots.spot import Spot, place_in
from truquero.cards import CARDS
from truquero.engine.automaton import LOOK
from truquero.engine.flor import SING
from truquero.engine.state import PLAY
from truquero.rules.game import Rules
from truquero.rules.moves import LEAVE
from truquero.table import View
from truquero.table.incidents import ANOTHER, KEEP

GOOD_CARD = 0.5  # a card that fell face up is kept if it beats so many of the others


class Aprendiz(Bot):
    """Plays by its habits alone. The same seed makes the same choices."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self._rules = rules
        self._random = Random(seed)
        self._habits = Habits(self._random)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        spot = None if KEEP in view.moves else spot_of(Reading(self._rules, view))
        return without_seeing(self._rules, view, self._random) if spot is None else self._habits.choose(spot)

    def speak_up(self, view: View) -> str | None:
        """A flor does not wait for what others say."""
        spot = spot_of(Reading(self._rules, view)) if SING in view.moves else None
        return SING if spot is not None and spot.worth.points.is_flor(spot.dealt) else None


def without_seeing(rules: Rules, view: View, chance: Random) -> str:
    """What to do with cards that lie face down, but for one that fell face up: look where that is allowed, and never
    give a hand away that nobody knows."""
    if KEEP in view.moves:
        return keep_or_not(rules, view)
    return LOOK if LOOK in view.moves else chance.choice([move for move in view.moves if move != LEAVE])


def keep_or_not(rules: Rules, view: View) -> str:
    """Whether a card that fell face up stays."""
    [card] = [one for one in view.cards if one is not None]
    strengths = rules.ranking.strengths(view.turned)
    weaker = sum(strength < strengths[card] for strength in strengths.values())
    return KEEP if weaker >= GOOD_CARD * len(strengths) else ANOTHER


def spot_of(reading: Reading) -> Spot | None:
    """What the seat has before it; None where it may not see its cards."""
    if reading.is_blind:
        return None
    view, state = reading.view, reading.state
    now = [one for one in reading.laid if one.trick == len(state.won)]
    strengths = reading.worth.strengths
    best = max((-1 if one.face_down or one.card is None else strengths[one.card] for one in now), default=-1)
    return Spot(
        reading.automaton.rules,
        state,
        reading.place,
        place_in(reading.automaton.rules, state, reading.place),
        reading.own,
        reading.held,
        best,
        reading.standing,
        reading.worth,
        tuple(CARDS.get(move, move) for move in view.moves if not move.startswith(f"{PLAY}-")),
    )
