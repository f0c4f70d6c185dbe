"""The rules of one hand: all that the automaton needs, with the places numbered from the mano."""

from __future__ import annotations

from dataclasses import dataclass

from truquero.rules.lances import FixedEnvido, Flor, OpenEnvido, Truco
from truquero.rules.tricks import TrickRules

CARDS_IN_HAND = 3


@dataclass(frozen=True)
class Decision:
    """A side close to the target chooses, before play, whether the hand is played (S004 Mão de 11, S002 §7)."""

    side: int
    declined: int  # points to the rivals when it will not play
    may_show: bool = False  # certain winners need not be played out


@dataclass(frozen=True)
class HandRules:
    sides: tuple[int, ...]  # the side of each place; place 0 is the mano
    tricks: TrickRules
    truco: Truco
    envido: FixedEnvido | OpenEnvido | None = None
    flor: Flor | None = None
    decision: Decision | None = None
    gallo: int | None = None  # the place that is dealt four cards and discards one
    out_of_turn: bool = False  # word=any: the truco may be called by anyone at any time
    truco_costs: int = 0  # S004 Mão de 11: who trucks loses this much; 0: it cannot be called
    blind_calls: bool = False  # one may call before looking at one's cards
    covered_cards: bool = False  # from the second trick on a card may be laid face down
    perros: bool = False  # the mano may, unseen, challenge to everything at once
    mazo_bonus: int = 0  # for the envido that a side gives up by leaving in the first trick
    envido_values: tuple[int, ...] = ()  # what may be declared aloud; empty where the engine declares
    flor_values: tuple[int, ...] = ()

    @property
    def starts_blind(self) -> bool:
        """Whether somebody has to look at his cards before he knows them."""
        return self.blind_calls or self.perros

    @property
    def places(self) -> int:
        return len(self.sides)
