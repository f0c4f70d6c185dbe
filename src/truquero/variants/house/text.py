"""The text of a house rules file: values with checked types, and errors that name the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import Any, TypeVar
from unicodedata import normalize

from truquero.i18n import N_, _
from truquero.rules.options import MOST_POINTS, OptionError
from truquero.rules.suggestions import with_suggestion
from truquero.variants.toml_lines import KeyPath, key_lines, line_of

LONGEST_TITLE = 100
_KINDS: dict[type, str] = {
    str: N_("a text in quotes"),
    int: N_("a whole number"),
    list: N_("a list in square brackets"),
    dict: N_("a table"),
}
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)| \(at end of document\)")
# Messages for the errors of tomllib, by the beginning of tomllib's own message.
_TWICE = N_("this key or table is already in the file: write it once")
_OPEN = N_("a text has no closing quotes")
_FAULTS: dict[str, str] = {
    "Cannot overwrite a value": _TWICE,
    "Cannot declare": _TWICE,
    "Cannot mutate": _TWICE,
    "Cannot redefine": _TWICE,
    "Duplicate inline table key": _TWICE,
    "Expected '=' after a key": N_("write = and a value after a key"),
    "Expected newline or end of document": N_("write one key and its value on a line, and nothing after it"),
    "Expected \"'": _OPEN,
    "Expected ']": N_("the name of a table has no closing bracket ]"),
    "Illegal character": N_("a text has no closing quotes, or contains a character that must be escaped"),
    "Invalid initial character for a key": N_("write a key with letters, digits and hyphens, or in quotes"),
    "Invalid statement": N_("write a key = its value, or a [table] on each line"),
    "Invalid value": N_("write a text in quotes, a whole number, true or false, or a list in square brackets after ="),
    "Unclosed array": N_("a list has no closing bracket ]"),
    "Unclosed inline table": N_("a table has no closing brace"),
    "Unescaped '\\'": N_("in a text \\ is written \\\\"),
    "Unterminated string": _OPEN,
}

Value = TypeVar("Value")


class HouseError(OptionError):
    """House rules that cannot be used.

    The message begins with `FILE:LINE:` and says how to correct the error. Without a line it refers to the whole file.
    """

    def __init__(self, file: str, line: int | None, message: str) -> None:
        self.file, self.line, self.message = file, line, message
        super().__init__(f"{file}: {message}" if line is None else f"{file}:{line}: {message}")


class HouseText:
    """A house rules file as parsed TOML. Other modules interpret its values."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        text = normalize("NFC", text.removeprefix("\ufeff").replace("\r\n", "\n"))
        try:
            self._data: dict[str, Any] = tomllib.loads(text)
            self._lines = key_lines(text)
        except RecursionError as error:
            raise HouseError(file, 1, _("its lists or tables are nested too deeply")) from error
        except ValueError as error:  # bad TOML, or a number longer than Python reads
            match = _AT_LINE.search(str(error))
            line = int(match[1]) if match and match[1] else text.count("\n") + 1 if match else 1
            raise HouseError(file, line, _fault(str(error))) from error

    def error(self, message: str, *path: str | int) -> HouseError:
        """Return an error at the line of a key, or of the table that lacks the key."""
        return HouseError(self.file, line_of(self._lines, path), message)

    def get(self, kind: type[Value], *path: str | int) -> Value | None:
        """Return the value of a key, or None if it is not given. Raise HouseError if it has another type."""
        value: Any = self._data
        for index, step in enumerate(path):
            if index and not isinstance(value, dict | list):
                raise self._wrong_kind(dict, value, path[:index])
            if isinstance(step, str) and step not in value:
                return None
            value = value[step]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self._wrong_kind(kind, value, path)
        return value

    def _wrong_kind(self, kind: type, value: object, path: KeyPath) -> HouseError:
        message = _("{key} must be {kind}, not {value}")
        return self.error(message.format(key=key_text(path), kind=_(_KINDS[kind]), value=short(value)), *path)

    def need(self, kind: type[Value], example: str, *path: str) -> Value:
        """Return the value of a required key."""
        value = self.get(kind, *path)
        if value is None:
            raise self.error(_("{key} is missing: write {example}").format(key=key_text(path), example=example), *path)
        return value

    def points(self, *path: str) -> int | None:
        """Return a number of points, or None if it is not given."""
        value = self.get(object, *path)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_POINTS):
            return value
        message = _("{key} must be a whole number from 1 to {most}, not {given}")
        raise self.error(message.format(key=key_text(path), most=MOST_POINTS, given=short(value)), *path)

    def texts(self, example: str, *path: str) -> list[str] | None:
        """Return a list of strings that is not empty, or None if it is not given."""
        values = self.get(object, *path)
        if values is None:
            return None
        if not isinstance(values, list) or not values:
            message = _("{key} must be a list in square brackets, such as {example}, not {value}")
            raise self.error(message.format(key=key_text(path), example=example, value=short(values)), *path)
        checked = (self.get(str, *path, index) for index in range(len(values)))
        return [text for text in checked if text is not None]

    def line_of_text(self, *path: str) -> str | None:
        """Return a printable text of one line, or None if it is not given."""
        value = self.get(str, *path)
        if value is not None and not (value.strip() and value.isprintable() and len(value) <= LONGEST_TITLE):
            message = _("{key} must be one line of text, of at most {most} letters")
            raise self.error(message.format(key=key_text(path), most=LONGEST_TITLE), *path)
        return value

    def only(self, known_keys: Iterable[str], *path: str) -> None:
        """Raise an error for a key that is not known."""
        for key in self.get(dict, *path) or {}:
            if key not in known_keys:
                message = _("{key} is unknown here; the known keys are {known}")
                problem = message.format(key=key_text((*path, key)), known=", ".join(known_keys))
                raise self.error(with_suggestion(problem, key, known_keys), *path, key)


def _fault(reason: str) -> str:
    """Return why a text is not valid TOML.

    Rare errors get a general message; the line number is enough to find them.
    """
    for start, fault in _FAULTS.items():
        if reason.startswith(start):
            return _("this is not TOML: {reason}").format(reason=_(fault))
    return _("this is not valid TOML")


def key_text(path: KeyPath) -> str:
    """Return a key as it is written in the file: `truco.ladder`. List entries count from one: `truco.ladder[1]`."""
    path_text = ""
    for step in path:
        if isinstance(step, int):
            path_text += f"[{step + 1}]"
        else:
            path_text += f"{'.' if path_text else ''}{step if step.isprintable() else repr(step)}"
    return path_text


def short(value: object) -> str:
    """Return a value in a form short enough for an error message."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
