"""What a page is told at championship tables: calls that the rules punish, and points that are being declared."""

from __future__ import annotations

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import Match
from truquero.server.changes import TableSettings
from truquero.server.tables.state import TableState
from truquero.server.ws.messages import HandInfo
from truquero.server.ws.page_view import PageView

FLOR, NO_FLOR = "7o 5o 2o", "7o 5o 2b"


def page_of(match: Match, seat: int) -> HandInfo:
    settings = TableSettings("argentino", 2, {}, True, True, 0, 0, "azar")
    hand = PageView(TableState("table", settings, "ana", match=match), seat, "en").hand()
    assert hand is not None
    return hand


@pytest.mark.parametrize(("cards", "punished"), [(FLOR, []), (NO_FLOR, ["flor"])])
def test_only_a_false_flor_is_marked_as_punished(cards: str, punished: list[str]) -> None:
    choices = page_of(hand_of("argentino", {1: cards, 2: "6e 4e 12c"}, illegal_calls="penalty"), 1).choices
    assert {"flor", "truco"} <= {choice.code for choice in choices}
    assert [choice.code for choice in choices if choice.breaks_rules] == punished


def test_the_stake_is_named_while_points_are_declared() -> None:
    match = hand_of("argentino", {1: NO_FLOR, 2: "6e 4e 12c"}, declare="manual")
    declaring = play(match, "1 envido", "2 real-envido", "1 quiero")
    assert page_of(declaring, 2).at_stake[0] == "envido accepted: 5"
    assert page_of(play(declaring, "1 32", "2 son-buenas"), 2).at_stake == ()
