"""The kinds of hands that a variant plays: rounds, duels, and the hands before the end of a game."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.i18n import N_
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import HandRules

# Marked for translation where they are displayed; programs always use the English name.
_GALLO = (N_("gallo at place 1"), N_("gallo at place 2"), N_("gallo at place 3"))


def kinds_of_hand(rules: Rules) -> Iterator[tuple[str, HandRules]]:
    """Yield the name and the rules of each kind of hand that a variant plays with this number of players."""
    players = rules.players
    if rules.gallo is not None:
        for place in _gallo_places(rules):
            sides = tuple(0 if other_place == place else 1 for other_place in range(players))
            yield _GALLO[place], rules.hand_rules(sides, HandType.ROUND, gallo=place)
        return
    everyone = tuple(place % 2 for place in range(players))
    yield N_("round"), rules.hand_rules(everyone, HandType.ROUND)
    if rules.duels is not None:
        yield N_("duel"), rules.hand_rules((0, 1), HandType.DUEL)
    if rules.last_hand is not None:
        for side in (0, 1):
            name = N_("decided by the mano's side") if side == 0 else N_("decided by the other side")
            yield name, rules.hand_rules(everyone, HandType.DECIDED, decider=side)
        yield N_("both sides close"), rules.hand_rules(everyone, HandType.IRON)


def hand_type_of_rules(rules: Rules, hand: HandRules) -> HandType:
    """Return the type of one of these kinds of hand."""
    if hand.places < rules.players:
        return HandType.DUEL
    decider = hand.decision.side if hand.decision else 0
    hand_types = (HandType.ROUND, HandType.DECIDED, HandType.IRON)
    return next(
        hand_type for hand_type in hand_types if rules.hand_rules(hand.sides, hand_type, decider, hand.gallo) == hand
    )


def _gallo_places(rules: Rules) -> list[int]:
    """Return the places where the gallo can be, counted from the mano."""
    gallo = rules.gallo
    if gallo is not None and gallo.is_mano:
        return [0]
    return [2] if gallo is not None and gallo.seat is None else [0, 1, 2]
