"""Certain winners: whether a player's cards win the hand whatever the others hold (S004 Mão de 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from truquero.rules.tricks import Ties, Trick, verdict

OURS, THEIRS = 0, 1


class Trial(NamedTuple):
    """The tricks so far, seen by the player who would show his cards as side 0, and the trick he is in."""

    won: tuple[Trick, ...]
    ours_on_table: int  # the strongest card of his side in this trick, -1 for none
    theirs_on_table: int
    rivals_to_come: bool  # whether a rival still lays a card in this trick


def wins_for_sure(ties: Ties, trial: Trial, own: Sequence[int], unseen: Sequence[int]) -> bool:
    """Whether some order of his cards wins against every choice of unseen cards. Partners are not counted on."""
    return any(_survives(ties, trial, own, index, unseen) for index in range(len(own)))


def _survives(ties: Ties, trial: Trial, own: Sequence[int], index: int, unseen: Sequence[int]) -> bool:
    """Play one card: every answer of the rivals must leave a sure win."""
    ours = max(own[index], trial.ours_on_table)
    left = [*own[:index], *own[index + 1 :]]
    answers: list[tuple[int, Sequence[int]]] = [(trial.theirs_on_table, unseen)]
    if trial.rivals_to_come:
        for strength in sorted(set(unseen)):
            rest = list(unseen)
            rest.remove(strength)
            answers.append((max(strength, trial.theirs_on_table), rest))
        if trial.theirs_on_table < 0:
            answers.pop(0)  # a rival who is to come lays something
    return all(_still_wins(ties, trial, ours, theirs, left, rest) for theirs, rest in answers)


def _still_wins(ties: Ties, trial: Trial, ours: int, theirs: int, left: Sequence[int], unseen: Sequence[int]) -> bool:
    no_pardas = ties in (Ties.MANO_TRICK, Ties.FIRST_PLAYED)  # then an equal card may lose
    taker: Trick = OURS if ours > theirs else THEIRS if theirs > ours or no_pardas else None
    won = (*trial.won, taker)
    result = verdict(ties, won)
    if result is not None:
        return result == OURS
    return wins_for_sure(ties, Trial(won, -1, -1, rivals_to_come=True), left, unseen)
