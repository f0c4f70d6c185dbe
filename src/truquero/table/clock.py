"""Time is up: the move of a seat that is waited for and does not answer, whoever sits there and whatever it holds.

A clock that runs out answers what waits with its refusal; with nothing waiting the seat goes to the deck. Where neither
can be done (a discard, points to be said, cards not looked at yet) it makes the plainest move there is.
"""

from __future__ import annotations

from truquero.engine.automaton import LOOK
from truquero.engine.declare import CONCEDE
from truquero.engine.flor import ACHICO
from truquero.rules.moves import ACCEPT, LEAVE, REFUSE
from truquero.table.incidents import KEEP
from truquero.table.view import View

# The first of these that is legal: refusals, then leaving, then what commits to nothing.
_PLAINEST = (REFUSE, ACHICO, "guena", "chica", CONCEDE, LEAVE, KEEP, LOOK, ACCEPT)


def time_is_up(view: View) -> str:
    """The move that the clock makes for a seat that has to move. Of points to be said it is the fewest, of cards the
    first; a seat that may only interrupt is waited for by nobody, so no clock runs for it."""
    for move in _PLAINEST:
        if move in view.moves:
            return move
    numbers = [move for move in view.moves if move.isdigit()]
    return min(numbers, key=int) if numbers else view.moves[0]
