"""The other seats of the table: each with its name, its laid cards and its last words."""

from __future__ import annotations

import textwrap
from typing import NamedTuple

from rich.text import Text
from textual.widget import Widget

from truquero.cards import Card
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.table import View
from truquero.table.schedule import next_seat
from truquero.table.view import CardOnTable
from truquero.tui.card_faces import (
    BACK_STYLE,
    LARGE,
    MEDIUM,
    SLOT_STYLE,
    SMALL,
    CardSize,
    Picture,
    back,
    card_style,
    corner_text,
    empty_slot,
    face,
    side_by_side,
)
from truquero.tui.screen_text import ScreenText, shortened

TURN_MARK = "▶"  # marks a seat that must act
WATCHED_MARK = "◉"  # marks the seat that the player watches
SPEECH = 2  # lines for the last words of a seat
SHORT = 4  # lines of a seat with its cards as text
GAP = 1


class SeatLayout(NamedTuple):
    """How the other seats are shown: the seats in a row, the lines of each, and the size of their cards."""

    columns: int
    lines: int
    cards: CardSize | None  # None: the cards are written


def full_height(size: CardSize) -> int:
    """Return the lines of a seat with drawn cards of a size."""
    return 2 + size.height + SPEECH


def picture(card: Card | None, *, french: bool, size: CardSize = SMALL) -> Picture:
    """Return the picture of a card, or of a back if the card is unknown."""
    if card is None:
        return back(size=size), BACK_STYLE
    return face(card, french=french, size=size), card_style(card, french=french)


def card_text(card: Card | None, *, french: bool) -> Text:
    """Return a card as a short text in the colour of its suit."""
    text = back()[1][1:-1] if card is None else corner_text(card, french=french)
    return Text(text, style=picture(card, french=french)[1])


def laid_by(view: View, seat: int) -> list[CardOnTable | None]:
    """Return the card that a seat has laid in each trick; None where it has laid none."""
    by_trick: list[CardOnTable | None] = [None] * CARDS_IN_HAND
    for laid in view.table:
        if laid.seat == seat:
            by_trick[laid.trick] = laid
    return by_trick


def visible_card(laid: CardOnTable) -> Card | None:
    """Return a card on the table; None if it lies face down or may not be looked at again."""
    return None if laid.past or laid.face_down else laid.card


def laid_pictures(view: View, seat: int, *, french: bool, size: CardSize) -> Text:
    """Return the drawn cards that a seat has laid, with outlines for those to come."""
    empty: Picture = (empty_slot(size=size), SLOT_STYLE)
    pictures = [
        empty if laid is None else picture(visible_card(laid), french=french, size=size) for laid in laid_by(view, seat)
    ]
    return side_by_side(*pictures)


def _first_that_fits(width: int, *texts: str) -> str:
    """Return the first text that fits the width; if none does, the last, cut."""
    return next((text for text in texts if len(text) <= width), shortened(texts[-1], width))


class OtherSeats(Widget):
    """All seats but the player's, in seating order from the player's right."""

    def __init__(self, text: ScreenText) -> None:
        super().__init__(id="seats")
        self._text = text
        self._view: View | None = None
        self._last_words: dict[int, str] = {}
        self._largest = SMALL

    def limit_cards(self, size: CardSize) -> None:
        """Draw the cards no larger than this size, which is that of the player's cards."""
        self._largest = size
        self.refresh()

    def show(self, view: View) -> None:
        self._view, self._last_words = view, self._text.last_words(view)
        self.refresh()

    def layout_for(self, width: int, room: int) -> SeatLayout:
        """Return the layout for a width and a number of lines. Cards are drawn as large as there is room."""
        others = self._text.rules.players - 1
        for size in (size for size in (LARGE, MEDIUM, SMALL) if size.width <= self._largest.width):
            columns = min(others, max(1, (width + GAP) // (size.in_a_row(CARDS_IN_HAND) + GAP)))
            rows, full = -(-others // columns), full_height(size)
            for lines in (full, full - 1):  # the second has one line less for the last words
                if rows * lines <= room:
                    return SeatLayout(-(-others // rows), lines, size)
        return SeatLayout(min(others, 3 if others <= 6 else 4), SHORT, None)

    def render(self) -> Text:
        if self._view is None:
            return Text()
        players = self._text.rules.players
        layout = self.layout_for(self.size.width, self.size.height)
        columns = layout.columns
        width = max(1, (self.size.width + GAP) // columns - GAP)
        order = [next_seat(self._text.seat, players, step) for step in range(1, players)]
        blocks = [self._seat(self._view, seat, width, layout) for seat in order]
        lines: list[Text] = []
        for first in range(0, len(blocks), columns):
            row = blocks[first : first + columns]
            lines += [Text(" " * GAP).join(parts) for parts in zip(*row, strict=True)]
        return Text("\n", no_wrap=True).join(lines)

    def _seat(self, view: View, seat: int, width: int, layout: SeatLayout) -> list[Text]:
        """Return a seat as a block of lines of equal width."""
        turn_mark = TURN_MARK if seat in view.must_act else " "
        watched_mark = WATCHED_MARK if seat == view.watching and view.players > 2 else ""
        name = shortened(self._text.name(view, seat), width - len(turn_mark + watched_mark))
        marks = self._text.marks(view, seat)
        head = [
            Text(
                _first_that_fits(
                    width, f"{turn_mark}{name} {watched_mark}".rstrip(), f"{turn_mark}{name}{watched_mark}"
                ),
                style="bold reverse" if seat in view.must_act else "bold",
            ),
            Text(_first_that_fits(width, " " + " · ".join(marks), " " + "·".join(marks), "·".join(marks))),
        ]
        hand = dict(view.partner_hands).get(seat)
        if hand is not None:  # the rules let the player see these cards
            head[1] = Text(" ").append_text(self._card_texts(hand))
        drawn = [self._codes(view, seat)] if layout.cards is None else self._drawn(view, seat, layout.cards)
        lines = [*head, *drawn, *self._speech(seat, width, layout.lines - len(head) - len(drawn))]
        for line in lines:
            line.truncate(width, pad=True)
        return lines

    def _speech(self, seat: int, width: int, room: int) -> list[Text]:
        lines = textwrap.wrap(self._last_words.get(seat, ""), width) or [""]
        if len(lines) > room:
            lines = [*lines[: room - 1], shortened(" ".join(lines[room - 1 :]), width)]
        lines += [""] * (room - len(lines))
        return [Text(line, style="italic bold") for line in lines]

    def _drawn(self, view: View, seat: int, size: CardSize) -> list[Text]:
        if view.seats and seat not in view.seats:
            return [Text() for _line in range(size.height)]
        return list(laid_pictures(view, seat, french=self._text.rules.french_names, size=size).split("\n"))

    def _codes(self, view: View, seat: int) -> Text:
        cards = [visible_card(laid) for laid in laid_by(view, seat) if laid is not None]
        return Text(" ").append_text(self._card_texts(cards))

    def _card_texts(self, cards: list[Card | None] | tuple[Card, ...]) -> Text:
        french = self._text.rules.french_names
        return Text(" ").join(card_text(card, french=french) for card in cards)
