"""A match refuses invalid arguments with a clear message and does not change."""

from __future__ import annotations

import re
from typing import Any

import pytest

from truquero import Hand, Match, rules_of
from truquero.records import record
from truquero.rules.options import OptionError
from truquero.sim import Simulator
from truquero.table import IllegalMove, TableError

NUMBERS = "write 2 numbers from 0 to 29"
CAPTAINS = "name one seat of each side, such as (1, 2)"


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ({"signs": 5}, 'signs is 5: give the señas of a side, such as {"A": "guiño=1e"}'),
        ({"signs": "A"}, "signs is 'A': give the señas of a side"),
        ({"signs": []}, "signs is []: give the señas of a side"),
        ({"signs": {"A": None}}, "the señas of a side are None: write them as"),
        ({"signs": {"A": 5}}, "the señas of a side are 5: write them as"),
        ({"signs": {"C": "guino=1e"}}, "señas of side 'C': name side A or B"),
        ({"score": "00"}, f"score '00': {NUMBERS}"),
        ({"score": 5}, f"score 5: {NUMBERS}"),
        ({"score": (1, None)}, f"score 1-None: {NUMBERS}"),
        ({"score": (1.5, 0)}, f"score 1.5-0: {NUMBERS}"),
        ({"score": (True, 0)}, f"score True-0: {NUMBERS}"),
        ({"score": {0: 1, 1: 2}}, f"score {{0: 1, 1: 2}}: {NUMBERS}"),
        ({"score": ()}, f"score (): {NUMBERS}"),
        ({"games_won": 5}, "games 5: write 2 numbers"),
        ({"captains": 5}, f"captains 5: {CAPTAINS}"),
        ({"captains": None}, f"captains None: {CAPTAINS}"),
        ({"captains": "12"}, f"captains '12': {CAPTAINS}"),
        ({"captains": (9, 9)}, f"captains (9, 9): {CAPTAINS}"),
        ({"captains": (1, 3)}, f"captains (1, 3): {CAPTAINS}"),
        ({"captains": (1,)}, f"captains (1,): {CAPTAINS}"),
        ({"captains": (1, None)}, f"captains (1, None): {CAPTAINS}"),
        ({"dealer": "1"}, "there is no seat '1': seats are 1 to 4"),
        ({"dealer": 5}, "there is no seat 5: seats are 1 to 4"),
    ],
)
def test_a_match_refuses_wrong_arguments(named: dict[str, Any], reason: str) -> None:
    with pytest.raises(TableError, match=re.escape(reason)):
        Match("argentino", 4, **named)


@pytest.mark.parametrize("named", [{"players": 4}, {"players": 2}, {"flor": "off"}])
def test_rules_have_their_players_and_house_rules_already(named: dict[str, Any]) -> None:
    with pytest.raises(TableError, match="Rules already contain the players and house rules"):
        Match(rules_of("argentino", 2), **named)


@pytest.mark.parametrize("variant", [None, 5, []])
def test_a_variant_has_a_name(variant: Any) -> None:
    message = re.escape(f"{variant!r} is not the name of a variant; the variants are argentino")
    for function in (Match, rules_of, Simulator, lambda name, _players: Match.from_cards(name, {1: "1e 7e 4c"})):
        with pytest.raises(OptionError, match=message):
            function(variant, 4)


@pytest.mark.parametrize("captains", [(1, 2), [3, 4], (2, 1)])
def test_captains_are_a_seat_of_each_side(captains: Any) -> None:
    assert Match("argentino", 4, captains=captains).captains == tuple(captains)


