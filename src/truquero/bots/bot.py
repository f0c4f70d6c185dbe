"""The interface of every bot: the questions that a table asks a player."""

from __future__ import annotations

from abc import ABC, abstractmethod

from truquero.i18n import _
from truquero.table import TableError, View
from truquero.table.view import SPECTATOR


def check_may_act(view: View) -> None:
    """Raise TableError unless the seat of a view may act. Only then can a bot be asked for a move."""
    if view.moves:
        return
    if view.seat == SPECTATOR:
        raise TableError(_("a spectator makes no moves: ask a bot with the view of a seat"))
    message = _("seat {seat} may not act now: ask a bot for a move only if its view has moves")
    raise TableError(message.format(seat=view.seat))


class Bot(ABC):
    """A player that acts on the view of a seat. Subclasses must implement `choose`; the other methods are optional.

    >>> class FirstMove(Bot):
    ...     def choose(self, view):
    ...         return view.moves[0]
    >>> from truquero import Match
    >>> match = Match.from_cards("paulista", {1: "3b 11o 10e", 2: "4o 5c 6c"}, turned="5o")
    >>> FirstMove().choose(match.view(1))
    'truco'
    """

    trouble: str | None = None  # why the bot can no longer play, for the table to report once

    @abstractmethod
    def choose(self, view: View) -> str:
        """Return one of `view.moves`, which is not empty. All other seats that may act have passed.

        The bots of this package raise TableError if the seat may not act, and all but `azar` raise UnknownCards if its
        own cards are unknown.
        """

    def speak_up(self, view: View) -> str | None:
        """Return one of `view.moves`, or None to leave the turn to the seats that are asked later."""
        return None

    def sign(self, view: View) -> str | None:
        """Return a seña to make at the start of a trick (`sena-NAME`), or None."""
        return None

    def watch(self, view: View) -> int:
        """Return the seat to watch from the start of a trick."""
        return view.watching

    def claim(self, view: View) -> str | None:
        """Return the challenge to make after a hand, one of `view.claims`, or None."""
        return None

    def hear_result(self, view: View) -> None:  # noqa: B027 - optional
        """Receive the result of a hand after all challenges: the awards, and the cards that were shown."""

    def close(self) -> None:  # noqa: B027 - optional
        """Release all resources: the match is over, or another player takes the seat."""
