"""Changes of several seats: bots in empty seats, and the start of a match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from random import Random

from truquero.bots.company import choose_person
from truquero.server.changes import Change, MatchCalled, SeatChanged
from truquero.server.confusables import lookalike_key, resembles
from truquero.server.tables.state import TableState


def start_match(state: TableState) -> list[Change]:
    """Return the changes that start a match: bots in the empty seats, then `MatchCalled`."""
    seated: list[SeatChanged] = []
    for chair in state.chairs.values():
        if chair.is_empty:
            seated.append(bot_seated(state, chair.seat, state.settings.bots, seated))
    return [*seated, MatchCalled()]


def bot_seated(state: TableState, seat: int, bot: str, others: Sequence[SeatChanged] = ()) -> SeatChanged:
    """Return the change that puts a bot in a seat, in the place of a person and with a name that is unique at the
    table. `others` are such changes that are made at the same time.

    The person follows from the table's id, which is random, and from what has happened there.
    """
    chairs = [chair for chair in state.chairs.values() if chair.seat != seat]
    portraits = [chair.shown_portrait for chair in chairs] + [other.portrait for other in others]
    person = choose_person(state.settings.variant, bot, portraits, Random(f"{state.id}/{state.version}/{seat}"))
    used_names = set(map(lookalike_key, [chair.name for chair in chairs] + [other.name for other in others]))
    names = chain([person.name], (f"{person.name} {number}" for number in count(2)))
    name = next(name for name in names if not resembles(name, used_names))
    return SeatChanged(seat, bot=bot, name=name, portrait=person.id)
