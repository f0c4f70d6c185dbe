"""The betting solver approximates the equilibria of game theory, and its trees contain the legal moves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import Match
from truquero.bots.players.aprendiz import situation_of
from truquero.bots.players.betting_equilibrium import OURS, THEIRS, DecisionNode, Leaf, Tree, solve
from truquero.bots.players.betting_trees import SILENT, BettingTrees, CalledMove
from truquero.bots.players.prepared_view import PreparedView
from truquero.rules.moves import ACCEPT, REFUSE

BET = "bet"
ROUNDS = 400


def street(before: float, bet: float, bettor: int = OURS) -> tuple[DecisionNode, DecisionNode]:
    """Return a game with a single bet, and its answer node. The stake is `before`, or `bet` if the bet is accepted."""
    refusal_gain = before if bettor == OURS else -before
    answer = DecisionNode(1 - bettor, {REFUSE: Leaf(refusal_gain, refusal_gain), ACCEPT: Leaf(bet, -bet)})
    return DecisionNode(bettor, {SILENT: Leaf(before, -before), BET: answer}), answer


# ------------------------------------------------------------------------------------------------------ known games


@pytest.mark.parametrize(("before", "bet"), [(1, 2), (1, 3), (2, 3), (3, 6), (6, 9)])
def test_bluffs_and_answers_have_the_frequencies_of_theory(before: float, bet: float) -> None:
    """The betting and folding frequencies match game theory.

    We hold the best or the worst hand with equal probability; the rivals hold a hand that beats only the worst. For
    each bet with the best hand, the worst hand bluffs `(bet - before) / (bet + before)` times. The rivals fold with the
    same frequency, which makes the bluff worth nothing.
    """
    root, answer = street(before, bet)
    solve(root, [[1.0], [0.0]], ROUNDS)
    share = (bet - before) / (bet + before)
    assert root.strategy(0)[BET] > 0.97
    assert root.strategy(1)[BET] == pytest.approx(share, abs=0.05)
    assert answer.strategy(0)[REFUSE] == pytest.approx(share, abs=0.05)


def test_the_solution_is_symmetric() -> None:
    root, answer = street(1, 3, bettor=THEIRS)
    solve(root, [[0.0, 1.0]], ROUNDS)  # the rivals hold the best or the worst hand
    assert root.strategy(0)[BET] > 0.97
    assert root.strategy(1)[BET] == pytest.approx(1 / 2, abs=0.05)
    assert answer.strategy(0)[REFUSE] == pytest.approx(1 / 2, abs=0.05)


def test_a_hand_that_always_wins_never_folds() -> None:
    root, answer = street(1, 2, bettor=THEIRS)
    solve(root, [[1.0, 1.0], [0.5, 0.0]], ROUNDS)
    assert answer.strategy(0)[ACCEPT] > 0.97


def test_gains_are_the_average_results_of_moves() -> None:
    root, answer = street(1, 2, bettor=THEIRS)
    answer.is_weighed = True
    solve(root, [[0.75, 0.75]], ROUNDS)
    assert answer.gain(0) == pytest.approx({REFUSE: -1.0, ACCEPT: 1.0})


@pytest.mark.parametrize("rungs", [1, 2, 3])
def test_no_deviation_from_the_equilibrium_gains(rungs: int) -> None:
    """Neither side can gain more than a small amount by a best response to the strategies found."""
    equity = [[float(ours > theirs) for theirs in range(0, 12, 2)] for ours in range(1, 13, 2)]
    root = _ladder(rungs)
    solve(root, equity, 800)
    reach = [1.0] * len(equity)
    ours = sum(_best_answer(root, equity, OURS, reach)) / len(equity) ** 2
    theirs = sum(_best_answer(root, equity, THEIRS, reach)) / len(equity) ** 2
    assert 0 <= ours + theirs < 0.05


def _ladder(rungs: int, stake: int = 1, side: int = OURS, *, is_answer: bool = False) -> DecisionNode:
    refusal_gain = stake if side == THEIRS else -stake
    accepted_stake = stake + is_answer
    moves: dict[str, Tree] = {ACCEPT if is_answer else SILENT: Leaf(accepted_stake, -accepted_stake)}
    if is_answer:
        moves[REFUSE] = Leaf(refusal_gain, refusal_gain)
    if rungs:
        moves[BET] = _ladder(rungs - 1, accepted_stake, 1 - side, is_answer=True)
    return DecisionNode(side, moves)


def _best_answer(tree: Tree, equity: Sequence[Sequence[float]], side: int, reach: Sequence[float]) -> list[float]:
    """Return the best-response value of each hand of a side against the solved strategy of the other side."""
    if isinstance(tree, Leaf):
        sign = 1 if side == OURS else -1
        rows = equity if side == OURS else list(zip(*equity, strict=True))
        return [
            sum(
                sign * (tree.lost + (tree.won - tree.lost) * share) * chance
                for share, chance in zip(row, reach, strict=True)
            )
            for row in rows
        ]
    move_values = []
    for move, following in tree.moves.items():
        next_reach = reach
        if tree.side != side:
            next_reach = [chance * tree.strategy(hand)[move] for hand, chance in enumerate(reach)]
        move_values.append(_best_answer(following, equity, side, next_reach))
    return [max(gains) if tree.side == side else sum(gains) for gains in zip(*move_values, strict=True)]


# ------------------------------------------------------------------------------------------------------------ trees


def trees(match: Match, seat: int) -> BettingTrees:
    situation = situation_of(PreparedView(match.rules, match.view(seat)))
    assert situation is not None
    return BettingTrees(situation.rules, situation.state, situation.score, situation.from_place.side)


def after(tree: Tree, *moves: str) -> Tree:
    for move in moves:
        assert isinstance(tree, DecisionNode)
        tree = tree.moves[move]
    return tree


def ends(tree: Tree) -> tuple[int, int]:
    """Return the gain with the better and with the worse cards at an ending, in points at the start of a game."""
    assert isinstance(tree, Leaf)
    return round(tree.won), round(tree.lost)


def moves_of(tree: Tree) -> set[str]:
    assert isinstance(tree, DecisionNode)
    return set(tree.moves)


def test_the_ladder_of_the_truco() -> None:
    match = hand_of("argentino", {1: "4c 5b 6e", 2: "7o 6o 1e"}, flor=False)
    root, node = trees(match, 1).truco([])
    assert root is node
    assert ends(after(root, SILENT, SILENT)) == (1, -1)
    assert moves_of(after(root, "truco")) == {REFUSE, ACCEPT, "retruco"}
    assert ends(after(root, "truco", REFUSE)) == (1, 1)
    assert moves_of(after(root, "truco", "retruco", "vale-cuatro")) == {REFUSE, ACCEPT}


def test_an_answer_is_found_where_the_calls_have_led() -> None:
    match = play(hand_of("paulista", {1: "3e 5o 2c", 2: "2o 4b 6o"}, turned="10e"), "1 truco", "2 seis")
    root, node = trees(match, 1).truco([CalledMove(0, "truco"), CalledMove(1, "seis")])
    assert node is after(root, "truco", "seis")
    assert isinstance(node, DecisionNode)
    assert node.side == OURS
    assert moves_of(node) == {REFUSE, ACCEPT, "nove"}


def test_a_raise_does_not_change_the_options_before_it() -> None:
    """Before the first call both sides may call, whatever follows it."""
    match = play(hand_of("paulista", {1: "3e 5o 2c", 2: "2o 4b 6o"}, turned="10e"), "1 truco")
    called, _node = trees(match, 2).truco([CalledMove(0, "truco")])
    raised, _node = trees(play(match, "2 seis"), 1).truco([CalledMove(0, "truco"), CalledMove(1, "seis")])
    assert moves_of(after(called, SILENT)) == moves_of(after(raised, SILENT)) == {SILENT, "truco"}


def test_a_side_that_may_not_raise_has_no_raise() -> None:
    """Only the rivals may raise a truco that they have accepted."""
    match = play(hand_of("argentino", {1: "4c 5b 6e", 2: "7o 6o 1e"}, flor=False), "1 truco", "2 quiero")
    root, _node = trees(match, 1).truco([])
    assert isinstance(root, DecisionNode)
    assert root.side == THEIRS
    assert moves_of(root) == {SILENT, "retruco"}


def test_the_envido_begins_with_the_mano() -> None:
    match = play(hand_of("argentino", {1: "4c 5b 6e", 2: "7o 6o 1e"}, flor=False), "1 4c", "2 envido")
    root, node = trees(match, 1).envido([CalledMove(1, "envido")], ["real-envido"])
    assert node is after(root, SILENT, "envido")
    assert moves_of(node) == {REFUSE, ACCEPT, "envido", "real-envido"}
    assert ends(after(node, REFUSE)) == (-1, -1)


def test_large_bets_are_in_the_tree_where_they_were_made() -> None:
    match = hand_of("argentino", {1: "4c 5b 6e", 2: "7o 6o 1e"}, flor=False)
    root, _node = trees(match, 1).envido([], ["falta-envido"])
    assert moves_of(root) == {SILENT, "envido", "real-envido"}
    play(match, "1 falta-envido")
    root, node = trees(match, 2).envido([CalledMove(0, "falta-envido")], [])
    assert node is after(root, "falta-envido")
    assert moves_of(node) == {REFUSE, ACCEPT}


def test_an_unusual_size_is_in_the_tree_where_it_was_bet() -> None:
    match = play(hand_of("belmez", {1: "4o 2e 6b", 2: "1e 7c 3o"}), "1 envido-10")
    _root, node = trees(match, 2).envido([CalledMove(0, "envido-10")], [])
    assert {REFUSE, ACCEPT} <= moves_of(node)
