"""Rules shared by the trucos of the Río de la Plata: card order, ladder to vale cuatro, and envido (S000)."""

from __future__ import annotations

from truquero.rules.lances import Call, FixedEnvido, Truco, Window, ladder
from truquero.rules.stakes import Stake, Term

# S000 §5, §9. A bare rank stands for all its cards that are not named before.
ORDER = "1e > 1b > 7e > 7o > 3 > 2 > 1 > 12 > 11 > 10 > 7 > 6 > 5 > 4"

# S000 §14. A refused call pays the stake in force before it.
TRUCO = Truco(rungs=ladder("truco 2, retruco 3, vale-cuatro 4"))

USUAL_WINDOW = Window()


def envido(falta: Term, *, customary: bool, window: Window = USUAL_WINDOW) -> FixedEnvido:
    """Return the envido of S000 §13: envido 2, real envido 3, falta.

    An accepted chain pays its sum; a refused one pays the sum without the last call, or 1. The text of §13 sets no
    limit on raises. By custom (`customary`) envido is called at most twice and real envido once, in that order.
    """
    return FixedEnvido(
        calls=(Call("envido", 2, at_most=2 if customary else 0), Call("real-envido", 3, at_most=1 if customary else 0)),
        falta=Stake(term=falta),
        ascending=customary,
        capped_by_falta=not customary,
        window=window,
    )
