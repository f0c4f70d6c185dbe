"""Dialogs over the table: help, señas, the seat to watch, hints, the end of a hand, the cut, leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from truquero.i18n import _
from truquero.tui.widgets.window_size import TooSmall

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A frame with a title over the table. Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, title: str, foot: str) -> None:
        super().__init__()
        self._title, self._foot = title, foot
        self._is_open = True

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as frame:
            frame.border_title, frame.border_subtitle = Text(self._title).markup, Text(self._foot).markup
            yield from self.body()
        yield TooSmall()

    def body(self) -> ComposeResult:
        """Yield the widgets inside the frame."""
        yield from ()

    def close(self, answer: Answer | None) -> None:
        """Close the dialog once. A second key before the screen is removed would close the screen below."""
        if self._is_open:
            self._is_open = False
            self.dismiss(answer)

    def action_close(self) -> None:
        self.close(None)


class TextDialog(Dialog[None]):
    """A text to read. Any key closes it, except those that scroll.

    `later` computes further lines in a thread while the dialog is open. Keys in the first `unseen` seconds do not close
    it, because they were meant for the screen below. It closes by itself after `closes_after` seconds.
    """

    SCROLLING = frozenset({"up", "down", "pageup", "pagedown", "home", "end", "tab", "shift+tab"})

    def __init__(
        self,
        title: str,
        lines: Iterable[str],
        *,
        later: Callable[[], Iterable[str]] | None = None,
        wide: bool = False,
        unseen: float = 0.0,
        closes_after: float | None = None,
    ) -> None:
        super().__init__(title, _("any key"))
        self._lines, self._later = list(lines), later
        self._closes_from, self._closes_after = monotonic() + unseen, closes_after
        if wide:
            self.add_class("wide")

    def body(self) -> ComposeResult:
        with VerticalScroll(can_focus=True):
            yield Static(self._text(), id="text")

    def on_mount(self) -> None:
        if self._later is not None:
            self.run_worker(self._add_later_lines(self._later))
        if self._closes_after is not None:
            self.set_timer(self._closes_after, self.action_close)

    async def _add_later_lines(self, later: Callable[[], Iterable[str]]) -> None:
        self._lines.append("…")
        self.query_one("#text", Static).update(self._text())
        computed = await asyncio.to_thread(lambda: list(later()))
        self._lines[-1:] = computed
        self.query_one("#text", Static).update(self._text())

    def _text(self) -> Text:
        return Text("\n".join(self._lines))

    def on_key(self, event: events.Key) -> None:
        if event.key in self.SCROLLING:
            return
        event.stop()
        if monotonic() >= self._closes_from:
            self.close(None)

    def on_click(self) -> None:
        self.close(None)


class HandResult(TextDialog):
    """The result of a hand or a match. The cards on the table stay visible."""


class ListDialog(Dialog[str]):
    """A list from which the player chooses an item."""

    def __init__(self, title: str, choices: Sequence[tuple[str, str]], chosen: str = "") -> None:
        super().__init__(title, _("Enter chooses, Esc closes"))
        self._choices, self._chosen = choices, chosen

    def body(self) -> ComposeResult:
        option_list = OptionList(*(Option(Text(label), id=name) for name, label in self._choices))
        names = [name for name, _label in self._choices]
        option_list.highlighted = names.index(self._chosen) if self._chosen in names else 0
        yield option_list

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(event.option_id)


class LeaveDialog(Dialog[bool]):
    """A confirmation before leaving: the player may have pressed q to type “quiero”."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", show=False),  # not Enter, which the player may press to end a typed line
        Binding("escape", "close", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(_("Leave the table?"), _("q again leaves, Esc stays"))

    def body(self) -> ComposeResult:
        yield Static(_("The match is saved: truquero play --resume continues it."), markup=False)

    def action_leave(self) -> None:
        self.close(True)


class CutDialog(Dialog[int]):
    """A question for the number of cards to lift in the cut."""

    def __init__(self, question: str, problem: str, allowed: Callable[[int], bool]) -> None:
        super().__init__(_("The cut"), _("Enter = knock"))
        self._question, self._problem, self._allowed = question, problem, allowed

    def body(self) -> ComposeResult:
        yield Static(self._question, id="text", markup=False)
        yield Input(type="integer", compact=True, max_length=3)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        typed = event.value.strip()
        if not typed or typed == "0":
            self.close(0)
        elif typed.isdigit() and self._allowed(int(typed)):
            self.close(int(typed))
        else:
            self.query_one("#text", Static).update(self._problem)

    def action_close(self) -> None:
        self.close(0)
