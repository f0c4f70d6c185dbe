"""The messages to a page do not depend on cards that its seat has not seen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.test_view_leaks import TABLES, alike
from truquero.server.changes import TableSettings
from truquero.server.tables.state import TableState
from truquero.server.ws.page_view import PageView
from truquero.table import Match

POSITIONS, DEALS = 25, 6


def table_with(match: Match, options: dict[str, Any]) -> TableState:
    given = {name: str(value) for name, value in options.items()}
    agreed = TableSettings(match.rules.variant, match.players, given, True, True, 0, 0, "azar")
    return TableState("leaks", agreed, "ana", match=match)


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_messages_do_not_depend_on_unseen_cards(variant: str, players: int, options: dict[str, Any]) -> None:
    compared = 0
    for match, other, seat in alike(variant, players, options, POSITIONS, DEALS):
        one, two = (PageView(table_with(each, options), seat, "es") for each in (match, other))
        assert one.hand() == two.hand()
        assert one.news(0) == two.news(0)
        compared += 1
    assert compared >= POSITIONS
