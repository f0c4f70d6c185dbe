"""What the trucos of the Río de la Plata share: the order of cards, the ladder to vale cuatro, the envido (S000)."""

from __future__ import annotations

from truquero.rules.lances import Call, FixedEnvido, Truco, Window, ladder
from truquero.rules.stakes import Stake, Term

# S000 §5, §9. A bare rank is all its cards that were not named before.
ORDER = "1e > 1b > 7e > 7o > 3 > 2 > 1 > 12 > 11 > 10 > 7 > 6 > 5 > 4"

# S000 §14. Refused, a call pays what was in force before it.
TRUCO = Truco(rungs=ladder("truco 2, retruco 3, vale-cuatro 4"))

USUAL = Window()


def envido(falta: Term, *, customary: bool, window: Window = USUAL) -> FixedEnvido:
    """S000 §13: envido 2, real envido 3, falta. Accepted, the sum; refused, the sum without the last, or 1.

    To the letter they are raised without limit; by custom envido is said twice and real envido once, in that order.
    """
    return FixedEnvido(
        calls=(Call("envido", 2, at_most=2 if customary else 0), Call("real-envido", 3, at_most=1 if customary else 0)),
        falta=Stake(term=falta),
        ascending=customary,
        capped_by_falta=not customary,
        window=window,
    )
