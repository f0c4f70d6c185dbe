"""Measure the speed of random play, deals included, with the compiled engine and with the plain Python engine.

    .venv/bin/python -m benchmarks.compiled [--seconds 1] [--rounds 9] [GAME ...]

It plays single hands at 0-0 with all players (in Bélmez the redondo); every legal move is equally likely. For each game
it measures the reference engine, the CPU executor on one core and the CPU executor on all cores, and prints their
ratios. Every round runs all three, so that other load on the machine affects them alike. The report gives the best and
the median round; other load can only make a round slower.
A measurement covers a whole call of `Simulator.hands`, from the request to the arrays of results.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
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
KIND = "round"  # named explicitly because a match may begin with duels


def rate(play: Callable[[int], Results], hands: int) -> float:
    """Return the moves per second of one call that plays `hands` hands."""
    start = time.perf_counter()
    results = play(hands)
    seconds = time.perf_counter() - start
    return results.totals().moves.total / seconds


def hands_in(play: Callable[[int], Results], seconds: float) -> int:
    """Return how many hands take about `seconds`."""
    play(1_000)
    start = time.perf_counter()
    play(1_000)
    return max(1_000, int(1_000 * seconds / (time.perf_counter() - start)))


def rates(plays: Sequence[Callable[[int], Results]], seconds: Sequence[float], rounds: int) -> list[list[float]]:
    """Return the moves per second of each play function, in every round."""
    hand_counts = [hands_in(play, duration) for play, duration in zip(plays, seconds, strict=True)]
    by_round = [[rate(play, count) for play, count in zip(plays, hand_counts, strict=True)] for _ in range(rounds)]
    return [list(rates) for rates in zip(*by_round, strict=True)]


class Hands:
    """Plays hands of one game; each call plays new ones."""

    def __init__(self, game: str, executor: str, threads: int) -> None:
        variant, players, options = GAMES[game]
        self._simulator = Simulator(rules_of(variant, players, **options), executor=executor, threads=threads)
        self._next = 0

    def __call__(self, hands: int) -> Results:
        results = self._simulator.hands(hands, seed=1, first=self._next, kind=KIND)
        self._next += hands
        return results


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
        plays = [Hands(game, "reference", 1), Hands(game, "cpu", 1), Hands(game, "cpu", cores)]
        seconds = [arguments.seconds / 4, arguments.seconds, arguments.seconds]
        rates_by_play = rates(plays, seconds, arguments.rounds)
        cells = [f"{max(rates):,.0f} ({median(rates):,.0f})" for rates in rates_by_play]
        reference, one_core, all_cores = map(max, rates_by_play)
        ratios = [one_core / reference, all_cores / one_core]
        print(f"{game:12}{cells[0]:>22}{cells[1]:>32}{ratios[0]:>8.0f}{cells[2]:>32}{ratios[1]:>8.2f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
