"""A drop-down choice. Its list of values exists only while it is open.

The setup screen has dozens of these. Textual's `Select` creates six widgets for each, and styling them took most of the
time to open the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import OptionList


class DropDown(Widget, can_focus=True):
    """The chosen value, on one line. Enter, Space, Up, Down or a click opens the list of values below it."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,down,space,up", "open", show=False)]

    value: reactive[str] = reactive("", init=False)
    is_open: reactive[bool] = reactive(False, init=False)

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, drop_down: DropDown, value: str) -> None:
            self.drop_down, self.value = drop_down, value
            super().__init__()

    def __init__(self, labels: Mapping[str, str], value: str, *, id: str) -> None:  # noqa: A002 (as in Textual)
        super().__init__(id=id)
        self._labels = labels
        self.set_reactive(DropDown.value, value)

    def render(self) -> Content:
        label = Content(self._labels[self.value]).truncate(max(1, self.size.width - 3), ellipsis=True, pad=True)
        return Content.assemble(label, (" ▲" if self.is_open else " ▼", "$foreground 50%"))

    def value_at(self, index: int) -> str:
        """Return the value on a line of the open list."""
        return list(self._labels)[index]

    def watch_value(self, value: str) -> None:
        self.post_message(self.Changed(self, value))

    async def action_open(self) -> None:
        """Open the list, with the cursor at the chosen value."""
        if self.is_open:
            return
        self.is_open = True
        option_list = ValueList(*map(Text, self._labels.values()), compact=True)
        option_list.highlighted = list(self._labels).index(self.value)
        await self.mount(option_list)
        option_list.focus(scroll_visible=False)

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        await self.action_open()

    @on(OptionList.OptionSelected)
    async def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.value = self.value_at(event.option_index)
        await self._close()

    @on(OptionList.OptionHighlighted)
    def _look(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()

    async def on_value_list_left(self) -> None:
        await self._close()

    async def _close(self) -> None:
        if not self.is_open:
            return
        self.is_open = False
        option_list = self.query_one(ValueList)
        if option_list.has_focus:
            self.focus()
        await option_list.remove()


class ValueList(OptionList):
    """The open list of a choice. A letter moves to the next value that begins with it."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    class Left(Message):
        """A request to close the list without a choice."""

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def on_blur(self) -> None:
        """Close when the focus moves. A click on the choice moves it too, and must not reopen the list."""
        self.suppress_click()
        self.action_leave()

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Return whether the list consumes a key, so that letters trigger no key binding of the screen."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        if event.character is None or not event.is_printable or event.key == "space":
            return
        event.stop()
        first, count = self.highlighted or 0, self.option_count
        for index in ((first + step) % count for step in range(1, count + 1)):
            if str(self.get_option_at_index(index).prompt).lower().startswith(event.character.lower()):
                self.highlighted = index
                return
