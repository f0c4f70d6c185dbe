"""One-line summaries of a match and a hand, and the contents that make two matches equal.

A summary contains only public information, because `repr` may end up in a log.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from truquero.engine.state import COVER

if TYPE_CHECKING:
    from truquero.table.hand import Hand
    from truquero.table.match import Match


def summary_of_match(match: Match) -> str:
    """Return a line such as:

    `argentino, 2 players, score 3-1, games 0-0, dealer 2, seats 1 2, table 1 4e 2 7o, to act 2`.
    """
    return ", ".join(_of_match(match))


def _of_match(match: Match) -> Iterator[str]:
    yield match.rules.variant or "own rules"
    yield f"{match.players} players"
    yield f"score {'-'.join(map(str, match.visible_score))}"
    yield f"games {'-'.join(map(str, match.games))}"
    if match.dealer is not None:
        yield f"dealer {match.dealer}"
    if match.turned is not None:
        yield f"turned {match.turned}"
    if match.exposed is not None:
        yield "exposed {} {}".format(*match.exposed)
    if match.hand is not None:
        yield from _of_hand(match.hand, match.must_act)
    if match.over:
        yield f"won by {' '.join(match.winners)}"


def contents_of(match: Match) -> tuple[object, ...]:
    """Return everything about a match that further play could reveal: equal matches have equal contents."""
    watched = [match.signs.watched_by(seat) for seat in range(1, match.players + 1)]
    start = match.rules, match.seed, match.captains, match.initial_score, match.deals.next_dealer()
    return *start, match.log, match.score, match.games, match.exposed, watched, match.signs.codes


def contents_of_hand(hand: Hand) -> tuple[object, ...]:
    """Return everything about a hand that further play could reveal: equal hands have equal contents."""
    dealt, held = [hand.dealt(seat) for seat in hand.seats], [hand.held(seat) for seat in hand.seats]
    return hand.rules, hand.seats, hand.state, hand.score, hand.finished, hand.laid, hand.shown, dealt, held


def summary_of_hand(hand: Hand) -> str:
    """Return a line such as `seats 1 2, table 1 4e 2 7o, to act 2`."""
    return ", ".join(_of_hand(hand, hand.must_act()))


def _of_hand(hand: Hand, must_act: tuple[int, ...]) -> Iterator[str]:
    yield f"seats {' '.join(map(str, hand.seats))}"
    if hand.laid:
        yield "table " + " ".join(f"{laid.seat} {COVER if laid.covered else laid.card}" for laid in hand.laid)
    yield "hand over" if hand.finished else f"to act {' '.join(map(str, must_act))}"
