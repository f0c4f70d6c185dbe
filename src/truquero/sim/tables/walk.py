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

OptionsByPlace = dict[int, list[Option]]
# The place, its move, the answer to the question of the move, the state that this leads to, and the awards.
Transition = tuple[int, Option, int | None, State, tuple[Award, ...]]


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

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {len(self.states)} states, {len(self.edges)} edges, {len(self.awards)} awards>"


class PossibleMoves:
    """The moves of a state that some hidden cards and some score allow, with every answer to their questions."""

    def __init__(self, rules: HandRules, target: int) -> None:
        self._rules = rules
        zero_score = HandScore(target, (0, 0), 0)
        envido = rules.envido
        self._target = target
        self._highest_falta = envido.falta.ceiling(zero_score) if isinstance(envido, FixedEnvido) else 0

    def allowed(self, guard: Guard) -> bool:
        """Return whether a guard can ever hold.

        The lack of a side is never more than the points of a game.
        """
        if guard.need is Need.BELOW_FALTA:
            return guard.stake.points < self._highest_falta
        return guard.need is not Need.SIZE or guard.stake.points <= self._target

    def from_state(self, state: State, options_by_place: OptionsByPlace) -> Iterator[tuple[int, Option, int | None]]:
        """Yield place, option and answer of each move from a state whose places have these options."""
        for place, options in options_by_place.items():
            for option in options:
                if all(self.allowed(guard) for guard in option.guards):
                    for answer in question(self._rules, state, place, option.move).answers:
                        yield place, option, answer


# Called with the number of a state, the options of each place, and the transitions from the state.
Visit = Callable[[Graph, int, OptionsByPlace, list[Transition]], None]


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
    graph, possible_moves = Graph(rules), PossibleMoves(rules, target)
    numbers: dict[State, int] = {}

    def number_of(state: State) -> int:
        index = numbers.get(state)
        if index is None:
            index = numbers[state] = len(graph.states)
            graph.states.append(state)
        return index

    number_of(start(rules))
    done = 0
    while done < len(graph.states):
        state = graph.states[done]
        options_by_place: OptionsByPlace = {}
        transitions: list[Transition] = []
        if state.stage != "over":
            options_by_place = moves(rules, state)
            transitions = [
                (place, option, answer, *advance(rules, state, place, option.move, answer))
                for place, option, answer in possible_moves.from_state(state, options_by_place)
            ]
            _add(graph, state, options_by_place, transitions, number_of)
        graph.offsets.append(len(graph.edges))
        if visit is not None:
            visit(graph, done, options_by_place, transitions)
        done += 1
        if progress is not None and done % REPORT_EVERY == 0:
            progress(done, len(graph.states))
        if most is not None and len(graph.states) > most:
            raise MemoryError(_("more than {count} states").format(count=most))
    return graph


def _add(
    graph: Graph,
    state: State,
    options_by_place: OptionsByPlace,
    transitions: list[Transition],
    number_of: Callable[[State], int],
) -> None:
    """Add the transitions of a state to the graph."""
    for _place, _option, _answer, following, awards in transitions:
        graph.edges.append(number_of(following))
        graph.edge_awards.append(awards)
        graph.awards.update(awards)
    if all(option.guards for _place, option, *_effects in transitions) and not _always_a_move(options_by_place):
        graph.dead_ends.append(state)


def _always_a_move(options_by_place: OptionsByPlace) -> bool:
    """Return whether some place can act whatever it holds, when all moves are guarded."""
    for options in options_by_place.values():
        needs = {guard.need for option in options for guard in option.guards if len(option.guards) == 1}
        if {Need.FLOR, Need.NO_FLOR} <= needs:
            return True
    return False


def longest_path(graph: Graph) -> int | None:
    """Return the most moves that a hand can take, or None if the states form a cycle."""
    count = len(graph.states)
    open_predecessors = array("L", [0]) * count
    for target in graph.edges:
        open_predecessors[target] += 1
    ready = [index for index in range(count) if not open_predecessors[index]]
    depth = array("L", [0]) * count
    done = 0
    while ready:
        index = ready.pop()
        done += 1
        for target in graph.edges[graph.offsets[index] : graph.offsets[index + 1]]:
            depth[target] = max(depth[target], depth[index] + 1)
            open_predecessors[target] -= 1
            if not open_predecessors[target]:
                ready.append(target)
    return max(depth) if done == count else None
