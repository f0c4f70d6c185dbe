"""A hand played with cards only, as numbers: the automaton walked without a word said, each state met once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from truquero.engine import Award, State, advance, start
from truquero.engine.state import NOBODY, PLAY
from truquero.rules.hand import HandRules
from truquero.rules.moves import ACCEPT

OVER = -1  # on turn when the hand has ended
START = 0

Hands = tuple[tuple[int, ...], ...]  # the strengths of the cards that each place still holds


class Tricks:
    """States are numbered as they are met. `turn` is the place that lays a card; `opens` tells whether it leads;
    `result` is what side 0 has of a hand that has ended: 1, 0 where nobody takes it, -1. `after` has the states after a
    card equal to the strongest, or the first, then after a higher and a lower one, as far as they have been met."""

    def __init__(self, rules: HandRules) -> None:
        self.sides = rules.sides
        self.turn: list[int] = []
        self.opens: list[bool] = []
        self.result: list[int] = []
        self.after: list[list[int]] = []
        self._rules = rules
        self._states: list[State] = []
        self._numbers: dict[State | int, int] = {}
        first = start(rules)
        if first.stage == "decide":
            first, _ = advance(rules, first, rules.sides.index(_decider(rules)), ACCEPT)
        self._number(first, ())

    def _number(self, state: State, awards: Sequence[Award]) -> int:
        over = state.stage == "over"
        result = sum(1 if award.side == 0 else -1 for award in awards) if over else 0
        known = self._numbers.get(result if over else state)
        if known is None:
            known = self._numbers[result if over else state] = len(self._states)
            self._states.append(state)
            self.after.append([OVER, OVER, OVER])
            self.turn.append(OVER if over else state.turn)
            self.opens.append(state.best == NOBODY)
            self.result.append(result)
        return known

    def lay(self, node: int, strength: int, top: int) -> tuple[int, int]:
        """The state after the place on turn lays a card of this strength, `top` being the strongest of the trick; and
        the strongest then, 0 where another trick begins."""
        opens = self.opens[node]
        answer = 0 if opens else (strength > top) - (strength < top)
        following = self.after[node][answer]
        if following == OVER:
            told = None if opens else answer  # the first card of a trick is compared with none
            following = self._number(*advance(self._rules, self._states[node], self.turn[node], PLAY, told))
            self.after[node][answer] = following
        return following, 0 if self.opens[following] else strength if opens else max(strength, top)

    def walk(self) -> None:
        """Meet every state."""
        for node, _state in enumerate(self._states):  # more are added meanwhile
            if self.turn[node] != OVER:
                for strength in (1,) if self.opens[node] else (0, 1, 2):
                    self.lay(node, strength, 1)


def _decider(rules: HandRules) -> int:
    assert rules.decision is not None
    return rules.decision.side


@lru_cache(maxsize=64)
def tricks(rules: HandRules) -> Tricks:
    """The one graph of these rules."""
    return Tricks(rules)
