"""Paulista, S004 Mão de 11: «com cartas a provar vitória garantida … bastando que essas cartas sejam mostradas».

Side A is at eleven. The vira is 4c unless a test has another, so the manilhas are 5b (zap) > 5c > 5e > 5o. The treses
come next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.support.record_queries import awards, hand, judge, last_is_illegal, score, turn
from truquero.cards import Card
from truquero.rules.trick_rules import Ties, verdict
from truquero.table import Match
from truquero.table.hand_opening import begin_deal, begin_hand
from truquero.variants import rules_of


def eleven(moves: str, *held: str, dealer: int = 2, vira: str = "4c", points: str = "11-5", options: str = "") -> str:
    played = f"1 quiero ; {moves}" if moves else "1 quiero"
    text = f"turned {vira}\n{played}"
    return hand(text, *held, variant="paulista", score=points, options=options, dealer=dealer)


def may_show(moves: str, *held: str, dealer: int = 2, vira: str = "4c", options: str = "") -> bool:
    [(seat, legal)] = turn(eleven(moves, *held, dealer=dealer, vira=vira, options=options)).items()
    assert seat % 2
    return "mostrar" in legal


LOW = "6c 7c 4e"


@pytest.mark.parametrize(
    "held",
    [
        "5b 5c 4o",  # casal maior
        "4o 5c 5b",
        "5b 5c 5o",
        "5c 5e 5o",  # the zap, wherever it is, takes only one of them
    ],
)
def test_s004_mostrar_before_any_card(held: str) -> None:
    assert may_show("", held, LOW)


@pytest.mark.parametrize(
    "held",
    [
        "5c 5e 4o",  # the zap may
        "5c 5o 4o",
        "5b 3e 3b",
        "5e 5o 3e",
        "3e 3b 3o",
        "5b 6e 4o",
    ],
)
def test_s004_mostrar_not_certain_before_any_card(held: str) -> None:
    assert not may_show("", held, LOW)


SECOND = [  # seat 2 leads; what seat 1 holds; whether it has won
    ("6c", "5b 7e 4o", True),  # the seven takes it, then the zap
    ("7c", "5b 7e 4o", True),  # the seven ties it, then the zap decides
    ("10c", "5b 7e 4o", False),  # only the zap takes it, and the rest may lose
    ("10c", "5b 3e 4o", True),
    ("6c", "5c 7e 4o", False),  # the zap may still come
    ("5b", "5c 5e 4o", True),  # the zap is out: the four is thrown to it
    ("5b", "5e 5o 4o", False),  # copas may still come
    ("5b", "5e 5c 5o", True),
    ("5c", "5b 5e 4o", True),  # the zap takes copas, and the espadilha is now the highest
    ("6c", "3e 3b 3o", False),
]


@pytest.mark.parametrize(("led", "held", "sure"), SECOND)
def test_s004_mostrar_last_to_play(led: str, held: str, sure: bool) -> None:
    rival_cards = " ".join([led, *[card for card in LOW.split() if card != led][:2]])
    assert may_show(f"2 {led}", held, rival_cards, dealer=1) is sure


LATER = [  # cards of both, the moves, whether seat 1 has won
    ("3e 5b 4o", "6c 7c 4e", "1 3e ; 2 6c", True),  # one trick and the zap
    ("3e 5c 4o", "6c 7c 4e", "1 3e ; 2 6c", False),
    ("3e 5c 5o", "5b 7c 4e", "1 3e ; 2 5b ; 2 7c", True),  # the mole takes the seven, copas is left
    ("3e 5e 5o", "5b 7c 4e", "1 3e ; 2 5b ; 2 7c", False),  # copas may be against it
    ("3e 5c 4o", "5b 7c 4e", "1 3e ; 2 5b ; 2 7c", False),  # copas takes it, the four may lose
    ("3e 5c 5o", "5b 5e 4e", "1 3e ; 2 5b ; 2 5e", True),  # copas takes the espadilha; nothing is above the mole
    ("3e 5b 5o", "5c 7c 4e", "1 3e ; 2 5c ; 2 7c", True),  # the mole takes the seven, the zap is left
    ("3e 5b 4o", "3c 7c 4e", "1 3e ; 2 3c", True),  # parda, then the zap
    ("3e 5c 4o", "3c 7c 4e", "1 3e ; 2 3c", False),
    ("3e 4o 5b", "3c 4e 7c", "1 3e ; 2 3c ; 1 4o ; 2 4e", True),  # two pardas and the zap
    ("3e 4o 2e", "6c 7c 4e", "1 3e ; 2 6c ; 1 4o ; 2 7c ; 2 4e", True),  # the last card takes the four
    ("3e 6o 4o", "6c 7c 4e", "1 3e ; 2 6c ; 1 6o ; 2 7c ; 2 4e", True),  # or ties it: the first trick was ours
    ("3e 6o 4o", "6c 7c 6b", "1 3e ; 2 6c ; 1 6o ; 2 7c ; 2 6b", False),
    ("4o 3e 2o", "7c 6c 2b", "1 4o ; 2 7c ; 2 6c ; 1 3e", False),  # one each, and a two may lose or tie
    ("4o 3e 5c", "7c 5b 2b", "1 4o ; 2 7c ; 2 2b ; 1 3e", False),  # one each, the zap not seen
    ("4o 3e 5c", "5b 6c 2b", "1 4o ; 2 5b ; 2 6c ; 1 3e", True),  # one each, the zap seen
]


@pytest.mark.parametrize(("side_cards", "rival_cards", "moves", "sure"), LATER)
def test_s004_mostrar_in_the_middle_of_the_hand(side_cards: str, rival_cards: str, moves: str, sure: bool) -> None:
    assert may_show(moves, side_cards, rival_cards) is sure


def test_s004_mostrar_ends_the_hand_with_three() -> None:
    text = eleven("1 mostrar", "5b 5c 4o", LOW)
    assert (awards(text), score(text)) == ([("truco", "A", 3)], (14, 5))
    assert judge(text).match.winner == "A"


def test_s004_mostrar_only_in_an_accepted_hand_of_eleven_by_its_side_on_turn() -> None:
    casal = "5b 5c 4o"
    assert "mostrar" not in turn(hand("turned 4c", casal, LOW, variant="paulista", score="11-5"))[1]
    for points in ("10-10", "11-11", "0-0"):
        assert "mostrar" not in turn(hand("turned 4c", casal, LOW, variant="paulista", score=points))[1]
    last_is_illegal(eleven("1 6c\n2 mostrar", LOW, casal))
    held = ("6c 7c 4e", "6b 7b 4b", casal, "6o 7o 3o")
    last_is_illegal(eleven("1 6c\n3 mostrar", *held, dealer=4))
    assert "mostrar" in turn(eleven("1 6c ; 2 6b", *held, dealer=4))[3]


def test_s004_mostrar_with_two_rivals_only_one_has_the_zap() -> None:
    held = ("5c 5e 5o", "6b 7b 4b", "6e 7e 4e", "6o 7o 5b")
    assert may_show("", *held, dealer=4)
    assert not may_show("", "5c 5e 3o", *held[1:], dealer=4)
    assert not may_show("", "5b 5e 4o", *held[1:3], "6o 7o 5c", dealer=4)


def test_s004_mostrar_counts_the_partners_card_on_the_table() -> None:
    """The partner's zap takes this trick, and copas is then the highest card left."""
    held = ("5b 6c 7c", "6b 7b 4b", "5c 6e 4e", "6o 7o 4o")
    assert may_show("1 5b ; 2 6b", *held, dealer=4)
    assert not may_show("1 6c ; 2 6b", *held, dealer=4)


