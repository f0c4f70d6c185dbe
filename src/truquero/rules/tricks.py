"""Three tricks, and who has the hand when some of them are tied."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Trick = int | None  # the side that took it; None is a parda
ALL_TIED = 2  # beside the sides 0 and 1: a verdict of its own


class Ties(Enum):
    """What a tied trick does."""

    STD = "STD"  # the first trick counts double: S001, S000 §14 as all read it
    NEXT = "NEXT"  # the letter of S000 §14: the trick after the tie decides
    LAST = "LAST"  # S003 Truco: the last trick decides
    MANO_TRICK = "MANO-TRICK"  # the tied player nearest to the mano takes it: Uruguay in S003
    FIRST_PLAYED = "FIRST-PLAYED"  # the card laid first takes it: S002 §8


class TieLead(Enum):
    """Who leads after a tied trick."""

    SAME_LEADER = "same_leader"
    FIRST_TIED = "first_tied"
    TIER = "tier"


class AllTied(Enum):
    """Who has the hand when all three tricks are tied."""

    MANO = "mano"
    NONE = "none"
    CALLER_LOSES = "caller_loses"  # nobody, or the rivals of whoever called the truco: S004 Empates
    DECIDER_LOSES = "decider_loses"  # the rivals of the side that chose to play: S004 Mão de 11


class Dark(Enum):
    """When a truco counts as called in the dark, so that its caller wins a tied hand (S004 Empates)."""

    NEVER = "never"
    BLIND = "blind"  # before looking at the cards
    NO_RIVAL_CARD = "no_rival_card"  # with no rival's card in the trick


@dataclass(frozen=True)
class TrickRules:
    ties: Ties = Ties.STD
    lead: TieLead = TieLead.SAME_LEADER
    all_tied: AllTied = AllTied.MANO
    all_tied_pays: int = 0  # with CALLER_LOSES: this many points, 0 for the stake in force
    dark: Dark = Dark.NEVER
    caller_decides_tied_trick: bool = (
        False  # a truco over an open card loses that trick if it ties, one in the dark wins it
    )


def verdict(ties: Ties, won: tuple[Trick, ...]) -> int | None:
    """The side that has won the hand, ALL_TIED, or None while another trick must be played."""
    for side in (0, 1):
        if won.count(side) == 2:
            return side
    if len(won) == 2 and None in won:
        return _after_two(ties, won)
    if len(won) < 3:
        return None
    if won[2] is not None:
        return won[2]
    return next((trick for trick in won if trick is not None), ALL_TIED)


def _after_two(ties: Ties, won: tuple[Trick, ...]) -> int | None:
    """One trick tied, the other perhaps taken."""
    first, second = won
    if first is None:
        return None if ties is Ties.LAST else second
    return None if ties in (Ties.NEXT, Ties.LAST) else first
