"""Validation of arguments before they reach an executor: games, numbers, scores, seeds and weights."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

from truquero.engine.state import PLAY
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.hand_rules import HandRules
from truquero.rules.moves import ANOTHER, KEEP, move_codes, numbers_named
from truquero.sim.simulation_error import SimulationError
from truquero.table.special_moves import CLAIM

MOST_GAMES = 1 << 62  # game numbers are below this, so that every executor can represent them
MOST_ROWS = 100_000_000  # games whose results are held in memory: some gigabytes
MOST_WEIGHT = 1_000_000  # of a move in a policy: the sum over all legal moves stays well below 2**32
_NEVER_PLAYED = (KEEP, ANOTHER, CLAIM)  # moves outside the play of a hand
_BLIND_CARDS = f"{PLAY}-N", "tapada-N"  # cards that their player may not see: a policy has one name for them all

# The relative weight of each move, 1 by default. A move is named by its code, but all cards share one of the names
# `carta`, `tapada` and `descarta`. If all legal moves have weight 0, they are equally likely.
Weights = Mapping[str, int]


def as_whole_number(name: str, value: Any, least: int | None = None) -> int:
    """Return an argument as an int, or raise an error. Accepts any integer type, also of NumPy, but no bool."""
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise SimulationError(_("{name} is {given}: write a whole number").format(name=name, given=repr(value)))
    if least is not None and number < least:
        message = _("{name} is {number}: it must be {least} or more")
        raise SimulationError(message.format(name=name, number=number, least=least))
    return number


def check_last(first: int, games: int) -> None:
    """Raise an error if the number of the last game is too large."""
    if first + games > MOST_GAMES:
        message = _("games are numbered from 0 to {last}: {first} and {games} more are too many")
        raise SimulationError(message.format(last=MOST_GAMES - 1, first=first, games=games))


def check_rows(games: int) -> None:
    """Raise an error if there are too many games to hold a row of each in memory."""
    if games > MOST_ROWS:
        message = _(
            "{games} games are too many for a row each: choose at most {most}, or count_hands and count_matches"
        )
        raise SimulationError(message.format(games=games, most=MOST_ROWS))


def as_score(score: Any) -> tuple[int, ...]:
    """Return a score as a tuple of ints, or raise an error."""
    if isinstance(score, str) or (not isinstance(score, Sequence) and not hasattr(score, "tolist")):
        message = _("score {given}: write the points of each side, as in score=(0, 0)")
        raise SimulationError(message.format(given=repr(score)))
    return tuple(as_whole_number("score", points) for points in score)


# ---------------------------------------------------------------------------------------------------------- weights


def checked_weights(rules: Rules, hands: Sequence[HandRules], weights: Mapping[Any, Any]) -> dict[str, int]:
    """Return the validated weights by move. A name with N stands for every number that has no entry of its own."""
    names = {PLAY} | {code for code in move_codes(rules) if not code.startswith(_NEVER_PLAYED)} - {*_BLIND_CARDS}
    numbers = {number for hand in hands for number in numbers_named(hand)}
    given_weights: dict[str, int] = {}
    for move, weight in weights.items():
        name = re.sub("[0-9]+", "N", move) if isinstance(move, str) else ""
        if name not in names or (name != move and move not in numbers):
            message = _("there is no move {move}: give weights for {names}")
            raise SimulationError(message.format(move=repr(move), names=", ".join(sorted(names))))
        given_weights[move] = _checked_weight(move, weight)
    by_number = {
        code: given_weights[name] for code in numbers if (name := re.sub("[0-9]+", "N", code)) in given_weights
    }
    return {move: weight for move, weight in (by_number | given_weights).items() if move in numbers or "N" not in move}


def _checked_weight(move: str, value: Any) -> int:
    try:
        weight = as_whole_number(move, value)
    except SimulationError:
        weight = -1
    if not 0 <= weight <= MOST_WEIGHT:
        message = _("the weight of {move} is {weight}: write a whole number from 0 to {most}")
        raise SimulationError(message.format(move=move, weight=repr(value), most=MOST_WEIGHT))
    return weight