def test_s004_mostrar_not_with_a_rival_still_to_come() -> None:
    """The seven takes what lies there, but the last player has not laid."""
    held = ("6c 6e 4e", "6b 4b 7b", "5b 7e 4o", "3c 2c 1c")
    assert not may_show("1 6c ; 2 6b", *held, dealer=4)
    assert may_show("2 6b ; 3 7e ; 4 3c", "5b 3e 4o", "6b 4b 7b", "7e 6e 4e", "3c 2c 1c", dealer=1)


def test_s004_mostrar_the_vira_is_nobodys_card() -> None:
    """Vira 3c: all fours and the other treses are out, so the last tres cannot even be tied."""
    held = ("4o 4c 3e", "4b 4e 7c", "3b 5c 6c", "3o 5o 6o")
    moves = "1 4o ; 2 4b ; 3 3b ; 4 3o ; 2 4e ; 3 5c ; 4 5o ; 1 4c"
    assert may_show(moves, *held, dealer=4, vira="3c")


def test_s004_mostrar_a_covered_card_is_not_seen() -> None:
    """The zap laid face down is still unknown to the others; laid open it is not."""
    held = ("4e 4o 5c", "7c 5b 6c")
    assert not may_show("1 4e ; 2 7c ; 2 tapada-5b", *held, options="covered_cards=on")
    assert may_show("1 4e ; 2 5b ; 2 tapada-7c", *held, options="covered_cards=on")


