"""The errors of a table. Every message says what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.i18n import _


class TableError(ValueError):
    """Bad input to a table: a wrong seat, card, dealer or cut."""


class IllegalMove(TableError):
    """A move that the rules do not allow now. The table is unchanged."""

    def __init__(self, seat: int, move: str, reason: str, legal: Sequence[str]) -> None:
        self.seat, self.move, self.reason, self.legal = seat, move, reason, tuple(legal)
        text = _("seat {seat} may not {move}: {reason}; legal: {legal}")
        if not legal:
            text = _("seat {seat} may not {move}: {reason}; seat {seat} may not act now")
        super().__init__(text.format(seat=seat, move=move, reason=reason, legal=" ".join(legal)))

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[int, str, str, tuple[str, ...]]]:
        return type(self), (self.seat, self.move, self.reason, self.legal)


class UnknownCards(TableError):
    """The record lacks the cards that decide a contest, so it cannot be replayed any further."""
