"""Outcomes: the events of a hand that are counted, such as an accepted envido or a tied trick.

Outcomes are numbered, so that a set of them is a bit mask. An outcome has the same number in every kind of hand of a
game, so the masks of all hands can be combined.
"""

from __future__ import annotations

from collections.abc import Iterator

from truquero.engine.flor import SING
from truquero.engine.perros import THROW
from truquero.engine.state import NOBODY, State, pending_lance
from truquero.rules.game import Rules
from truquero.rules.hand_rules import CARDS_IN_HAND, HandRules
from truquero.rules.lances import FixedEnvido
from truquero.rules.moves import LEAVE

_ACCEPTS = frozenset({"quiero", "mi-falta"})
_IN_EVERY_GAME = (
    "mazo",
    "a_trick_tied",
    "all_three_tied",
    "envido_called",
    "envido_accepted",
    "flor_sung",
    "flor_accepted",
    "decided_hand_played",
)
_WHEN_ACCEPTED = {"decide": "decided_hand_played", "flor": "flor_accepted", "envido": "envido_accepted"}
_BITS = {name: 1 << number for number, name in enumerate(_IN_EVERY_GAME)}


def outcomes(rules: Rules) -> tuple[str, ...]:
    """Return the names in the order of their numbers: those of every game, then two for each truco call.

    There are never more than 32.
    """
    return _IN_EVERY_GAME + tuple(name for rung in rules.truco.rungs for name in _call_outcomes(rung.code))


def possible_outcomes(rules: Rules) -> Iterator[str]:
    """Yield the outcomes that can occur in this game, in the order of the lances."""
    if rules.envido is not None:
        yield from ("envido_called", "envido_accepted")
    if rules.flor is not None:
        yield from ("flor_sung", "flor_accepted")
    for rung in rules.truco.rungs:
        yield from _call_outcomes(rung.code)
    if rules.last_hand is not None:
        yield "decided_hand_played"
    yield from ("mazo", "a_trick_tied", "all_three_tied")


def _call_outcomes(code: str) -> tuple[str, str]:
    return f"{code}_called", f"{code}_accepted"


def outcome_key(state: State) -> tuple[str | None, int, int]:
    """Return everything in a state that `outcomes_of_move` reads.

    States for which this is equal have equal masks.
    """
    return pending_lance(state), state.truco.calling, state.truco.rung


def outcomes_of_move(hand: HandRules, state: State, move: str) -> int:
    """Return the outcomes of a move in this state, as a bit mask."""
    if move in _ACCEPTS:
        return _accepted(state)
    if move == LEAVE:
        return _BITS["mazo"]
    if move == SING:
        return _BITS["flor_sung"]
    if move == THROW:  # a challenge to everything at once
        return _BITS["envido_called"] | _rung_called(0)
    if _is_envido(hand, move):
        return _BITS["envido_called"]
    for number, rung in enumerate(hand.truco.rungs):
        if rung.code == move:
            raised = state.truco.calling != NOBODY  # a raise accepts the call before it
            return _rung_called(number) | (_rung_accepted(state) if raised else 0)
    return 0


def outcomes_of_end(state: State) -> int:
    """Return the mask of the ties among the tricks of a hand that ended in this state."""
    tied = state.won.count(None)
    all_tied = _BITS["all_three_tied"] if tied == CARDS_IN_HAND else 0
    return all_tied | (_BITS["a_trick_tied"] if tied else 0)


def _accepted(state: State) -> int:
    """Return the mask of the call that a `quiero` accepts: the one that waits for an answer, if any."""
    call = pending_lance(state)
    return _rung_accepted(state) if call == "truco" else _BITS[_WHEN_ACCEPTED[call]] if call else 0


def _rung_called(number: int) -> int:
    return 1 << len(_IN_EVERY_GAME) + 2 * number


def _rung_accepted(state: State) -> int:
    return 2 * _rung_called(state.truco.rung)


def _is_envido(hand: HandRules, move: str) -> bool:
    envido = hand.envido
    if isinstance(envido, FixedEnvido):
        return move == envido.falta_code or any(call.code == move for call in envido.calls)
    return envido is not None and (move == envido.all_in_code or move.startswith("envido"))
