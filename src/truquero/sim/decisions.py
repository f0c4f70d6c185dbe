"""The information that a policy gets for a decision: what a `View` of the seat contains, and no more."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.sim.dealt import Dealt
from truquero.sim.request import Decision
from truquero.sim.tables.mirror import mirror_state
from truquero.table.view import on_table, partner_hands_seen, sees_own, visible_events


def decision_of(dealt: Dealt, seat: int, codes: Sequence[str]) -> Decision:
    """Return what a seat knows, with the sides numbered as in `kinds_of_hand`, not as in the score of the match."""
    match, hand = dealt.match, dealt.hand
    place_of = hand.seats.index
    # A score of two sides may be hidden from the players; the score of a hand with a gallo never is.
    ours, theirs = hand.score.points if hand.rules.gallo is not None else match.visible_score
    swapped = hand.rules.gallo is None and hand.rules.sides[0] == 1
    decision = Decision(
        kind=dealt.kind,
        state=mirror_state(hand.state) if swapped else hand.state,
        place=place_of(seat),
        seat=seat,
        seats=hand.seats,
        dealt=tuple(one for one in hand.dealt(seat) if one is not None),
        held=hand.held(seat),
        others=tuple((place_of(one), cards) for one, cards in partner_hands_seen(match, seat)),
        laid=tuple((place_of(one.seat), one.card) for one in on_table(match, seat)),
        turned=match.turned,
        points=(theirs, ours) if swapped else (ours, theirs),
        score=match.visible_score,
        games=match.games,
        events=visible_events(match, seat),
        codes=codes,
    )
    sees = sees_own(match.rules, match.setting, hand.rules, hand.state, decision.place)
    return decision if sees else decision.unseen()
