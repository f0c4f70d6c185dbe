"""The rules of a single hand, as the automaton needs them, with places numbered from the mano."""

from __future__ import annotations

from dataclasses import dataclass

from truquero.rules.immutable import Immutable
from truquero.rules.lances import FixedEnvido, Flor, OpenEnvido, Truco
from truquero.rules.trick_rules import TrickRules

CARDS_IN_HAND = 3


@dataclass(frozen=True)
class PlayDecision:
    """The choice, before play, of a side close to the target whether to play the hand (S004 Mão de 11, S002 §7)."""

    side: int  # the side that decides
    declined: int  # points for the rivals if the side declines to play
    may_show: bool = False  # the side may show cards that are certain to win instead of playing them


@dataclass(frozen=True)
class HandRules(Immutable):
    """The rules of one hand: those of the game, changed for a duel or for a side near the target (mão de 11)."""

    sides: tuple[int, ...]  # the side of each place; place 0 is the mano
    tricks: TrickRules  # tied tricks
    truco: Truco  # the bet on the tricks
    envido: FixedEnvido | OpenEnvido | None = None  # None: there is no envido
    flor: Flor | None = None  # None: there is no flor
    decision: PlayDecision | None = None  # of a side close to the target; None: every hand is played
    gallo: int | None = None  # the place that is dealt four cards and discards one
    out_of_turn: bool = False  # word=any: while nothing is pending, anyone may call the truco
    truco_costs: int = 0  # S004 Mão de 11: calling truco ends the hand and gives the rivals these points; 0: off
    blind_calls: bool = False  # players may call before looking at their cards
    covered_cards: bool = False  # from the second trick on, a card may be laid face down
    perros: bool = False  # the mano may make all calls at once before looking at the cards
    mazo_bonus: int = 0  # not 0: a side that leaves in the first trick before any envido also pays for the envido
    envido_values: tuple[int, ...] = ()  # the values that may be declared aloud; empty: the engine compares the cards
    flor_values: tuple[int, ...] = ()  # the same for the flor

    @property
    def starts_blind(self) -> bool:
        """Whether some players start without having looked at their cards."""
        return self.blind_calls or self.perros

    @property
    def places(self) -> int:
        """The number of players in the hand."""
        return len(self.sides)
