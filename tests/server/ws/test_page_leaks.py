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
    texts = {name: str(value) for name, value in options.items()}
    settings = TableSettings(match.rules.variant, match.players, texts, True, True, 0, 0, "azar")
    return TableState("leaks", settings, "ana", match=match)


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_messages_do_not_depend_on_unseen_cards(variant: str, players: int, options: dict[str, Any]) -> None:
    compared = 0
    for match, other, seat in alike(variant, players, options, POSITIONS, DEALS):
        first, second = (PageView(table_with(position, options), seat, "es") for position in (match, other))
        assert first.hand() == second.hand()
        assert first.news(0) == second.news(0)
        compared += 1
    assert compared >= POSITIONS
