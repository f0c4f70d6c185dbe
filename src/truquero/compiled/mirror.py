"""Swapping the two sides: the automaton must not care which of them is called which."""

from __future__ import annotations

from dataclasses import replace

from truquero.compiled.request import Progress
from truquero.compiled.walk import REPORT_EVERY, Graph, Steps
from truquero.engine import Award, Option, State, advance, moves
from truquero.engine.state import NOBODY
from truquero.rules.hand import HandRules
from truquero.rules.stakes import Stake


def swap(side: int) -> int:
    return side if side == NOBODY else 1 - side


def mirror_stake(stake: Stake) -> Stake:
    return stake if stake.side == NOBODY else stake._replace(side=swap(stake.side))


def mirror_rules(rules: HandRules) -> HandRules:
    decision = rules.decision
    return replace(
        rules,
        sides=tuple(swap(side) for side in rules.sides),
        decision=None if decision is None else replace(decision, side=swap(decision.side)),
    )


def mirror_state(state: State) -> State:
    """The same position with the sides exchanged."""
    truco, envido, flor, declaring = state.truco, state.envido, state.flor, state.declaring
    return state._replace(
        won=tuple(None if side is None else swap(side) for side in state.won),
        tops=(state.tops[1], state.tops[0]),
        truco=truco._replace(
            owner=swap(truco.owner),
            calling=swap(truco.calling),
            reduced=swap(truco.reduced),
            tie_to=swap(truco.tie_to),
        ),
        envido=envido._replace(
            calling=swap(envido.calling), offer=mirror_stake(envido.offer), refused=mirror_stake(envido.refused)
        ),
        flor=flor._replace(
            calling=swap(flor.calling), offer=mirror_stake(flor.offer), refused=mirror_stake(flor.refused)
        ),
        declaring=None if declaring is None else declaring._replace(stake=mirror_stake(declaring.stake)),
    )


def mirror_award(award: Award) -> Award:
    return award._replace(side=swap(award.side), stake=mirror_stake(award.stake))


def _mirror_moves(found: dict[int, list[Option]]) -> dict[int, list[Option]]:
    return {place: [_mirror_option(option) for option in options] for place, options in found.items()}


def _mirror_option(option: Option) -> Option:
    if not option.guards:
        return option
    guards = (one._replace(side=swap(one.side), stake=mirror_stake(one.stake)) for one in option.guards)
    return Option(option.move, tuple(guards))


def first_asymmetry(graph: Graph, target: int, progress: Progress | None = None) -> State | None:
    """A state whose moves, steps or awards do not mirror, or None."""
    rules, other = graph.rules, mirror_rules(graph.rules)
    steps = Steps(rules, target)
    mirrored = [mirror_state(state) for state in graph.states]
    for index, state in enumerate(graph.states):
        found = moves(rules, state)
        if _mirror_moves(found) != moves(other, mirrored[index]):
            return state
        edges = range(graph.offsets[index], graph.offsets[index + 1])
        for edge, (place, option, answer) in zip(edges, steps.of(state, found), strict=True):
            following, awards = advance(other, mirrored[index], place, option.move, answer)
            expected = tuple(map(mirror_award, graph.edge_awards[edge])) if graph.edge_awards[edge] else ()
            if following != mirrored[graph.edges[edge]] or awards != expected:
                return state
        if progress is not None and index % REPORT_EVERY == 0:
            progress(index, len(graph.states))
    return None
