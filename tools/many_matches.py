"""Test whether tables of bots ever get stuck: `python -m tools.many_matches [N] [--seed S] [--first K]`.

It plays N matches over all variants and numbers of players, each with random house rules and a random bot of the roster
in every seat. It stops at the first exception, illegal move or match that does not end, and prints the command that
repeats this match. Otherwise it prints the number of matches, hands and moves, and the thinking time of each bot.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from traceback import format_exc
from typing import TypeVar

from truquero.bots import ROSTER, Bot, MatchRunner, make_bot, maker_of
from truquero.bots.contest import ContestError, cores, run_tasks
from truquero.bots.protocol.messages import other_seats, sign_moves
from truquero.cli.arguments import positive_number, whole_number
from truquero.i18n.numbers import grouped
from truquero.i18n.progress import Progress
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, OptionError, RuleOption
from truquero.table import Match, View
from truquero.table.special_moves import falls_face_up
from truquero.variants import VARIANTS

CHANGED = 0.25  # the probability that a house rule gets a random value
LARGEST = 40  # the largest random value of a number option
FACE_UP = 0.1  # the share of the deals in which a card falls face up
MOST_DEALS, MOST_MOVES = 3_000, 300  # limits of a match and of a hand, beyond which it counts as stuck

Answer = TypeVar("Answer")


@dataclass
class ThinkingTime:
    """The number of answers of a bot, and its thinking time."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, other: ThinkingTime) -> None:
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


@dataclass
class Totals:
    """Counts of what was played, and the thinking time by bot."""

    matches: int = 0
    deals: int = 0
    hands: int = 0
    moves: int = 0
    thought: dict[str, ThinkingTime] = field(default_factory=dict)

    def add(self, other: Totals) -> None:
        self.matches += other.matches
        self.deals += other.deals
        self.hands += other.hands
        self.moves += other.moves
        for name, thought in other.thought.items():
            self.thought.setdefault(name, ThinkingTime()).add(thought)


class CheckedBot(Bot):
    """A bot whose answers are timed and checked to be legal."""

    def __init__(self, bot: Bot, rules: Rules, thought: ThinkingTime) -> None:
        self._bot, self._thought = bot, thought
        self._signs = sign_moves(rules)

    def _timed(self, question: Callable[[View], Answer], view: View) -> Answer:
        started = time.perf_counter()
        answer = question(view)
        seconds = time.perf_counter() - started
        self._thought.add(ThinkingTime(1, seconds, seconds))
        return answer

    def choose(self, view: View) -> str:
        move = self._timed(self._bot.choose, view)
        _check(move, view.moves)
        return move

    def speak_up(self, view: View) -> str | None:
        return self._checked_move(self._bot.speak_up, view, view.moves)

    def claim(self, view: View) -> str | None:
        return self._checked_move(self._bot.claim, view, view.claims)

    def sign(self, view: View) -> str | None:
        return self._checked_move(self._bot.sign, view, self._signs)

    def _checked_move(self, question: Callable[[View], str | None], view: View, legal: Sequence[str]) -> str | None:
        """Ask for an optional move, check that it is legal and return it."""
        move = self._timed(question, view)
        if move is not None:
            _check(move, legal)
        return move

    def watch(self, view: View) -> int:
        seat = self._timed(self._bot.watch, view)
        _check(seat, other_seats(view))
        return seat

    def hear_result(self, view: View) -> None:
        self._bot.hear_result(view)

    def close(self) -> None:
        self._bot.close()


def _check(answer: Answer, legal: Sequence[Answer]) -> None:
    if answer not in legal:
        raise ContestError(f"{answer!r} is illegal: legal are {' '.join(map(str, legal)) or 'none'}")


