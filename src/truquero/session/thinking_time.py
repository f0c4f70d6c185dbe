"""The time that a bot takes for a move. It depends on public facts and seeded chance, so it reveals no cards."""

from __future__ import annotations

from random import Random
from typing import Final, Literal, NamedTuple, get_args

from truquero.table import Match, View
from truquero.table.pending import PendingQuestion
from truquero.table.signs import SIGN

Speed = Literal["calm", "normal", "fast"]
"""How fast the bots of a table play."""

SPEEDS: Final[tuple[Speed, ...]] = get_args(Speed)
_FACTORS: Final[dict[Speed, float]] = {"calm": 1.8, "normal": 1.0, "fast": 0.4}
_TICKS = 16  # in a second; times in whole ticks add up exactly


class _Seconds(NamedTuple):
    """The time for a kind of turn, in seconds at normal speed."""

    least: float
    spread: float  # chance adds up to this
    for_game: float  # added if the whole game is at stake, and a part of it for a part of the game


_LAST_CARD = _Seconds(0.5, 0.4, 0.0)
_MOVE = _Seconds(0.9, 0.9, 0.8)
_ANSWER = _Seconds(1.4, 1.0, 2.5)
_ANSWERED: Final[frozenset[PendingQuestion]] = frozenset({"decide", "flor", "envido", "truco"})


def thinking_time(match: Match, speed: Speed, seed: str) -> float:
    """Return the seconds that a bot takes for its move in the current turn.

    They are the same for every bot and every move of the turn: a time that differed by seat or by move would reveal
    something before the move does. Señas do not count as moves, because only some players see them.
    """
    view, hands = match.view_of_spectator(), match.log[-1].hands
    moves = sum(not move.startswith(SIGN) for _seat, move in hands[-1].moves)
    chance = Random(f"{seed}/{len(match.log)}/{len(hands)}/{moves}").random()
    seconds = _kind_of_turn(match, view)
    normal = seconds.least + chance * seconds.spread + _share_of_game(match, view) * seconds.for_game
    return round(normal * _FACTORS[speed] * _TICKS) / _TICKS


def _kind_of_turn(match: Match, view: View) -> _Seconds:
    pending, hand = view.pending, match.hand
    if pending is None or hand is None or pending.question not in _ANSWERED:
        cards_left = [] if hand is None else [len(hand.held_or_unknown(seat)) for seat in view.must_act]
        return _LAST_CARD if cards_left == [1] else _MOVE
    return _ANSWER


def _share_of_game(match: Match, view: View) -> float:
    """Return the points at stake as a part of the points that the leading side still lacks, at most 1."""
    call = view.pending_call(match.rules)
    stake = view.stake(match.rules) if call is None else call.accepted
    return min(1.0, (stake or 0) / max(1, view.target - max(view.score)))
