"""Mirror images of rules and states with the sides swapped, to check that the automaton treats both sides alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from truquero.engine import Award, Option, State, advance, moves
from truquero.engine.state import NOBODY
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import Stake
from truquero.sim.tables.walk import Graph, OptionsByPlace, Transition


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
    """Return the same position with the sides swapped."""
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


def _mirror_option(option: Option) -> Option:
    if not option.guards:
        return option
    guards = (guard._replace(side=swap(guard.side), stake=mirror_stake(guard.stake)) for guard in option.guards)
    return Option(option.move, tuple(guards))


class Mirror:
    """Compares each state of a walk with its mirror image under the mirrored rules."""

    def __init__(self, rules: HandRules) -> None:
        self.first_asymmetry: State | None = None  # a state whose moves, transitions or awards do not mirror
        self._rules = mirror_rules(rules)
        self._mirrored: list[State] = []  # indexed by the number of the state

    def visit(self, graph: Graph, index: int, options_by_place: OptionsByPlace, transitions: list[Transition]) -> None:
        """Check the moves and transitions of a state, unless an asymmetry was found before."""
        if self.first_asymmetry is None:
            self._mirrored.extend(map(mirror_state, graph.states[len(self._mirrored) :]))
            following = graph.edges[graph.offsets[index] : graph.offsets[index + 1]]
            if not self._is_mirrored(self._mirrored[index], options_by_place, transitions, following):
                self.first_asymmetry = graph.states[index]

    def _is_mirrored(
        self, mirrored: State, options_by_place: OptionsByPlace, transitions: list[Transition], following: Iterable[int]
    ) -> bool:
        expected = {
            place: [_mirror_option(option) for option in options] for place, options in options_by_place.items()
        }
        if moves(self._rules, mirrored) != expected:
            return False
        for number, (place, option, answer, _state, awards) in zip(following, transitions, strict=True):
            reached, mirrored_awards = advance(self._rules, mirrored, place, option.move, answer)
            if reached != self._mirrored[number] or mirrored_awards != tuple(map(mirror_award, awards)):
                return False
        return True
