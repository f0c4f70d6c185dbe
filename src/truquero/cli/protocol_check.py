"""Testing an external bot program: play some hands at each table and report what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from truquero.bots import Azar, Bot, MatchRunner
from truquero.bots.protocol.pipes import GRACE_SECONDS
from truquero.bots.protocol.process_bot import ProcessBot
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, OptionError
from truquero.table import Match
from truquero.table.special_moves import falls_face_up
from truquero.variants import Preset

FACE_UP = 0.15  # probability that a card falls face up in the deal
MOST_FAULTS = 3  # tables with a fault after which the test stops


class TableCheck(NamedTuple):
    """The result of the test at one table."""

    rules: Rules
    answers: int
    slowest: float
    fault: str | None
    question: str  # the last line sent to it


def check_tables(
    command: str, games: Sequence[Rules], hands: int, seed: str, seconds: float | None
) -> Iterator[TableCheck]:
    """Yield the result of each table. Stop after MOST_FAULTS faults, or at a fault without any answer."""
    faults = 0
    for rules in games:
        check = _at_table(command, rules, hands, seed, seconds)
        yield check
        faults += check.fault is not None
        if faults == MOST_FAULTS or (check.fault is not None and not check.answers):
            return


def random_house_rules(preset: Preset, seed: str) -> Rules:
    """Return rules with random house rules, which allow moves that are rare at other tables."""
    randomness = Random(f"{seed}/{preset.name}")
    options = [option for option in preset.options if not isinstance(option, NumberOption)]
    while True:
        chosen = {
            option.name: randomness.choice(option.choices) for option in randomness.sample(options, len(options) // 2)
        }
        try:
            return preset.rules(randomness.choice(preset.players), **chosen)
        except OptionError:  # the options contradict each other: draw again
            continue


def _at_table(command: str, rules: Rules, hands: int, seed: str, seconds: float | None) -> TableCheck:
    """Let the program play some hands, in as many matches as they need.

    In each match it has a random seat, and random bots have the other seats.
    """
    randomness = Random(f"{seed}/{rules.variant}/{rules.players}")
    answers, slowest, hands_left = 0, 0.0, hands
    while True:
        match_seed = seed if hands_left == hands else f"{seed}/{hands_left}"
        program, hands_left = _in_match(command, rules, hands_left, match_seed, seconds, randomness)
        answers, slowest = answers + program.answers, max(slowest, program.slowest)
        fault = _fault_of(program)
        if fault is not None or hands_left == 0:
            return TableCheck(rules, answers, slowest, fault, program.question.decode().strip())


def _in_match(
    command: str, rules: Rules, hands: int, seed: str, seconds: float | None, randomness: Random
) -> tuple[ProcessBot, int]:
    """Play a match, at most this number of hands. Return the program and the number of hands that are left."""
    match = Match(rules, seed=f"{seed}/{rules.players}")
    program_seat = randomness.randint(1, rules.players)
    program = ProcessBot(command, rules, program_seat, seed, seconds=seconds)
    bots: dict[int, Bot] = {seat: Azar(f"{seed}/{seat}") for seat in range(1, rules.players + 1)}
    with MatchRunner(match, {**bots, program_seat: program}) as runner:
        while hands and program.trouble is None and match.deal(exposed=falls_face_up(match, randomness, FACE_UP)):
            runner.play_hand()
            hands -= 1
    return program, hands


def _fault_of(program: ProcessBot) -> str | None:
    """Return what was wrong with a program at the end of a match, if anything."""
    fault = program.trouble
    if fault is None and not program.ended_by_itself:
        fault = _("it did not exit within {seconds} s after it was sent the end of the match")
        fault = fault.format(seconds=f"{GRACE_SECONDS:g}")
    return fault
