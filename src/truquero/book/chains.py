"""The bets of a variant written out: every chain of calls with what it pays, read off the automaton itself.

A hand of two is walked, for what is called does not depend on how many sit at the table; what is paid does only where
partners hold a flor too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from truquero.engine import Award, Need, advance, moves, question
from truquero.engine.state import NOBODY, PLAY, State, bit
from truquero.rules.game import Rules, Setting
from truquero.rules.hand import HandRules
from truquero.rules.lances import FixedEnvido, OpenEnvido
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, LEAVE, REFUSE
from truquero.rules.stakes import Stake

SPEAKERS = 2  # the places that speak; those behind them are their partners
HOLDS_NONE, HOLDS_ONE = NOBODY, 1  # who answers a flor: nobody, or place 1

MOST_OPEN = 3  # calls of a chain that could go on for ever
MOST = 5  # calls of a chain that the rules end


class Chain(NamedTuple):
    """Calls one after another, and what the last is worth accepted and refused; None where that cannot be said."""

    calls: tuple[str, ...]
    accepted: Stake | None
    refused: Stake | None
    by_cards: bool = True  # accepted, the better cards win it; otherwise it is paid to the one who called first


def _duel(rules: Rules) -> tuple[HandRules, State]:
    """Two players who have looked at their cards."""
    return rules.hand_rules((0, 1), Setting.ROUND), State(looked=0b11)


# ----------------------------------------------------------------------------------------------------------- envido


def envido_chains(rules: Rules) -> list[Chain]:
    """All chains of fixed calls, the short ones first; examples where a bet may have any size."""
    if isinstance(rules.envido, OpenEnvido):
        examples = [_followed(rules, calls) for calls in _examples(rules.envido)]
        return [chain for chain in examples if chain is not None]
    hand, start = _duel(rules)
    longest = _longest(rules.envido)
    found: list[Chain] = []
    level: list[tuple[tuple[str, ...], State]] = [((), start)]
    while level and len(level[0][0]) < longest:
        level = [(calls, state) for before, at in level for calls, state in _called(hand, before, at)]
        found += [_envido_chain(calls, state) for calls, state in level]
    return found


def goes_on(rule: FixedEnvido) -> bool:
    """Whether there are longer chains than those that are written out."""
    ends_by_counting = all(call.at_most for call in rule.calls) and sum(call.at_most for call in rule.calls) < MOST
    return not ends_by_counting and not 0 < rule.longest_chain <= MOST_OPEN


def _longest(rule: FixedEnvido | OpenEnvido | None) -> int:
    return MOST_OPEN if isinstance(rule, FixedEnvido) and goes_on(rule) else MOST


def _called(hand: HandRules, calls: tuple[str, ...], state: State) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every chain that is one call longer."""
    assert isinstance(hand.envido, FixedEnvido)
    codes = [*(call.code for call in hand.envido.calls), hand.envido.falta_code]
    place = len(calls) % 2
    open_to = [option.move for option in moves(hand, state).get(place, [])]
    for code in codes:
        if code in open_to:
            yield (*calls, code), _after_call(hand, state, place, code)


def _after_call(hand: HandRules, state: State, place: int, code: str) -> State:
    """The call is made; where its caller has to lay a card first, he has."""
    called, _ = advance(hand, state, place, code)
    if called.envido.shower != NOBODY:
        called, _ = advance(hand, called, place, PLAY)
    return called


def _envido_chain(calls: tuple[str, ...], state: State) -> Chain:
    return Chain(calls, state.envido.offer, state.envido.refused)


def _examples(rule: OpenEnvido) -> list[tuple[str, ...]]:
    """Small and large bets of any size, with the raises that tables like."""
    plain, all_in = "envido", rule.all_in_code
    return [
        (plain,),
        ("envido-6",),
        (all_in,),
        (plain, "mas-4"),
        (plain, all_in),
        (plain, "mas-4", "mas-8"),
        (plain, "mas-4", all_in),
        (plain, "mas-4", "mas-8", all_in),
    ]


