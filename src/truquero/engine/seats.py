"""Queries about places that all lances share: which are still in the hand, which are rivals, which comes next."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.engine.state import NOBODY, State, bit
from truquero.rules.hand_rules import CARDS_IN_HAND, HandRules


def is_in(state: State, place: int) -> bool:
    """Return whether a place has not thrown in its cards."""
    return not state.out & bit(place)


def members(rules: HandRules, state: State, side: int) -> list[int]:
    """Return the places of a side that have not thrown in."""
    return [place for place in range(rules.places) if rules.sides[place] == side and is_in(state, place)]


def in_mask(rules: HandRules, state: State) -> int:
    """Return the places that have not thrown in, as a bit mask."""
    return (1 << rules.places) - 1 & ~state.out


def after(rules: HandRules, place: int) -> Iterator[int]:
    """Yield the other places counter-clockwise, starting with the next place."""
    for step in range(1, rules.places):
        yield (place + step) % rules.places


def has_played(rules: HandRules, state: State, place: int) -> bool:
    """Return whether a place, which must not have thrown in, has laid its card in this trick."""
    return (place - state.leader) % rules.places < (state.turn - state.leader) % rules.places


def next_to_play(rules: HandRules, state: State) -> int:
    """Return the next place after `state.turn` that still has to lay a card in this trick, or NOBODY."""
    for place in after(rules, state.turn):
        if place == state.leader:
            return NOBODY
        if is_in(state, place):
            return place
    return NOBODY


def first_in(rules: HandRules, state: State, place: int) -> int:
    """Return this place, or if it has thrown in, the next place counter-clockwise that has not."""
    return next(candidate for candidate in (place, *after(rules, place)) if is_in(state, candidate))


def has_cards(rules: HandRules, state: State, place: int) -> bool:
    """Return whether a place has a card left to lay."""
    last_trick = len(state.won) == CARDS_IN_HAND - 1
    return not (last_trick and has_played(rules, state, place))


def rival_card_open(rules: HandRules, state: State, place: int) -> bool:
    """Return whether a rival that is still in has a card in the current trick (carta exposta, S004)."""
    side = rules.sides[place]
    return any(
        rules.sides[other_place] != side and has_played(rules, state, other_place) and is_in(state, other_place)
        for other_place in range(rules.places)
    )
