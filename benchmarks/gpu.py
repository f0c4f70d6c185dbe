"""Measure the speed of random play, deals included, with the GPU executor on the first graphics card.

    .venv/bin/python -m benchmarks.gpu [--hands] [--lanes N] [--games N] [--rounds 5] [GAME ...]

It plays whole matches, or single hands at 0-0. Each game has one line with the moves per second of the best and of the
median round. `play` measures from the request to the last move, with the results still on the graphics card; `all`
includes the copy of the results into NumPy arrays. `first` is the time of the first, small batch, which is nearly all
compilation; PyTorch caches the compiled code. `same` says whether the first games of a round equal those of the
reference engine, row for row. Without a graphics card it plays a few games on the CPU, operation by operation; these
times say nothing about speed.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from statistics import median

import numpy as np
import torch

from tools.same_games import difference_in_rows
from truquero import rules_of
from truquero.rules.game import Rules
from truquero.sim.gpu.executor import MOST_LANES, GpuExecutor
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import Request

GAMES = ("argentino-2", "argentino-4", "paulista-2", "paulista-4", "belmez-4")
SAMPLE = 100


def rules_called(game: str) -> Rules:
    """Return the rules of a game named `variant-players`, such as `argentino-2`."""
    variant, _dash, players = game.rpartition("-")
    if not players.isdecimal():
        raise ValueError("the number of players is missing")
    return rules_of(variant, int(players))


def measure(game: str, request: Request, lanes: int, rounds: int) -> str:
    """Play some rounds of a game and return its line of the report."""
    rules = rules_called(game)
    executor = GpuExecutor(rules, lanes=lanes)
    start = time.perf_counter()
    executor.play(replace(request, games=min(request.games, lanes)))
    first = time.perf_counter() - start
    executor.play(request)
    results, rates, with_results = None, [], []
    for seed in range(1, rounds + 1):
        start = time.perf_counter()
        batch = executor.begin(replace(request, seed=seed))
        batch.play_out()
        in_play = time.perf_counter() - start
        results = batch.played()
        moves = int(np.asarray(results.moves).sum(dtype=np.int64))
        rates.append(moves / in_play)
        with_results.append(moves / (time.perf_counter() - start))
    assert results is not None
    sample = min(SAMPLE, request.games)
    expected = ReferenceExecutor(rules).play(replace(request, games=sample, seed=rounds))
    return (
        f"{game:12} {max(rates):>15,.0f} {median(rates):>15,.0f} {max(with_results):>15,.0f}"
        f" {median(with_results):>15,.0f} {first:>8.1f} s  {difference_in_rows(expected, results) is None}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Random play with the GPU executor.")
    parser.add_argument("games_played", nargs="*", metavar="GAME", help="variant-players; usually " + " ".join(GAMES))
    parser.add_argument("--lanes", type=int, default=MOST_LANES, help="games in flight")
    parser.add_argument("--games", type=int, default=1 << 22, help="matches or hands in a round")
    parser.add_argument("--hands", action="store_true", help="single hands instead of matches")
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds")
    arguments = parser.parse_args()
    for game in arguments.games_played:
        try:
            rules_called(game)
        except ValueError as error:
            parser.error(f"unknown game {game!r}, write VARIANT-PLAYERS: {error}")
    lanes, games, rounds = arguments.lanes, arguments.games, arguments.rounds
    if torch.cuda.is_available():
        device = torch.cuda.get_device_name()
    else:
        device, lanes, games, rounds = "no graphics card: the CPU", min(lanes, 256), min(games, 256), min(rounds, 2)
    unit = "hands" if arguments.hands else "matches"
    print(f"{device}, PyTorch {torch.__version__}, {lanes:,} lanes, {games:,} {unit} in each of {rounds} rounds")
    print("moves/s           play: best          median       all: best          median      first  same")
    for game in arguments.games_played or GAMES:
        print(measure(game, Request(games, whole_matches=not arguments.hands), lanes, rounds), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
