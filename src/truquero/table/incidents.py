"""What happens beside the play of a hand: challenges after it, and meddling in another's duel."""

from __future__ import annotations

from truquero.rules.game import Claims
from truquero.table.hand import Hand, Settled
from truquero.table.log import HandLog

CLAIM = "pido-flor-"


def open_claims(hand: Hand, claimed: set[int]) -> dict[int, list[str]]:
    """Who may challenge whom: rivals who could have sung and did not, each once (S000 §12 Pedir flor)."""
    found: dict[int, list[str]] = {}
    for seat in hand.seats:
        rivals = [one for one in hand.seats if hand.side(one) != hand.side(seat)]
        open_to = [one for one in rivals if one not in claimed and hand.may_be_challenged(one)]
        if open_to:
            found[seat] = [f"{CLAIM}{one}" for one in sorted(open_to)]
    return found


def settle_claim(rules: Claims, hand: Hand, log: HandLog, seat: int, challenged: int) -> Settled:
    """Right: the stake and all that the other side made in the hand. Wrong: the challenged side is paid."""
    rival = hand.side(challenged)
    if not hand.unsung_flor(challenged):
        return Settled("flor", rival, rules.flor_failed, "claim", challenged)
    made = sum(one.points for one in log.awards if one.side == rival)
    return Settled("flor", hand.side(seat), rules.flor + made, "claim", challenged)


def settle_intrusion(cost: int, log: HandLog, guilty: int) -> list[Settled]:
    """S000 §3: the side gives back what it took in the duel, and the other is paid."""
    taken = sum(one.points for one in log.awards if one.side == guilty)
    given_back = [Settled("penalty", guilty, -taken, "false")] if taken else []
    return [*given_back, Settled("penalty", 1 - guilty, cost, "false")]
