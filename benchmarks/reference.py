"""Measure the speed of random play, deals included, with the plain Python engine on one core.

    .venv/bin/python -m benchmarks.reference [--seconds 0.1] [--rounds 60]

Each game has two lines. `hand` deals and plays single hands: shuffle from a seed, legal moves, moves, values of awards.
`match` plays whole matches, which adds score, games, log and events. The report gives the best and the median of many
short rounds. Other work on the machine can only make a round slower, so the best round shows the speed of the engine
and the median the speed in this run. The last line is the time that a new Python process takes to import the package.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from truquero import Hand, Match, rules_of
from truquero.engine import automaton
from truquero.rules.game import HandType, Rules
from truquero.rules.stakes import HandScore
from truquero.table import dealing
from truquero.table.schedule import cards_needed, distribute, lineups
from truquero.table.validation import DealtCards

GAMES = (("argentino", 2), ("argentino", 4), ("argentino", 6), ("paulista", 4), ("belmez", 2), ("belmez", 4))
BATCH = 100


def any_of(turn: dict[int, list[str]], chance: Callable[[], float]) -> tuple[int, list[str]]:
    """Return a random seat that may act, with its moves."""
    seats = list(turn)
    seat = seats[int(chance() * len(seats))]
    return seat, turn[seat]


class Hands:
    """Plays single hands of a game at 0-0. The seats deal in turn."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._score = HandScore(rules.match.target, (0, 0), 0)
        self._random = random.Random(1).random
        self._number = 0
        self._lineups = [lineups(rules, dealer, (0, 0), 0) for dealer in range(1, rules.players + 1)]
        hand_types = [HandType.DUEL if deal[0].duel else HandType.ROUND for deal in self._lineups]
        self._automata = [
            automaton(rules.hand_rules(deal[0].sides, hand_type))
            for deal, hand_type in zip(self._lineups, hand_types, strict=True)
        ]
        self._cards_needed = cards_needed(rules, self._lineups[0])

    def __call__(self) -> int:
        """Play a batch of hands and return the number of moves."""
        return sum(self._play() for _ in range(BATCH))

    def _play(self) -> int:
        self._number += 1
        dealer = self._number % self._rules.players
        deal, rules, chance = self._lineups[dealer], self._rules, self._random
        packets = distribute(rules, dealing.cut_deck(rules.pack, str(self._number), 0, self._cards_needed), deal)
        strengths = rules.ranking.strengths(packets.turned)
        cards = DealtCards(packets.hands[0])
        hand = Hand(self._automata[dealer], deal[0].seats, cards, strengths, self._score, rules.points)
        count = 0
        while turn := hand.turn():
            seat, moves = turn.popitem() if len(turn) == 1 else any_of(turn, chance)
            for award in hand.play(seat, moves[int(chance() * len(moves))]):
                hand.settle(award)
            count += 1
        return count


class Matches:
    """Plays whole matches. Each call plays one and returns the number of moves."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._random = random.Random(1).random
        self._number = 0

    def __call__(self) -> int:
        self._number += 1
        match, chance, count = Match(self._rules, seed=self._number), self._random, 0
        while match.deal():
            while turn := match.turn:
                seat, moves = turn.popitem() if len(turn) == 1 else any_of(turn, chance)
                match.play(seat, moves[int(chance() * len(moves))])
                count += 1
        return count


def rate(play: Callable[[], int], seconds: float) -> float:
    """Return the moves per second over about `seconds`."""
    count, start = 0, time.perf_counter()
    while (now := time.perf_counter()) < start + seconds:
        count += play()
    return count / (now - start)


def import_seconds() -> float:
    """Return the best time of five imports in new processes, less the time to start Python."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    return min(run("import truquero") for _ in range(5)) - min(run("pass") for _ in range(5))


def main() -> int:
    parser = argparse.ArgumentParser(description="Random play with the plain Python engine.")
    parser.add_argument("--seconds", type=float, default=0.1, help="how long each round takes")
    parser.add_argument("--rounds", type=int, default=60, help="how many rounds")
    arguments = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, moves per second in {arguments.rounds} rounds        best      median")
    for name, players in GAMES:
        rules = rules_of(name, players)
        for label, play in (("hand", Hands(rules)), ("match", Matches(rules))):
            rate(play, 1.0)  # warm up: the first hands compute the states that later hands find in the cache
            rates = [rate(play, arguments.seconds) for _ in range(arguments.rounds)]
            print(f"{name:>10} {players} players  {label:5} {max(rates):>22,.0f}  {median(rates):>10,.0f}", flush=True)
    print(f"import truquero: {import_seconds() * 1000:.0f} ms")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
