"""Commands typed at the table that are not moves: help, hints, learning, the score, señas, whom to watch, leaving."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from truquero.i18n import N_, _, base_of, current_language
from truquero.rulebook.appendix_sections import sign_gesture, sign_meaning
from truquero.rulebook.card_and_move_names import Names
from truquero.rules.aliases import as_code
from truquero.rules.game import Rules
from truquero.table import View
from truquero.table.schedule import side_of
from truquero.table.sign_codes import has_own_gesture


class TableCommand(Enum):
    """A command that is not a move of the hand."""

    HELP = "help"
    TABLE = "table"
    SCORE = "score"
    HINT = "hint"
    LEARN = "learn"
    SIGN = "sign"
    WATCH = "watch"
    LEAVE = "leave"


# One word for each language. All of them, and the short forms below, are accepted in every language.
_WORDS: Mapping[TableCommand, Mapping[str, str]] = {
    TableCommand.HELP: {"es": "ayuda", "pt": "ajuda", "ca": "ajuda", "en": "help"},
    TableCommand.TABLE: {"es": "mesa", "pt": "mesa", "ca": "taula", "en": "table"},
    TableCommand.SCORE: {"es": "tanteo", "pt": "placar", "ca": "tanteig", "en": "score"},
    TableCommand.HINT: {"es": "pista", "pt": "dica", "ca": "pista", "en": "hint"},
    TableCommand.LEARN: {"es": "aprender", "pt": "aprender", "ca": "aprendre", "en": "learn"},
    TableCommand.SIGN: {"es": "seña", "pt": "sinal", "ca": "senya", "en": "sign"},
    TableCommand.WATCH: {"es": "mira", "pt": "olha", "ca": "mira", "en": "watch"},
    TableCommand.LEAVE: {"es": "salir", "pt": "sair", "ca": "eixir", "en": "quit"},
}
_SHORT: Mapping[str, TableCommand] = {
    "h": TableCommand.HINT,
    "q": TableCommand.LEAVE,
    "exit": TableCommand.LEAVE,
    "sortir": TableCommand.LEAVE,
    "senas": TableCommand.SIGN,
    "sinais": TableCommand.SIGN,
    "senyes": TableCommand.SIGN,
    "signs": TableCommand.SIGN,
}
_COMMANDS = {**{as_code(word): command for command, words in _WORDS.items() for word in words.values()}, **_SHORT}
_DESCRIPTIONS: Mapping[TableCommand, str] = {
    TableCommand.TABLE: N_("show the table and your moves again"),
    TableCommand.SCORE: N_("show the score as it is counted here"),
    TableCommand.HINT: N_("advise what to do now, and show what your cards are worth"),
    TableCommand.LEARN: N_("show the order of the cards, the calls and the glossary; with a word, explain it"),
    TableCommand.SIGN: N_("show the señas; with the name or number of a seña, make it"),
    TableCommand.WATCH: N_("with the number of a seat: watch that seat to see its señas"),
}
_HELP = "?"
_FOR_PARTNERS = (TableCommand.SIGN, TableCommand.WATCH)
_WITH_ARGUMENT = (*_FOR_PARTNERS, TableCommand.LEARN)


def parse_command(line: str) -> tuple[TableCommand, str] | None:
    """Return the command in a typed line and its argument as a code; None if the line is not a command."""
    if line.strip() == _HELP:
        return TableCommand.HELP, ""
    first, _hyphen, rest = as_code(line).partition("-")
    command = _COMMANDS.get(first)
    return None if command is None or (rest and command not in _WITH_ARGUMENT) else (command, rest)


def command_help(rules: Rules) -> Iterator[str]:
    """Yield a line of help about each command that this table has."""
    for command, about in _DESCRIPTIONS.items():
        if rules.players > 2 or command not in _FOR_PARTNERS:
            yield f"{command_word(command)}: {_(about)}"


def command_word(command: TableCommand) -> str:
    """Return the word for a command in the current language."""
    return _WORDS[command][base_of(current_language())]


# ------------------------------------------------------------------------------------------------------------- señas


def sign_lines(rules: Rules, view: View) -> Iterator[str]:
    """Yield a numbered line for each seña of the viewing seat: its name, its gesture and its meaning."""
    names, signs = Names(rules), view.signs(rules, view.seat)
    if view.codes[side_of(view.seat)] is not None:
        yield _("Your side has agreed on señas of its own: only you know what they mean.")
    for number, sign in enumerate(signs, start=1):
        made = f"{sign_gesture(sign, names)}; " if has_own_gesture(sign) else ""
        yield f"{number}) {sign.name}: {made}{sign_meaning(sign, names)}"
    if not signs:
        example = rules.pack[-1].name(french=rules.french_names).replace(" ", "-")
        yield _("This table has no señas of its own: name yours as you like, such as {example}.").format(
            example=f"{command_word(TableCommand.SIGN)} {example}"
        )


def sign_name(rules: Rules, view: View, typed: str) -> str:
    """Return the name of the seña with this number, name or card; the input itself if there is none."""
    signs = view.signs(rules, view.seat)
    if typed.isdigit() and 1 <= int(typed) <= len(signs):
        return signs[int(typed) - 1].name
    return next((sign.name for sign in signs if sign.shows == typed), typed)
