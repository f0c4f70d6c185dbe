"""The rules of the three tricks, and of the hand when some tricks are tied."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Trick = int | None  # the side that took it; None is a parda
ALL_TIED = 2  # a third verdict besides the sides 0 and 1


class Ties(Enum):
    """The effect of a tied trick."""

    STD = "STD"  # the first trick breaks ties: S001, and the common reading of S000 §14
    NEXT = "NEXT"  # the literal text of S000 §14: the trick after the tie decides
    LAST = "LAST"  # S003 Truco: the last trick decides
    MANO_TRICK = "MANO-TRICK"  # the tied player nearest to the mano takes it: Uruguay in S003
    FIRST_PLAYED = "FIRST-PLAYED"  # the card laid first takes it: S002 §8


class TieLead(Enum):
    """The player that leads after a tied trick."""

    SAME_LEADER = "same_leader"  # the player who led the tied trick
    FIRST_TIED = "first_tied"  # the player of the first of the tied cards
    TIER = "tier"  # the player whose card made the tie


class AllTied(Enum):
    """The side that wins the hand when all three tricks are tied."""

    MANO = "mano"  # the side of the mano
    NONE = "none"  # nobody
    CALLER_LOSES = "caller_loses"  # the rivals of the side that called the truco, nobody without a call: S004 Empates
    DECIDER_LOSES = "decider_loses"  # the rivals of the side that chose to play: S004 Mão de 11


class Dark(Enum):
    """The condition for a truco to count as called in the dark, so that its caller wins a tied hand (S004 Empates)."""

    NEVER = "never"  # this game has no such rule
    BLIND = "blind"  # before looking at the cards
    NO_RIVAL_CARD = "no_rival_card"  # with no rival's card in the trick


@dataclass(frozen=True)
class TrickRules:
    """The effect of tied tricks, and who wins a hand whose tricks are all tied."""

    ties: Ties = Ties.STD  # what a tied trick does
    lead: TieLead = TieLead.SAME_LEADER  # who leads after a tied trick
    all_tied: AllTied = AllTied.MANO  # who wins if all tricks are tied
    all_tied_pays: int = 0  # points paid with CALLER_LOSES; 0: the current stake
    dark: Dark = Dark.NEVER  # when a truco counts as called in the dark
    caller_decides_tied_trick: bool = False
    """Whether a tied trick in which truco was called goes to the caller's rivals if one of their cards lay open, and to
    the caller if the call was made in the dark."""


def verdict(ties: Ties, won: tuple[Trick, ...]) -> int | None:
    """Return the side that has won the hand, or ALL_TIED, or None if another trick must be played."""
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
    """Return the verdict after two tricks of which at least one is tied."""
    first, second = won
    if first is None:
        return None if ties is Ties.LAST else second
    return None if ties in (Ties.NEXT, Ties.LAST) else first