def _followed(rules: Rules, calls: tuple[str, ...]) -> Chain | None:
    """One chain, or None where the rules do not know it."""
    hand, state = _duel(rules)
    for number, call in enumerate(calls):
        place = number % 2
        if call not in [option.move for option in moves(hand, state).get(place, [])]:
            return None
        state = _after_call(hand, state, place, call)
    return _envido_chain(calls, state)


# ------------------------------------------------------------------------------------------------------------- flor


def flor_chains(rules: Rules) -> list[Chain]:
    """All that can be said of a flor between two, from the first word to the end. Where there are partners a stake
    tells what each further flor of a side adds."""
    alone = _flor_endings(*_duel(rules))
    if rules.players == 2:
        return [_flor_chain(said, paid, paid) for said, paid in alone.items()]
    pairs = rules.hand_rules((0, 1, 0, 1), Setting.ROUND)
    both = _flor_endings(pairs, State(looked=0b1111))
    return [_flor_chain(said, paid, both[said]) for said, paid in alone.items()]


def _flor_endings(hand: HandRules, start: State) -> dict[tuple[str, ...], dict[str, Award]]:
    """For each chain what it pays accepted and refused; whoever has a partner shares the flor with him."""
    ends: dict[tuple[str, ...], dict[str, Award]] = {}
    for answer in (HOLDS_NONE, HOLDS_ONE):
        state = start._replace(flor=start.flor._replace(sung=_partners(hand, answer)))
        for said, award in _endings(hand, state, 0, "flor", answer):
            last = said[-1]
            key = said[:-1] if last in (ACCEPT, REFUSE) and answer == HOLDS_ONE else said
            ends.setdefault(key, {})[last if key != said else ACCEPT] = award
    return ends


def _partners(hand: HandRules, answer: int) -> int:
    """The places of the partners who hold a flor beside the two who speak, taken as having sung it."""
    holding = {hand.sides[0]} if answer == HOLDS_NONE else {*hand.sides}
    return sum(bit(place) for place in range(SPEAKERS, hand.places) if hand.sides[place] in holding)


def _flor_chain(said: tuple[str, ...], one: dict[str, Award], two: dict[str, Award]) -> Chain:
    """What it pays with one flor in each side that has any, and with two."""
    paid = {answer: _by_flores(one[answer].stake, two[answer].stake) for answer in one}
    by_cards = one[ACCEPT].side == NOBODY if ACCEPT in one else True
    return Chain(said, paid.get(ACCEPT), paid.get(REFUSE), by_cards)


def _by_flores(one: Stake, two: Stake) -> Stake:
    """The stake that is worth this with one flor of the winners, and that with two."""
    more = two.points - one.points
    return one._replace(points=one.points - more, per_flor=more, own_flores=True) if more else one


def _endings(
    hand: HandRules, state: State, place: int, move: str, answer: int | None
) -> Iterator[tuple[tuple[str, ...], Award]]:
    """Every way to settle a flor that begins with this move, and what it pays. Partners are silent, but for the chica
    that is asked of everybody."""
    said = (move,) if place < SPEAKERS else ()
    asked = question(hand, state, place, move).answers
    after, awards = advance(hand, state, place, move, answer if answer in asked else asked[0])
    if after.declaring is not None:
        yield said, Award("flor", NOBODY, after.declaring.stake, "best")
        return
    if after.flor.stage == "closed":
        yield said, awards[0]
        return
    for other, options in moves(hand, after).items():
        for option in options:
            needs = {guard.need for guard in option.guards}
            words = option.move not in (LEAVE, ACCEPT_LACK) and Need.RESERVA not in needs
            if words and (other < SPEAKERS or option.move == "chica"):
                for more, award in _endings(hand, after, other, option.move, HOLDS_NONE):
                    yield (*said, *more), award
