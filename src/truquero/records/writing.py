"""Conversion of the log of a match into a `.truco` record."""

from __future__ import annotations

from collections.abc import Iterator
from reprlib import repr as short

from truquero.cards import HIDDEN
from truquero.i18n import _
from truquero.records.format import MOVE, SCORE, Record, Statement
from truquero.rules.moves import ANOTHER
from truquero.table import HandLog, Match, TableError
from truquero.table.sign_codes import write_sign


def record(match: Match) -> Record:
    """Return the record of everything that has happened at a table, with the score asserted after the last hand.

    >>> match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    >>> match.play(1, "mazo")
    >>> print(record(match))
    variant argentino
    players 2
    deal 2
    cards 1 1e 7e 4c
    cards 2 3b 11o 10e
    1 mazo
    = 0-1
    <BLANKLINE>
    """
    if not isinstance(match, Match):
        message = _("the match is {given}: give a Match, such as {example}")
        raise TableError(message.format(given=short(match), example='Match("argentino")'))
    return Record(tuple(_statements(match)))


def _statements(match: Match) -> Iterator[Statement]:
    rules = match.rules
    yield Statement("variant", (rules.variant,))
    yield Statement("players", (str(rules.players),))
    if rules.changed:
        yield Statement("options", tuple(f"{name}={value}" for name, value in rules.changed.items()))
    for word, numbers in zip(("score", "games"), match.initial_score, strict=True):
        if any(numbers):
            yield Statement(word, (_joined(numbers),))
    for side, code in match.signs.agreed.items():
        yield Statement("signs", (side, *map(write_sign, code)))
    for deal in match.log:
        yield Statement("deal", (str(deal.dealer),))
        if deal.cut:
            yield Statement("cut", (str(deal.cut),))
        if deal.seed is not None:
            yield Statement("seed", (deal.seed,))
        for hand in deal.hands:
            yield from _hand(hand)
    if match.log and not match.in_hand:
        yield Statement(SCORE, (_joined(match.score),))


def _hand(hand: HandLog) -> Iterator[Statement]:
    if hand.lineup.duel:
        yield Statement("duel", tuple(map(str, hand.lineup.seats)))
    if hand.exposed is not None:
        yield Statement("exposed", (str(hand.exposed[0]), hand.exposed[1]))
    if hand.turned is not None:
        yield Statement("turned", (hand.turned,))
    for seat in sorted(hand.cards):
        yield Statement("cards", (str(seat), *(HIDDEN if card is None else card for card in hand.cards[seat])))
    for seat, move in hand.moves:
        yield Statement(MOVE, (str(seat), move))
        if hand.replacement is not None and hand.exposed is not None and move == ANOTHER:
            now = [hand.replacement if card == hand.exposed[1] else card for card in hand.cards[seat]]
            yield Statement("cards", (str(seat), *(HIDDEN if card is None else card for card in now)))


def _joined(numbers: tuple[int, ...]) -> str:
    return "-".join(map(str, numbers))
