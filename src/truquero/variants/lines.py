"""Where each key of a TOML text stands. The standard reader gives the values and forgets their lines.

The text is one that `tomllib` has accepted, so nothing is checked here a second time.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

Path = tuple[str | int, ...]  # ("truco", "ladder", 2) is the third entry of ladder in [truco]

_BLANK = " \t\r\n"
_QUOTES = ('"""', "'''", '"', "'")
_ENDS_BARE = frozenset(',]}#= \t\r\n"')


def key_lines(text: str) -> dict[Path, int]:
    """The line of every key, table and entry of a list."""
    return _Scanner(text).scan()


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of a key, or of what would hold it where the key itself is missing; the first line at the worst."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


class _Scanner:
    """Goes through the text once, keeping where it is."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line = text, 0, 1
        self._found: dict[Path, int] = {}
        self._many: dict[Path, int] = {}  # how many entries a list of tables has so far

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self._skip_blank():
            if self._peek() == "[":
                table = self._header()
            else:
                self._pair(table)
        return self._found

    def _header(self) -> Path:
        """`[table]`, or `[[table]]`, which begins another entry of a list. A name in it that is such a list means the
        last entry."""
        is_entry = self._text.startswith("[[", self._at)
        self._move(2 if is_entry else 1)
        *steps, last = self._key()
        path: Path = ()
        for step in steps:
            self._note(path, (step,))
            path = (*path, step)
            path = (*path, self._many[path] - 1) if path in self._many else path
        self._note(path, (last,))
        path = (*path, last)
        if is_entry:
            index = self._many.get(path, 0)
            self._many[path] = index + 1
            path = (*path, index)
            self._found[path] = self._line
        while self._peek() == "]":
            self._move(1)
        return path

    def _pair(self, table: Path) -> None:
        key = self._key()
        self._note(table, key)
        self._skip_blank()
        self._move(1)  # the equals sign
        self._value((*table, *key))

    def _value(self, path: Path) -> None:
        self._skip_blank()
        if self._peek() == "[":
            self._list(path)
        elif self._peek() == "{":
            self._inline_table(path)
        elif self._peek() in ('"', "'"):
            self._string()
        else:
            self._bare()

    def _list(self, path: Path) -> None:
        self._move(1)
        index = 0
        while self._skip_blank() and self._peek() != "]":
            if self._peek() == ",":
                self._move(1)
                continue
            self._found.setdefault((*path, index), self._line)
            self._value((*path, index))
            index += 1
        self._move(1)

    def _inline_table(self, path: Path) -> None:
        self._move(1)
        while self._skip_blank() and self._peek() != "}":
            if self._peek() == ",":
                self._move(1)
            else:
                self._pair(path)
        self._move(1)

    def _key(self) -> Path:
        """A dotted key, each part bare or in quotes."""
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

    def _note(self, table: Path, key: Path) -> None:
        """A dotted key makes the tables it goes through."""
        for length in range(1, len(key) + 1):
            self._found.setdefault((*table, *key[:length]), self._line)

    def _string(self) -> str:
        """The string as it is written, its quotes included."""
        start = self._at
        quote = next(one for one in _QUOTES if self._text.startswith(one, self._at))
        self._move(len(quote))
        while self._peek() and not self._text.startswith(quote, self._at):
            self._move(2 if self._peek() == "\\" and quote[0] == '"' else 1)
        self._move(len(quote))
        while len(quote) == 3 and self._peek() == quote[0]:  # a long string may end in one or two quotes of its own
            self._move(1)
        return self._text[start : self._at]

    def _bare(self) -> None:
        """A number, a date or a truth value; a date may hold a space."""
        self._move(1)
        while self._peek() and self._peek() not in ",]}#\n":
            self._move(1)

    def _skip_blank(self) -> bool:
        """Past spaces, ends of lines and comments; False at the end of the text."""
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
