"""How fast the compiled engine plays at random, deals included, beside the plain Python one.

    .venv/bin/python -m benchmarks.compiled [--seconds 1] [--rounds 9] [GAME ...]

Single hands at 0-0 that everybody plays together (in Bélmez the redondo), every legal move equally likely. For each
game, in turn and in the same run: the reference engine, the CPU executor on one core, their ratio, and the CPU executor
on all cores. Of several rounds the best and the median are told: other work on the machine only ever makes one slower.
What is counted is a whole call of `Simulator.hands`, from the request to the arrays of results.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from statistics import median

from truquero import rules_of
from truquero.sim import Results, Simulator

GAMES: dict[str, tuple[str, int, dict[str, str]]] = {
    "argentino-2": ("argentino", 2, {"flor": "on"}),
    "argentino-4": ("argentino", 4, {}),
    "paulista-2": ("paulista", 2, {}),
    "paulista-4": ("paulista", 4, {}),
    "belmez-4": ("belmez", 4, {}),
}
KIND = "round"  # a match may begin with duels


def rate(play: Callable[[int], Results], hands: int) -> float:
    """Moves in a second of a call that plays so many hands."""
    start = time.perf_counter()
    played = play(hands)
    took = time.perf_counter() - start
    return played.totals().moves.total / took


def rates(play: Callable[[int], Results], seconds: float, rounds: int) -> tuple[float, float]:
    """The best round and the median."""
    play(1_000)
    start = time.perf_counter()
    play(1_000)
    hands = max(1_000, int(1_000 * seconds / (time.perf_counter() - start)))
    found = [rate(play, hands) for _ in range(rounds)]
    return max(found), median(found)


class Hands:
    """Plays hands of one game, other ones each time."""

    def __init__(self, game: str, executor: str, threads: int) -> None:
        variant, players, options = GAMES[game]
        self._simulator = Simulator(rules_of(variant, players, **options), executor=executor, threads=threads)
        self._next = 0

    def __call__(self, hands: int) -> Results:
        played = self._simulator.hands(hands, seed=1, first=self._next, kind=KIND)
        self._next += hands
        return played


def main() -> int:
    parser = argparse.ArgumentParser(description="Random play with the compiled engine and with the plain one.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="about how long each round takes")
    parser.add_argument("--rounds", type=int, default=9, help="how many rounds")
    arguments = parser.parse_args()
    unknown = [game for game in arguments.games if game not in GAMES]
    if unknown:
        parser.error(f"unknown {', '.join(unknown)}: choose from {', '.join(GAMES)}")
    cores = os.cpu_count() or 1
    print(
        f"Python {sys.version.split()[0]}, {cores} cores; moves per second, best (median) of {arguments.rounds} rounds"
    )
    print(f"{'':12}{'reference':>22}{'cpu, 1 core':>32}{'ratio':>8}{f'cpu, {cores} cores':>32}{'ratio':>8}")
    for game in arguments.games or GAMES:
        reference = rates(Hands(game, "reference", 1), arguments.seconds / 4, arguments.rounds)
        one = rates(Hands(game, "cpu", 1), arguments.seconds, arguments.rounds)
        all_cores = rates(Hands(game, "cpu", cores), arguments.seconds, arguments.rounds)
        told = [f"{best:,.0f} ({middle:,.0f})" for best, middle in (reference, one, all_cores)]
        ratios = [one[0] / reference[0], all_cores[0] / one[0]]
        print(f"{game:12}{told[0]:>22}{told[1]:>32}{ratios[0]:>8.0f}{told[2]:>32}{ratios[1]:>8.2f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
