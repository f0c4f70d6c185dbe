"""The situation of a player who may act: the player's own cards, the public state, and the legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from truquero.bots.players.hand_strength import CardWorth
from truquero.cards import Card
from truquero.engine import State
from truquero.engine.seats import has_cards, has_played, is_in
from truquero.engine.state import NOBODY
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore


class StateFromPlace(NamedTuple):
    """A public state from the point of view of one place."""

    side: int
    rivals: int  # rivals who have not left the hand
    partners: int  # the same of the partners
    partners_with_cards: int  # partners who have cards left
    rivals_yet_to_lay: int  # rivals who have yet to lay a card in this trick
    partner_leads: bool  # this side, the player included, has the best card of the trick, untied
    tricks: tuple[int, int, int]  # taken by this side, by the rivals, and tied
    envido_is_open: bool


def state_from_place(rules: HandRules, state: State, place: int) -> StateFromPlace:
    """Return a public state from the point of view of one place."""
    sides, side, won = rules.sides, rules.sides[place], state.won
    playing = [other_place for other_place in range(rules.places) if is_in(state, other_place)]
    rivals = [other_place for other_place in playing if sides[other_place] != side]
    partners = [other_place for other_place in playing if sides[other_place] == side and other_place != place]
    ours, tied = won.count(side), won.count(None)
    return StateFromPlace(
        side,
        len(rivals),
        len(partners),
        sum(has_cards(rules, state, other_place) for other_place in partners),
        sum(not has_played(rules, state, other_place) for other_place in rivals),
        state.best != NOBODY and not state.parda and sides[state.best] == side,
        (ours, len(won) - ours - tied, tied),
        rules.envido is not None and not won and not state.envido.closed,
    )


class Situation(NamedTuple):
    """All that the player at `place` knows. The player may be real, or simulated in a playout."""

    rules: HandRules
    state: State
    place: int
    from_place: StateFromPlace
    dealt: Sequence[Card]  # the player's cards, including those already laid
    held: Sequence[Card]
    best: int  # the strength of the best card in the trick; -1 if there is none
    score: HandScore
    worth: CardWorth
    moves: Sequence[str]
