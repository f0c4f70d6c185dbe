"""The look of the table: every screen as text, in every language. `python -m tools.screens` regenerates them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Static

from tools.screens import FOLDER, SCENES, path_of, screens_of, seated, table_of
from truquero.i18n import LANGUAGES, speaking
from truquero.tui.card_faces import LARGE, MEDIUM, SMALL
from truquero.tui.widgets.move_buttons import MoveButton, MoveButtons
from truquero.tui.widgets.other_seats import SHORT, WATCHED_MARK, OtherSeats, SeatLayout, full_height
from truquero.tui.widgets.own_cards import OwnCards


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUQUERO_DATA", str(tmp_path))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_the_screen_equals_the_stored_screen(name: str, language: str) -> None:
    text = screens_of(SCENES[name], language)
    assert text == path_of(name, language).read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= SCENES[name].size[0]


def test_every_stored_screen_belongs_to_a_test() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(path_of(name, language) for name in SCENES for language in LANGUAGES)


@pytest.mark.parametrize(
    ("players", "size", "layout"),
    [
        (2, (80, 24), SeatLayout(1, full_height(SMALL), SMALL)),
        (4, (80, 24), SeatLayout(3, full_height(SMALL), SMALL)),
        (6, (80, 24), SeatLayout(3, SHORT, None)),
        (8, (80, 24), SeatLayout(4, SHORT, None)),
        (6, (80, 40), SeatLayout(3, full_height(SMALL), SMALL)),
        (4, (120, 40), SeatLayout(3, full_height(MEDIUM), MEDIUM)),
        (6, (120, 40), SeatLayout(3, full_height(MEDIUM), MEDIUM)),
        (8, (140, 40), SeatLayout(4, full_height(MEDIUM), MEDIUM)),
        (4, (200, 50), SeatLayout(3, full_height(LARGE), LARGE)),
    ],
)
def test_every_text_fits_its_place(players: int, size: tuple[int, int], layout: SeatLayout) -> None:
    """A large screen draws large cards for every seat, and a small one writes them."""

    async def look() -> None:
        async with seated(table_of("argentino", players, "room"), size) as player:
            screen = player.table
            seats = screen.query_one(OtherSeats)
            assert seats.layout_for(*seats.size) == layout
            assert -(-(players - 1) // layout.columns) * layout.lines <= seats.size.height
            below = 0
            for part in (OtherSeats, OwnCards, MoveButtons):
                region = screen.query_one(part).region
                assert region.y >= below
                below = region.bottom
            assert below <= screen.query_one("#notice").region.y
            assert screen.query_one("#keys", Static).region.bottom == size[1]
            for button in screen.query(MoveButton):
                assert screen.query_one(MoveButtons).region.contains_region(button.region)

    with speaking("pt"):
        asyncio.run(look())


@pytest.mark.parametrize("language", LANGUAGES)
def test_narrow_seats_still_show_the_watched_seat_and_the_seat_on_turn(language: str) -> None:
    async def look() -> None:
        async with seated(table_of("argentino", 8, "room", bot="aprendiz")) as player:
            text = player.text()
            assert text.count(WATCHED_MARK) == 1
            assert all(player.name_of(seat) in text for seat in range(2, 9))

    with speaking(language):
        asyncio.run(look())


def test_nothing_is_lost_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert screens_of(SCENES["paulista-2"], "es") == path_of("paulista-2", "es").read_text(encoding="utf-8")
