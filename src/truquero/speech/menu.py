"""The menu of a player's legal moves: it numbers them, groups bets of many sizes, and parses what the player types.

A menu preserves the order of the moves that it gets; `table.move_order.in_order` sorts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from truquero.cards import CARDS, Card
from truquero.engine.envido import MORE, SIZE
from truquero.i18n import _, base_of, current_language
from truquero.i18n.wrapping import quoted
from truquero.records import canonical

FEW = 3  # more sizes of a bet than this are shown as a range

SPANISH = "es"
_SIZED = (SIZE, MORE)


class BadChoice(ValueError):
    """The error for typed text that is no move of the menu. The message says what is allowed."""


@dataclass(frozen=True)
class MoveMenu:
    """The moves that a player may type.

    An entry is a move, which has a number, or all sizes of a bet. `keep_silent` describes the effect of an empty line,
    where the player may leave it to others to speak.
    """

    entries: tuple[str | tuple[str, ...], ...]
    declared: tuple[str, ...] = ()  # points to declare: a typed number then means the points, not a choice
    keep_silent: str | None = None
    words: Mapping[str, str] = field(default_factory=dict)  # what the table hears, where it differs from the code
    shows_codes: bool = True  # beside the words

    @property
    def numbered(self) -> tuple[str, ...]:
        """The moves that have a number, from 1."""
        return tuple(entry for entry in self.entries if isinstance(entry, str))

    @property
    def sizes(self) -> tuple[tuple[str, ...], ...]:
        """The bets of many sizes, which have no number."""
        return tuple(entry for entry in self.entries if not isinstance(entry, str))

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all legal moves."""
        return (*self.numbered, *self.declared, *(size for group in self.sizes for size in group))

    def lines(self, card: Callable[[Card], str] = str) -> Iterator[str]:
        """Yield the menu as it is shown, one line for each choice. `card` formats a card."""
        if self.declared:
            prompt = _("Say your points: {points}, or {words}") if self.numbered else _("Say your points: {points}")
            yield prompt.format(points=_range(self.declared), words=", ".join(self.numbered))
            return
        numbers = count(1)
        for entry in self.entries:
            if isinstance(entry, str):
                yield f"{next(numbers)}) {card(entry) if isinstance(entry, Card) else self._labelled(entry)}"
            else:
                range_line = _("or type {first} … {last}, {step} by {step}")
                yield range_line.format(first=entry[0], last=entry[-1], step=_step(entry))
        if self.keep_silent is not None:
            yield "0) " + _("{choice} (or Enter)").format(choice=self.keep_silent)

    def _labelled(self, code: str) -> str:
        words = self.words.get(code, code)
        return words if code == words or not self.shows_codes else f"{code} {quoted(words)}"

    def read(self, typed: str, *, numbered: bool = True) -> str | None:
        """Return the move that was typed, by number or by code; None to keep silent. Raise BadChoice otherwise."""
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
        raise BadChoice(_("“{text}” is not possible now: choose from the list (? for help).").format(text=text))

    def _by_number(self, number: int) -> str:
        if not 1 <= number <= len(self.numbered):
            message = _("There is no choice {number}: choose from 1 to {most} (? for help).")
            raise BadChoice(message.format(number=number, most=len(self.numbered)))
        return self.numbered[number - 1]


def menu_of(
    moves: Sequence[str],
    keep_silent: str | None = None,
    phrase_of: Callable[[str], str] | None = None,
    language: str = SPANISH,
) -> MoveMenu:
    """Return a menu of some moves. `phrase_of` returns the words that the table hears for a move, in a language.

    The codes are Spanish, so they say nothing more to a reader of another language who understands the words.
    """
    declared = tuple(move for move in moves if move.isdigit())
    groups = [tuple(move for move in moves if _is_size(move, prefix)) for prefix in _SIZED]
    group_of = {move: group for group in groups if len(group) > FEW for move in group}
    entries = dict.fromkeys(group_of.get(move, move) for move in moves if not move.isdigit())
    phrases: dict[str, str] = {}
    if phrase_of is not None:
        phrases = {move: phrase_of(move) for move in entries if isinstance(move, str) and move not in CARDS}
    words = {move: phrase for move, phrase in phrases.items() if phrase != move.replace("-", " ")}
    shows_codes = language == SPANISH or language != base_of(current_language())
    return MoveMenu(tuple(entries), declared, keep_silent, words, shows_codes)


def sizes_in(moves: Iterable[str]) -> dict[str, list[int]]:
    """Return the sizes of each call that has several: `envido-4` is a size of `envido`."""
    sizes: dict[str, list[int]] = {}
    for move in moves:
        if any(_is_size(move, prefix) for prefix in _SIZED):
            name, _hyphen, size = move.rpartition("-")
            sizes.setdefault(name, []).append(int(size))
    return sizes


def _is_size(move: str, prefix: str) -> bool:
    return move.startswith(prefix) and move.removeprefix(prefix).isdigit()


def _step(sizes: Sequence[str]) -> int:
    """Return the difference between two successive sizes of a bet."""
    first, second = (int(size.rpartition("-")[2]) for size in sizes[:2])
    return second - first


def _range(numbers: Sequence[str]) -> str:
    """Return numbers as ranges: `0 … 7, 20 … 33`."""
    runs: list[list[int]] = []
    for number in sorted(map(int, numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} … {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
