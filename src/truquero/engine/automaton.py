"""The automaton of a hand: `moves` and `advance`, two pure functions over public states.

Lances are settled in the order flor, envido, truco. A pending truco stays in the state until the others are answered
(S000 §12, §13).
"""

from __future__ import annotations

from collections.abc import Callable

from truquero.engine import declare, envido, flor, perros, tricks, truco
from truquero.engine.seats import members
from truquero.engine.state import (
    COVER,
    DISCARD,
    NO_QUESTION,
    NOBODY,
    PLAY,
    Ask,
    Award,
    Guard,
    Need,
    Option,
    Question,
    State,
    Step,
    bit,
)
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, LEAVE, REFUSE
from truquero.rules.stakes import Stake

LOOK = "mira"
SHOW = "mostrar"
COMPARE = Question(Ask.COMPARE, (-1, 0, 1))

# A player who has not looked at the cards may bet and answer, but may not make a move that names or needs a card.
_MOVES_AFTER_LOOKING = frozenset({PLAY, COVER, DISCARD, SHOW, *flor.FLOR_WORDS, flor.CHICA, flor.RESTO})
# The guards that depend on the cards. They do not apply to a player who has not looked.
_NEEDS_LOOKING = frozenset({Need.FLOR, Need.NO_FLOR, Need.NO_PLAIN_FLOR, Need.RESERVA, Need.SURE_WIN})


def start(rules: HandRules) -> State:
    """Return the state after the deal, before any move."""
    if rules.gallo is not None:
        return State(stage="discard")
    everyone_but_mano = (1 << rules.places) - 1 - bit(perros.MANO)
    looked = everyone_but_mano if rules.perros and not rules.blind_calls else 0
    return State(stage="decide" if rules.decision else "play", looked=looked)


def moves(rules: HandRules, state: State) -> dict[int, list[Option]]:
    """Return the moves of each place that may act, with their guards."""
    menus = _moves(rules, state)
    if rules.flor is not None and rules.flor.forced:
        menus = {place: _forced(rules, state, place, options) for place, options in menus.items()}
    if rules.starts_blind:
        menus = {place: _before_looking(rules, state, place, options) for place, options in menus.items()}
    return menus


def must_act(rules: HandRules, state: State) -> tuple[int, ...]:
    """Return the places that must act: the place on turn to lay a card, or the places that owe an answer.

    Places that have not looked at their cards are included. Places with only an optional interruption are not: a truco
    out of turn (word=any), or a reservá while others answer (S003 Flor).
    """
    menus = _moves(rules, state)
    if any(option.move == PLAY for option in menus.get(state.turn, ())):
        return (state.turn,)
    answering = [place for place, options in menus.items() if any(option.move != flor.SING for option in options)]
    return tuple(answering or menus)


def _moves(rules: HandRules, state: State) -> dict[int, list[Option]]:
    if state.stage == "over":
        return {}
    if state.stage == "discard":
        assert rules.gallo is not None
        return {rules.gallo: [Option(DISCARD)]}
    if state.stage == "decide":
        assert rules.decision is not None
        return {place: [Option(ACCEPT), Option(REFUSE)] for place in members(rules, state, rules.decision.side)}
    if state.declaring is not None:
        return {state.declaring.speaker: declare.options(rules, state)}
    if _flor_is_pending(state):
        menus = flor.answers(rules, state)
        return _with_leaving(rules, state, menus) if state.flor.stage in ("raised", "guena") else menus
    if state.envido.shower != NOBODY:
        return {state.envido.shower: [Option(PLAY)]}
    if state.envido.calling != NOBODY:
        return _challenged(rules, state, state.envido.calling, envido.answers)
    if state.truco.calling != NOBODY:
        return _challenged(rules, state, state.truco.calling, truco.answers)
    return _free(rules, state)


def _flor_is_pending(state: State) -> bool:
    return state.flor.stage not in ("open", "closed")


Answers = Callable[[HandRules, State, int], list[Option]]


def _challenged(rules: HandRules, state: State, caller: int, answers: Answers) -> dict[int, list[Option]]:
    """Return the moves of the challenged side.

    Any of its places may answer, or open a lance that is settled earlier: envido before truco, flor before both.
    """
    menus = {}
    for place in members(rules, state, 1 - caller):
        options = answers(rules, state, place)
        if state.envido.calling == NOBODY:
            options += envido.opening_options(rules, state, place)
        menus[place] = options + flor.sing_options(rules, state, place)
    return _with_leaving(rules, state, menus)


def _with_leaving(rules: HandRules, state: State, menus: dict[int, list[Option]]) -> dict[int, list[Option]]:
    """Add throwing in. While a side owes an answer, only its last remaining player may throw in."""
    for place, options in menus.items():
        if len(members(rules, state, rules.sides[place])) == 1:
            options.append(Option(LEAVE))
    return menus


def _free(rules: HandRules, state: State) -> dict[int, list[Option]]:
    """Return the moves while nothing is pending: those of the place on turn, and calls out of turn."""
    place = state.turn
    options = [Option(PLAY)]
    if rules.covered_cards and state.won:
        options.append(Option(COVER))
    options += flor.sing_options(rules, state, place)
    options += envido.opening_options(rules, state, place)
    options += truco.call_options(rules, state, place)
    decision = rules.decision
    if decision is not None and decision.may_show and rules.sides[place] == decision.side:
        options.append(Option(SHOW, (Guard(Need.SURE_WIN),)))
    options.append(Option(LEAVE))
    menus = {place: options}
    for out_of_turn in (envido.out_of_turn(rules, state), truco.out_of_turn(rules, state)):
        for caller, calls in out_of_turn.items():
            menus[caller] = menus.get(caller, []) + calls
    return menus


