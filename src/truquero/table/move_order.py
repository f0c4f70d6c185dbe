"""The order in which moves are listed: the same for every game, in menus, errors and `truquero say`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, auto

from truquero.cards import Card
from truquero.engine.automaton import LOOK
from truquero.engine.envido import bet_size
from truquero.engine.flor import ACHICO, CHICA, GUENA, SING
from truquero.engine.state import COVER, DISCARD, LANCES, PLAY, State, pending_lance
from truquero.rules.game import Rules
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, LEAVE, REFUSE
from truquero.table.call_codes import flor_codes, lance_of, lances, truco_codes

_ABOUT_CARDS = tuple(f"{deed}-" for deed in (PLAY, DISCARD, COVER))
_ACCEPTING = (ACCEPT, ACCEPT_LACK)
_REFUSING = (REFUSE, ACHICO)
_PLAIN_FLOR = (SING, CHICA, GUENA)  # answers to a flor that bet nothing more


class _Group(IntEnum):
    CARD = auto()
    ABOUT_CARD = auto()
    ACCEPT = auto()
    RAISE = auto()
    REFUSE = auto()
    CALL = auto()
    OTHER = auto()
    LOOK = auto()
    LEAVE = auto()


def in_order(rules: Rules, state: State | None, moves: Iterable[str]) -> tuple[str, ...]:
    """Sort the moves of a seat.

    Cards come first, then the answers: acceptance, raises from small to large, refusal. Calls follow, those of each
    lance from small to large. Leaving the hand comes last. The sort is stable.
    """
    pending, lance_by_code = None if state is None else pending_lance(state), lances(rules)

    def sort_key(move: str) -> tuple[int, int, int]:
        return _sort_key(rules, pending, move, lance_of(rules, move, lance_by_code))

    return tuple(sorted(moves, key=sort_key))


def _sort_key(rules: Rules, pending: str | None, move: str, lance: str) -> tuple[int, int, int]:
    group = _group(pending, move, lance)
    if group is _Group.ACCEPT:
        return group, 0, (*_ACCEPTING, *_PLAIN_FLOR).index(move)
    if group not in (_Group.RAISE, _Group.CALL):
        return group, 0, 0
    return group, LANCES.index(lance) if lance in LANCES else len(LANCES), _size(rules, lance, move)


def _group(pending: str | None, move: str, lance: str) -> _Group:
    if isinstance(move, Card):
        return _Group.CARD
    if move.startswith(_ABOUT_CARDS):
        return _Group.ABOUT_CARD
    if move in _ACCEPTING or (pending == "flor" and move in _PLAIN_FLOR):
        return _Group.ACCEPT
    if move in _REFUSING:
        return _Group.REFUSE
    if move in (LOOK, LEAVE):
        return _Group.LOOK if move == LOOK else _Group.LEAVE
    if not lance:
        return _Group.OTHER
    return _Group.RAISE if lance == pending else _Group.CALL


def _size(rules: Rules, lance: str, move: str) -> int:
    """Return the rank of a call among those of its lance."""
    if lance == "envido" and rules.envido is not None:
        size = bet_size(rules.envido, move)
        return 0 if size is None else size
    return (truco_codes(rules) if lance == "truco" else flor_codes(rules)).index(move)
