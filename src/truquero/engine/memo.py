"""The same automaton, remembering what it has worked out: each state's moves and steps are computed once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from truquero.engine.automaton import advance, moves, question, start
from truquero.engine.state import COVER, DISCARD, PLAY, Award, Option, Question, State
from truquero.rules.hand import HandRules

MOST_NODES = 250_000  # then it forgets everything and starts again: open-ended bets have very many states


class Menu(NamedTuple):
    """The moves of one place, sorted out so that a table need not do it again each time."""

    free: tuple[str, ...]  # words that need nothing
    guarded: tuple[Option, ...]  # words that need something
    with_card: tuple[Option, ...]  # moves that name a card of the hand


def _menu(options: list[Option]) -> Menu:
    with_card = tuple(option for option in options if option.move in (PLAY, COVER, DISCARD))
    words = [option for option in options if option not in with_card]
    return Menu(
        free=tuple(option.move for option in words if not option.guards),
        guarded=tuple(option for option in words if option.guards),
        with_card=with_card,
    )


class Node:
    """A state met before. `options[place][move]` are its moves; `steps` the transitions taken so far."""

    __slots__ = ("menus", "options", "over", "questions", "state", "steps")

    def __init__(self, rules: HandRules, state: State) -> None:
        found = moves(rules, state)
        self.state = state
        self.over = state.stage == "over"
        self.menus: dict[int, Menu] = {place: _menu(options) for place, options in found.items()}
        self.options: dict[int, dict[str, Option]] = {
            place: {option.move: option for option in options} for place, options in found.items()
        }
        self.questions: dict[tuple[int, str], Question] = {}
        self.steps: dict[tuple[int, str, int | None], tuple[Node, tuple[Award, ...]]] = {}


class Automaton:
    """A hand's automaton as a graph that grows as it is walked."""

    def __init__(self, rules: HandRules) -> None:
        self.rules = rules
        self._nodes: dict[State, Node] = {}
        self.start = self._node(start(rules))

    def _node(self, state: State) -> Node:
        node = self._nodes.get(state)
        if node is None:
            if len(self._nodes) >= MOST_NODES:
                self._nodes.clear()
                self.start.steps.clear()
            node = self._nodes[state] = Node(self.rules, state)
        return node

    def question(self, node: Node, place: int, move: str) -> Question:
        key = (place, move)
        known = node.questions.get(key)
        if known is None:
            known = node.questions[key] = question(self.rules, node.state, place, move)
        return known

    def step(self, node: Node, place: int, move: str, answer: int | None) -> tuple[Node, tuple[Award, ...]]:
        """Where a move leads and what it awards."""
        key = (place, move, answer)
        known = node.steps.get(key)
        if known is None:
            state, awards = advance(self.rules, node.state, place, move, answer)
            known = node.steps[key] = (self._node(state), awards)
        return known


@lru_cache(maxsize=128)
def automaton(rules: HandRules) -> Automaton:
    """The one automaton of these rules, shared by every table that plays them."""
    return Automaton(rules)