@pytest.mark.parametrize(
    ("seat", "move", "reason"),
    [
        (1, None, 'seat 1 may not None: give a move as text, such as "truco"; legal: '),
        (1, 5, "give a move as text"),
        (1, b"truco", "give a move as text"),
        (1, [], "give a move as text"),
        (2, None, "seat 2 may not act now"),
        (None, "truco", "seat None may not truco: there is no seat None: seats are 1 to 4"),
        ("1", "truco", "there is no seat '1'"),
        (True, "truco", "there is no seat True"),
        (1.0, "truco", "there is no seat 1.0"),
        ([], "tapada-4e", "there is no seat []"),
        ("x", "sena-dos", "there is no seat 'x'"),
        (None, None, "there is no seat None"),
        (9, "truco", "seat 9 may not truco: there is no seat 9: seats are 1 to 4"),
        (0, "tapada-4e", "there is no seat 0"),
    ],
)
def test_a_move_is_a_text_of_a_seat(seat: Any, move: Any, reason: str) -> None:
    match = Match("argentino", 4, seed=1, dealer=4)
    match.deal()
    before = str(record(match)), match.view(1)
    with pytest.raises(IllegalMove, match=re.escape(reason)):
        match.play(seat, move)
    assert (str(record(match)), match.view(1)) == before


def test_a_refused_move_reveals_no_covered_cards() -> None:
    """S004 Mão de ferro: a refusal does not reveal cards that the player may not see, not even the player's own."""
    match = Match("paulista", 2, seed=1, dealer=2, score=(11, 11), mao_ferro_cega="on")
    match.deal()
    move: Any = None
    with pytest.raises(IllegalMove) as refused:
        match.play(1, move)
    assert refused.value.legal == ("carta-1", "carta-2", "carta-3", "mazo")
    assert not set(refused.value.legal) & set(match.log[-1].hands[-1].cards[1])


def test_an_exposed_card_is_answered_before_any_move() -> None:
    match = Match("belmez", 2, seed=1, dealer=2)
    match.deal(exposed=1)
    move: Any = None
    with pytest.raises(IllegalMove, match="legal: acepta-carta otra-carta"):
        match.play(1, move)


def a_hand() -> Hand:
    hand = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"}).hand
    assert hand is not None
    return hand


@pytest.mark.parametrize("seat", [9, 0, -1, "1", None, True, 1.0, []])
def test_a_hand_and_a_match_refuse_a_seat_that_does_not_exist_in_the_same_words(seat: Any) -> None:
    match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    assert match.hand is not None
    for table in (match, match.hand):
        with pytest.raises(IllegalMove, match=re.escape(f"there is no seat {seat!r}: seats are 1 to 2")):
            table.play(seat, "truco")


@pytest.mark.parametrize("move", [None, 5, [], ["truco"], b"truco"])
def test_a_hand_takes_moves_as_text(move: Any) -> None:
    hand = a_hand()
    for method in (hand.play, hand.allows):
        with pytest.raises(TableError, match=re.escape(f"the move is {move!r}: give a move as text")):
            method(1, move)
    assert hand == a_hand()


@pytest.mark.parametrize("number", [-1, 0, 9, None, "0"])
def test_a_hand_returns_only_finished_tricks(number: Any) -> None:
    with pytest.raises(TableError, match=f"trick {number!r} is not finished: 0 tricks are, counted from 0"):
        a_hand().trick(number)


def test_a_hand_has_no_moves_for_other_seats_and_no_bet_for_other_words() -> None:
    assert a_hand().legal(99) == []
    assert a_hand().bet(1, "nonsense") is None


def test_a_view_values_cards_by_rules() -> None:
    rules: Any = "argentino"
    view = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"}).view(1)
    with pytest.raises(TableError, match="the rules are 'argentino': give Rules"):
        view.points(rules, "envido")


def test_a_seed_that_cannot_be_encoded_is_refused() -> None:
    with pytest.raises(TableError, match=r"seed '\\ud800': give text without lone surrogates"):
        Match("argentino", 2, seed="\ud800")
    match = Match("argentino", 2, seed=1)
    before = match.copy()
    with pytest.raises(TableError, match="lone surrogates"):
        match.deal(seed="\ud800")
    assert match == before


def test_logs_are_one_line_without_cards() -> None:
    match = Match("belmez", 4, seed=1, dealer=4)
    match.deal()
    assert repr(match.hand_log) == "<HandLog duel, seats 1 2, moves 0, in play>"
    match.play(1, "mazo")
    assert repr(match.log) == "[<DealLog dealer 4, 1 of 3 hands>]"
    assert repr(match.hand_log) == "<HandLog duel, seats 1 2, moves 1, finished>"
