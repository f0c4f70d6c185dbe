"""The stakes that a move announces are the points that it brings."""

from __future__ import annotations

from random import Random

import pytest

from truquero import VARIANTS, Match, rules_of
from truquero.cards import CARDS
from truquero.i18n import speaking
from truquero.rules.moves import ACCEPT, LEAVE, REFUSE
from truquero.speech.stakes_text import stakes_of, stakes_of_challenge
from truquero.table.hand_opening import begin_deal, begin_hand
from truquero.table.special_moves import CLAIM

GIVE_UP = (LEAVE, REFUSE, "guena", "con-flor-me-achico")


def play_a_hand(match: Match, randomness: Random) -> list[tuple[int, int]]:
    """Play a hand at random. Return the announced points of every move that gives something up."""
    announced: list[tuple[int, int]] = []
    while match.turn:
        seat = randomness.choice(list(match.turn))
        move = randomness.choice(match.turn[seat])
        if match.hand is not None and move in GIVE_UP:
            points_given = match.hand.paid_at_once(seat, move)
            assert all(side != match.hand.side(seat) for side, _points in points_given)
            assert points_given or move == LEAVE
            announced += points_given
        match.play(seat, move)
    return announced


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_answer_pays_the_announced_points(variant: str) -> None:
    """The points are awarded at once, or at the end of the hand if they are counted then.

    Some are missing if the game is won before, or if a later flor cancels the envido.
    """
    paid = 0
    for number in range(30):
        match = Match(rules_of(variant), seed=number)
        match.deal()
        announced = play_a_hand(match, Random(number))
        awards = match.log[-1].hands[-1].awards
        missing = [payment for payment in announced if payment not in [(award.side, award.points) for award in awards]]
        assert not missing or match.deals.deals_in_game == 0 or any(award.lance == "flor" for award in awards)
        paid += len(announced) - len(missing)
    assert paid > 10


def test_los_perros_show_their_stakes() -> None:
    """UY-7: los perros stake the falta envido and the truco, and al resto if there are flores, whoever has them."""
    for number in range(20):
        match = Match("uruguayo", 2, seed=number, dealer=2, perros="on")
        match.deal()
        assert match.hand is not None
        with speaking("en"):
            stakes = stakes_of(match.hand, 1, "perros")
        assert stakes == "falta envido, 40 if your rival accepts, 1 if not, then truco; with flores al resto"


def match_with_cards(mano: str, pie: str) -> Match:
    match = Match("argentino", 2)
    begin_deal(match, 2)
    begin_hand(match, {1: [CARDS[code] for code in mano.split()], 2: [CARDS[code] for code in pie.split()]})
    return match


def stakes_text(match: Match, seat: int, move: str) -> str:
    assert match.hand is not None
    with speaking("en"):
        return stakes_of(match.hand, seat, move)


def test_every_call_of_a_hand_shows_its_stakes() -> None:
    match = match_with_cards("7e 6e 1b", "4c 5o 12b")
    assert stakes_text(match, 1, "truco") == "2 if your rival accepts, 1 if not"
    assert stakes_text(match, 1, LEAVE) == "1 for your rival"
    match.play(1, "truco")
    assert stakes_text(match, 2, ACCEPT) == "for 2"
    assert stakes_text(match, 2, REFUSE) == stakes_text(match, 2, LEAVE) == "1 for your rival"


def test_leaving_with_partners_in_play_costs_nothing() -> None:
    match = Match("argentino", 4, dealer=4)
    match.deal()
    assert stakes_text(match, 1, LEAVE) == "your side plays on"


def test_a_challenge_shows_its_stakes() -> None:
    """S000 §12: a right challenge brings three and what the others made in the hand. A wrong one brings them three."""
    match = match_with_cards("7e 6e 1b", "4c 5c 12c")
    match.play(1, "7e")
    match.play(2, "4c")
    match.play(1, LEAVE)
    with speaking("en"):
        assert stakes_of_challenge(match, f"{CLAIM}2") == "4 for you if your rival had one, 3 for your rival if not"
    match.play(1, f"{CLAIM}2")
    assert match.score == (4, 1)


def test_a_falta_that_depends_on_the_winner_shows_both_stakes() -> None:
    """Trucardo: at 15 to 14 the player who accepts may win 15 or lose 16."""
    match = Match(rules_of("trucardo", 2), seed="falta", score=(15, 14))
    match.deal()
    hand = match.hand
    assert hand is not None
    first = hand.seats[0]
    with speaking("en"):
        stakes = stakes_of(hand, first, "falta-envido")
    assert "(for your rival " in stakes
