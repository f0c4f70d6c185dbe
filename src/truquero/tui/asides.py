"""Commands typed at the table that are not moves: help, hints, the score, señas, the seat to watch, leaving."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from truquero.i18n import N_, _, base_of, spoken
from truquero.rulebook.house import sign_made, sign_shown
from truquero.rulebook.names import Names
from truquero.rules.aliases import as_code
from truquero.rules.game import Rules
from truquero.table import View
from truquero.table.schedule import side_of
from truquero.table.sign_codes import has_own_gesture


class Aside(Enum):
    """A command that is not a move of the hand."""

    HELP = "help"
    TABLE = "table"
    SCORE = "score"
    HINT = "hint"
    SIGN = "sign"
    WATCH = "watch"
    LEAVE = "leave"


# One word for each language. All of them, and the short forms below, are accepted in every language.
_WORDS: Mapping[Aside, Mapping[str, str]] = {
    Aside.HELP: {"es": "ayuda", "pt": "ajuda", "ca": "ajuda", "en": "help"},
    Aside.TABLE: {"es": "mesa", "pt": "mesa", "ca": "taula", "en": "table"},
    Aside.SCORE: {"es": "tanteo", "pt": "placar", "ca": "tanteig", "en": "score"},
    Aside.HINT: {"es": "pista", "pt": "dica", "ca": "pista", "en": "hint"},
    Aside.SIGN: {"es": "seña", "pt": "sinal", "ca": "senya", "en": "sign"},
    Aside.WATCH: {"es": "mira", "pt": "olha", "ca": "mira", "en": "watch"},
    Aside.LEAVE: {"es": "salir", "pt": "sair", "ca": "eixir", "en": "quit"},
}
_SHORT: Mapping[str, Aside] = {
    "h": Aside.HINT,
    "q": Aside.LEAVE,
    "exit": Aside.LEAVE,
    "sortir": Aside.LEAVE,
    "senas": Aside.SIGN,
    "sinais": Aside.SIGN,
    "senyes": Aside.SIGN,
    "signs": Aside.SIGN,
}
_ASIDES = {**{as_code(word): aside for aside, words in _WORDS.items() for word in words.values()}, **_SHORT}
_ABOUT: Mapping[Aside, str] = {
    Aside.TABLE: N_("the table and your moves once more"),
    Aside.SCORE: N_("the score, as it is kept here"),
    Aside.HINT: N_("what your cards are worth"),
    Aside.SIGN: N_("the señas; with the name or the number of one, make it"),
    Aside.WATCH: N_("with the number of a seat: watch it, to see its señas"),
}
_HELP = "?"
_WITH_MORE = (Aside.SIGN, Aside.WATCH)


def aside_in(typed: str) -> tuple[Aside, str] | None:
    """Return the command in a typed line and its argument as a code; None if the line is not a command."""
    if typed.strip() == _HELP:
        return Aside.HELP, ""
    first, _hyphen, rest = as_code(typed).partition("-")
    aside = _ASIDES.get(first)
    return None if aside is None or (rest and aside not in _WITH_MORE) else (aside, rest)


def asides_told(rules: Rules) -> Iterator[str]:
    """Yield a line of help about each command that this table has."""
    for aside, about in _ABOUT.items():
        if rules.players > 2 or aside not in _WITH_MORE:
            yield f"{word_for(aside)}: {_(about)}"


def word_for(aside: Aside) -> str:
    """Return the word for a command in the current language."""
    return _WORDS[aside][base_of(spoken())]


# ------------------------------------------------------------------------------------------------------------- señas


def signs_told(rules: Rules, view: View) -> Iterator[str]:
    """Yield a numbered line for each seña of the viewing seat: its name, its gesture and its meaning."""
    names, signs = Names(rules), view.signs(rules, view.seat)
    if view.codes[side_of(view.seat)] is not None:
        yield _("Your side has agreed on señas of its own: only you know what they mean.")
    for number, sign in enumerate(signs, start=1):
        made = f"{sign_made(sign, names)}; " if has_own_gesture(sign) else ""
        yield f"{number}) {sign.name}: {made}{sign_shown(sign, names)}"
    if not signs:
        yield _("This table has no señas of its own: name yours as you like, such as {example}.").format(
            example=f"{word_for(Aside.SIGN)} siete-de-oros"
        )


def sign_named(rules: Rules, view: View, asked: str) -> str:
    """Return the name of the seña with this number, name or card; the input itself if there is none."""
    signs = view.signs(rules, view.seat)
    if asked.isdigit() and 1 <= int(asked) <= len(signs):
        return signs[int(asked) - 1].name
    return next((sign.name for sign in signs if sign.shows == asked), asked)
