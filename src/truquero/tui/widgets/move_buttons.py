"""Buttons for the moves that are not cards to lay, each with a key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button

from truquero.cards import CARDS
from truquero.engine.state import PLAY
from truquero.speech.menu import MoveMenu
from truquero.table.special_moves import CLAIM

DIGITS = "123456789"
LETTERS = "abcdefgijklmnoprtuvxyz"  # without the key bindings of the screen: h, q, s, w
SILENT = "0"


@dataclass(frozen=True)
class MoveChoice:
    """An option of the player: its key, its label and its move. If `typed` is set, it starts a typed line instead."""

    key: str
    label: str
    move: str | None = None
    typed: str = ""


def move_choices(menu: MoveMenu, own_points: int | None = None) -> list[MoveChoice]:
    """Return the choices of a menu with their keys.

    The keys are letters if points are to be declared, because a typed number then means the points. They are also
    letters for challenges, so that a player who presses a digit to lay a card makes none by mistake.
    """
    challenges = any(move.startswith(CLAIM) for move in menu.numbered)
    keys = iter(LETTERS if menu.declared or challenges else DIGITS + LETTERS)
    choices = []
    if own_points is not None and str(own_points) in menu.declared:
        choices.append(MoveChoice(next(keys), str(own_points), str(own_points)))
    for entry in menu.entries:
        if isinstance(entry, str):
            choices.append(MoveChoice(next(keys), menu.words.get(entry, entry.replace("-", " ")), entry))
        else:
            typed = entry[0].rpartition("-")[0] + "-"
            label = f"{entry[0].replace('-', ' ')} … {entry[-1].removeprefix(typed)}"
            choices.append(MoveChoice(next(keys), label, typed=typed))
    if menu.keep_silent is not None:
        choices.append(MoveChoice(SILENT, menu.keep_silent))
    return choices


def is_card(move: str | None) -> bool:
    """Return whether a move lays a card face up. Such moves have no button: the player chooses the card itself."""
    return move is not None and (move in CARDS or move.startswith(f"{PLAY}-"))


class MoveButton(Button):
    """The button of a choice."""

    def __init__(self, choice: MoveChoice) -> None:
        super().__init__(Text(button_text(choice)), compact=True)
        self.choice = choice


def button_text(choice: MoveChoice) -> str:
    return f"{choice.key} {choice.label}"


class MoveButtons(Vertical):
    """The buttons, in rows as wide as the widget."""

    class Chosen(Message):
        """A button was pressed."""

        def __init__(self, choice: MoveChoice) -> None:
            self.choice = choice
            super().__init__()

    def __init__(self) -> None:
        super().__init__(id="moves")
        self._shown: tuple[MoveChoice, ...] = ()

    async def show(self, choices: Iterable[MoveChoice]) -> None:
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
        self.screen.set_focus(None)  # otherwise removing the button would focus the input line
        if isinstance(event.button, MoveButton):
            self.post_message(self.Chosen(event.button.choice))


def in_rows(choices: Sequence[MoveChoice], width: int) -> list[list[MoveChoice]]:
    """Return the choices in rows whose buttons fit this width."""
    rows: list[list[MoveChoice]] = []
    used = width
    for choice in choices:
        room = len(button_text(choice)) + 3  # a space on each side, and one between buttons
        if used + room > width or not rows:
            rows.append([])
            used = 0
        rows[-1].append(choice)
        used += room
    return rows
