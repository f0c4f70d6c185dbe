"""The moves that are said, as buttons with a key each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button

from truquero.cards import CARDS
from truquero.engine.state import PLAY
from truquero.table.incidents import CLAIM
from truquero.telling.menu import Menu

DIGITS = "123456789"
LETTERS = "abcdefgijklmnoprtuvxyz"  # without those that open something: h, q, s, w
SILENT = "0"


@dataclass(frozen=True)
class Choice:
    """Something the player may do: its key, what is written on it, and the move; without one it begins `typed`."""

    key: str
    label: str
    move: str | None = None
    typed: str = ""


def choices_of(menu: Menu, own_points: int | None = None) -> list[Choice]:
    """All choices of a menu. Where points are to be said a number means itself, so the keys are letters; so they are
    for challenges, which who was about to lay a card must not make by mistake."""
    challenges = any(move.startswith(CLAIM) for move in menu.numbered)
    keys = iter(LETTERS if menu.declared or challenges else DIGITS + LETTERS)
    found = []
    if own_points is not None and str(own_points) in menu.declared:
        found.append(Choice(next(keys), str(own_points), str(own_points)))
    for entry in menu.entries:
        if isinstance(entry, str):
            found.append(Choice(next(keys), menu.words.get(entry, entry.replace("-", " ")), entry))
        else:
            typed = entry[0].rpartition("-")[0] + "-"
            label = f"{entry[0].replace('-', ' ')} … {entry[-1].removeprefix(typed)}"
            found.append(Choice(next(keys), label, typed=typed))
    if menu.keep_silent is not None:
        found.append(Choice(SILENT, menu.keep_silent))
    return found


def is_card(move: str | None) -> bool:
    """Whether a move lays a card of the hand open: those are chosen on the card itself."""
    return move is not None and (move in CARDS or move.startswith(f"{PLAY}-"))


class MoveButton(Button):
    def __init__(self, choice: Choice) -> None:
        super().__init__(Text(button_text(choice)), compact=True)
        self.choice = choice


def button_text(choice: Choice) -> str:
    return f"{choice.key} {choice.label}"


class Moves(Vertical):
    """The buttons, as many beside one another as there is room for."""

    class Chosen(Message):
        def __init__(self, choice: Choice) -> None:
            self.choice = choice
            super().__init__()

    def __init__(self) -> None:
        super().__init__(id="moves")
        self._shown: tuple[Choice, ...] = ()

    async def show(self, choices: Iterable[Choice]) -> None:
        shown = tuple(choice for choice in choices if not is_card(choice.move))
        if shown == self._shown:
            return
        self._shown = shown
        await self._build()

    async def on_resize(self) -> None:
        if self._shown:
            await self._build()

    async def _build(self) -> None:
        await self.remove_children()
        rows = in_rows(self._shown, self.size.width)
        await self.mount_all(Horizontal(*map(MoveButton, row), classes="row") for row in rows)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.screen.set_focus(None)  # or, when the button goes, the line to type in would be next
        if isinstance(event.button, MoveButton):
            self.post_message(self.Chosen(event.button.choice))


def in_rows(choices: Sequence[Choice], width: int) -> list[list[Choice]]:
    """The choices in lines of this width."""
    rows: list[list[Choice]] = []
    used = width
    for choice in choices:
        room = len(button_text(choice)) + 3  # the space at both sides, and one between two buttons
        if used + room > width or not rows:
            rows.append([])
            used = 0
        rows[-1].append(choice)
        used += room
    return rows
