"""A cache for the automaton: moves and transitions of a state are computed once and stored while there is room."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from threading import Lock

from truquero.engine.automaton import advance, moves, must_act, question, start
from truquero.engine.flor import SING
from truquero.engine.state import COVER, DISCARD, OF_CARDS, PLAY, Ask, Award, Guard, Option, State, Step, bit
from truquero.rules.hand_rules import HandRules

MOST_ENTRIES = 500_000  # limit for all automata of a process together; an entry takes about 500 bytes
WITH_CARD = frozenset({PLAY, COVER, DISCARD})


class Entry:
    """A move of a place: its guards, its question, and the transitions computed so far for each answer."""

    __slots__ = ("answers", "ask", "guards", "move", "step", "steps")

    def __init__(self, rules: HandRules, state: State, place: int, option: Option) -> None:
        needed = question(rules, state, place, option.move)
        self.move = option.move
        self.guards: tuple[Guard, ...] = option.guards
        self.ask: Ask = needed.ask
        self.answers = needed.answers
        self.step: Transition | None = None  # the transition of a move without an answer
        self.steps: dict[int, Transition] | None = None  # the transitions by answer


def _asks_cards_only(guards: tuple[Guard, ...]) -> bool:
    return len(guards) == 1 and guards[0].need in OF_CARDS


class Menu:
    """The moves of a place, classified once so that tables need not do it on every visit."""

    __slots__ = ("by_cards", "free", "guarded", "lays", "with_card", "words")

    def __init__(self, rules: HandRules, state: State, place: int, options: list[Option]) -> None:
        entries = {option.move: Entry(rules, state, place, option) for option in options}
        self.words = {move: entry for move, entry in entries.items() if move not in WITH_CARD}
        self.with_card = {move: entry for move, entry in entries.items() if move in WITH_CARD}
        self.free = [move for move, entry in self.words.items() if not entry.guards]
        guarded = [(move, entry.guards) for move, entry in self.words.items() if entry.guards]
        self.by_cards = [(move, guards[0].need) for move, guards in guarded if _asks_cards_only(guards)]
        self.guarded = [(move, guards) for move, guards in guarded if not _asks_cards_only(guards)]
        self.lays = list(self.with_card) == [PLAY] and not self.with_card[PLAY].guards  # only plain, unguarded plays


class Node:
    """A state in the cached graph, with a menu for each place that may act."""

    __slots__ = ("_must_act", "is_cached", "may_sing", "menus", "over", "size", "state")

    def __init__(self, rules: HandRules, state: State) -> None:
        self.state = state
        self.over = state.stage == "over"
        options = moves(rules, state)
        self.menus: dict[int, Menu] = {
            place: Menu(rules, state, place, options_of_place) for place, options_of_place in options.items()
        }
        self.may_sing = sum(bit(place) for place, menu in self.menus.items() if SING in menu.words)
        self.size = 1 + sum(map(len, options.values()))  # one for the node itself, plus its entries
        self.is_cached = False  # whether the cache contains this node
        self._must_act: tuple[int, ...] | None = None

    def must_act(self, rules: HandRules) -> tuple[int, ...]:
        """Return the places that must act. Computed on demand, because few callers need it."""
        if self._must_act is None:
            self._must_act = must_act(rules, self.state)
        return self._must_act

    def drop(self) -> None:
        """Delete the stored transitions. A hand that still refers to this node then keeps no other node alive."""
        self.is_cached = False
        for menu in self.menus.values():
            for entries in (menu.words, menu.with_card):
                for entry in entries.values():
                    entry.step = entry.steps = None


Transition = tuple[Node, tuple[Award, ...]]


class Automaton:
    """The automaton of a hand as a lazily built graph of nodes."""

    def __init__(self, rules: HandRules, cache: Cache | None = None) -> None:
        self.rules: HandRules = rules  # of the hand
        self._cache = CACHE if cache is None else cache
        self._nodes: dict[State, Node] = {}
        self._start: Node | None = None

    @property
    def start(self) -> Node:
        """The node of the first state of a hand."""
        self._cache.touch(self)
        node = self._start
        if node is None:
            node = self._start = self.node(start(self.rules))
        return node

    def node(self, state: State) -> Node:
        """Return the node of a reachable state, from the cache or newly built."""
        node = self._nodes.get(state)
        if node is None:
            node = self._cache.add(self, Node(self.rules, state))
        return node

    def step(self, node: Node, place: int, entry: Entry, answer: int | None) -> Transition:
        """Return the node that a move leads to and the awards it makes."""
        transition = entry.step if answer is None else None if entry.steps is None else entry.steps.get(answer)
        if transition is None:
            state, awards = advance(self.rules, node.state, place, entry.move, answer)
            transition = (self.node(state), awards)
            if node.is_cached:  # the cache never clears a node it does not contain, so storing there would leak
                self._note(entry, answer, transition)
        return transition

    def _note(self, entry: Entry, answer: int | None, transition: Transition) -> None:
        if answer is None:
            entry.step = transition
        elif entry.steps is None:
            entry.steps = {answer: transition}
        else:
            entry.steps[answer] = transition

    def foresee(self, node: Node, place: int, entry: Entry, answer: int | None) -> Step:
        """Return the state that a move would lead to and the awards it would make, without caching them."""
        return advance(self.rules, node.state, place, entry.move, answer)

    # ------------------------------------------------------------------------------------------------- for the cache

    def store(self, node: Node) -> Node:
        """Store a node and return the stored node of its state.

        The result is another node if two threads have built the same state at once.
        """
        node = self._nodes.setdefault(node.state, node)
        node.is_cached = True
        return node

    def forget(self) -> None:
        """Delete every node."""
        nodes, self._nodes, self._start = self._nodes, {}, None
        for node in nodes.values():
            node.drop()


class Cache:
    """A least recently used (LRU) cache of the nodes of many automata, with at most `most` entries in total.

    A single node may have more entries than that. When the cache is full, it evicts whole automata, the least recently
    used first. The limit counts entries and not nodes: an open-ended bet has hundreds of sizes and leads to states that
    have hundreds each, so a limit on nodes would not limit memory.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._sizes: OrderedDict[Automaton, int] = OrderedDict()  # entries by automaton, least recently used first
        self._entries = 0
        self._latest: Automaton | None = None  # the automaton used last
        self._lock = Lock()

    @property
    def entries(self) -> int:
        """The number of entries in the cache."""
        return self._entries

    def limit(self, most: int) -> None:
        """Set the maximum number of entries and evict automata until it holds."""
        with self._lock:
            self._most = most
            self._make_room(0)

    def touch(self, automaton: Automaton) -> None:
        """Mark an automaton as the most recently used. Tables do so at the start of every hand."""
        if automaton is self._latest:
            return
        with self._lock:
            if automaton in self._sizes:
                self._sizes.move_to_end(automaton)
                self._latest = automaton

    def add(self, automaton: Automaton, node: Node) -> Node:
        """Store a new node of an automaton and return the stored node of its state."""
        with self._lock:
            self._sizes.setdefault(automaton, 0)
            self._sizes.move_to_end(automaton)
            self._latest = automaton
            self._make_room(node.size)
            stored = automaton.store(node)
            if stored is node:
                self._sizes[automaton] = self._sizes.get(automaton, 0) + node.size
                self._entries += node.size
            return stored

    def _make_room(self, size: int) -> None:
        while self._sizes and self._entries + size > self._most:
            automaton, entries = self._sizes.popitem(last=False)
            self._entries -= entries
            automaton.forget()


CACHE = Cache(MOST_ENTRIES)


@lru_cache(maxsize=128)
def automaton(rules: HandRules) -> Automaton:
    """Return the automaton of these rules, shared by all tables that play them."""
    return Automaton(rules)
