"""Measure how fast the bots move, and their longest thinking time, on one core.

    .venv/bin/python -m benchmarks.bots [--seconds 1] [--bots jugador ...] [--variants V ...]

Each bot plays all seats of every variant, with every number of players that the variant allows. It plays deals for some
seconds, starting at 0-0, in the middle of a game and near its end. For each bot and number of players the report gives
the answers per second, the mean and the longest thinking time, and the game of the longest one. Thinking times cover
only questions with a choice of moves, including those in which the bot let a partner speak instead. The benchmark
measures CPU time, so other work on the machine has little effect.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from truquero import VARIANTS, Match, View, rules_of
from truquero.bots import ROSTER, Bot, MatchRunner, make_bot
from truquero.i18n.progress import Progress
from truquero.sim.garbage_collection import collect_garbage_rarely

PLAYER_COUNTS = sorted({players for preset in VARIANTS.values() for players in preset.players})
SCORE_SHARES = (0.0, 0.5, 0.9)  # the share of the target score that all sides have at the start of a deal

Answer = TypeVar("Answer")


@dataclass
class AnswerTimes:
    """The number of questions that a bot answered, and the time it took."""

    answers: int = 0
    seconds: float = 0.0
    choices: int = 0  # answers with a choice of moves
    thinking: float = 0.0  # seconds that these took
    longest: float = 0.0  # seconds of the slowest of these
    longest_game: str = ""


class TimedBot(Bot):
    """A bot that measures the CPU time of its answers."""

    def __init__(self, bot: Bot, times: AnswerTimes, game: str) -> None:
        self._bot, self._times, self._game = bot, times, game

    def _timed_answer(self, question: Callable[[View], Answer], view: View) -> Answer:
        start = time.thread_time()
        answer = question(view)
        seconds = time.thread_time() - start
        times = self._times
        times.answers += 1
        times.seconds += seconds
        if len(view.moves) > 1:
            times.choices += 1
            times.thinking += seconds
            if seconds > times.longest:
                times.longest, times.longest_game = seconds, self._game
        return answer

    def choose(self, view: View) -> str:
        return self._timed_answer(self._bot.choose, view)

    def speak_up(self, view: View) -> str | None:
        return self._timed_answer(self._bot.speak_up, view)

    def sign(self, view: View) -> str | None:
        return self._bot.sign(view)

    def watch(self, view: View) -> int:
        return self._bot.watch(view)


def play(name: str, variant: str, players: int, seconds: float, times: AnswerTimes) -> None:
    """Play deals of one game for about `seconds` of CPU time."""
    start, number = time.thread_time(), 0
    while time.thread_time() < start + seconds:
        number += 1
        rules = rules_of(variant, players)
        points = int(SCORE_SHARES[number % len(SCORE_SHARES)] * rules.match.target)
        match = Match(rules, seed=number, score=[points] * (3 if players == 3 else 2))
        bots = {seat: make_bot(name, match.rules, seat, f"{number}/{seat}") for seat in range(1, players + 1)}
        timed: dict[int, Bot] = {seat: TimedBot(bot, times, f"{variant} {players}") for seat, bot in bots.items()}
        with MatchRunner(match, timed) as runner:
            match.deal()
            runner.play_hand()


def table_row(name: str, players: int, times: AnswerTimes) -> str:
    rate = times.answers / times.seconds if times.seconds else 0.0
    mean = 1_000 * times.thinking / max(1, times.choices)
    return f"{name:12}{players:>7}{rate:>14,.0f}{mean:>12.2f}{1_000 * times.longest:>12.1f}  {times.longest_game}"


def variants_for(players: int, names: Sequence[str]) -> list[str]:
    """Return those of the named variants that this number of players can play."""
    return [name for name in names if players in VARIANTS[name].players]


def main() -> int:
    parser = argparse.ArgumentParser(description="How fast the bots move, on one core.")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each bot in each game (1)")
    parser.add_argument("--bots", metavar="NAME", nargs="+", choices=[*ROSTER], default=[*ROSTER], help="some of them")
    parser.add_argument(
        "--variants", metavar="V", nargs="+", choices=[*VARIANTS], default=[*VARIANTS], help="only these"
    )
    arguments = parser.parse_args()
    collect_garbage_rarely()  # as every program that plays does
    print(f"Python {sys.version.split()[0]}, one core")
    print(f"{'bot':12}{'players':>7}{'answers/s':>14}{'mean, ms':>12}{'longest, ms':>12}  in", flush=True)
    bar = Progress("games")
    done, total = (
        0,
        len(arguments.bots) * sum(len(variants_for(players, arguments.variants)) for players in PLAYER_COUNTS),
    )
    try:
        for name in arguments.bots:
            for players in PLAYER_COUNTS:
                times = AnswerTimes()
                for variant in variants_for(players, arguments.variants):
                    bar.show(done, total)
                    play(name, variant, players, arguments.seconds, times)
                    done += 1
                bar.clear()
                print(table_row(name, players, times), flush=True)
    finally:
        bar.clear()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
