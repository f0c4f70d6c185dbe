"""The graph of a hand played without calls: the states of the automaton, numbered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from truquero.engine import Award, State, advance, start
from truquero.engine.state import NOBODY, PLAY
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import ACCEPT

OVER = -1  # the `turn` of a hand that has ended; in `after`, a state not found yet
START = 0

Hands = tuple[tuple[int, ...], ...]  # the strengths of the cards that each place still holds


class TrickGraph:
    """The states of a hand without calls, numbered as they are found.

    For each state, `turn` is the place that lays a card and `opens` is whether it leads. `result` is the result of a
    hand that has ended, for side 0: 1, -1, or 0 if nobody takes it. `after` contains the next states, as far as they
    have been found: after a first card or one equal to the strongest, after a higher card, and after a lower card.
    """

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
        is_over = state.stage == "over"
        result = sum(1 if award.side == 0 else -1 for award in awards) if is_over else 0
        number = self._numbers.get(result if is_over else state)
        if number is None:
            number = self._numbers[result if is_over else state] = len(self._states)
            self._states.append(state)
            self.after.append([OVER, OVER, OVER])
            self.turn.append(OVER if is_over else state.turn)
            self.opens.append(state.best == NOBODY)
            self.result.append(result)
        return number

    def lay(self, node: int, strength: int, top: int) -> tuple[int, int]:
        """Return the state after the place on turn lays a card of this strength, and the strongest card then.

        `top` is the strongest card of the trick before. The new strongest card is 0 if another trick begins.
        """
        opens = self.opens[node]
        answer = 0 if opens else (strength > top) - (strength < top)
        following = self.after[node][answer]
        if following == OVER:
            comparison = None if opens else answer  # the first card of a trick is not compared
            following = self._number(*advance(self._rules, self._states[node], self.turn[node], PLAY, comparison))
            self.after[node][answer] = following
        return following, 0 if self.opens[following] else strength if opens else max(strength, top)

    def walk(self) -> None:
        """Find every state."""
        for node, _state in enumerate(self._states):  # the loop appends more states
            if self.turn[node] != OVER:
                for strength in (1,) if self.opens[node] else (0, 1, 2):
                    self.lay(node, strength, 1)


def _decider(rules: HandRules) -> int:
    assert rules.decision is not None
    return rules.decision.side


@lru_cache(maxsize=64)
def trick_graph(rules: HandRules) -> TrickGraph:
    """Return the shared graph of these rules."""
    return TrickGraph(rules)
