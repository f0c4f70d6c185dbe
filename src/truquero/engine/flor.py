"""The flor: the order of speakers after a flor is sung, and the bets on it (S000 §12, S003 Flor).

Hidden cards decide which place speaks next. So most moves here need one answer: which of the places that may still sing
is the first that holds a flor? The turn of a place reveals no more than its reply does, because a holder must reply.
"""

from __future__ import annotations

from collections.abc import Iterable

from truquero.engine.declare import settle
from truquero.engine.seats import after, has_played, in_mask, is_in, members
from truquero.engine.state import (
    NO_QUESTION,
    NOBODY,
    Ask,
    Award,
    EnvidoState,
    FlorState,
    Guard,
    Need,
    Option,
    Question,
    State,
    Step,
    bit,
)
from truquero.engine.tricks import finish, stake_in_force
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import Flor, FlorStyle
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, REFUSE
from truquero.rules.stakes import Stake, lack_of

SING, CHICA, GUENA, RESTO = "flor", "chica", "guena", "al-resto"
ACHICO = "con-flor-me-achico"
RAISES = ("contraflor", "contraflor-al-resto")
FLOR_WORDS = frozenset({SING, ACHICO, *RAISES})  # each of these reveals that the speaker holds a flor
HOLDS = (Guard(Need.FLOR),)
RESERVA = (Guard(Need.RESERVA),)


def may_still_sing(rules: HandRules, state: State, place: int) -> bool:
    """Return whether a place may still sing: in the first trick, before its own card, and before any other call.

    Some rules allow singing until the first trick ends, or after other calls.
    """
    flor = rules.flor
    if flor is None or state.won or not is_in(state, place) or (state.flor.hushed | state.flor.sung) & bit(place):
        return False
    return flor.until_first_trick_ends or not has_played(rules, state, place)


def hush(rules: HandRules, state: State, place: int) -> FlorState:
    """Return the flor state after a place has called or accepted another lance.

    That place may no longer sing (S000 §12, §16), unless the rules allow it.
    """
    flor = state.flor
    if rules.flor is None or not rules.flor.before_any_call or flor.stage == "closed" or state.won:
        return flor
    return flor if flor.hushed & bit(place) else flor._replace(hushed=flor.hushed | bit(place))


def _rule(rules: HandRules) -> Flor:
    assert rules.flor is not None
    return rules.flor


def _side(rules: HandRules, places: int, side: int) -> int:
    """Return how many places of a bit mask belong to a side."""
    return sum(1 for place in range(rules.places) if places & bit(place) and rules.sides[place] == side)


# ------------------------------------------------------------------------------------------------------------ moves


def sing_options(rules: HandRules, state: State, place: int) -> list[Option]:
    """Return the option to sing the first flor. Where the rules punish a false flor, any hand may sing."""
    if state.flor.stage != "open" or not may_still_sing(rules, state, place):
        return []
    return [Option(SING, () if _rule(rules).false_flor_penalty else HOLDS)]


def answers(rules: HandRules, state: State) -> dict[int, list[Option]]:
    """Return the moves of each place while a flor is being settled."""
    stage, first = state.flor.stage, rules.sides[state.flor.first]
    if stage == "asking":
        return {state.flor.speaker: _options_of_speaker(rules, state)}
    if stage == "reply":
        return {
            place: [Option(ACCEPT), *_raises(rules, state, place, RAISES)] for place in members(rules, state, first)
        }
    if stage == "guena":
        return _guena(rules, state, first)
    if stage == "chica":
        return _to_qualify(rules, state)
    return {place: _answer_raise(rules, state, place) for place in members(rules, state, 1 - state.flor.calling)}


def _raises(rules: HandRules, state: State, place: int, codes: Iterable[str]) -> list[Option]:
    """Return the raises of a place. Only a place that has sung, or still may, can bet on its flor (S000 §12, §16)."""
    alive = state.flor.sung & bit(place) or may_still_sing(rules, state, place)
    return [Option(code, HOLDS) for code in codes] if alive else []


def _options_of_speaker(rules: HandRules, state: State) -> list[Option]:
    flor = _rule(rules)
    if state.flor.first == NOBODY:  # an accepted envido has made this place sing
        return [Option(SING)]
    rival = rules.sides[state.flor.speaker] != rules.sides[state.flor.first]
    if flor.style is FlorStyle.CHICA or not rival:
        return [Option(SING)]
    plain = [Option(SING)] if flor.rival_may_sing else []
    return [*plain, Option(ACHICO), *(Option(code) for code in RAISES)]


def _to_qualify(rules: HandRules, state: State) -> dict[int, list[Option]]:
    """Return the moves of the chica stage. A reservá may still be sung until the first player has said chica."""
    menus = {state.flor.speaker: [Option(CHICA), Option(RESTO)]}
    if not state.flor.said_chica:
        for place in range(rules.places):
            if may_still_sing(rules, state, place):
                menus[place] = [Option(SING, RESERVA)]
    return menus


