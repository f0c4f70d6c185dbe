"""The rules for names of guests."""

from __future__ import annotations

from unicodedata import normalize

from truquero.i18n import _
from truquero.server.confusables import is_mixed, is_rare, lookalike_key

LONGEST_NAME = 24

INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"  # printable characters by Unicode that are drawn as blanks


class InvalidName(ValueError):
    """A name that cannot be used; the message says why."""


def clean_text(text: str) -> str:
    """Return a text in one line and normalized to NFC. Invisible characters, and those that change the direction of
    writing, become spaces."""
    visible = (letter if _is_visible(letter) else " " for letter in normalize("NFC", text))
    return " ".join("".join(visible).split())


def _is_visible(letter: str) -> bool:
    return letter.isprintable() and letter not in INVISIBLE


def clean_name(text: str) -> str:
    """Return a name as it is shown. Raise InvalidName if it is empty, too long, or written in several
    alphabets or in one that is not in wide use."""
    name = clean_text(text)
    if len(name) > LONGEST_NAME:
        raise InvalidName(_("a name has at most {most} letters").format(most=LONGEST_NAME))
    if not lookalike_key(name):
        raise InvalidName(_("write a name"))
    if is_mixed(name):
        raise InvalidName(_("write your name in one alphabet"))
    if is_rare(name):
        raise InvalidName(_("write your name in another alphabet"))
    return name
