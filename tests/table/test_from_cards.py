"""`Match.from_cards` deals the given cards to the first hand of a match, and refuses cards that cannot be dealt."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from tests.table.test_chosen_cards import BAD_HANDS, THREE, TWO
from truquero import Hand, Match, TableError, cards, replay, rules_of


def test_there_are_as_many_players_as_hands_and_seat_1_is_mano() -> None:
    match = Match.from_cards("argentino", TWO)
    assert (match.players, match.dealer, match.must_act) == (2, 2, (1,))
    assert match.view(1).cards == cards(TWO[1])


def test_texts_cards_and_unknown_cards_are_accepted() -> None:
    match = Match.from_cards("argentino", {1: ["4E", None, "Qp"], 2: cards("7c 1o 3e")})
    assert match.hand is not None
    assert (match.hand.dealt(1), match.hand.dealt(2)) == (("4e", None, "10b"), ("7c", "1o", "3e"))


@pytest.mark.parametrize("hand", ["1e7e4c", "1e, 7e, 4c"])
def test_cards_without_spaces_between_them_are_refused_with_advice(hand: str) -> None:
    with pytest.raises(TableError, match="spaces between cards"):
        Match.from_cards("argentino", {1: hand, 2: "3b 11o 10e"})


def test_rules_dealer_score_and_options_are_those_of_a_match() -> None:
    match = Match.from_cards("argentino", TWO, dealer=1, score=(12, 7), flor=False)
    assert (match.score, match.must_act, match.rules.flor) == ((12, 7), (2,), None)
    assert Match.from_cards(rules_of("uruguayo", 2), TWO, turned="5c").turned == "5c"


def test_a_gallo_is_dealt_four_cards() -> None:
    match = Match.from_cards("argentino", THREE)
    assert match.view(3).pending == ("discard", (3,))


def test_only_the_first_duel_of_a_deal_is_dealt() -> None:
    match = Match.from_cards("belmez", {1: "4e 2b 10o", 2: "7c 1o 3e"}, players=4)
    assert match.hand is not None
    assert match.hand.seats == (1, 2)


def test_an_exposed_card_waits_for_its_seat() -> None:
    match = Match.from_cards("belmez", TWO, exposed=(1, "4e"), replacement="6c")
    view = match.view(2)
    assert (view.pending, view.must_act, view.may_act, view.moves) == (("exposed", (1,)), (1,), (1,), ())
    match.play(1, "otra-carta")
    assert match.view(1).cards == cards("6c 2b 10o")
    assert match.view(1).pending == ("play", (1,))


@pytest.mark.parametrize(("hand", "reason"), [case[1:] for case in BAD_HANDS], ids=[case[0] for case in BAD_HANDS])
def test_cards_that_cannot_be_dealt_are_refused(hand: dict[int, Any], reason: str) -> None:
    with pytest.raises(TableError, match=reason):
        Match.from_cards("argentino", hand, players=2)


@pytest.mark.parametrize(
    ("variant", "hands", "settings", "reason"),
    [
        ("uruguayo", TWO, {}, "the muestra is missing"),
        ("argentino", TWO, {"turned": "5c"}, "this variant turns no card"),
        ("uruguayo", TWO, {"turned": "4e"}, "it lies turned on the table|seat 1: 4e is dealt twice"),
        ("argentino", TWO, {"dealer": 3}, "there is no seat 3"),
        ("argentino", None, {"players": 2}, "the cards are None: give the cards of each seat"),
        (
            "argentino",
            {1: "4e 2b 10o"},
            {},
            "argentino is played by 2, 3, 4, 6, 8, not by 1: give the cards",
        ),
        ("argentino", {}, {}, "argentino is played by 2, 3, 4, 6, 8, not by 0: give the cards of every seat"),
    ],
)
def test_settings_that_do_not_fit_are_refused(variant: str, hands: Any, settings: Any, reason: str) -> None:
    with pytest.raises(TableError, match=reason):
        Match.from_cards(variant, hands, **settings)


def test_the_log_keeps_the_score_before_and_after_a_hand_that_wins_a_game() -> None:
    match = Match.from_cards("argentino", TWO, score=(28, 29), chicos=3)
    match.play(1, "truco")
    match.play(2, "no-quiero")
    match.deal()
    match.play(2, "truco")
    match.play(1, "no-quiero")
    first, second = (deal.hands[0] for deal in match.log)
    assert (match.score, match.games) == ((0, 0), (0, 1))
    assert (first.score_before, first.score_after, first.games_after) == ((28, 29), (29, 29), (0, 0))
    assert (second.score_before, second.score_after) == ((29, 29), (29, 30))
    assert (second.games_before, second.games_after) == ((0, 0), (0, 1))
    assert match.hand_log is second


def test_a_record_can_be_replayed_from_its_text() -> None:
    match = Match.from_cards("argentino", TWO)
    match.play(1, "truco")
    text = "variant argentino\nplayers 2\ndeal 2\ncards 1 4e 2b 10o\ncards 2 7c 1o 3e\n1 truco\n"
    assert replay(text).match.view(2) == match.view(2)


@pytest.mark.parametrize("ask", [Hand.side, Hand.held, Hand.dealt, lambda hand, seat: hand.value(seat, "envido")])
@pytest.mark.parametrize("seat", [0, 3, "1", None])
def test_a_hand_refuses_a_seat_that_does_not_play(ask: Callable[[Hand, Any], Any], seat: Any) -> None:
    hand = Match.from_cards("argentino", TWO).hand
    assert hand is not None
    with pytest.raises(TableError, match=f"seat {seat!r} does not play this hand; its seats are 1 2"):
        ask(hand, seat)


def test_only_envido_and_flor_have_points() -> None:
    match = Match.from_cards("argentino", TWO)
    view, hand = match.view(1), match.hand
    assert hand is not None
    reason = "cards have no points in 'truco': ask for envido or flor"
    with pytest.raises(TableError, match=reason):
        view.points(match.rules, "truco")
    with pytest.raises(TableError, match=reason):
        hand.value(1, "truco")


def test_cards_are_given_for_later_hands() -> None:
    match = Match.from_cards("argentino", TWO)
    with pytest.raises(TableError, match="the current hand is not over"):
        match.deal_cards(TWO)
    match.play(1, "mazo")
    before = match.copy()
    for wrong, reason in (({1: "4e 2b 10o"}, "the cards of seat 2 are missing"), ({**TWO, 3: "1c"}, "seat 3 does not")):
        with pytest.raises(TableError, match=reason):
            match.deal_cards(wrong)
        assert match == before
    match.deal_cards(TWO)
    assert (match.dealer, list(match.turn), len(match.log)) == (1, [2], 2)


def test_cards_are_given_for_each_duel_of_a_deal() -> None:
    match = Match("belmez", 4, seed="feria", dealer=4)
    pack = iter(match.rules.pack)
    for _ in range(2):
        lineup = match.deals.next_in_match(match.score)
        match.deal_cards({seat: list(islice(pack, 3)) for seat in lineup.seats})
        match.play(lineup.seats[0], "mazo")
    assert len(match.log) == 1
    assert all(hand.lineup.duel for hand in match.log[0].hands)