def _guena(rules: HandRules, state: State, first: int) -> dict[int, list[Option]]:
    """Return the moves of the guena stage.

    A rival concedes with güena. A reservá need not be sung, but still may be (S003 Flor, BE-20).
    """
    menus: dict[int, list[Option]] = {}
    for place in range(rules.places):
        options = [Option(GUENA)] if rules.sides[place] != first and is_in(state, place) else []
        if may_still_sing(rules, state, place):
            options.append(Option(SING, RESERVA))
        if options:
            menus[place] = options
    return menus


def _answer_raise(rules: HandRules, state: State, place: int) -> list[Option]:
    options = [Option(ACCEPT), Option(REFUSE)]
    if state.flor.may_raise:
        options += _raises(rules, state, place, RAISES[1:])
    if _rule(rules).style is FlorStyle.CHICA:
        side = rules.sides[place]
        options.append(Option(ACCEPT_LACK, (Guard(Need.ABOVE_LACK, state.flor.offer, side),)))
    return options


# -------------------------------------------------------------------------------------------------------- questions


def question(rules: HandRules, state: State, place: int, move: str) -> Question:
    """Return the question of a move: the next place that must speak about its flor, or the places that declare.

    Where a false flor is possible, the answer None means that the flor just sung is false.
    """
    if move in (ACCEPT, ACCEPT_LACK) and rules.flor_values and state.flor.stage in ("reply", "raised"):
        return _declarers_question(rules, state)
    if move != SING:
        return NO_QUESTION
    if state.flor.stage == "open" and _rule(rules).false_flor_penalty:
        return Question(Ask.HOLDER, (None, NOBODY, *_could_follow(rules, state, place)))
    return Question(Ask.HOLDER, (NOBODY, *_could_follow(rules, state, place)))


def _silent(rules: HandRules, state: State) -> int:
    """Return the places that a raise kept from singing. Their flores count in the bet all the same."""
    if _rule(rules).style is FlorStyle.CHICA:
        return 0
    return sum(bit(place) for place in range(rules.places) if may_still_sing(rules, state, place))


def _declarers_question(rules: HandRules, state: State) -> Question:
    """Return the question for the places that declare an unsung flor, where flores are declared aloud."""
    silent = _silent(rules, state)
    return Question(Ask.HOLDERS, tuple(subset for subset in range(silent + 1) if not subset & ~silent))


def before_envido(rules: HandRules, state: State, accepting: int) -> Question:
    """Return the question for the first place from the mano that holds a flor, where a flor voids an accepted envido.

    That place must sing before any envido points are declared.
    """
    if rules.flor is None or not rules.flor.voids_accepted_envido or state.flor.stage != "open":
        return NO_QUESTION
    others = (place for place in range(rules.places) if place != accepting)
    singers = [place for place in others if may_still_sing(rules, state, place)]
    return Question(Ask.HOLDER, (NOBODY, *singers)) if singers else NO_QUESTION


def bring_out(state: State, place: int) -> Step:
    """Void the accepted envido and give the turn to a place that has to sing its flor (S001 Flor)."""
    envido = EnvidoState(closed=True, ends_trick=state.envido.ends_trick)
    return state._replace(envido=envido, flor=state.flor._replace(stage="asking", speaker=place)), ()


def _could_follow(rules: HandRules, state: State, place: int) -> tuple[int, ...]:
    """Return the other places that may still sing, counter-clockwise, which is the order of their turns (S000 §12)."""
    return tuple(next_place for next_place in after(rules, place) if may_still_sing(rules, state, next_place))


# ------------------------------------------------------------------------------------------------------ transitions


def sing(rules: HandRules, state: State, place: int, answer: int | None) -> Step:
    """Sing a flor. `answer` is the next place that must speak, or NOBODY, or None if the flor is false."""
    if answer is None:
        return _false(rules, state, rules.sides[place])
    flor = state.flor
    first = place if flor.first == NOBODY else flor.first
    sung = flor._replace(stage="asking", first=first, sung=flor.sung | bit(place), speaker=answer)
    taken_back = _cancelled_envido(rules, state)
    state = state._replace(flor=sung, envido=EnvidoState(closed=True))
    following, awards = (state, ()) if answer != NOBODY else _after_last_speaker(rules, state)
    return following, taken_back + awards


def _cancelled_envido(rules: HandRules, state: State) -> tuple[Award, ...]:
    """Return the award that cancels the envido when the first flor is sung (S000 §12).

    It is made for every closed envido. The points may be written already, whether the envido was accepted or refused;
    or an accepted truco closed the envido and there are no points.
    """
    if state.flor.stage != "open" or not state.envido.closed or not _rule(rules).takes_back_envido:
        return ()
    return (Award("envido", NOBODY, Stake(), "cancelled"),)


def _false(rules: HandRules, state: State, guilty: int) -> Step:
    """End the hand after a false flor (S000 §16).

    The guilty side loses the points it has made in this hand, which can only come from the envido. The rivals win the
    current stake and the penalty.
    """
    forfeited = (Award("penalty", guilty, Stake(), "forfeited"),) if state.envido.closed else ()
    stake = stake_in_force(rules, state)
    lost = stake._replace(points=stake.points + _rule(rules).false_flor_penalty)
    return finish(state, *forfeited, Award("penalty", 1 - guilty, lost, "false"))


