"""The line number of each key of a TOML text. The standard parser returns the values without their lines.

The text must have passed `tomllib`. This module does not validate it again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

KeyPath = tuple[str | int, ...]  # ("truco", "ladder", 2) is the third entry of ladder in [truco]

_BLANK = " \t\r\n"
_QUOTES = ('"""', "'''", '"', "'")
_ENDS_BARE = frozenset(',]}#= \t\r\n"')


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the line of every key, table and list entry."""
    return _Scanner(text).scan()


def line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int:
    """Return the line of a key.

    If the key is missing, return the line of the nearest enclosing key, or 1.
    """
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


class _Scanner:
    """A scanner that reads the text once and tracks the current line."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line = text, 0, 1
        self._line_of: dict[KeyPath, int] = {}
        self._entry_counts: dict[KeyPath, int] = {}  # number of entries of each list of tables so far

    def scan(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        while self._skip_blank():
            if self._peek() == "[":
                table = self._header()
            else:
                self._pair(table)
        return self._line_of

    def _header(self) -> KeyPath:
        """Read a header and return its path.

        `[[table]]` begins a new entry of a list. A list of tables within a header refers to its last entry.
        """
        is_entry = self._text.startswith("[[", self._at)
        self._move(2 if is_entry else 1)
        *steps, last = self._key()
        path: KeyPath = ()
        for step in steps:
            self._note(path, (step,))
            path = (*path, step)
            path = (*path, self._entry_counts[path] - 1) if path in self._entry_counts else path
        self._note(path, (last,))
        path = (*path, last)
        if is_entry:
            index = self._entry_counts.get(path, 0)
            self._entry_counts[path] = index + 1
            path = (*path, index)
            self._line_of[path] = self._line
        while self._peek() == "]":
            self._move(1)
        return path

    def _pair(self, table: KeyPath) -> None:
        key = self._key()
        self._note(table, key)
        self._skip_blank()
        self._move(1)  # the equals sign
        self._value((*table, *key))

    def _value(self, path: KeyPath) -> None:
        self._skip_blank()
        if self._peek() == "[":
            self._list(path)
        elif self._peek() == "{":
            self._inline_table(path)
        elif self._peek() in ('"', "'"):
            self._string()
        else:
            self._bare()

    def _list(self, path: KeyPath) -> None:
        self._move(1)
        index = 0
        while self._skip_blank() and self._peek() != "]":
            if self._peek() == ",":
                self._move(1)
                continue
            self._line_of.setdefault((*path, index), self._line)
            self._value((*path, index))
            index += 1
        self._move(1)

    def _inline_table(self, path: KeyPath) -> None:
        self._move(1)
        while self._skip_blank() and self._peek() != "}":
            if self._peek() == ",":
                self._move(1)
            else:
                self._pair(path)
        self._move(1)

    def _key(self) -> KeyPath:
        """Read a dotted key, whose parts are bare or in quotes."""
        parts: list[str] = []
        while True:
            self._skip_blank()
            parts.append(self._part())
            self._skip_blank()
            if self._peek() != ".":
                return tuple(parts)
            self._move(1)

    def _part(self) -> str:
        if self._peek() in ('"', "'"):
            value: str = tomllib.loads(f"key = {self._string()}")["key"]
            return value
        start = self._at
        while self._peek() and self._peek() not in _ENDS_BARE and self._peek() != ".":
            self._move(1)
        return self._text[start : self._at]

    def _note(self, table: KeyPath, key: KeyPath) -> None:
        """Record the line of a key, and of the tables that a dotted key creates."""
        for length in range(1, len(key) + 1):
            self._line_of.setdefault((*table, *key[:length]), self._line)

    def _string(self) -> str:
        """Read a string and return it as written, with its quotes."""
        start = self._at
        quote = next(mark for mark in _QUOTES if self._text.startswith(mark, self._at))
        self._move(len(quote))
        while self._peek() and not self._text.startswith(quote, self._at):
            self._move(2 if self._peek() == "\\" and quote[0] == '"' else 1)
        self._move(len(quote))
        while len(quote) == 3 and self._peek() == quote[0]:  # its text may end in quotes
            self._move(1)
        return self._text[start : self._at]

    def _bare(self) -> None:
        """Skip a number, a date or a boolean. A date may contain a space."""
        self._move(1)
        while self._peek() and self._peek() not in ",]}#\n":
            self._move(1)

    def _skip_blank(self) -> bool:
        """Skip spaces, line ends and comments. Return False at the end of the text."""
        while self._peek() and self._peek() in _BLANK + "#":
            if self._peek() == "#":
                while self._peek() not in ("", "\n"):
                    self._move(1)
            else:
                self._move(1)
        return self._at < len(self._text)

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _move(self, steps: int) -> None:
        self._line += self._text.count("\n", self._at, self._at + steps)
        self._at += steps
