"""The names of the sources of the rules. Citations such as `S000 §13` name a source by its code."""

from __future__ import annotations

import re

from truquero.i18n import N_, _

SOURCES = {
    "S000": N_("the Argentine rule book of juegosdesalon.com"),
    "S001": N_("the rules of Trucardo"),
    "S002": N_("the Reglamento of Navarrevisca"),
    "S003": N_("“El truco: historia de una tradición” by F. J. Fuentes Pereira"),
    "S004": N_("the Brazilian rules"),
    "MI": N_("the game as it is commonly played"),
    "VE": N_("the game as it is commonly played"),
}


_NEXT = re.compile(rf", (?=(?:{'|'.join(SOURCES)})\b)")


def source_in_words(cited: str) -> str:
    """Return a citation with the names of the rule books in place of their codes.

    A citation such as `S003 III.b` is a code and a part; there may be several, separated by commas. Text that is not a
    known code, such as a file name, stays unchanged.
    """
    return "; ".join(map(_one_in_words, _NEXT.split(cited)))


def after_source(cited: str) -> str:
    """Return the sentence that names the source of a text."""
    return _("After {source}.").format(source=source_in_words(cited))


def _one_in_words(cited: str) -> str:
    code, _space, part = cited.partition(" ")
    if code not in SOURCES:
        return cited
    return f"{_(SOURCES[code])}, {part}" if part else _(SOURCES[code])
