"""The warning before a duel that takes long, because its bots think about each move."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.bots.players.characters import CHARACTERS
from truquero.i18n import _, n_
from truquero.sim.optional_dependencies import install_command

SECONDS_FOR_A_DEAL = 0.3  # of a bot that thinks, on one core of an ordinary machine, in all seatings of a deal
SHORTEST_WARNED = 10  # seconds; shorter duels start without a warning
MINUTE = 60


def slowness_warning(pairs: Sequence[tuple[str, str]], hands: int, jobs: int) -> str | None:
    """Return how long the duels of these pairs may take and what helps, in one line; None if they are short."""
    thinking = [name for pair in pairs for name in pair if name in CHARACTERS]
    seconds = len(thinking) * hands * SECONDS_FOR_A_DEAL / jobs
    if seconds < SHORTEST_WARNED:
        return None
    message = _(
        "{bots} must think about each move: this takes about {time}, and longer on a busy machine; --hands plays fewer "
        "deals"
    )
    warning = message.format(bots=", ".join(dict.fromkeys(thinking)), time=_duration(seconds))
    command = install_command("fast")
    return warning if command is None else f"{warning}; {_('they play better with {command}').format(command=command)}"


def _duration(seconds: float) -> str:
    if seconds < 1.5 * MINUTE:
        tens = 10 * round(seconds / 10)
        return n_("{count} second", "{count} seconds", tens).format(count=tens)
    minutes = round(seconds / MINUTE)
    return n_("{count} minute", "{count} minutes", minutes).format(count=minutes)
