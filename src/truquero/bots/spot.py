"""What somebody with the word has before him: his own cards, the public state, and what he may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from truquero.bots.worth import Worth
from truquero.cards import Card
from truquero.engine import State
from truquero.engine.seats import has_played, is_in
from truquero.engine.state import NOBODY
from truquero.rules.hand import HandRules
from truquero.rules.stakes import Standing


class Spot(NamedTuple):
    """Nothing of it is hidden from the player at `place`: a real one, or one that somebody imagines."""

    rules: HandRules
    state: State
    place: int
    dealt: Sequence[Card]  # the player's cards, with those he has laid
    held: Sequence[Card]
    best: int  # the strength of the best card in the trick, where one lies there
    standing: Standing
    worth: Worth
    moves: Sequence[str]

    @property
    def side(self) -> int:
        return self.rules.sides[self.place]

    @property
    def rivals(self) -> int:
        """How many rivals are in."""
        rules, state = self.rules, self.state
        return sum(side != self.side and is_in(state, place) for place, side in enumerate(rules.sides))

    @property
    def partners(self) -> int:
        rules, state = self.rules, self.state
        return sum(side == self.side and is_in(state, place) for place, side in enumerate(rules.sides)) - 1

    @property
    def rivals_to_come(self) -> int:
        """How many rivals still lay a card in this trick."""
        rules, state = self.rules, self.state
        return sum(
            side != self.side and is_in(state, place) and not has_played(rules, state, place)
            for place, side in enumerate(rules.sides)
        )

    @property
    def partner_leads(self) -> bool:
        """Whether the best card of the trick is a partner's alone."""
        state = self.state
        return state.best != NOBODY and not state.parda and self.rules.sides[state.best] == self.side

    def tricks(self) -> tuple[int, int, int]:
        """Tricks taken by this side, by the rivals, and tied."""
        won = self.state.won
        ours = sum(taker == self.side for taker in won)
        tied = won.count(None)
        return ours, len(won) - ours - tied, tied
