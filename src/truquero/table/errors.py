"""The errors of a table. Every message says what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from truquero.i18n import _


class TableError(ValueError):
    """Bad input to a table: a wrong seat, card, dealer or cut.

    >>> from truquero import Match
    >>> Match("argentino", players=2).view(3)
    Traceback (most recent call last):
        ...
    truquero.table.errors.TableError: there is no seat 3: seats are 1 to 2
    """


class IllegalMove(TableError):
    """A move that the rules do not allow now. The table is unchanged.

    `seat` and `move` are those of the attempt, `reason` says why it is refused, and `legal` are the moves that the seat
    may make instead.

    >>> from truquero import Match
    >>> match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    >>> try:
    ...     match.play(1, "7o")
    ... except IllegalMove as refused:
    ...     print(refused.reason, refused.legal[:3])
    seat 1 does not hold 7o ('1e', '7e', '4c')
    """

    def __init__(self, seat: int, move: str, reason: str, legal: Sequence[str]) -> None:
        self.seat, self.move, self.reason, self.legal = seat, move, reason, tuple(legal)
        text = _("seat {seat} may not {move}: {reason}; legal: {legal}")
        if not legal:
            text = _("seat {seat} may not {move}: {reason}; seat {seat} may not act now")
        super().__init__(text.format(seat=seat, move=move, reason=reason, legal=" ".join(legal)))

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[int, str, str, tuple[str, ...]]]:
        return type(self), (self.seat, self.move, self.reason, self.legal)


class UnknownMove(IllegalMove):
    """A text that is no move of this variant at all, such as a misspelt word. The table is unchanged.

    >>> from truquero import Match
    >>> match = Match.from_cards("paulista", {1: "1e 7e 4c", 2: "3b 11o 10e"}, turned="5o")
    >>> try:
    ...     match.play(1, "trucco")
    ... except UnknownMove as refused:
    ...     print(refused.reason, refused.legal)
    no move of this variant is called that ('1e', '7e', '4c', 'truco', 'mazo')
    """


class UnknownCards(TableError):
    """A move that settles a bet for which unknown cards (`??`) are needed. The table is unchanged.

    The winner is known only with those cards: deal the hand again with them, or go on with another move. Bots raise
    this error too if their own cards are unknown.

    >>> from truquero import Match
    >>> match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "?? ?? ??"})
    >>> match.play(1, "envido")
    >>> match.play(2, "quiero")
    Traceback (most recent call last):
        ...
    truquero.table.errors.UnknownCards: cannot settle the envido: the cards that decide it are not known
    >>> match.play(2, "no-quiero")
    """


def not_in_hand(seat: object, seats: Iterable[int]) -> str:
    """Return the message that a seat does not play a hand, and which seats do."""
    message = _("seat {seat} does not play this hand; its seats are {seats}")
    return message.format(seat=repr(seat), seats=" ".join(map(str, seats)))
