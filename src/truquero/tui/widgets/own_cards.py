"""The player's cards: those in hand with their keys, those laid, and the card turned up."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from truquero.cards import Card
from truquero.engine.state import PLAY
from truquero.rules.hand_rules import CARDS_IN_HAND
from truquero.table import View
from truquero.tui.card_faces import SMALL, CardSize, side_by_side
from truquero.tui.screen_text import ScreenText
from truquero.tui.widgets.other_seats import TURN_MARK, laid_pictures, picture

GAP = 2


class OwnCards(Widget):
    """The player's cards. A card that may be laid has its key above it, and can be clicked."""

    class Laid(Message):
        """The player clicked a card that may be laid."""

        def __init__(self, move: str) -> None:
            self.move = move
            super().__init__()

    def __init__(self, text: ScreenText) -> None:
        super().__init__(id="own")
        self._text = text
        self._view: View | None = None
        self._keys: Mapping[str, str] = {}
        self._cards = SMALL

    def resize_cards(self, size: CardSize) -> None:
        """Draw the cards in another size."""
        self._cards = size
        self.styles.height = 2 + size.height  # with the name and the keys
        self.refresh()

    def show(self, view: View, keys: Mapping[str, str]) -> None:
        """Show the cards of a view. `keys` contains the key of each move."""
        self._view, self._keys = view, keys
        self.refresh()

    def _move(self, index: int) -> str | None:
        """Return the move that lays the card at an index of the hand; None if it may not be laid now."""
        assert self._view is not None
        card = self._view.cards[index]
        move = f"{PLAY}-{index + 1}" if card is None else str(card)
        return move if move in self._keys else None

    def on_click(self, event: events.Click) -> None:
        index = event.x // (self._cards.width + 1)
        if self._view is None or index >= len(self._view.cards) or event.y == 0:
            return
        move = self._move(index)
        if move is not None:
            self.post_message(self.Laid(move))

    def render(self) -> Text:
        view = self._view
        if view is None:
            return Text()
        columns = [self._hand(view), (self._cards.in_a_row(CARDS_IN_HAND), self._laid(view))]
        if view.turned is not None:
            columns.append((max(self._cards.width, len(self._text.rules.deal.turned)), self._turned(view.turned)))
        lines = [self._head(view)]
        for number in range(1 + self._cards.height):
            line = Text()
            for width, block in columns:
                part = block[number].copy() if number < len(block) else Text()
                part.truncate(width, pad=True)
                line.append_text(part).append(" " * GAP)
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)

    def _head(self, view: View) -> Text:
        mine = view.seat in view.may_act and bool(view.moves)
        label = " · ".join([self._text.name(view, view.seat), *self._text.marks(view, view.seat)])
        line = Text(f"{TURN_MARK if mine else ' '}{label}", style="bold reverse" if mine else "bold")
        last_words = self._text.last_words(view).get(view.seat)
        return line if last_words is None else Text.assemble(line, "  ", (last_words, "italic bold"))

    def _hand(self, view: View) -> tuple[int, list[Text]]:
        """Return the cards in hand, and the width of a full hand, so that nothing shifts as cards are played."""
        room = self._cards.in_a_row(CARDS_IN_HAND + (view.gallo == view.seat))
        if not view.cards:
            return room, []
        moves = [self._move(index) for index in range(len(view.cards))]
        keys = " ".join(("" if move is None else f"[{self._keys[move]}]").center(self._cards.width) for move in moves)
        french = self._text.rules.french_names
        drawn = side_by_side(*(picture(card, french=french, size=self._cards) for card in view.cards))
        return room, [Text(keys, style="bold"), *drawn.split("\n")]

    def _laid(self, view: View) -> list[Text]:
        if view.seats and view.seat not in view.seats:  # a player who does not take part lays no cards
            return []
        laid = laid_pictures(view, view.seat, french=self._text.rules.french_names, size=self._cards)
        return [Text(), *laid.split("\n")]

    def _turned(self, card: Card) -> list[Text]:
        drawn = side_by_side(picture(card, french=self._text.rules.french_names, size=self._cards))
        return [Text(self._text.rules.deal.turned), *drawn.split("\n")]