def _after_last_speaker(rules: HandRules, state: State) -> Step:
    """Continue when no further place has to speak about a flor."""
    flor, rule = state.flor, _rule(rules)
    first = rules.sides[flor.first]
    rivals_sang = _side(rules, flor.sung, 1 - first)
    if rule.style is FlorStyle.CHICA:
        if rivals_sang:
            return state._replace(flor=flor._replace(stage="chica", speaker=flor.first)), ()
        return state._replace(flor=flor._replace(stage="guena", speaker=NOBODY)), ()
    if rivals_sang:
        return state._replace(flor=flor._replace(stage="reply", speaker=NOBODY)), ()
    return _close(state, paid_alone(rules, state))


def paid_alone(rules: HandRules, state: State) -> Award:
    """Return the award when only the side that sang first has a flor."""
    first = rules.sides[state.flor.first]
    return Award("flor", first, alone(rules, state, first), "alone")


def alone(rules: HandRules, state: State, side: int) -> Stake:
    """Return the stake of a side's flores when they are not compared with a rival's."""
    rule = _rule(rules)
    return Stake(rule.each * (_side(rules, state.flor.sung, side) if rule.per_card else 1))


def _close(state: State, *awards: Award) -> Step:
    return state._replace(flor=FlorState("closed")), awards


def _compare(rules: HandRules, state: State, stake: Stake, unsung: int | None = None) -> Step:
    """Settle the flor by comparison: the best flor takes the stake, including any that could still be sung.

    `unsung` is the bit mask of unsung flores that are declared aloud.
    """
    sung = state.flor.sung & in_mask(rules, state)
    contenders = sung | _silent(rules, state)
    return settle(rules, state._replace(flor=FlorState("closed")), "flor", stake, contenders, sung | (unsung or 0))


def unraised(rules: HandRules) -> Stake:
    """Return the stake of flor against flor without a raise.

    The better side wins the points of one flor, usually three (S000 §12.1), or the points of each of its own flores.
    """
    rule = _rule(rules)
    if rule.winner_paid_per_own:
        return Stake(per_flor=rule.each, own_flores=True)
    return Stake(rule.each)


def say(rules: HandRules, state: State, place: int, move: str, answer: int | None) -> Step:
    """Make any move about the flor except singing it."""
    flor, rule, side = state.flor, _rule(rules), rules.sides[place]
    if move == ACHICO:
        return _close(state, Award("flor", rules.sides[flor.first], Stake(rule.achico), "refused"))
    if move in RAISES:
        return _raise(rules, state, place, move)
    if move == GUENA:
        return _close(state, paid_alone(rules, state))
    if move == CHICA:
        return _chica(rules, state, place)
    if move == RESTO:
        offer = lack_of(side) if rule.resto_lack_of_caller else rule.resto
        bet = flor._replace(stage="raised", calling=side, offer=offer, refused=alone(rules, state, side))
        return state._replace(flor=bet), ()
    if move == REFUSE:
        return _close(state, refused(state))
    if move == ACCEPT_LACK:
        return _compare(rules, state, lack_of(side), answer)
    return _compare(rules, state, flor.offer if flor.stage == "raised" else unraised(rules), answer)


def refused(state: State) -> Award:
    """Return the award for refusing the pending bet on the flor."""
    return Award("flor", state.flor.calling, state.flor.refused, "refused")


def leave_pending(rules: HandRules, state: State) -> tuple[Award, ...]:
    """Return the awards against a side that throws in while it owes an answer about the flor."""
    if state.flor.stage == "raised":
        return (refused(state),)
    if state.flor.stage == "guena":
        return (paid_alone(rules, state),)
    return ()


def _raise(rules: HandRules, state: State, place: int, move: str) -> Step:
    """Raise: contraflor, or contraflor al resto as the first raise or over a contraflor."""
    flor, rule = state.flor, _rule(rules)
    over_contraflor = flor.stage == "raised"
    if move == RAISES[0]:
        offer, lost = rule.contraflor, Stake(rule.contraflor_refused)
    else:
        offer = rule.resto
        lost = Stake(rule.resto_over_contraflor_refused if over_contraflor else rule.resto_refused)
    bet = flor._replace(
        stage="raised",
        speaker=NOBODY,
        sung=flor.sung | bit(place),
        calling=rules.sides[place],
        offer=offer,
        refused=lost,
        may_raise=move == RAISES[0] and rule.resto_over_contraflor,
    )
    return state._replace(flor=bet), ()


def _chica(rules: HandRules, state: State, place: int) -> Step:
    """Say chica. The holders speak in turn from the first singer; when all have said chica, the best flor wins."""
    said_chica = state.flor.said_chica | bit(place)
    waiting = [
        next_place
        for next_place in after(rules, place)
        if state.flor.sung & bit(next_place) and not said_chica & bit(next_place)
    ]
    if waiting:
        return state._replace(flor=state.flor._replace(said_chica=said_chica, speaker=waiting[0])), ()
    return _compare(rules, state, unraised(rules))
