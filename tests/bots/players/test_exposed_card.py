"""A card exposed in the deal: a player who exchanges it holds three cards like everybody else."""

from __future__ import annotations

import pytest

from tests.support.bot_tables import think_little
from truquero import VARIANTS, Match
from truquero.bots import ROSTER, MatchRunner, make_bot
from truquero.bots.players.prepared_view import PreparedView
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.rules.moves import ANOTHER, KEEP

DEALS = 12


def dealt(variant: str, players: int, number: int, answer: str) -> Match:
    """Return a match in which the first card of seat 2 was dealt face up and the seat has answered."""
    match = Match(variant, players, seed=f"fallen {number}", dealer=1)
    match.deal(exposed=2)
    if match.exposed is not None:
        match.play(2, answer)
    return match


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("answer", [KEEP, ANOTHER])
def test_the_known_cards_of_each_place_are_really_there(variant: str, answer: str) -> None:
    for number in range(DEALS):
        match = dealt(variant, 2, number, answer)
        runner = MatchRunner(match, {seat: make_bot("azar", match.rules, seat, f"{number}/{seat}") for seat in (1, 2)})
        while match.turn:
            assert match.hand is not None
            for seat in match.turn:
                prepared = PreparedView(match.rules, match.view(seat))
                for place, cards in prepared.known_by_place.items():
                    seat_of_place = prepared.seats[place]
                    laid = {laid_card.card for laid_card in match.hand.laid if laid_card.seat == seat_of_place}
                    assert set(cards) <= {*match.hand.held(seat_of_place), *laid}
                assert prepared.is_blind or len(prepared.dealt) == CARDS_IN_HAND
            runner.step()


@pytest.mark.parametrize("variant", ["argentino", "belmez", "quesada"])
@pytest.mark.parametrize("name", ROSTER)
def test_bots_play_on_after_another_card(variant: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    for players in (2, 4):
        for number in range(2):
            match = dealt(variant, players, number, ANOTHER)
            bots = {seat: make_bot(name, match.rules, seat, f"{seat}") for seat in range(1, players + 1)}
            MatchRunner(match, bots).play_hand()
            assert not match.turn
