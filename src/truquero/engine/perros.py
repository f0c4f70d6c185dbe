"""Echar los perros: the mano, before looking at his cards, challenges to everything at once (rules of Uruguay, UY-7).

Contraflor al resto where both sides hold flores, falta envido where nobody does, and truco. Whoever holds a flor has to
sing it anyway, so the answer to the challenge tells no more than the table would soon hear.
"""

from __future__ import annotations

from truquero.engine.flor import paid_alone
from truquero.engine.state import NOBODY, Ask, EnvidoState, FlorState, Option, Question, State, Step, bit
from truquero.rules.hand import HandRules
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import Stake

THROW = "perros"
MANO = 0


def may_throw(rules: HandRules, state: State, place: int) -> list[Option]:
    """Only as the first word of the hand, by a mano who has not looked."""
    untouched = state == State(looked=state.looked)
    return [Option(THROW)] if rules.perros and untouched and place == MANO and not state.looked & bit(MANO) else []


def question(rules: HandRules) -> Question:
    """Who holds a flor."""
    if rules.flor is None:
        return Question(Ask.HOLDERS, (0,))
    return Question(Ask.HOLDERS, tuple(range(1 << rules.places)))


def throw(rules: HandRules, state: State, place: int, holders: int) -> Step:
    """The truco waits for its answer behind the flor or the envido."""
    side = rules.sides[place]
    state = state._replace(truco=state.truco._replace(calling=side))
    if not holders:
        assert isinstance(rules.envido, FixedEnvido)
        falta, refused = rules.envido.falta, Stake(rules.envido.first_refused)
        bet = EnvidoState(calling=side, offer=falta, refused=refused, final=True)
        return state._replace(envido=bet, flor=FlorState("closed")), ()
    assert rules.flor is not None
    holding = [one for one in range(rules.places) if holders & bit(one)]
    ours = [one for one in holding if rules.sides[one] == side]
    sung = FlorState(first=(ours or holding)[0], sung=holders)
    state = state._replace(envido=EnvidoState(closed=True), flor=sung)
    if len(ours) in (0, len(holding)):  # only one side holds any
        return state._replace(flor=FlorState("closed")), (paid_alone(rules, state),)
    bet_on = sung._replace(
        stage="raised",
        asked=NOBODY,
        calling=side,
        offer=rules.flor.resto,
        refused=Stake(rules.flor.resto_refused),
    )
    return state._replace(flor=bet_on), ()
