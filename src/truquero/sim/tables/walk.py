"""The whole automaton as a graph: every public state that some cards and some score can reach."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from truquero.engine import Award, Guard, Need, Option, State, advance, moves, question, start
from truquero.i18n import _
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import FixedEnvido
from truquero.rules.stakes import HandScore

REPORT_EVERY = 5_000
Progress = Callable[[int, int], None]  # called while tables are made, with the states done and the states found

Moves = dict[int, list[Option]]  # by place
Made = tuple[int, Option, int | None, State, tuple[Award, ...]]  # a step, the state it leads to and its awards


@dataclass
class Graph:
    """The graph of states, numbered in the order they were found.

    `edges[offsets[n]:offsets[n + 1]]` are the successors of state n.
    """

    rules: HandRules
    states: list[State] = field(default_factory=list)
    offsets: array[int] = field(default_factory=lambda: array("Q", [0]))
    edges: array[int] = field(default_factory=lambda: array("L"))
    edge_awards: list[tuple[Award, ...]] = field(default_factory=list)
    awards: set[Award] = field(default_factory=set)
    dead_ends: list[State] = field(default_factory=list)


class Steps:
    """The moves of a state that some hidden cards and some score allow, with every answer to their questions."""

    def __init__(self, rules: HandRules, target: int) -> None:
        self._rules = rules
        nothing = HandScore(target, (0, 0), 0)
        envido = rules.envido
        self._most = target
        self._highest_falta = envido.falta.ceiling(nothing) if isinstance(envido, FixedEnvido) else 0

    def allowed(self, guard: Guard) -> bool:
        """Return whether a guard can ever hold.

        The lack of a side is never more than the points of a game.
        """
        if guard.need is Need.BELOW_FALTA:
            return guard.stake.points < self._highest_falta
        return guard.need is not Need.SIZE or guard.stake.points <= self._most

    def of(self, state: State, found: Moves) -> Iterator[tuple[int, Option, int | None]]:
        """Yield the steps from a state whose moves are `found`."""
        for place, options in found.items():
            for option in options:
                if all(self.allowed(guard) for guard in option.guards):
                    for answer in question(self._rules, state, place, option.move).answers:
                        yield place, option, answer


Visit = Callable[[Graph, int, Moves, list[Made]], None]  # with the number, moves and steps of a state


def walk(
    rules: HandRules,
    target: int,
    progress: Progress | None = None,
    most: int | None = None,
    visit: Visit | None = None,
) -> Graph:
    """Return the graph of every state reachable from the deal.

    `visit` is called for each state. Raise MemoryError past `most` states.
    """
    graph, steps = Graph(rules), Steps(rules, target)
    numbers: dict[State, int] = {}

    def number(state: State) -> int:
        found = numbers.get(state)
        if found is None:
            found = numbers[state] = len(graph.states)
            graph.states.append(state)
        return found

    number(start(rules))
    done = 0
    while done < len(graph.states):
        state = graph.states[done]
        found: Moves = {}
        made: list[Made] = []
        if state.stage != "over":
            found = moves(rules, state)
            made = [
                (place, option, answer, *advance(rules, state, place, option.move, answer))
                for place, option, answer in steps.of(state, found)
            ]
            _add(graph, state, found, made, number)
        graph.offsets.append(len(graph.edges))
        if visit is not None:
            visit(graph, done, found, made)
        done += 1
        if progress is not None and done % REPORT_EVERY == 0:
            progress(done, len(graph.states))
        if most is not None and len(graph.states) > most:
            raise MemoryError(_("more than {count} states").format(count=most))
    return graph


def _add(graph: Graph, state: State, found: Moves, made: list[Made], number: Callable[[State], int]) -> None:
    """Add the steps of a state to the graph."""
    for _place, _option, _answer, following, awards in made:
        graph.edges.append(number(following))
        graph.edge_awards.append(awards)
        graph.awards.update(awards)
    if all(step[1].guards for step in made) and not _always_a_move(found):
        graph.dead_ends.append(state)


def _always_a_move(found: Moves) -> bool:
    """Return whether some place can act whatever it holds, when all moves are guarded."""
    for options in found.values():
        needs = {guard.need for option in options for guard in option.guards if len(option.guards) == 1}
        if {Need.FLOR, Need.NO_FLOR} <= needs:
            return True
    return False


def longest_path(graph: Graph) -> int | None:
    """Return the most moves that a hand can take, or None if the states form a cycle."""
    count = len(graph.states)
    waiting = array("L", [0]) * count
    for target in graph.edges:
        waiting[target] += 1
    ready = [index for index in range(count) if not waiting[index]]
    depth = array("L", [0]) * count
    done = 0
    while ready:
        index = ready.pop()
        done += 1
        for target in graph.edges[graph.offsets[index] : graph.offsets[index + 1]]:
            depth[target] = max(depth[target], depth[index] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return max(depth) if done == count else None
