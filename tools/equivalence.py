"""Compare compiled games with the engine: `python -m tools.equivalence [VARIANT] [--players N]`.

A game whose states can all be enumerated is compared state by state: every move, guard, question, next state and award,
at every score and with every kind of cards. A game with too many states is compared on random walks, and by playing the
same games, a million moves, with the reference engine and with the lookup tables. Without arguments the tool compares
every variant at every number of players, and once more with declared points where the variant has them; that takes some
minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from tools.same_games import difference
from tools.transitions import Differs, check_cards, walk, wander
from truquero.cli.arguments import add_variant, positive_number, rules_from
from truquero.i18n.numbers import grouped
from truquero.i18n.progress import Progress
from truquero.rules.game import Rules
from truquero.sim.executors import MOVES_IN_A_MATCH
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import Executor, Request
from truquero.sim.tables.builder import Builder
from truquero.sim.tables.compiled_tables import tables_of
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.sim.tables.load import tables_for
from truquero.variants import VARIANTS, rules_of

MOVES = 1_000_000
BATCHES = 8  # approximate number of batches for all the moves
FEWEST, MOST = 50, 1_000  # matches in a batch
WALKERS, ROUNDS = 500, 60


def requests(rules: Rules, games: int, **more: Any) -> Iterator[Request]:
    """Yield a request for matches from 0-0, and for single hands of every kind near the end of a game."""
    nothing, target = (0,) * (3 if rules.players == 3 else 2), rules.match.target
    yield Request(games, score=nothing, **more)
    for kind in range(len(HandKinds(rules).names)):
        score = (max(0, target - 1 - kind % 2), max(0, target - 4))
        yield Request(4 * games, whole_matches=False, score=score if kind else (0, 0), kind=kind, **more)


def play_both(rules: Rules, moves: int, bar: Progress, executor: Executor | None = None) -> int:
    """Play the same games with the reference engine and another executor, for at least `moves` moves.

    Return the number of moves. Raise Differs if the games differ.
    """
    from truquero.sim.cpu.executor import CpuExecutor  # imported late: its decorators take seconds, also for --help

    reference, checked = ReferenceExecutor(rules), executor or CpuExecutor(rules)
    played, games = 0, min(max(FEWEST, moves // (BATCHES * MOVES_IN_A_MATCH)), MOST)
    for batch in count():
        for request in requests(rules, games, seed=batch, trajectories=batch % 4 == 0):
            expected = reference.play(request)
            problem = difference(expected, checked.play(request))
            if problem is not None:
                raise Differs(f"{replace(request, policy=None)} · {problem}")
            played += sum(expected.moves)
            bar.show(played, moves)
        if played >= moves:
            break
    bar.clear()
    return played


def compare(rules: Rules, moves: int) -> str:
    """Compare a game as completely as possible, and return a description of the comparison."""
    bar = Progress("states")
    tables = tables_for(rules, progress=bar.show)
    check_cards(tables)
    if tables.complete:
        checked = walk(tables, bar.show)
        bar.clear()
        return f"every state: {grouped(checked.states)}, with {grouped(checked.transitions)} transitions"
    checked = wander(tables_of(Builder(rules)), WALKERS, ROUNDS, seed=1)
    bar.clear()
    played = play_both(rules, moves, Progress("moves"))
    return (
        f"random walks: {grouped(checked.states)} states with {grouped(checked.transitions)} transitions; "
        f"games: {grouped(played)} moves"
    )


def every_game() -> Iterator[Rules]:
    for name, preset in VARIANTS.items():
        for players in preset.players:
            yield rules_of(name, players)
        if any(option.name == "declare" for option in preset.options):
            yield rules_of(name, preset.players[0], declare="manual")


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare compiled games with the engine, transition by transition.")
    add_variant(parser, default="")
    parser.add_argument(
        "--moves", metavar="N", type=positive_number, default=MOVES, help="for games of too many states"
    )
    arguments = parser.parse_args()
    games = [rules_from(arguments)] if arguments.variant else every_game()
    failed = 0
    for rules in games:
        house = "".join(f" {name}={value}" for name, value in rules.changed.items())
        name = f"{rules.variant} {rules.players}{house}"
        try:
            print(f"{name}: the same · {compare(rules, arguments.moves)}", flush=True)
        except Differs as differs:
            failed = 1
            print(f"{name}: NOT THE SAME · {differs}", flush=True)
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
