"""The kinds of hands that a variant plays: rounds, duels, and the hands before the end of a game.

A kind of hand is finer than a `HandType`: it also says where the gallo sits and which side decides. Each kind has rules
of its own, with the mano at place 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import index

from truquero.engine import automaton
from truquero.i18n import N_, _
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables.mirror import mirror_rules
from truquero.table.schedule import Lineup, hand_type_of, lineups

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


class HandKinds:
    """The kinds of hands of a game.

    Kind n has the name `names[n]` and the rules `hands[n]`, with the mano at place 0. `hand_types[n]` is its
    type, and `automata[n]` plays it. `lineups[n]` are the seats of a single hand, in which the mano has seat 1.
    """

    def __init__(self, rules: Rules) -> None:
        kinds = list(kinds_of_hand(rules))
        self._rules = rules
        self.names = tuple(name for name, _hand in kinds)
        self.hands = tuple(hand for _name, hand in kinds)
        self.hand_types = tuple(hand_type_of_rules(rules, hand) for hand in self.hands)
        self.automata = tuple(map(automaton, self.hands))
        self.lineups = tuple(map(_single_lineup, self.hands, self.hand_types))
        self._numbers: dict[tuple[HandType, tuple[int, ...], int | None], int] = {}

    def number_of(self, hand_type: HandType, hand: HandRules) -> int:
        """Return the kind of a hand at a table, where the mano may be of either side."""
        key = (hand_type, hand.sides, hand.decision.side if hand.decision else None)
        number = self._numbers.get(key)
        if number is None:
            with_mano_first = hand if hand.gallo is not None or hand.sides[0] == 0 else mirror_rules(hand)
            number = self._numbers[key] = self.hands.index(with_mano_first)
        return number

    def points(self, number: int, score: tuple[int, ...]) -> tuple[int, int]:
        """Return the points of both sides of a single hand, from those of the mano's side and of the others."""
        ours, theirs = score
        return (ours, theirs) if self.hands[number].sides[0] == 0 else (theirs, ours)

    def of_first_hand(self, score: tuple[int, ...]) -> int:
        """Return the kind of the first hand that a match plays from this score, with the mano at seat 1.

        If that deal is played as duels, it is a duel.
        """
        rules = self._rules
        lineup = lineups(rules, rules.players, score, 0)[0]
        hand_type, decider = hand_type_of(
            rules, lineup, HandScore(rules.match.target, self.points(0, score), max(score))
        )
        gallo = None if lineup.gallo is None else lineup.seats.index(lineup.gallo)
        return self.number_of(hand_type, rules.hand_rules(lineup.sides, hand_type, decider, gallo))

    def find(self, kind: int | str) -> int:
        """Return the number of a kind, from its number or its name.

        Raise SimulationError if there is no such kind.
        """
        if isinstance(kind, str) and kind in self.names:
            return self.names.index(kind)
        if not isinstance(kind, str | bool) and hasattr(kind, "__index__") and 0 <= index(kind) < len(self.names):
            return index(kind)
        message = _("there is no kind of hand {kind}: choose one of {names}")
        raise SimulationError(message.format(kind=repr(kind), names=", ".join(map(repr, self.names))))


def _single_lineup(hand: HandRules, hand_type: HandType) -> Lineup:
    """Return the seats of a single hand, in which the mano has seat 1."""
    gallo = None if hand.gallo is None else hand.gallo + 1
    seats = tuple(place + 1 for place in range(hand.places))
    return Lineup(seats, hand.sides, hand_type is HandType.DUEL, gallo)
