"""Comments on the play in a record: `#: text`, after the statement that they are about. They do not affect the game."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

_MARK = "#:"
_WIDTH = 100


def comment_lines(text: str) -> list[str]:
    """Return the lines of a record for a comment, none if it is empty.

    >>> comment_lines("The highest card goes first.")
    ['#: The highest card goes first.']
    """
    return wrap(text, _WIDTH, initial_indent=f"{_MARK} ", subsequent_indent=f"{_MARK} ")


def comments_in(record: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a record: the line of each, from 1, and its text.

    >>> list(comments_in("1 7c #: A low card." + chr(10) + "# no comment on the play"))
    [(1, 'A low card.')]
    """
    for number, line in enumerate(record.splitlines(), start=1):
        _statement, hash_sign, rest = line.partition("#")
        if hash_sign and rest.startswith(":") and (text := rest[1:].strip()):
            yield number, text
