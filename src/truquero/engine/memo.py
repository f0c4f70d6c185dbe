"""The same automaton, remembering what it has worked out: each state's moves and steps are computed once."""

from __future__ import annotations

from functools import lru_cache

from truquero.engine.automaton import advance, asked, moves, question, start
from truquero.engine.flor import SING
from truquero.engine.state import COVER, DISCARD, OF_CARDS, PLAY, Ask, Award, Guard, Option, State, bit
from truquero.rules.hand import HandRules

MOST_NODES = 250_000  # then it forgets everything and starts again: open-ended bets have very many states
WITH_CARD = frozenset({PLAY, COVER, DISCARD})


class Entry:
    """One move of one place: what it needs, what it asks, and where it led for the answers met so far."""

    __slots__ = ("answers", "ask", "guards", "move", "steps")

    def __init__(self, rules: HandRules, state: State, place: int, option: Option) -> None:
        asks = question(rules, state, place, option.move)
        self.move = option.move
        self.guards: tuple[Guard, ...] = option.guards
        self.ask: Ask = asks.ask
        self.answers = asks.answers
        self.steps: dict[int | None, tuple[Node, tuple[Award, ...]]] = {}


def _asks_cards_only(guards: tuple[Guard, ...]) -> bool:
    return len(guards) == 1 and guards[0].need in OF_CARDS


class Menu:
    """The moves of one place, sorted out so that a table need not do it again each time."""

    __slots__ = ("by_cards", "free", "guarded", "lays", "with_card", "words")

    def __init__(self, rules: HandRules, state: State, place: int, options: list[Option]) -> None:
        entries = {one.move: Entry(rules, state, place, one) for one in options}
        self.words = {move: entry for move, entry in entries.items() if move not in WITH_CARD}
        self.with_card = {move: entry for move, entry in entries.items() if move in WITH_CARD}
        self.free = [move for move, entry in self.words.items() if not entry.guards]
        guarded = [(move, entry.guards) for move, entry in self.words.items() if entry.guards]
        self.by_cards = [(move, guards[0].need) for move, guards in guarded if _asks_cards_only(guards)]
        self.guarded = [(move, guards) for move, guards in guarded if not _asks_cards_only(guards)]
        self.lays = list(self.with_card) == [PLAY] and not self.with_card[PLAY].guards  # any card, and nothing else


class Node:
    """A state met before, with a menu for each place that may act."""

    __slots__ = ("_asked", "may_sing", "menus", "over", "state")

    def __init__(self, rules: HandRules, state: State) -> None:
        self.state = state
        self.over = state.stage == "over"
        self.menus: dict[int, Menu] = {
            place: Menu(rules, state, place, options) for place, options in moves(rules, state).items()
        }
        self.may_sing = sum(bit(place) for place, menu in self.menus.items() if SING in menu.words)
        self._asked: tuple[int, ...] | None = None

    def asked(self, rules: HandRules) -> tuple[int, ...]:
        """The places that have to speak. Few want to know."""
        if self._asked is None:
            self._asked = asked(rules, self.state)
        return self._asked


class Automaton:
    """A hand's automaton as a graph that grows as it is walked."""

    def __init__(self, rules: HandRules) -> None:
        self.rules = rules
        self._nodes: dict[State, Node] = {}
        self.start = self.node(start(rules))

    def node(self, state: State) -> Node:
        """The node of a state that can be met."""
        node = self._nodes.get(state)
        if node is None:
            if len(self._nodes) >= MOST_NODES:
                self._forget()
            node = self._nodes[state] = Node(self.rules, state)
        return node

    def _forget(self) -> None:
        self._nodes.clear()
        for menu in self.start.menus.values():
            for entry in (*menu.words.values(), *menu.with_card.values()):
                entry.steps.clear()

    def step(self, node: Node, place: int, entry: Entry, answer: int | None) -> tuple[Node, tuple[Award, ...]]:
        """Where a move leads and what it awards."""
        known = entry.steps.get(answer)
        if known is None:
            state, awards = advance(self.rules, node.state, place, entry.move, answer)
            known = entry.steps[answer] = (self.node(state), awards)
        return known


@lru_cache(maxsize=128)
def automaton(rules: HandRules) -> Automaton:
    """The one automaton of these rules, shared by every table that plays them."""
    return Automaton(rules)
