"""The duels of one deal: their cards are either all drawn or all given, so that the record can be replayed."""

from __future__ import annotations

from itertools import product

import pytest

from truquero import Match, record, replay
from truquero.table import IllegalMove, TableError

DRAWN, GIVEN = "drawn", "given"

UNKNOWN = "?? ?? ??"


def table_with_duels(variant: str) -> Match:
    """Return a match whose next deal is a deal of duels."""
    match = Match(variant, players=6 if variant == "argentino" else 4, dealer=1, seed="a")
    if variant == "argentino":  # a redondo comes before the pica-pica
        match.deal()
        finish(match)
    return match


def open_next(match: Match, source: str) -> None:
    if source == DRAWN:
        match.deal()
    else:
        match.deal_cards(dict.fromkeys(match.deals.next_in_match(match.score).seats, UNKNOWN))


def finish(match: Match) -> None:
    """End the hand without a bet that unknown cards decide."""
    while match.turn:
        seat = match.must_act[0]
        match.play(seat, "mazo" if "mazo" in match.turn[seat] else "no-quiero")


@pytest.mark.parametrize("sources", list(product([DRAWN, GIVEN], repeat=4)), ids="-".join)
@pytest.mark.parametrize("variant", ["belmez", "argentino"])
def test_the_first_duel_decides_whether_cards_are_drawn(variant: str, sources: tuple[str, ...]) -> None:
    match = table_with_duels(variant)
    of_deal: str = sources[0]
    for source in sources:
        if match.deals.next_in_deal() is None:
            of_deal = source
        if source != of_deal:
            before, text = match.copy(), str(record(match))
            instead = "deal" if of_deal == DRAWN else "deal_cards"
            with pytest.raises(TableError, match=f"open its next hand with {instead}$"):
                open_next(match, source)
            assert match == before
            assert str(record(match)) == text
        open_next(match, of_deal)
        finish(match)
        again = replay(str(record(match))).match
        assert (again.score, again.deals.next_in_deal()) == (match.score, match.deals.next_in_deal())


@pytest.mark.parametrize("variant", ["belmez", "argentino"])
def test_a_replayed_match_goes_on_with_the_cards_of_its_seed(variant: str) -> None:
    match = table_with_duels(variant)
    match.deal()
    finish(match)
    again = replay(str(record(match))).match
    with pytest.raises(TableError, match="were drawn, not given"):
        open_next(again, GIVEN)
    while match.deals.next_in_deal() is not None:
        for table in (match, again):
            table.deal()
            finish(table)
        assert again.hand_log.cards == match.hand_log.cards
    assert str(record(again)) == str(record(match))


def test_a_duel_names_its_own_seats() -> None:
    match = table_with_duels("argentino")
    match.deal()
    assert match.hand is not None
    seats = match.hand.seats
    outsider = next(seat for seat in range(1, 7) if seat not in seats)
    with pytest.raises(
        IllegalMove, match=f"seat {outsider} does not play this hand; its seats are {seats[0]} {seats[1]}"
    ):
        match.hand.play(outsider, "truco")
    with pytest.raises(IllegalMove, match="there is no seat 9: seats are 1 to 6"):
        match.play(9, "truco")
