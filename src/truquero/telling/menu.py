"""The moves a player may choose from: numbered, the endless ones grouped, and read back from what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truquero.cards import CARDS, Card
from truquero.engine.envido import MORE, SIZE
from truquero.engine.state import COVER, DISCARD, PLAY
from truquero.language import _
from truquero.language.lines import quoted
from truquero.notation import canonical

FEW = 3  # more sizes of a bet than this are told as a range

# Cards first, then answers, then calls, and leaving last, so that a number seldom means something else than before.
_ABOUT_CARDS = tuple(f"{deed}-" for deed in (PLAY, DISCARD, COVER))
_FIRST = ("quiero", "no-quiero", "mi-falta", "flor", "envido", "real-envido", "falta-envido", "envido-pata")
_LAST = ("mira", "mazo")
_SIZED = (SIZE, MORE)


class BadChoice(ValueError):
    """What was typed is no move of the menu; the message says what would be."""


@dataclass(frozen=True)
class Menu:
    """What may be typed. `keep_silent` says what an empty line does, where one may leave the word to others."""

    numbered: tuple[str, ...]
    sizes: tuple[tuple[str, ...], ...] = ()
    declared: tuple[str, ...] = ()  # points to say aloud: there a number means itself
    keep_silent: str | None = None
    words: Mapping[str, str] = field(default_factory=dict)  # what the table hears, where it is not simply the code

    @property
    def codes(self) -> tuple[str, ...]:
        """Everything that may be done."""
        return (*self.numbered, *self.declared, *(size for group in self.sizes for size in group))

    def lines(self, card: Callable[[Card], str] = str) -> Iterator[str]:
        """The menu as it is shown, a line for each choice; `card` tells how a card is written."""
        if self.declared:
            asked = _("Say your points: {points}, or {words}") if self.numbered else _("Say your points: {points}")
            yield asked.format(points=_range(self.declared), words=", ".join(self.numbered))
            return
        for number, code in enumerate(self.numbered, start=1):
            yield f"{number}) {card(code) if isinstance(code, Card) else self._shown(code)}"
        if self.keep_silent is not None:
            yield "0) " + _("{choice} (or Enter)").format(choice=self.keep_silent)
        for group in self.sizes:
            told = _("or type {first} … {last}, {step} by {step}")
            yield told.format(first=group[0], last=group[-1], step=_step(group))

    def _shown(self, code: str) -> str:
        return f"{code} {quoted(self.words[code])}" if code in self.words else code

    def read(self, typed: str, *, numbered: bool = True) -> str | None:
        """The move that was typed, by number or by code; None to keep silent."""
        text = typed.strip()
        if text in ("", "0") and self.keep_silent is not None:
            return None
        if numbered and text.isascii() and text.isdigit() and self.numbered and not self.declared:
            return self._by_number(int(text))
        code = canonical("-".join(text.split()))
        if code in self.codes:
            return code
        if not text:
            raise BadChoice(_("Type the number or the code of your move (? for help, q to leave)."))
        raise BadChoice(_("“{text}” cannot be done now: choose from the list (? for help).").format(text=text))

    def _by_number(self, number: int) -> str:
        if not 1 <= number <= len(self.numbered):
            about = _("There is no choice {number}: choose from 1 to {most} (? for help).")
            raise BadChoice(about.format(number=number, most=len(self.numbered)))
        return self.numbered[number - 1]


def menu_of(moves: Sequence[str], keep_silent: str | None = None, said: Callable[[str], str] | None = None) -> Menu:
    """A readable menu of some moves; `said` tells what the table hears of each."""
    declared = tuple(move for move in moves if move.isdigit())
    groups = [tuple(move for move in moves if _is_size(move, prefix)) for prefix in _SIZED]
    sizes = tuple(group for group in groups if len(group) > FEW)
    grouped = {move for group in (declared, *sizes) for move in group}
    numbered = sorted((move for move in moves if move not in grouped), key=_place)
    heard = {move: said(move) for move in numbered if move not in CARDS} if said is not None else {}
    words = {move: text for move, text in heard.items() if text != move.replace("-", " ")}
    return Menu(tuple(numbered), sizes, declared, keep_silent, words)


def _is_size(move: str, prefix: str) -> bool:
    return move.startswith(prefix) and move.removeprefix(prefix).isdigit()


def _place(move: str) -> int:
    if isinstance(move, Card):
        return 0
    if move.startswith(_ABOUT_CARDS):
        return 1
    if move in _FIRST:
        return 2 + _FIRST.index(move)
    return 2 + len(_FIRST) + (1 + _LAST.index(move) if move in _LAST else 0)


def _step(sizes: Sequence[str]) -> int:
    """By how much each size of a bet is larger than the one before."""
    first, second = (int(size.rpartition("-")[2]) for size in sizes[:2])
    return second - first


def _range(numbers: Sequence[str]) -> str:
    """`0 … 7, 20 … 33`"""
    runs: list[list[int]] = []
    for number in sorted(map(int, numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} … {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
