"""Deal a position and look for the best answer in it: `python examples/scripts/dealt_position.py`.

Seat 1 leads the ace of swords and calls truco. What should seat 2 do with a seven of swords? The script makes each
legal answer in a copy of the match, plays the rest at random many times, and compares the points.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean

from truquero import Match

SEAT = 2


def position() -> Match:
    """Return the match: seat 2 must answer a truco."""
    match = Match.from_cards("argentino", {1: "1e 4c 5b", 2: "7e 3o 6c"}, score=(20, 18))
    match.play(1, "1e")
    match.play(2, "6c")
    match.play(1, "truco")
    return match


def outcome(match: Match, answer: str, chance: Random) -> int:
    """Make the answer, play the hand to its end at random, and return the points of seat 2 minus those of seat 1."""
    trial = match.copy()
    trial.play(SEAT, answer)
    while trial.turn:
        trial.play(*chance.choice(trial.moves()))
    before, after = trial.log[-1].hands[-1].score_before, trial.log[-1].hands[-1].score_after
    return (after[1] - before[1]) - (after[0] - before[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    games = parser.parse_args().games
    match = position()
    view = match.view(SEAT)
    print(f"Seat {SEAT} holds {' '.join(map(str, view.cards))} at {view.score[0]}-{view.score[1]}: {view.pending}")
    for answer in view.moves:
        chance = Random(7)
        print(f"{answer:12} {mean(outcome(match, answer, chance) for _ in range(games)):+.2f}")


if __name__ == "__main__":
    main()
