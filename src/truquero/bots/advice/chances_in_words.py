"""Chances in words, as exact as a sample of deals can be: "you win about 60 of 100 such hands"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from truquero.i18n import N_, _

STEP = 5  # the precision of the sampled chances, in hundredths
EXTREME = 0.02  # chances closer than this to never and always are told in words

# What is said of a usual chance, of one that is nearly sure, and of one that is nearly lost.
_Texts = tuple[str, str, str]
_OF_HAND: _Texts = (
    N_("you win about {n} of 100 such hands"),
    N_("you win nearly every such hand"),
    N_("you win hardly any such hand"),
)
_TEXTS: Mapping[str, _Texts] = {
    "envido": (
        N_("you win the envido in about {n} of 100 such hands"),
        N_("you win the envido in nearly every such hand"),
        N_("you win the envido in hardly any such hand"),
    ),
    "flor": (
        N_("you win the flor in about {n} of 100 such hands"),
        N_("you win the flor in nearly every such hand"),
        N_("you win the flor in hardly any such hand"),
    ),
}


class OfferedBet(NamedTuple):
    """What accepting a bet wins and loses, and what refusing it gives away."""

    wins: int
    loses: int
    gives: int

    @property
    def needed(self) -> float:
        """The chance from which accepting gains more than refusing; 0 or less if refusing saves nothing."""
        return (self.loses - self.gives) / max(1, self.wins + self.loses)


def in_hundred(lance: str, chance: float) -> str:
    """Return the chance to win a lance; the tricks of the hand for anything but envido and flor."""
    usual, always, never = _TEXTS.get(lance, _OF_HAND)
    if EXTREME < chance < 1 - EXTREME:
        return _(usual).format(n=rounded(chance))
    return _(always if chance > EXTREME else never)


def of_answer(lance: str, chance: float, bet: OfferedBet) -> str:
    """Return the chance to win an accepted bet, beside the chance that it takes."""
    won = in_hundred(lance, chance)
    if bet.needed <= 0:
        return _("refusing saves nothing; {chance}").format(chance=won)
    accepts, needed = chance >= bet.needed, max(STEP, rounded(bet.needed))
    if needed == rounded(chance):
        text = _("{chance}, which is just enough") if accepts else _("{chance}, which is not quite enough")
        return text.format(chance=won)
    text = _("{chance}, and about {n} are enough") if accepts else _("{chance}, and it takes about {n}")
    return text.format(chance=won, n=needed)


def rounded(chance: float) -> int:
    """Return a chance in hundredths, rounded to a step, and neither never nor always."""
    return min(100 - STEP, max(STEP, round(100 * chance / STEP) * STEP))
