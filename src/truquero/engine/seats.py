"""Who is in, who is whose rival, who comes next: small questions about places that all lances ask."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.engine.state import NOBODY, State, bit
from truquero.rules.hand import CARDS_IN_HAND, HandRules


def is_in(state: State, place: int) -> bool:
    return not state.out & bit(place)


def members(rules: HandRules, state: State, side: int) -> list[int]:
    """The places of a side that have not thrown in."""
    return [place for place in range(rules.places) if rules.sides[place] == side and is_in(state, place)]


def in_mask(rules: HandRules, state: State) -> int:
    return (1 << rules.places) - 1 & ~state.out


def after(rules: HandRules, place: int) -> Iterator[int]:
    """The other places, counter-clockwise from the next one."""
    for step in range(1, rules.places):
        yield (place + step) % rules.places


def has_played(rules: HandRules, state: State, place: int) -> bool:
    """Whether a place that is in has laid its card in this trick."""
    return (place - state.leader) % rules.places < (state.turn - state.leader) % rules.places


def next_to_play(rules: HandRules, state: State) -> int:
    """The place after the one on turn that still has to lay a card in this trick, or NOBODY."""
    for place in after(rules, state.turn):
        if place == state.leader:
            return NOBODY
        if is_in(state, place):
            return place
    return NOBODY


def first_in(rules: HandRules, state: State, place: int) -> int:
    """This place, or the next one counter-clockwise that is in."""
    return next(one for one in (place, *after(rules, place)) if is_in(state, one))


def has_cards(rules: HandRules, state: State, place: int) -> bool:
    last_trick = len(state.won) == CARDS_IN_HAND - 1
    return not (last_trick and has_played(rules, state, place))


def rival_card_open(rules: HandRules, state: State, place: int) -> bool:
    """Whether a rival's card lies in the current trick (carta exposta, S004)."""
    side = rules.sides[place]
    return any(
        rules.sides[other] != side and has_played(rules, state, other) and is_in(state, other)
        for other in range(rules.places)
    )
