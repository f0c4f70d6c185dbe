"""The default move of a seat whose time is up. It depends neither on the player nor on the cards.

The seat refuses the pending call. If no call is pending, it throws in its cards. Where neither is legal (a discard,
points to be said, cards not looked at yet) it makes the move that commits it to the least.
"""

from __future__ import annotations

from truquero.engine.automaton import LOOK
from truquero.engine.declare import CONCEDE
from truquero.engine.flor import ACHICO
from truquero.rules.moves import ACCEPT, KEEP, LEAVE, REFUSE
from truquero.table.view import View

# The first legal move of this list is made: refusals, then leaving the hand, then moves that commit to nothing.
_LEAST_COMMITTING = (REFUSE, ACHICO, "guena", "chica", CONCEDE, LEAVE, KEEP, LOOK, ACCEPT)


def timeout_move(view: View) -> str:
    """Return the default move of a seat that must act.

    A seat that must say points says the fewest; a seat that must choose a card chooses the first. A seat that may only
    interrupt needs no default move, because nobody waits for it.
    """
    for move in _LEAST_COMMITTING:
        if move in view.moves:
            return move
    numbers = [move for move in view.moves if move.isdigit()]
    return min(numbers, key=int) if numbers else view.moves[0]
