"""What somebody with the word has before him: his own cards, the public state, and what he may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from truquero.bots.worth import Worth
from truquero.cards import Card
from truquero.engine import State
from truquero.engine.seats import has_cards, has_played, is_in
from truquero.engine.state import NOBODY
from truquero.rules.hand import HandRules
from truquero.rules.stakes import Standing


class Place(NamedTuple):
    """What a public state is to one place."""

    side: int
    rivals: int  # how many are in
    partners: int
    partners_to_come: int  # how many of them have cards
    rivals_to_come: int  # how many rivals still lay a card in this trick
    partner_leads: bool  # the best card of the trick is this side's alone
    tricks: tuple[int, int, int]  # taken by this side, by the rivals, and tied
    bets_envido: bool  # whether the envido is still open


def place_in(rules: HandRules, state: State, place: int) -> Place:
    sides, side, won = rules.sides, rules.sides[place], state.won
    playing = [other for other in range(rules.places) if is_in(state, other)]
    rivals = [other for other in playing if sides[other] != side]
    partners = [other for other in playing if sides[other] == side and other != place]
    ours, tied = won.count(side), won.count(None)
    return Place(
        side,
        len(rivals),
        len(partners),
        sum(has_cards(rules, state, other) for other in partners),
        sum(not has_played(rules, state, other) for other in rivals),
        state.best != NOBODY and not state.parda and sides[state.best] == side,
        (ours, len(won) - ours - tied, tied),
        rules.envido is not None and not won and not state.envido.closed,
    )


class Spot(NamedTuple):
    """Nothing of it is hidden from the player at `place`: a real one, or one that somebody imagines."""

    rules: HandRules
    state: State
    place: int
    at: Place
    dealt: Sequence[Card]  # the player's cards, with those he has laid
    held: Sequence[Card]
    best: int  # the strength of the best card in the trick, where one lies there
    standing: Standing
    worth: Worth
    moves: Sequence[str]
