"""A bot says what is wrong with a view from which it cannot play."""

from __future__ import annotations

import pytest

from truquero import Match, TableError, UnknownCards, make_bot
from truquero.bots.bot_registry import ROSTER

UNKNOWN = "?? ?? ??"
THINKING = sorted(set(ROSTER) - {"azar"})


def with_unknown_rival(variant: str = "uruguayo") -> Match:
    return Match.from_cards(variant, {1: "1e 7e 4c", 2: UNKNOWN}, turned="5o" if variant == "uruguayo" else None)


@pytest.mark.parametrize("name", sorted(ROSTER))
def test_a_bot_is_asked_only_when_its_seat_may_act(name: str) -> None:
    match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"})
    bot = make_bot(name, match.rules, 2, "s")
    for question in (bot.choose, bot.speak_up):
        with pytest.raises(TableError, match="seat 2 may not act now: ask a bot for a move only if its view has moves"):
            question(match.view(2))
        with pytest.raises(TableError, match="a spectator makes no moves: ask a bot with the view of a seat"):
            question(match.view_of_spectator())


@pytest.mark.parametrize("name", sorted(set(THINKING) - {"aprendiz"}))
def test_a_bot_makes_no_sign_with_the_view_of_a_spectator(name: str) -> None:
    match = Match("argentino", 4, seed="s", dealer=4)
    bot = make_bot(name, match.rules, 2, "s")
    for ask in (match.view_of_spectator, lambda: match.view(2)):
        for question in (bot.sign, bot.watch):
            with pytest.raises(TableError, match="this view belongs to no seat that plays a hand now"):
                question(ask())


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("cards", [UNKNOWN, "3b 11o ??"])
@pytest.mark.parametrize("variant", ["argentino", "uruguayo"])
def test_a_bot_does_not_play_unknown_cards(variant: str, cards: str, name: str) -> None:
    match = Match.from_cards(variant, {1: cards, 2: "1e 7e 4c"}, turned="5o" if variant == "uruguayo" else None)
    with pytest.raises(UnknownCards, match="the cards of seat 1 are not known, so a bot cannot play them"):
        make_bot(name, match.rules, 1, "s").choose(match.view(1))


@pytest.mark.parametrize("name", sorted(ROSTER))
def test_a_bot_plays_against_unknown_cards(name: str) -> None:
    match = with_unknown_rival()
    assert make_bot(name, match.rules, 1, "s").choose(match.view(1)) in match.turn[1]


def test_azar_plays_unknown_cards() -> None:
    match = Match.from_cards("argentino", {1: UNKNOWN, 2: "1e 7e 4c"})
    assert make_bot("azar", match.rules, 1, "s").choose(match.view(1)) in match.turn[1]


def test_unknown_cards_are_none_in_a_view() -> None:
    match = Match.from_cards("argentino", {1: "3b ?? ??", 2: UNKNOWN})
    assert match.view(1).cards == ("3b", None, None)
    assert match.view(2).cards == (None, None, None)
    match.play(1, "4o")
    assert match.view(1).cards == ("3b", None)
    assert match.view(2).partner_hands == ()