def _forced(rules: HandRules, state: State, place: int, options: list[Option]) -> list[Option]:
    """Guard all other moves so that a player with a flor must sing it first (S001 Flor, AR `flor_forced`)."""
    if state.stage != "play" or state.flor.stage != "open" or not flor.may_still_sing(rules, state, place):
        return options
    if state.declaring is not None:  # a speaker must declare points
        return options
    none = Guard(Need.NO_FLOR)
    return [option if option.move == flor.SING else Option(option.move, (*option.guards, none)) for option in options]


def _before_looking(rules: HandRules, state: State, place: int, options: list[Option]) -> list[Option]:
    """Return the moves of a player who may not have looked at the cards yet.

    Before looking, a player may bet and answer. Guards that depend on the unseen cards do not apply.
    """
    if state.looked & bit(place):
        return options
    if not rules.blind_calls:
        return [*perros.throw_options(rules, state, place), Option(LOOK)]
    open_to_blind = [
        Option(option.move, tuple(guard for guard in option.guards if guard.need not in _NEEDS_LOOKING))
        for option in options
        if option.move not in _MOVES_AFTER_LOOKING and not option.move.isdigit()
    ]
    return [*open_to_blind, Option(LOOK)]


# -------------------------------------------------------------------------------------------------------- questions


def question(rules: HandRules, state: State, place: int, move: str) -> Question:
    """Return the question about hidden cards that `advance` needs answered for this move, with the possible answers."""
    if move in (PLAY, COVER):
        return NO_QUESTION if state.best == NOBODY else COMPARE
    if state.declaring is not None and move != LOOK:
        return declare.question(rules, state)
    if move == perros.THROW:
        return perros.question(rules)
    if move == ACCEPT and state.envido.calling != NOBODY and not _flor_is_pending(state):
        return flor.before_envido(rules, state, place)
    return flor.question(rules, state, place, move)


# ------------------------------------------------------------------------------------------------------ transitions


def advance(rules: HandRules, state: State, place: int, move: str, answer: int | None = None) -> Step:
    """Return the next state and the awards made.

    The move must come from `moves`, and the answer from the answers of its `question`.
    """
    following, awards = _advance(rules, state, place, move, answer)
    trick_ends = following.envido.ends_trick and following.envido.closed and following.declaring is None
    if not trick_ends or following.stage == "over":
        return following, awards
    ended, later_awards = tricks.end_trick(rules, following)
    return ended, awards + later_awards


def _advance(rules: HandRules, state: State, place: int, move: str, answer: int | None) -> Step:
    if move in (PLAY, COVER):
        if state.envido.shower != NOBODY:
            return tricks.show(rules, envido.card_shown(state), place, answer)
        return tricks.lay(rules, state, place, answer)
    if move == LOOK:
        return state._replace(looked=state.looked | bit(place)), ()
    if move == perros.THROW:
        assert answer is not None
        return perros.throw(rules, state, place, answer)
    if move == DISCARD:
        return state._replace(stage="decide" if rules.decision else "play"), ()
    if state.stage == "decide":
        return _decide(rules, state, move)
    if move == LEAVE:
        return tricks.leave(rules, state, place, _pending(rules, state))
    if move == SHOW:
        won = Award("truco", rules.sides[place], tricks.stake_in_force(rules, state), "shown")
        return tricks.finish(state, won)
    if state.declaring is not None:
        return declare.say(rules, state, place, move, answer)
    if move == flor.SING:
        return flor.sing(rules, state, place, answer)
    if _flor_is_pending(state):
        return flor.say(rules, state, place, move, answer)
    return _bet(rules, state, place, move, answer)


def _bet(rules: HandRules, state: State, place: int, move: str, answer: int | None) -> Step:
    """Make a call or an answer of envido or truco; the envido is answered first.

    `answer` is a place that must sing its flor before the envido is settled, if there is such a place.
    """
    about_envido = state.envido.calling != NOBODY
    if answer is not None and answer != NOBODY:
        return flor.bring_out(state, answer)
    if move in (ACCEPT, ACCEPT_LACK):
        accept = envido.accept if about_envido else truco.accept
        return accept(rules, state, place, move == ACCEPT_LACK)
    if move == REFUSE:
        return envido.refuse(state) if about_envido else truco.refuse(rules, state)
    if move in rules.truco.codes:
        return truco.call(rules, state, place)
    return envido.call(rules, state, place, move)


def _decide(rules: HandRules, state: State, move: str) -> Step:
    if move == ACCEPT:
        return state._replace(stage="play"), ()
    decision = rules.decision
    assert decision is not None
    return tricks.finish(state, Award("truco", 1 - decision.side, Stake(decision.declined), "declined"))


def _pending(rules: HandRules, state: State) -> tuple[Award, ...]:
    """Return the awards of calls that count as refused when a side throws in. A pending truco only stays unaccepted."""
    if _flor_is_pending(state):
        return flor.leave_pending(rules, state)
    return (envido.refused(state),) if state.envido.calling != NOBODY else ()
