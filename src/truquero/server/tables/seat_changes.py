"""Changes of several seats: bots in empty seats, and the start of a match."""

from __future__ import annotations

from itertools import count

from truquero.server.changes import Change, MatchCalled, SeatChanged
from truquero.server.confusables import lookalike_key, resembles
from truquero.server.tables.state import TableState


def start_match(state: TableState) -> list[Change]:
    """Return the changes that start a match: bots in the empty seats, then `MatchCalled`."""
    empty = [chair.seat for chair in state.chairs.values() if chair.is_empty]
    return [*(bot_seated(state, seat, state.settings.bots) for seat in empty), MatchCalled()]


def bot_seated(state: TableState, seat: int, bot: str) -> SeatChanged:
    """Return the change that puts a bot in a seat, with a name that is unique at the table."""
    used_names = {lookalike_key(chair.name) for chair in state.chairs.values() if chair.seat != seat}
    numbers = count(seat, state.rules.players)  # seats have disjoint sequences of numbers
    names = (f"{bot.capitalize()} {number}" for number in numbers)
    return SeatChanged(seat, bot=bot, name=next(name for name in names if not resembles(name, used_names)))
