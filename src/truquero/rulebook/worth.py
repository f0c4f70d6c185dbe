"""Stakes in words."""

from __future__ import annotations

from typing import assert_never

from truquero.i18n import _, n_
from truquero.rules.stakes import Stake, Term


def worth(stake: Stake, *, refused: bool = False) -> str:
    """Return a stake in a form short enough for a table: `3`, `what the leader lacks + 3 for each flor`.

    The stake of a `refused` call goes to the caller's side.
    """
    parts = [str(stake.points)] if stake.points else []
    if stake.term != Term.NONE:
        term = term_in_words(stake.term)
        parts.append(_("{stake}, at most {cap}").format(stake=term, cap=stake.cap) if stake.cap else term)
    if stake.per_flor:
        parts.append(_each_flor(stake, refused).format(points=stake.per_flor))
    return " + ".join(parts) or "0"


def _each_flor(stake: Stake, refused: bool) -> str:
    if not stake.own_flores:
        return _("{points} for each flor")
    return _("{points} for each flor of the caller's side") if refused else _("{points} for each flor of the winners")


def in_points(stake: Stake) -> str:
    """Return a stake as part of a sentence, with the word for points: `3 points`."""
    if stake == Stake(stake.points):
        return points(stake.points)
    return worth(stake)


def points(number: int) -> str:
    """Return a number with the word for points: `1 point`, `3 points`."""
    return n_("{n} point", "{n} points", number).format(n=number)


def term_in_words(term: Term) -> str:
    """Return the part of a stake that depends on the score, in words."""
    match term:
        case Term.NONE:
            return _("nothing")
        case Term.LEADER_REST:
            return _("what the leader lacks")
        case Term.WIN_GAME:
            return _("the whole game")
        case Term.MALAS_GAME_ELSE_REST:
            return _("the whole game while both sides are in malas, later what the leader lacks")
        case Term.LACK:
            return _("what the speaker's side lacks")
        case Term.WIN_MATCH:
            return _("the whole match")
        case Term.LEADER_HALF:
            return _("what the leader lacks to the end of its half")
        case Term.LOSER_REST:
            return _("what the loser lacks")
        case Term.LOSER_HALF:
            return _("what the loser lacks to the end of its half")
        case _:
            assert_never(term)
