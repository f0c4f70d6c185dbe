"""Hands with chosen cards: impossible deals are refused with a clear message, and the match does not change."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from truquero import Card, Hand, Match, cards, rules_of
from truquero.analysis import equity
from truquero.cards import CARDS, CardError
from truquero.engine import automaton
from truquero.records import RecordError, parse, record, replay
from truquero.rules.game import HandType, Rules
from truquero.rules.stakes import HandScore
from truquero.table import TableError
from truquero.table.hand_opening import begin_deal, begin_hand
from truquero.table.special_moves import name_replacement

TWO = {1: "4e 2b 10o", 2: "7c 1o 3e"}
THREE = {1: "4e 2b 10o", 2: "7c 1o 3e", 3: "5e 6e 7e 4c"}  # seat 3 deals and is gallo
BAD_HANDS: list[tuple[str, dict[Any, Any], str]] = [
    ("twice in one hand", {1: "4e 4e 10o", 2: "7c 1o 3e"}, r"seat 1 has 4e twice: name every card once"),
    ("in two hands", {1: "4e 2b 10o", 2: "7c 1o 4e"}, r"seat 2: 4e is dealt twice, for seat 1 holds it"),
    ("four cards", {1: "4e 2b 10o 5c", 2: "7c 1o 3e"}, r"seat 1 is dealt 3 cards, not 4"),
    ("two cards", {1: "4e 2b", 2: "7c 1o 3e"}, r"seat 1 is dealt 3 cards, not 2"),
    ("no cards", {1: (), 2: "7c 1o 3e"}, r"seat 1 is dealt 3 cards, not 0"),
    (
        "outside the pack",
        {1: "4e 2b 8o", 2: "7c 1o 3e"},
        r"seat 1: 8o is not in the pack of this variant; its ranks are",
    ),
    ("no card at all", {1: "4e 2b xx", 2: "7c 1o 3e"}, r"seat 1: 'xx' is not a card: write a rank"),
    ("a number for a card", {1: ["4e", "2b", 7], 2: "7c 1o 3e"}, r"seat 1: 7 is not a card: write a rank"),
    ("a number for a hand", {1: 7, 2: "7c 1o 3e"}, r"the cards of seat 1 are 7: write them as \"4e 2b 10o\""),
    ("nothing for a hand", {1: None, 2: "7c 1o 3e"}, r"the cards of seat 1 are None"),
    ("a missing seat", {1: "4e 2b 10o"}, r"the cards of seat 2 are missing: give 3 cards, or \?\?"),
    ("nobody", {}, r"the cards of seat 1 are missing|the cards of seat 2 are missing"),
    ("a seat too many", {**TWO, 3: "5e 6e 7e"}, r"seat 3 does not play this hand; its seats are 1 2"),
    ("seat 0", {0: "5e 6e 7e", **TWO}, r"seat 0 does not play this hand"),
    ("a word for a seat", {"1": "4e 2b 10o", 2: "7c 1o 3e"}, r"seat '1' does not play this hand"),
    ("truth for a seat", {True: "4e 2b 10o", 2: "7c 1o 3e"}, r"seat True does not play this hand"),
]


def test_a_card_missing_from_the_pack_is_refused_with_the_cards_of_its_rank() -> None:
    """The pack of Bélmez has a single sota and a single caballo."""
    with pytest.raises(TableError, match=r"seat 2: 11o is not in the pack of this variant, which has only 11b of that"):
        Match.from_cards("belmez", {1: "1e 7e 4c", 2: "3b 11o 2e"})


def dealt(variant: str = "argentino", players: int = 2, **options: Any) -> Match:
    match = Match(variant, players, seed="given", dealer=players, **options)
    begin_deal(match, players)
    return match


def snapshot(match: Match) -> tuple[Any, ...]:
    """Return everything that a refusal could have changed."""
    views = [match.view(seat) for seat in range(1, match.players + 1)]
    return (
        str(record(match)),
        views,
        match.deals.next_in_deal(),
        match.deals.turned,
        match.score,
        match.deals.deals_in_game,
    )


def refuses(match: Match, reason: str, *arguments: Any, **named: Any) -> None:
    before = snapshot(match)
    with pytest.raises(TableError, match=reason):
        begin_hand(match, *arguments, **named)
    assert snapshot(match) == before


@pytest.mark.parametrize(("hand", "reason"), [case[1:] for case in BAD_HANDS], ids=[case[0] for case in BAD_HANDS])
def test_a_match_refuses_cards_that_cannot_be_dealt(hand: dict[int, Any], reason: str) -> None:
    match = dealt()
    refuses(match, reason, hand)
    begin_hand(match, TWO)  # the match continues normally
    assert match.view(1).cards == cards("4e 2b 10o")


BAD_CARDS: list[tuple[str, dict[Any, str], str]] = [
    ("twice in one hand", {1: "4e 4e 10o", 2: "7c 1o 3e"}, "seat 1 has 4e twice"),
    ("in two hands", {1: "4e 2b 10o", 2: "7c 1o 4e"}, "seat 2: 4e is dealt twice"),
    ("four cards", {1: "4e 2b 10o 5c", 2: "7c 1o 3e"}, "seat 1 is dealt 3 cards, not 4"),
    ("two cards", {1: "4e 2b", 2: "7c 1o 3e"}, "seat 1 is dealt 3 cards, not 2"),
    ("outside the pack", {1: "4e 2b 8o", 2: "7c 1o 3e"}, "8o is not in the pack"),
    ("a missing seat", {1: "4e 2b 10o"}, "the cards of seat 2 are missing"),
    ("a seat too many", {**TWO, 3: "5e 6e 7e"}, "seat 3 does not play this hand"),
    ("another seat", {1: "4e 2b 10o", 3: "7c 1o 3e"}, "seat 3 does not play this hand"),
    ("truth for a seat", {True: "4e 2b 10o", 2: "7c 1o 3e"}, "seat True does not play this hand"),
    ("a fraction for a seat", {1.0: "4e 2b 10o", 2: "7c 1o 3e"}, "seat 1.0 does not play this hand"),
]


@pytest.mark.parametrize("kind", [tuple, list])
@pytest.mark.parametrize(("hand", "reason"), [case[1:] for case in BAD_CARDS], ids=[case[0] for case in BAD_CARDS])
def test_card_objects_are_checked_like_texts(hand: dict[Any, str], reason: str, kind: type) -> None:
    """Card objects take a faster path, which must refuse the same hands."""
    refuses(dealt(), reason, {seat: kind(cards(held)) for seat, held in hand.items()})


def test_a_used_or_turned_card_object_is_refused() -> None:
    two = {seat: cards(held) for seat, held in TWO.items()}
    refuses(dealt("uruguayo"), "it lies turned on the table", two, Card("4e"))
    refuses(dealt("argentino"), "this variant turns no card", two, Card("5o"))
    duels = Match("belmez", 4, seed="given", dealer=4)
    begin_deal(duels, 4)
    begin_hand(duels, {1: cards("4e 2b 6o"), 2: cards("7c 1o 3e")})
    duels.play(1, "mazo")
    second_duel = duels.deals.require_next_in_deal().seats
    hands = (cards("4e 2c 5o"), cards("7e 1e 3o"))
    refuses(duels, "dealt in an earlier hand", dict(zip(second_duel, hands, strict=True)))


@pytest.mark.parametrize("seat", [True, 1.0])
def test_a_hand_of_unknown_cards_has_whole_numbers_for_seats(seat: Any) -> None:
    refuses(dealt(), "does not play this hand", {seat: (None,) * 3, 2: (None,) * 3})


def test_a_dealt_hand_does_not_follow_the_lists_it_was_given_with() -> None:
    match, held = dealt(), list(cards("4e 2b 10o"))
    begin_hand(match, {1: held, 2: cards("7c 6c 3e")})
    held[:] = cards("7o 6o 1b")
    assert match.view(1).cards == cards("4e 2b 10o")
    assert str(record(match)).count("cards 1 4e 2b 10o") == 1


def test_a_deal_with_chosen_cards_cannot_be_dealt_from_the_seed() -> None:
    match = dealt()
    before = snapshot(match)
    with pytest.raises(TableError, match="open its next hand with deal_cards"):
        match.deal()
    assert snapshot(match) == before
    between = parse("variant belmez\nplayers 4\ndeal 4\nduel 1 2\ncards 1 4e 2b 6o\ncards 2 7c 1o 3e\n1 mazo\n")
    with pytest.raises(TableError, match="open its next hand with deal_cards"):
        replay(between).match.deal()


@pytest.mark.parametrize("seed", ["", "a b", "a\nb", "#c", "a;b"])
def test_a_seed_is_one_word_that_a_record_can_hold(seed: str) -> None:
    match = Match("argentino", 2, seed=1)
    for open_deal in (lambda: match.deal(seed=seed), lambda: begin_deal(match, match.deals.next_dealer(), seed=seed)):
        before = snapshot(match)
        with pytest.raises(TableError, match="give one word"):
            open_deal()
        assert snapshot(match) == before


@pytest.mark.parametrize("seat", [True, 1.0, "1", 3])
def test_an_exposed_card_falls_to_a_seat(seat: Any) -> None:
    match = Match("argentino", 2, seed=1)
    with pytest.raises(TableError, match="there is no seat"):
        match.deal(exposed=seat)


@pytest.mark.parametrize("hands", [None, 5, [("4e", "2b", "10o")], "4e 2b 10o"])
def test_cards_are_given_by_seat(hands: Any) -> None:
    refuses(dealt(), "give the cards of each seat, such as", hands)


@pytest.mark.parametrize(
    ("variant", "turned", "reason"),
    [
        ("uruguayo", None, "the muestra is missing: name the card that is turned"),
        ("paulista", None, "the vira is missing"),
        ("uruguayo", "4e", "seat 1: 4e is dealt twice, for it lies turned on the table"),
        ("uruguayo", "8o", "the turned card: 8o is not in the pack"),
        ("uruguayo", "??", "the turned card: '\\?\\?' is not a card"),
        ("uruguayo", 5, "the turned card: 5 is not a card"),
        ("argentino", "5o", "this variant turns no card: leave 5o out"),
    ],
)
def test_the_turned_card_is_checked(variant: str, turned: Any, reason: str) -> None:
    refuses(dealt(variant), reason, TWO, turned)


def test_a_gallo_is_dealt_four_cards() -> None:
    refuses(dealt(players=3), "seat 3 is dealt 4 cards, not 3", {**THREE, 3: "5e 6e 7e"})
    refuses(dealt(players=3), "seat 1 is dealt 3 cards, not 4", {**THREE, 1: "4e 2b 10o 6c"})
    match = dealt(players=3)
    begin_hand(match, THREE)
    match.play(3, "descarta-4C")
    assert match.view(3).cards == cards("5e 6e 7e")


@pytest.mark.parametrize(
    ("exposed", "replacement", "reason"),
    [
        ((1, "5o"), None, "seat 1 was dealt the exposed 5o, which is not among its cards"),
        ((2, "4e"), None, "seat 2 was dealt the exposed 4e, which is not among its cards"),
        ((3, "4e"), None, "seat 3 does not play this hand"),
        ((1, "8o"), None, "the exposed card: 8o is not in the pack"),
        (1, None, r"exposed is 1: give a seat and its card, such as \(2, \"4e\"\)"),
        ((1, "4e"), "7c", "the next card: 7c is dealt twice, for seat 2 holds it"),
        ((1, "4e"), "9o", "the next card: 9o is not in the pack"),
        (None, "5o", "no card was exposed, so no card replaces it: leave 5o out"),
    ],
)
def test_an_exposed_card_is_checked(exposed: Any, replacement: Any, reason: str) -> None:
    refuses(dealt("belmez"), reason, TWO, exposed=exposed, replacement=replacement)


@pytest.mark.parametrize("variant", ["argentino", "paulista"])
def test_an_exposed_card_has_no_replacement_where_the_cards_are_dealt_again(variant: str) -> None:
    turned = "7e" if rules_of(variant, 2).deal.turned else None
    hands = {1: "4e 2b 10o", 2: "7c 1o 3e"}
    reason = "in this game an exposed card is not replaced, but the cards are dealt again: leave 5o out"
    refuses(dealt(variant), reason, hands, turned, exposed=(1, "4e"), replacement="5o")
    begin_hand(dealt(variant), hands, turned, exposed=(1, "4e"))


def test_an_exposed_card_is_one_of_the_first_duel() -> None:
    match = Match("argentino", 6, seed="given", dealer=6, score=(5, 5))
    match.deal()
    while match.turn:
        match.play(*match.moves()[0])
    begin_deal(match, 1)  # a pica-pica
    begin_hand(match, {2: "4e 2b 10o", 5: "7c 1o 3e"})
    match.play(2, "mazo")
    refuses(match, "a card can be exposed only during the deal", {3: "4c 2c 10c", 6: "7e 1e 3o"}, exposed=(3, "4c"))
    refuses(match, "seat 3: 4e is dealt twice, for it was dealt in an earlier hand", {3: "4e 2c 10c", 6: "7e 1e 3o"})


@pytest.mark.parametrize("named", [{"silent": frozenset({7})}, {"later": {7: ["5o"]}}, {"later": {1: ["8o"]}}])
def test_facts_about_unknown_cards_are_checked(named: Any) -> None:
    refuses(dealt(), "seat 7 does not play|8o is not in the pack", {**TWO, 1: "?? ?? ??"}, **named)


@pytest.mark.parametrize("later", ["4e 2B", ["4e", "2b"], [Card("4e"), "Qp"]])
def test_cards_shown_later_are_given_like_a_hand(later: Any) -> None:
    match = dealt()
    begin_hand(match, {**TWO, 1: "?? ?? ??"}, later={1: later})
    assert match.in_hand


@pytest.mark.parametrize(
    ("later", "reason"), [(None, "the cards of seat 1 are None"), (["4e", None], "'??' is not a card")]
)
def test_cards_shown_later_are_known_cards(later: Any, reason: str) -> None:
    refuses(dealt(), re.escape(reason), {**TWO, 1: "?? ?? ??"}, later={1: later})


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ({"later": {1: "7c"}}, "seat 1 cannot show 7c later, for seat 2 holds it"),
        ({"later": {1: "4e 4E"}}, "later: 4e is shown twice; name every card once"),
        ({"later": 5}, 'later is 5: give the cards that each seat shows, such as {1: "4e 2b"}'),
        ({"later": "4e"}, "later is '4e': give"),
        ({"later": [1]}, "later is [1]: give"),
        ({"later": {None: "4e"}}, "seat None does not play this hand"),
        ({"silent": 1}, "silent is 1: give the seats that sing no flor, such as {1, 2}"),
        ({"silent": "12"}, "silent is '12': give"),
        ({"silent": [[]]}, "seat [] does not play this hand"),
        ({"silent": {1: 2}}, "silent is {1: 2}: give"),
    ],
)
def test_facts_about_unknown_cards_must_be_possible(named: Any, reason: str) -> None:
    refuses(dealt(), re.escape(reason), {**TWO, 1: "?? ?? ??"}, **named)


def test_a_card_that_lies_turned_is_not_shown_later() -> None:
    reason = "seat 1 cannot show 5o later, for it lies turned on the table"
    refuses(dealt("uruguayo"), reason, {**TWO, 1: "?? ?? ??"}, "5o", later={1: "5o"})


def test_a_record_names_the_line_of_a_card_that_is_played_twice() -> None:
    text = "variant argentino\nplayers 2\ndeal 2\ncards 2 7c 1o 3e\n1 4e\n2 7c\n2 1o\n1 4e\n"
    with pytest.raises(RecordError, match="8: seat 1 may not 4e"):
        replay(parse(text))


def test_no_hand_without_a_deal() -> None:
    refuses(Match("argentino", 2, seed=1), "the next step is a deal", TWO, exposed=(1, "4e"))


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ({"cut": "x"}, "cut 'x': write the number of lifted cards"),
        ({"cut": None}, "cut None: write the number"),
        ({"cut": 1}, "cut 1: lift 3 to 37"),
        ({"exposed": 9}, "there is no seat 9"),
    ],
)
def test_a_refused_deal_changes_nothing(call: dict[str, Any], reason: str) -> None:
    match = Match("argentino", 2, seed=1)
    before = snapshot(match)
    with pytest.raises(TableError, match=reason):
        match.deal(**call)
    assert snapshot(match) == before
    assert match.deal(seed=7)
    assert match.log[-1].seed == "7"


@pytest.mark.parametrize("dealer", [0, 3, "1", None, True])
def test_a_dealer_is_a_seat(dealer: Any) -> None:
    with pytest.raises(TableError, match="there is no seat"):
        begin_deal(Match("argentino", 2, seed=1), dealer)


@pytest.mark.parametrize(
    "hand", ["4e 2b 10o", "4E 2p Qo", " 4e  2b 10O ", ["4e", "2b", "10o"], ("4E", "2P", "qo"), cards("4e 2b 10o")]
)
def test_cards_are_written_in_any_of_the_known_ways(hand: Any) -> None:
    match = dealt()
    begin_hand(match, {1: hand, 2: "7c 1o 3e"})
    assert match.view(1).cards == cards("4e 2b 10o")
    assert match.log[-1].hands[-1].cards[1] == cards("4e 2b 10o")
    assert all(type(card) is type(CARDS["4e"]) for card in match.log[-1].hands[-1].cards[1])
    match.play(1, "Qo")
    assert match.log[-1].hands[-1].moves == [(1, "10o")]


def test_hidden_cards_stay_legal() -> None:
    for hand in ("4e ?? ??", ["4e", None, "??"], [Card("4e"), None, None]):
        match = dealt()
        begin_hand(match, {1: hand, 2: "?? ?? ??"})
        assert match.log[-1].hands[-1].cards == {1: ("4e", None, None), 2: (None, None, None)}
        assert "7c" in match.turn[1]


def test_turned_and_exposed_cards_are_written_in_any_of_the_known_ways() -> None:
    paulista = dealt("paulista")
    begin_hand(paulista, {1: "4e 2p Qo", 2: "7c Ao 3e"}, "KE")
    assert paulista.turned is CARDS["12e"]
    belmez = dealt("belmez")
    begin_hand(belmez, TWO, exposed=(1, "4E"), replacement="5O")
    belmez.play(1, "otra-carta")
    assert belmez.view(1).cards == cards("5o 2b 10o")


def test_a_card_is_played_as_it_is_written_in_a_record() -> None:
    match = dealt("paulista", covered_cards=True)
    begin_hand(match, TWO, "6c")
    for move in ("1 4E", "2 3E", "2 TAPADA-7c"):
        seat, code = move.split()
        match.play(int(seat), code)
    assert match.log[-1].hands[-1].moves == [(1, "4e"), (2, "3e"), (2, "tapada-7c")]


def test_texts_and_lists_name_cards() -> None:
    assert cards("1e Qp") == cards(["1E", "10b"]) == (CARDS["1e"], CARDS["10b"])
    nonsense: Any
    for nonsense in (None, 7, [], "7", "13e", ""):
        with pytest.raises(CardError, match="is not a card: write a rank"):
            Card(nonsense)


def test_rules_take_plain_texts_for_cards() -> None:
    points, muestra = rules_of("argentino").points, rules_of("uruguayo")
    assert points.envido(["7E", "6e", "Ac"]) == points.envido(cards("7e 6e 1c")) == 33
    assert points.envido([Card("7e"), "6e", "1c"]) == 33
    assert points.is_flor(["7e", "6E", "1e"])
    assert points.flor(["7e", "6E", "1e"]) == 34
    assert points.is_flor(cards("7e 6e 1e 2c"))  # the gallo's fourth card is ignored
    assert not points.may_be_flor(["7e", "6c"])
    assert muestra.points_for("5O") == muestra.points_for(Card("5o"))
    assert muestra.ranking.strengths("5O") == muestra.ranking.strengths(Card("5o"))


def test_equity_takes_lists_of_cards() -> None:
    result = equity("argentino", ["7e", "6e", "1c"], seen=["1e"], samples=1)
    assert result.situation == equity("argentino", "7e 6e 1c", seen="1e", samples=1).situation


def hand_with(hands: Any, turned: Any = None, rules: Rules | None = None, seats: Any = (1, 2)) -> Hand:
    rules = rules or Match("argentino", 2).rules
    play = automaton(rules.hand_rules((0, 1), HandType.ROUND))
    return Hand(play, seats, hands, rules.ranking.strengths(), HandScore(30, (0, 0), 0), rules.points, turned=turned)


@pytest.mark.parametrize(("hand", "reason"), [case[1:] for case in BAD_HANDS], ids=[case[0] for case in BAD_HANDS])
def test_a_hand_apart_from_any_match_is_checked_too(hand: dict[int, Any], reason: str) -> None:
    with pytest.raises(TableError, match=reason):
        hand_with(hand)


def test_a_hand_takes_plain_texts() -> None:
    assert hand_with(TWO).held(1) == cards("4e 2b 10o")
    with pytest.raises(TableError, match="it lies turned on the table"):
        hand_with(TWO, "7C")
    with pytest.raises(TableError, match="the turned card: 9 is not a card"):
        hand_with(TWO, 9)
    for seats in ((1, 2, 3), (1,), (1, 1)):
        with pytest.raises(TableError, match="this hand is played by 2, each named once"):
            hand_with(TWO, seats=seats)


def test_a_replacement_card_is_checked() -> None:
    match = dealt("belmez")
    begin_hand(match, TWO, exposed=(1, "4e"))
    with pytest.raises(TableError, match="seat 1 did not exchange an exposed card"):
        name_replacement(match, 1, "5o")
    match.play(1, "otra-carta")
    for seat, card, reason in (
        (2, "5o", "seat 2 did not exchange"),
        (1, "7c", "dealt in an earlier"),
        (1, "x", "not a card"),
    ):
        with pytest.raises(TableError, match=reason):
            name_replacement(match, seat, card)
    name_replacement(match, 1, "5O")
    assert match.view(1).cards == cards("5o 2b 10o")
    with pytest.raises(TableError, match="seat 1 did not exchange"):
        name_replacement(match, 1, "6o")


def test_records_say_on_which_line() -> None:
    head = "variant argentino\nplayers 2\ndeal 2\ncards 1 4e 2b 10o\n"
    for line, reason in (
        ("cards 2 4e 7c 1o", "5: seat 2: 4e is dealt twice, for seat 1 holds it"),
        ("cards 2 7c 1o", "5: seat 2 is dealt 3 cards, not 2"),
        ("cards 2 7c 1o 9e", "5: seat 2: 9e is not in the pack"),
        ("cards 3 7c 1o 3e", "5: seat 3 does not play this hand"),
        ("cards 1 7c 1o 3e", "5: the cards of seat 1 are given twice"),
    ):
        with pytest.raises(RecordError, match=reason):
            replay(parse(head + line))


def test_any_nonsense_is_a_table_error() -> None:
    """Random mixes of valid and invalid parts are either dealt or refused with a TableError."""
    chance = random.Random("nonsense")
    bits: list[Any] = ["4e", "7O", "Qp", "8o", "xx", "", "??", None, 5, "1e 2e", ["3e"], Card("6c")]
    for variant in ("argentino", "uruguayo", "paulista", "belmez"):
        for _number in range(300):
            hands: Any = {
                chance.choice([1, 2, 2, 3, "1", None]): chance.choice(
                    [[chance.choice(bits) for _ in range(chance.choice([3, 3, 4]))], "4e 5e 6e", "1c 2c 3c", None, 7]
                )
                for _ in range(2)
            }
            exposed: Any = chance.choice([None, None, (1, "4e"), (2, None), 3, (1, 2, 3)])
            match = dealt(variant)
            before = snapshot(match)
            try:
                begin_hand(match, hands, chance.choice([*bits, None]), exposed=exposed)
            except TableError:
                assert snapshot(match) == before
