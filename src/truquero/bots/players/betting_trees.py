"""Trees of betting games: the calls and answers that may follow in a lance, and what each outcome is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from truquero.bots.players.betting_calls import LARGE
from truquero.bots.players.betting_equilibrium import OURS, THEIRS, DecisionNode, Leaf, Tree
from truquero.bots.players.playout import Scale
from truquero.engine import envido as engine_envido
from truquero.engine import truco as engine_truco
from truquero.engine.envido import bet_size, offered
from truquero.engine.seats import members
from truquero.engine.state import NOBODY, OF_CARDS, EnvidoState, Option, State
from truquero.engine.tricks import stake_in_force
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import ACCEPT, REFUSE
from truquero.rules.stakes import HandScore, Stake
from truquero.table.score_guards import score_allows

SILENT = ""  # the move of a side that makes no call
MOST_RAISES = 3  # depth to which the tree expands small calls of envido
SIZES = 2  # number of call sizes considered at each decision


class CalledMove(NamedTuple):
    """A call of a chain: the next call raised it, or, if it is the last, it waits for an answer."""

    side: int  # the side that called, as the rules of the hand number it
    move: str


class BettingTrees:
    """Builds the betting trees of a hand, with gains from the point of view of one side."""

    def __init__(self, rules: HandRules, state: State, score: HandScore, side: int) -> None:
        self._rules, self._state, self._score, self._side = rules, state, score, side
        self._scale = Scale(score, side)

    def _owner(self, side: int) -> int:
        return OURS if side == self._side else THEIRS

    def _showdown(self, stake: Stake) -> Leaf:
        """Return the leaf where the better cards take the stake."""
        return Leaf(self._scale.gain(self._side, stake), self._scale.gain(1 - self._side, stake))

    def _uncontested(self, winner: int, stake: Stake) -> Leaf:
        gain = self._scale.gain(winner, stake)
        return Leaf(gain, gain)

    # ------------------------------------------------------------------------------------------------------- truco

    def truco(self, chain: Sequence[CalledMove]) -> tuple[Tree, Tree]:
        """Return the tree from the first of these calls on, or from our own next call; and the hand's current node."""
        truco = self._state.truco
        first = chain[0].side if chain else self._side
        state_before = truco._replace(calling=NOBODY)
        if len(chain) > 1:  # every raise has accepted the call before it
            rung = truco.rung - len(chain) + 1
            state_before = state_before._replace(rung=rung, owner=first if rung else NOBODY)
        root = node = self._turn(self._state._replace(truco=state_before), first, last=False)
        for call in chain:
            assert isinstance(node, DecisionNode)
            node = node.moves[call.move]
        return root, node

    def _turn(self, state: State, side: int, *, last: bool) -> Tree:
        """Return the subtree where a side may call. If neither calls, the hand is played for the stake in force."""
        rules = self._rules
        silence = self._showdown(stake_in_force(rules, state)) if last else self._turn(state, 1 - side, last=True)
        moves: dict[str, Tree] = {SILENT: silence}
        for place in members(rules, state, side):
            for move in self._allowed(engine_truco.call_options(rules, state, place)):
                moves.setdefault(move, self._answer(engine_truco.call(rules, state, place)[0], 1 - side))
        return DecisionNode(self._owner(side), moves) if len(moves) > 1 else silence

    def _answer(self, state: State, side: int) -> Tree:
        """Return the subtree where a side answers a call: it refuses, accepts or raises."""
        rules, place = self._rules, self._rules.sides.index(side)
        (refused,) = engine_truco.refuse(rules, state)[1]
        accepted = engine_truco.accept(rules, state, place, reduced=False)[0]
        moves: dict[str, Tree] = {
            REFUSE: self._uncontested(refused.side, refused.stake),
            ACCEPT: self._showdown(stake_in_force(rules, accepted)),
        }
        for move in self._allowed(engine_truco.answers(rules, state, place)):
            if move in rules.truco.codes:
                moves[move] = self._answer(engine_truco.call(rules, state, place)[0], 1 - side)
        return DecisionNode(self._owner(side), moves)

    # ------------------------------------------------------------------------------------------------------ envido

    def envido(self, chain: Sequence[CalledMove], moves: Sequence[str]) -> tuple[Tree, Tree]:
        """Return the tree from the mano's first chance to call on, and the hand's current node.

        The tree contains large bets only where they were made, and where our side may answer with them now. Large
        opening bets are left out because the other side would only refuse them.
        """
        rules, state = self._rules, self._state
        assert rules.envido is not None
        opener, mano = chain[0].side if chain else self._side, rules.sides[0]
        rivals_of_opener = members(rules, state, 1 - opener)
        is_open_to_rivals = bool(chain) or any(
            engine_envido.opening_options(rules, state, place) for place in rivals_of_opener
        )
        after_mano: Tree = Leaf(0.0, 0.0)
        if opener != mano or is_open_to_rivals:
            after_mano = self._opening(1 - mano, chain if opener != mano else None, moves, after_mano)
        root = self._opening(mano, chain if opener == mano else None, moves, after_mano)
        node = root if opener == mano else after_mano
        for call in chain:
            assert isinstance(node, DecisionNode)
            node = node.moves[call.move]
        return root, node

    def _opening(self, side: int, chain: Sequence[CalledMove] | None, ours: Sequence[str], silence: Tree) -> Tree:
        """Return the subtree where a side may open.

        `chain` contains the calls made from here on. It is None if the hand did not reach this node.
        """
        place = self._rules.places - 1  # the pie may always open; the calls are the same for every place
        calls = self._allowed(engine_envido.opening_options(self._rules, State(), place))
        raised = self._raised(EnvidoState(), side, calls, chain, ours, 0)
        return DecisionNode(self._owner(side), {SILENT: silence, **raised}) if raised else silence

    def _answers(
        self, envido: EnvidoState, side: int, chain: Sequence[CalledMove] | None, ours: Sequence[str], depth: int
    ) -> Tree:
        place = self._rules.sides.index(side)
        options = self._allowed(engine_envido.answers(self._rules, State(envido=envido), place))
        calls = [move for move in options if self._size(move)]
        answers: dict[str, Tree] = {
            REFUSE: self._uncontested(1 - side, envido.refused),
            ACCEPT: self._showdown(envido.offer),
        }
        return DecisionNode(self._owner(side), answers | self._raised(envido, side, calls, chain, ours, depth))

    def _raised(
        self,
        envido: EnvidoState,
        side: int,
        calls: Sequence[str],
        chain: Sequence[CalledMove] | None,
        ours: Sequence[str],
        depth: int,
    ) -> dict[str, Tree]:
        """Return the subtree after each call considered: the smallest, the call that was made, and our own now."""
        small_calls = [move for move in calls if self._is_small(envido, move)] if depth < MOST_RAISES else []
        considered = sorted(small_calls, key=self._size)[:SIZES]
        if chain:
            considered.append(chain[0].move)
        elif chain is not None and depth and side == self._side:
            considered += [move for move in calls if move in ours]
        following: dict[str, Tree] = {}
        for move in dict.fromkeys(considered):
            going_on = (chain[1:] if chain[0].move == move else None) if chain else None
            following[move] = self._answers(self._called(envido, side, move), 1 - side, going_on, ours, depth + 1)
        return following

    def _size(self, move: str) -> int:
        """Return the points that a call adds; 0 for any other move."""
        rule = self._rules.envido
        return 0 if rule is None else bet_size(rule, move) or 0

    def _is_small(self, envido: EnvidoState, move: str) -> bool:
        rule = self._rules.envido
        assert rule is not None
        return offered(rule, envido, move)[0].ceiling(self._score) <= LARGE

    def _allowed(self, options: Iterable[Option]) -> list[str]:
        """Return the moves that the score allows. Guards on cards are ignored: the hands are not known here."""
        return [
            option.move
            for option in options
            if all(guard.need in OF_CARDS or score_allows(self._rules, guard, self._score) for guard in option.guards)
        ]

    def _called(self, envido: EnvidoState, side: int, move: str) -> EnvidoState:
        place = self._rules.sides.index(side)
        return engine_envido.call(self._rules, State(envido=envido), place, move)[0].envido
