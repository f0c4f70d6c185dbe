"""The kinds of hands that occur in a match. Each has its own automaton."""

from __future__ import annotations

from truquero.engine import Automaton, automaton
from truquero.rules.game import HandType, Rules
from truquero.table.schedule import Lineup


class AutomatonCache:
    """A cache of the automata of a match, because looking up an automaton by its rules is slow."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._automata: dict[tuple[Lineup, HandType, int], Automaton] = {}

    def automaton(self, lineup: Lineup, hand_type: HandType, decider: int) -> Automaton:
        key = (lineup, hand_type, decider)
        cached = self._automata.get(key)
        if cached is None:
            gallo = None if lineup.gallo is None else lineup.seats.index(lineup.gallo)
            cached = self._automata[key] = automaton(self._rules.hand_rules(lineup.sides, hand_type, decider, gallo))
        return cached