# ------------------------------------------------------------------------------------------------- every way to play

VIRA = Card("4c")
RULES = rules_of("paulista", 2)
STRENGTHS = RULES.ranking.strengths(VIRA)
Heights = tuple[int, ...]


def without(heights: Heights, height: int) -> Heights:
    index = heights.index(height)
    return heights[:index] + heights[index + 1 :]


@cache
def wins_always(own: Heights, unseen: Heights, won: tuple[int | None, ...], laid: int | None, we_lead: bool) -> bool:
    """Return whether side 0 wins against every card that side 1 may hold. `laid` is its card in this trick."""
    result = verdict(Ties.STD, won)
    if result is not None:
        return result == 0
    if laid is None and not we_lead:
        return all(wins_always(own, without(unseen, lead), won, lead, False) for lead in set(unseen))
    if laid is not None:
        return any(after_trick(without(own, card), unseen, won, card, laid, we_lead) for card in set(own))
    return any(
        all(after_trick(without(own, card), without(unseen, answer), won, card, answer, True) for answer in set(unseen))
        for card in set(own)
    )


def after_trick(
    own: Heights, unseen: Heights, won: tuple[int | None, ...], own_card: int, rival_card: int, led: bool
) -> bool:
    taker = 0 if own_card > rival_card else 1 if rival_card > own_card else None
    return wins_always(own, unseen, (*won, taker), None, led if taker is None else taker == 0)


def is_certain(match: Match) -> bool:
    """Return whether seat 1, whose turn it is, wins against all cards that its rival may hold."""
    view, hand = match.view(1), match.hand
    assert hand is not None
    open_ = {play.card for play in view.table}
    own = [card for card in view.cards if card is not None]
    unseen = tuple(sorted(STRENGTHS[card] for card in RULES.pack if card not in {*own, *open_, VIRA}))
    won = tuple(trick.side for trick in hand.tricks)
    laid = [STRENGTHS[play.card] for play in view.table if play.trick == len(won) and play.card is not None]
    return wins_always(tuple(sorted(STRENGTHS[card] for card in own)), unseen, won, laid[0] if laid else None, not laid)


def dealt(chance: Random) -> dict[int, list[Card]]:
    """Return two random hands, with more manilhas among them than usual."""
    high = chance.sample([card for card in RULES.pack if card.rank in (3, 5)], 4)
    low = chance.sample([card for card in RULES.pack if card.rank not in (3, 5) and card != VIRA], 2)
    held = chance.sample(high + low, 6)
    return {1: held[:3], 2: held[3:]}


Position = tuple[bool, bool, list[tuple[int, str]]]  # certain, on offer, what had been played


def positions(hands: int) -> Iterator[Position]:
    """Yield every turn of the side at eleven in random hands of two players."""
    chance = Random(11)
    for _ in range(hands):
        dealer = chance.choice((1, 2))
        match = Match(RULES, seed="", dealer=dealer, score=(11, 5))
        begin_deal(match, dealer)
        begin_hand(match, dealt(chance), VIRA)
        match.play(1, "quiero")
        while match.in_hand:
            [(seat, moves)] = match.turn.items()
            if seat == 1:
                yield is_certain(match), "mostrar" in moves, [*match.log[-1].hands[-1].moves]
            match.play(seat, chance.choice([move for move in moves if move[0].isdigit()]))


def test_s004_mostrar_never_where_a_play_of_the_rival_can_win() -> None:
    """«vitória garantida»: the shown cards must win against every card the rival may hold."""
    examined = list(positions(400))
    assert sum(certain for certain, _, _ in examined) > 100
    assert [moves for certain, offered, moves in examined if offered and not certain] == []


def test_s004_mostrar_wherever_no_play_of_the_rival_can_win() -> None:
    """Also where the order of the own cards depends on what the rival leads: zap and espadilha with two players."""
    assert [moves for certain, offered, moves in positions(400) if certain and not offered] == []