@dataclass(frozen=True)
class Matches:
    """Plays the match with a given number. It depends only on the seed, the number, the bots and the variants."""

    seed: str
    bots: tuple[str, ...]
    variants: tuple[str, ...]

    def __call__(self, number: int) -> Totals:
        again = ["--bots", *self.bots, "--variants", *self.variants]
        report = f"python -m tools.many_matches 1 --first {number} --seed {shlex.quote(self.seed)} {shlex.join(again)}"
        try:
            rules, names = self.rules_and_bots(number)
            house = " ".join(f"{name}={value}" for name, value in rules.changed.items())
            report += f"\n{rules.variant} --players {rules.players} {house}, bots {' '.join(names)}"
            return self._play(number, rules, names)
        except Exception as error:
            raise ContestError(f"{report}\n{format_exc()}") from error

    def rules_and_bots(self, number: int) -> tuple[Rules, list[str]]:
        """Return the random rules of a match and the bots in its seats. Variants and numbers of players take turns."""
        chance = Random(f"{self.seed}/{number}")
        games = [(name, players) for name in self.variants for players in VARIANTS[name].players]
        variant, players = games[number % len(games)]
        return _rules(variant, players, chance), [chance.choice(self.bots) for _seat in range(players)]

    def _play(self, number: int, rules: Rules, names: Sequence[str]) -> Totals:
        match = Match(rules, seed=f"{self.seed}/{number}/cards")
        played = Totals(matches=1)
        bots: dict[int, Bot] = {}
        with MatchRunner(match, bots) as runner:
            for seat, name in enumerate(names, start=1):
                bot = make_bot(name, rules, seat, f"{self.seed}/{number}/seat {seat}")
                runner.bots[seat] = CheckedBot(bot, rules, played.thought.setdefault(name, ThinkingTime()))
            chance = Random(f"{self.seed}/{number}/deals")
            while match.deal(exposed=falls_face_up(match, chance, FACE_UP)):
                _play_hand(runner)
                if len(match.log) > MOST_DEALS:
                    raise ContestError(f"not over after {MOST_DEALS} deals, at {match.score}")
        hands = [hand for deal in match.log for hand in deal.hands]
        played.deals, played.hands = len(match.log), len(hands)
        played.moves = sum(len(hand.moves) for hand in hands)
        return played


def _play_hand(runner: MatchRunner) -> None:
    match = runner.match
    count = 0
    while match.turn:
        if runner.step() is None:
            raise ContestError(f"nobody moves, and these might: {match.turn}")
        count += 1
        if count > MOST_MOVES:
            raise ContestError(f"the hand is not over after {MOST_MOVES} moves")
    runner.put_questions()
    runner.report_result()


def _rules(variant: str, players: int, chance: Random) -> Rules:
    """Return rules with random house rules. Combinations that are not allowed are drawn again."""
    preset = VARIANTS[variant]
    while True:
        chosen = {option.name: _value(option, chance) for option in preset.options if chance.random() < CHANGED}
        try:
            return preset.rules(players, **chosen)
        except OptionError:
            continue


def _value(option: RuleOption, chance: Random) -> str:
    if isinstance(option, NumberOption):
        return str(chance.randint(option.least, min(option.most, LARGEST)))
    return chance.choice(option.choices)


def main() -> int:
    parser = argparse.ArgumentParser(description="Play matches of all kinds and look for tables that get stuck.")
    parser.add_argument("matches", metavar="N", type=positive_number, nargs="?", default=1_000, help="how many (1000)")
    parser.add_argument("--first", metavar="K", type=whole_number, default=0, help="the number of the first one (0)")
    parser.add_argument("--seed", metavar="S", default="1")
    parser.add_argument("--bots", metavar="NAME", nargs="+", default=list(ROSTER), help="who plays (the whole roster)")
    parser.add_argument(
        "--variants", metavar="V", nargs="+", choices=[*VARIANTS], default=[*VARIANTS], help="only these"
    )
    parser.add_argument("--jobs", metavar="N", type=positive_number, default=cores(), help="processes (one a core)")
    arguments = parser.parse_args()
    try:
        for name in arguments.bots:
            maker_of(name)
        played = play(arguments)
    except ValueError as error:
        print(f"many_matches: {error}", file=sys.stderr)
        return 1
    print(
        f"{grouped(played.matches)} matches, {grouped(played.deals)} deals, {grouped(played.hands)} hands, "
        f"{grouped(played.moves)} moves: no exception, no illegal move, all came to their end (seed {arguments.seed})"
    )
    for name, thought in sorted(played.thought.items()):
        mean = 1_000 * thought.seconds / max(1, thought.moves)
        times = f"{mean:.2f} ms on average, {thought.longest:.3f} s at most"
        print(f"  {name:12} asked {grouped(thought.moves)} times, {times}")
    return 0


def play(arguments: argparse.Namespace) -> Totals:
    work = Matches(arguments.seed, tuple(arguments.bots), tuple(arguments.variants))
    numbers = range(arguments.first, arguments.first + arguments.matches)
    bar, total = Progress("matches"), Totals()
    try:
        with closing(run_tasks(work, numbers, arguments.jobs)) as results:
            for _number, played in results:
                total.add(played)
                bar.show(total.matches, len(numbers))
    finally:
        bar.clear()
    return total


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        raise SystemExit(130) from None
