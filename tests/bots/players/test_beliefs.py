"""The beliefs of a bot: sampled deals match everything it has seen, and calls and silence change their weights."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.bot_tables import hand_of, play
from tests.table.test_view_leaks import TABLES, play_some
from truquero import Match
from truquero.bots.players.beliefs import Beliefs
from truquero.bots.players.prepared_view import PreparedView
from truquero.cards import CARDS, Card
from truquero.engine.state import bit
from truquero.speech.hints import hint

DEALS = 8

STRONG, MIDDLE, WEAK = "1e 7e 3c", "2e 12c 10b", "4c 5b 6o"  # strength in truco; WEAK has no envido above 7
HIGH, LOW = "7o 6o 4b", "4b 10o 12c"  # value in envido


def cards(names: str) -> tuple[Card, ...]:
    return tuple(CARDS[name] for name in names.split())


def beliefs(match: Match, seat: int) -> Beliefs:
    return Beliefs(PreparedView(match.rules, match.view(seat)), random.Random("beliefs"))


def odds(match: Match, seat: int, place: int, better: str, worse: str) -> float:
    """Return how many times likelier a place is to hold the first hand than the second, given all calls."""
    some_beliefs = beliefs(match, seat)
    return some_beliefs.weight(place, cards(better)) / some_beliefs.weight(place, cards(worse))


# ------------------------------------------------------------------------------------------------------ sampled deals


def positions(variant: str, players: int, options: dict[str, Any], count: int) -> Iterator[tuple[Match, int]]:
    """Yield random positions, each with a seat of the current hand."""
    random_stream = random.Random(f"{variant}{players}{options}")
    for number in range(count):
        match = Match(variant, players, seed=number, **options)
        play_some(match, random_stream, random_stream.randrange(1, 30))
        if match.hand is not None and match.turn:
            yield match, random_stream.choice(match.hand.seats)


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_deals_fit_what_was_seen_and_the_real_one_is_never_ruled_out(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    """After any calls of random players, their real cards keep a positive weight."""
    for match, seat in positions(variant, players, options, 8):
        prepared = PreparedView(match.rules, match.view(seat))
        some_beliefs = Beliefs(prepared, random.Random("draw"))
        for _ in range(DEALS):
            deal = some_beliefs.deal()
            cards_held = [card for place in deal for card in deal[place]]
            assert sorted(deal) == list(range(len(prepared.seats)))
            assert len(cards_held) == len(set(cards_held))
            assert match.turned not in cards_held
            assert set(cards_held) <= set(match.rules.pack)
            for place, hand in deal.items():
                assert len(hand) == prepared.dealt_count(place)
                assert set(prepared.known_by_place[place]) <= set(hand)
        assert match.hand is not None
        dealt = match.log[-1].hands[-1].cards
        for place, other_seat in enumerate(match.hand.seats):
            real = [card for card in dealt[other_seat] if card is not None]
            if other_seat != seat and len(real) == 3 and not false_words(match):
                assert some_beliefs.weight(place, real) > 0


def false_words(match: Match) -> bool:
    """Return whether players can make false statements and be fined for them."""
    return match.rules.options.get("declare") == "manual" or match.rules.options.get("illegal_calls") == "penalty"


def test_a_seat_that_sang_holds_a_flor() -> None:
    match = play(hand_of("argentino", {1: "4o 5o 6o", 2: "4c 1b 12e"}, flor=True), "1 flor")
    points = match.rules.points_for(None)
    some_beliefs = beliefs(match, 2)
    assert all(points.is_flor(some_beliefs.deal()[0]) for _ in range(50))


def test_declared_points_are_exact() -> None:
    match = hand_of("argentino", {1: "7o 6o 1b", 2: "4c 1e 12e"}, flor=False)
    play(match, "1 envido", "2 quiero")
    points = match.rules.points_for(None)
    assert {points.envido(beliefs(match, 2).deal()[0]) for _ in range(30)} == {33}
    assert max(points.envido(beliefs(match, 1).deal()[1]) for _ in range(30)) <= 33


def test_cards_on_the_table_stay_where_they_are() -> None:
    match = play(hand_of("argentino", {1: "7o 6o 1b", 2: "4c 1e 12e"}, flor=False), "1 1b", "2 1e", "2 4c")
    some_beliefs = beliefs(match, 1)
    assert all({"1e", "4c"} < set(some_beliefs.deal()[1]) for _ in range(20))


def test_a_card_turned_up_is_in_no_hand() -> None:
    match = hand_of("paulista", {1: "4o 5o 6o", 2: "3b 12e 7b"}, turned="5c")
    some_beliefs = beliefs(match, 1)
    assert not any("5c" in some_beliefs.deal()[1] for _ in range(60))


# --------------------------------------------------------------------------------------------- duels of the same deal


DUELS: list[tuple[str, int, dict[str, Any], tuple[int, int]]] = [
    ("belmez", 4, {}, (0, 0)),
    ("argentino", 6, {}, (6, 6)),
    ("argentino", 6, {"picapica_hidden": True}, (6, 6)),
    ("uruguayo", 6, {}, (6, 6)),
]


@pytest.mark.parametrize(("variant", "players", "options", "score"), DUELS)
def test_cards_of_earlier_duels_are_remembered(
    variant: str, players: int, options: dict[str, Any], score: tuple[int, int]
) -> None:
    """S003 Reglas de oro: several duels share a pack. Seats that only watched remember the cards too."""
    match = Match(variant, players, seed="memory", dealer=players, score=score, **options)
    random_stream = random.Random("duels")
    seats = range(1, players + 1)
    cards_shown: dict[int, set[Card]] = {}
    later_duels = 0
    for _ in range(8):
        match.deal()
        assert match.hand is not None
        is_first_duel = len(match.log[-1].hands) == 1
        later_duels += not is_first_duel
        if is_first_duel:
            cards_shown = {seat: set() for seat in seats}
        while match.turn:
            for seat in seats:
                assert set(match.view(seat).seen_earlier) == cards_shown[seat]
            for seat in match.hand.seats:
                assert cards_shown[seat].isdisjoint(PreparedView(match.rules, match.view(seat)).unseen)
            match.play(*random_stream.choice(match.moves()))
        for seat in seats:
            cards_shown[seat] |= seen_now(match, seat)
    assert later_duels


def test_a_hint_does_not_count_what_earlier_duels_have_shown() -> None:
    match = Match("belmez", 4, seed="memory", dealer=4)
    random_stream = random.Random("hints")
    match.deal()
    while match.turn:
        match.play(*random_stream.choice(match.moves()))
    match.deal()
    assert match.hand is not None
    view = match.view(match.hand.seats[0])
    assert view.seen_earlier
    unseen = len(PreparedView(match.rules, view).unseen)
    assert any(f"of {unseen} unseen cards" in line for line in hint(match.rules, view))


def seen_now(match: Match, seat: int) -> set[Card]:
    view = match.view(seat)
    laid = {laid_card.card for laid_card in view.table if laid_card.card is not None}
    shown = {card for event in view.events if event.kind == "show" for card in event.cards}
    return laid | shown | {card for card in view.cards if card is not None}


def test_a_new_deal_is_a_new_pack() -> None:
    match = Match("argentino", 2, seed="new", dealer=2)
    for _ in range(3):
        match.deal()
        assert match.view(1).seen_earlier == ()
        match.play(match.view(1).seats[0], "mazo")


# ------------------------------------------------------------------------------------------------- evidence from calls

HELD = {1: "2e 12c 10b", 2: "4o 11b 5c"}


def test_without_calls_all_hands_are_equally_likely() -> None:
    match = hand_of("argentino", HELD, flor=False)
    assert odds(match, 2, 0, STRONG, WEAK) == odds(match, 2, 0, HIGH, LOW) == 1


def test_a_seat_that_called_truco_has_better_cards() -> None:
    match = play(hand_of("argentino", HELD, flor=False), "1 truco")
    assert odds(match, 2, 0, STRONG, WEAK) > 3
    assert odds(match, 2, 0, STRONG, MIDDLE) > 1


def test_a_seat_that_played_without_a_call_has_worse_cards() -> None:
    match = play(hand_of("argentino", HELD, flor=False), "1 10b")
    assert odds(match, 2, 0, "1e 7e 10b", "4c 5b 10b") < 0.7
    assert odds(match, 2, 0, "7b 6o 10b", "4c 6o 10b") < 1


def test_a_bluff_is_never_ruled_out() -> None:
    match = play(hand_of("argentino", HELD, flor=False), "1 truco", "2 retruco", "1 vale-cuatro")
    assert beliefs(match, 2).weight(0, cards(WEAK)) > 0


def test_a_raise_shows_better_cards_than_an_acceptance() -> None:
    accepted = play(hand_of("argentino", HELD, flor=False), "1 truco", "2 quiero")
    raised = play(hand_of("argentino", HELD, flor=False), "1 truco", "2 retruco")
    assert odds(raised, 1, 1, STRONG, MIDDLE) > odds(accepted, 1, 1, STRONG, MIDDLE)


def test_an_envido_shows_better_points_and_a_refusal_worse_ones() -> None:
    called = play(hand_of("argentino", HELD, flor=False), "1 envido")
    assert odds(called, 2, 0, HIGH, LOW) > 2
    refused = play(called, "2 no-quiero")
    assert odds(refused, 1, 1, HIGH, LOW) < 0.5


def test_an_accepted_truco_shows_better_cards_than_a_refused_one() -> None:
    match = play(hand_of("argentino", HELD, flor=False), "1 truco", "2 quiero")
    assert odds(match, 1, 1, STRONG, WEAK) > 1


def test_a_seat_that_bet_on_the_envido_has_no_flor_that_forbids_it() -> None:
    """BE-13: betting with such a flor is an offence that loses."""
    match = hand_of("belmez", {1: "3c 3o 5e", 2: "7e 6e 4c"})
    play(match, "1 3c", "2 envido-pata")
    assert odds(match, 1, 1, "1b 11b 6b", "1b 11b 6c") < 0.1


def test_large_bets_are_rarely_bluffs() -> None:
    match = play(hand_of("argentino", {1: "4c 5o 6e", 2: "7e 6b 4b"}, flor=False), "1 4c", "2 falta-envido")
    assert odds(match, 1, 1, "7o 6o 4b", "4b 10o 12c") > 50
    small = play(hand_of("argentino", {1: "4c 5o 6e", 2: "7e 6b 4b"}, flor=False), "1 4c", "2 envido")
    assert odds(small, 1, 1, "7o 6o 4b", "4b 10o 12c") < 20


def test_a_flor_that_was_not_sung_is_unlikely() -> None:
    match = play(hand_of("argentino", {1: "2e 12c 10b", 2: "4o 11b 5c"}, flor=True), "1 10b")
    assert odds(match, 2, 0, "10b 4b 5b", "10b 4b 5c") < 0.1


def test_calls_are_judged_by_the_tricks_at_that_time() -> None:
    """A call after a trick was won says less about the remaining cards than a call before it."""
    held = {1: "1e 12c 10b", 2: "4o 11b 5c"}
    match = play(hand_of("argentino", held, flor=False), "1 1e", "2 4o", "1 truco")
    early = play(hand_of("argentino", held, flor=False), "1 truco", "2 quiero", "1 1e", "2 4o")
    assert odds(match, 2, 0, "1e 7e 3c", "1e 4c 5b") < 50
    assert odds(early, 2, 0, "1e 7e 3c", "1e 4c 5b") > 1


# --------------------------------------------------------------------------------------------------------------- señas

FOUR = {1: "4c 5c 6o", 2: "3c 12b 4o", 3: "5o 11e 4b", 4: "6c 2b 7e"}
ACE, NONE = "1e 5b 10c", "11c 5b 10c"


def test_a_partners_sena_is_believed_and_a_rivals_doubted() -> None:
    match = hand_of("argentino", FOUR, flor=False)
    match.watch(4, 1)
    match.play(1, "sena-as-de-espadas")
    partner, rival = odds(match, 3, 0, ACE, NONE), odds(match, 4, 0, ACE, NONE)
    assert partner > rival > 1
    assert partner > 5
    assert odds(match, 2, 0, ACE, NONE) == 1  # a seat that did not see the seña learns nothing


def test_a_partners_good_points_are_believed() -> None:
    match = hand_of("argentino", FOUR, flor=False)
    match.watch(4, 1)
    match.play(1, "sena-envido")
    assert odds(match, 3, 0, HIGH, LOW) > 1
    assert odds(match, 4, 0, HIGH, LOW) == 1


def test_flores_are_known_from_the_words_said() -> None:
    match = play(hand_of("argentino", {1: "4o 5o 6o", 2: "4c 5c 6c"}, flor=True), "1 flor", "2 contraflor")
    assert PreparedView(match.rules, match.view(1)).announced_flor == bit(0) | bit(1)
