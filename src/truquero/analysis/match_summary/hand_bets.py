"""The bets of one hand, read from its log: who called, who accepted, and who refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from truquero.engine.flor import RAISES, RESTO, SING
from truquero.engine.perros import THROW
from truquero.rules.game import Rules
from truquero.rules.lances import FixedEnvido, FlorStyle
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, LEAVE, REFUSE
from truquero.table import HandLog
from truquero.table.call_codes import lance_of, lances

FLOR_BETS = (*RAISES, RESTO)


class Bet(NamedTuple):
    """A call that the rivals have to answer, or that they raise."""

    seat: int  # that made it
    move: str  # its code
    lance: str  # flor, envido or truco
    answered: str  # the lance of the call that it answers; "" if it answers none
    position: int  # in the moves of the hand


class RefusedBet(NamedTuple):
    """The refusal of a bet: in words, or by leaving the hand."""

    bet: Bet
    seat: int  # that refused
    position: int  # in the moves of the hand


@dataclass
class HandBets:
    """The bets of one hand."""

    bets: list[Bet] = field(default_factory=list)
    accepted: list[tuple[int, str]] = field(default_factory=list)  # seats and the lance whose bet they accepted
    refusals: list[RefusedBet] = field(default_factory=list)

    def of(self, lance: str) -> list[Bet]:
        """Return the bets in a lance, in order."""
        return [bet for bet in self.bets if bet.lance == lance]


def bets_of(rules: Rules, hand: HandLog, lance_by_code: Mapping[str, str] | None = None) -> HandBets:
    """Return the bets of a hand. `lance_by_code` is the result of `lances`, if the caller has it already."""
    lance_by_code = lances(rules) if lance_by_code is None else lance_by_code
    found, pending = HandBets(), list[Bet]()  # the open bets; an envido may be called over a truco
    for position, (seat, move) in enumerate(hand.moves):
        lance = lance_of(rules, move, lance_by_code)
        if lance == "flor":
            pending = [bet for bet in pending if bet.lance != "envido"]  # a flor cancels it
        if _accepts(rules, move):
            if pending:
                found.accepted.append((seat, pending.pop().lance))
        elif move in (REFUSE, LEAVE):
            if pending and _opposes(hand, seat, pending[-1].seat):
                found.refusals.append(RefusedBet(pending.pop(), seat, position))
        elif move == THROW:
            thrown = [Bet(seat, move, thrown_lance, "", position) for thrown_lance in _thrown(rules, hand)]
            pending += thrown
            found.bets += thrown
        elif lance and (lance != "flor" or move in FLOR_BETS or _answers_flor(rules, hand, position)):
            answered = pending[-1].lance if pending else ""
            if answered == lance:
                found.accepted.append((seat, lance))  # a raise accepts what it raises
                pending.pop()
            pending.append(Bet(seat, move, lance, answered, position))
            found.bets.append(pending[-1])
    return found


def _accepts(rules: Rules, move: str) -> bool:
    accept_word = rules.envido.accept_word if isinstance(rules.envido, FixedEnvido) else ""
    return move in (ACCEPT, ACCEPT_LACK) or (accept_word != "" and move == accept_word)


def _thrown(rules: Rules, hand: HandLog) -> list[str]:
    """Return the lances that "echar los perros" bets at once, the one that is answered first at the end (UY-7)."""
    points = rules.points_for(hand.turned)
    sides = {
        side
        for seat, side in zip(hand.lineup.seats, hand.lineup.sides, strict=True)
        if rules.flor is not None and points.is_flor([card for card in hand.cards[seat] if card is not None])
    }
    return ["truco", *([] if len(sides) == 1 else ["flor"] if sides else ["envido"])]


def _answers_flor(rules: Rules, hand: HandLog, position: int) -> bool:
    """Return whether a flor answers a flor of the rivals, which they then accept. Otherwise singing it is no bet."""
    seat, move = hand.moves[position]
    sung = [singer for singer, earlier in hand.moves[:position] if earlier == SING]
    is_answered = rules.flor is not None and rules.flor.style is FlorStyle.CONTRAFLOR
    return move == SING and is_answered and any(_opposes(hand, seat, singer) for singer in sung)


def _opposes(hand: HandLog, seat: int, other_seat: int) -> bool:
    sides = dict(zip(hand.lineup.seats, hand.lineup.sides, strict=True))
    return sides.get(seat) != sides.get(other_seat)
