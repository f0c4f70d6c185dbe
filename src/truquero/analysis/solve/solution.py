"""The function `solve` and its result."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from truquero.analysis.solve.betting_graph import betting_graph
from truquero.analysis.solve.hand_solver import HandSolver
from truquero.analysis.solve.not_solvable import NotSolvable
from truquero.analysis.solve.private_states import private_states
from truquero.cards import Card
from truquero.i18n import _
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.table import TableError
from truquero.table.validation import rules_of_variant

UNTIL = 0.005  # points a hand
STEPS_BETWEEN_CHECKS = 10
MOST_STEPS = 2_000

# Called after each check: the part, the number of parts, the steps done and the exploitability so far.
Report = Callable[[int, int, int, float], None]


@dataclass(frozen=True)
class SolvedHands:
    """The strategies for the hands of some turned-up cards that are alike; without a turned card for all hands."""

    turned: tuple[Card, ...]  # empty: the game turns no card
    share: float  # of all deals
    solver: HandSolver  # with the strategies
    exploitability: float  # of these hands
    value: float  # to the mano


@dataclass(frozen=True)
class Solution:
    """Strategies for every hand of a game at a score, with the proof of how far they can be beaten."""

    rules: Rules  # of the game
    score: tuple[int, int]  # of the mano and of the pie
    hands: tuple[SolvedHands, ...]  # for each group of turned cards
    cpu_seconds: float  # that the work took

    @property
    def exploitability(self) -> float:
        """The points that a player who knows the strategies wins a hand, on average as mano and as pie."""
        return sum(part.share * part.exploitability for part in self.hands)

    @property
    def value(self) -> float:
        """The points that a hand is worth to the mano."""
        return sum(part.share * part.value for part in self.hands)

    @property
    def steps(self) -> int:
        """The most steps that were needed for one turned card."""
        return max(part.solver.steps for part in self.hands)


def solve(
    rules: str | Rules,
    *,
    score: tuple[int, int] = (0, 0),
    until: float = UNTIL,
    most_steps: int = MOST_STEPS,
    report: Report | None = None,
) -> Solution:
    """Return strategies for a hand of two players at a score that nobody can beat by more than `until` points a hand.

    The score is that of the mano and of the pie. Fewer steps may be done with `most_steps`; the exploitability of the
    result is then larger. Raise `NotSolvable` for games in which more than the strengths of cards is hidden.

    >>> solution = solve("asturiano", until=0.05)
    >>> 0 <= solution.exploitability <= 0.05
    True
    """
    game = rules_of_variant(rules, 2, {}) if isinstance(rules, str) else rules
    if game.players != 2:
        raise NotSolvable(_("only games of two players can be solved, and this is for {n}").format(n=game.players))
    _check_score(game, score)
    kinds = HandKinds(game)
    kind = kinds.of_first_hand(score)
    hand = kinds.hands[kind]
    is_iron = kinds.hand_types[kind] is HandType.IRON
    if hand.starts_blind or (is_iron and game.last_hand is not None and game.last_hand.iron_blind):
        raise NotSolvable(_("players do not look at their own cards in this hand"))
    hand_score = HandScore(game.match.target, score, max(score))
    started = time.process_time()
    groups = list(_groups_of_turned_cards(game))
    total = sum(count for _turned, _strengths, count in groups)
    parts = []
    for number, (turned, strengths, count) in enumerate(groups):
        solver = _solver(hand, hand_score, strengths)
        while True:
            exploitability = solver.exploitability
            if report is not None:
                report(number, len(groups), solver.steps, exploitability)
            if exploitability <= until or solver.steps >= most_steps:
                break
            solver.step(min(STEPS_BETWEEN_CHECKS, most_steps - solver.steps))
        parts.append(SolvedHands(turned, count / total, solver, exploitability, solver.value))
    return Solution(game, score, tuple(parts), time.process_time() - started)


def _check_score(rules: Rules, score: tuple[int, int]) -> None:
    target = rules.match.target
    if max(score) >= target:
        message = _("no side can have {points} points during a game to {target}")
        raise TableError(message.format(points=max(score), target=target))


def _solver(hand: HandRules, score: HandScore, strengths: tuple[int, ...]) -> HandSolver:
    graph = betting_graph(hand, score, lambda points: points[0] - points[1])
    states = private_states(strengths, covers=hand.covered_cards)
    return HandSolver(graph, states, most_bytes=_free_memory())


def _groups_of_turned_cards(rules: Rules) -> Iterator[tuple[tuple[Card, ...], tuple[int, ...], int]]:
    """Yield the turned cards that leave packs of the same strengths, these strengths, and the number of the cards."""
    if not rules.deal.turned:
        strengths = rules.ranking.strengths(None)
        yield (), tuple(strengths[card] for card in rules.pack), 1
        return
    groups: dict[tuple[int, ...], list[Card]] = {}
    for turned in rules.pack:
        strengths = rules.ranking.strengths(turned)
        copies = Counter(strengths[card] for card in rules.pack if card != turned)
        numbered = (number for number, strength in enumerate(sorted(copies)) for _copy in range(copies[strength]))
        groups.setdefault(tuple(numbered), []).append(turned)
    for pack_strengths, cards in groups.items():
        yield tuple(cards), pack_strengths, len(cards)


def _free_memory() -> int | None:
    """Return the bytes of memory that programs can still get, or None where the system does not tell."""
    try:
        text = Path("/proc/meminfo").read_text("ascii")
    except OSError:
        return None
    available = re.search(r"^MemAvailable:\s+(\d+) kB", text, re.MULTILINE)
    return None if available is None else int(available[1]) * 1024
