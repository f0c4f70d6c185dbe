"""Echar los perros: the mano makes all calls at once before looking at the cards (rules of Uruguay, UY-7).

The calls are contraflor al resto where both sides hold flores, falta envido where nobody holds a flor, and truco. A
player with a flor has to sing it anyway, so the effect of the challenge reveals nothing that would stay hidden.
"""

from __future__ import annotations

from truquero.engine.flor import paid_alone
from truquero.engine.state import NOBODY, Ask, EnvidoState, FlorState, Option, Question, State, Step, bit
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import Stake

THROW = "perros"
MANO = 0


def throw_options(rules: HandRules, state: State, place: int) -> list[Option]:
    """Return the challenge if a place may make it: only the mano, unseen, as the first move of the hand."""
    untouched = state == State(looked=state.looked)
    return [Option(THROW)] if rules.perros and untouched and place == MANO and not state.looked & bit(MANO) else []


def question(rules: HandRules) -> Question:
    """Return the question for the places that hold a flor."""
    if rules.flor is None:
        return Question(Ask.HOLDERS, (0,))
    return Question(Ask.HOLDERS, tuple(range(1 << rules.places)))


def throw(rules: HandRules, state: State, place: int, holders: int) -> Step:
    """Make the challenge. The truco stays pending until the flor or the envido is settled.

    `holders` is the bit mask of the places that hold a flor.
    """
    side = rules.sides[place]
    state = state._replace(truco=state.truco._replace(calling=side))
    if not holders:
        assert isinstance(rules.envido, FixedEnvido)
        falta, refused = rules.envido.falta, Stake(rules.envido.first_refused)
        bet = EnvidoState(calling=side, offer=falta, refused=refused, final=True)
        return state._replace(envido=bet, flor=FlorState("closed")), ()
    assert rules.flor is not None
    holding = [holder for holder in range(rules.places) if holders & bit(holder)]
    ours = [holder for holder in holding if rules.sides[holder] == side]
    sung = FlorState(first=(ours or holding)[0], sung=holders)
    state = state._replace(envido=EnvidoState(closed=True), flor=sung)
    if len(ours) in (0, len(holding)):  # only one side holds a flor
        return state._replace(flor=FlorState("closed")), (paid_alone(rules, state),)
    bet_on = sung._replace(
        stage="raised",
        speaker=NOBODY,
        calling=side,
        offer=rules.flor.resto,
        refused=Stake(rules.flor.resto_refused),
    )
    return state._replace(flor=bet_on), ()
