"""From how many points on does it pay to call the envido? `python examples/scripts/envido_policy.py`.

A policy makes the mano call envido from a number of points on, and not below. Everybody else chooses at random. The
script compares the points of the mano's side for several numbers, in the same deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import mean, stdev

from truquero import Simulator, View

CHANCE = -1  # leaves the choice to chance


def envido_from(least: int, simulator: Simulator) -> Callable[[Sequence[View]], list[int]]:
    """Return a policy that calls envido as the mano with `least` points or more, and never with fewer."""

    def choose(view: View) -> int:
        is_mano = view.seat == view.seats[0]
        if not is_mano or view.table or "envido" not in view.moves:
            return CHANCE
        points = view.points(simulator.rules, "envido") or 0
        if points >= least:
            return view.moves.index("envido")
        return next(number for number, move in enumerate(view.moves) if move in view.cards)  # lay a card instead

    return lambda views: [choose(view) for view in views]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000)
    hands = parser.parse_args().hands
    simulator = Simulator("argentino", players=2, flor=False, executor="reference")
    for least in (0, 20, 24, 27, 30, 34):
        results = simulator.hands(hands, seed=7, policy=envido_from(least, simulator))
        gains = [mano - pie for mano, pie in results.points]
        print(f"envido from {least:2}: {mean(gains):+.3f} ± {1.96 * stdev(gains) / sqrt(hands):.3f} points per hand")


if __name__ == "__main__":
    main()
