"""Command-line parsing in the current language: argparse with translated messages and one-line errors."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from truquero.i18n import LANGUAGE_CHOICES, N_, _, base_of, has_country, matching_language, n_
from truquero.rules.suggestions import with_suggestion
from truquero.variants import VARIANTS

# The messages of argparse, marked for translation.
ARGPARSE_MESSAGES = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("ignored explicit argument %r"),
    N_("not allowed with argument %s"),
)


class Parser(argparse.ArgumentParser):
    """An argument parser that prints one-line errors, exits with status 2 and accepts house rules in any position."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Accept house rules after options, as in `play belmez --players 2 patas=3`.

        argparse takes the list of house rules from the first group of words, and reports later words as unknown.
        """
        parsed, unknown = super().parse_known_args(args, namespace)
        if hasattr(parsed, "house_rules"):
            parsed.house_rules = [*parsed.house_rules, *(word for word in unknown if not word.startswith("-"))]
            unknown = [word for word in unknown if word.startswith("-")]
        if unknown:  # reported by the parser of the command, which knows the options that the user may have meant
            typed = next((word for word in unknown if word.startswith("-")), "").partition("=")[0]
            problem = _("unrecognized arguments: %s") % " ".join(unknown)
            self.error(with_suggestion(problem, typed, self._option_string_actions))
        return parsed, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            choices = map(str, action.choices or ())
            raise argparse.ArgumentError(action, with_suggestion(error.message, value, choices)) from error

    def error(self, message: str) -> None:  # type: ignore[override]
        print(_("{prog}: {message} (see {prog} --help)").format(prog=self.prog, message=message), file=sys.stderr)
        raise SystemExit(2)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`, which may come before or after the command."""
    parser.add_argument(
        "--lang",
        metavar="|".join(LANGUAGE_CHOICES),
        choices=tuple(LANGUAGE_CHOICES),
        default=argparse.SUPPRESS,  # so that the command does not overwrite a --lang before it
        help=_("language of the texts (default: the language of your system, or Spanish)"),
    )


def language_in(arguments: Sequence[str] | None) -> str | None:
    """Return the language that a command line selects; None if it selects none that exists.

    The parser itself needs it: it prints errors in this language.
    """
    language_parser = argparse.ArgumentParser(add_help=False)
    language_parser.add_argument("--lang", nargs="?")
    language: str | None = language_parser.parse_known_args(arguments)[0].lang
    return language if language in LANGUAGE_CHOICES else None


def language_of_game(parsed: argparse.Namespace, tag: str) -> str | None:
    """Return the language of the game of a command, such as es-AR for argentino, if it suits the locale; else None.

    It suits if the locale `tag` names the same language without a country. A country already chooses the variety.
    """
    words = [getattr(parsed, "variant", None), *getattr(parsed, "house_rules", ())]
    preset = next((VARIANTS[word] for word in words if word in VARIANTS), None)
    if preset is None or has_country(tag) or matching_language(tag) != base_of(preset.language):
        return None
    return preset.language


@contextmanager
def argparse_translated() -> Iterator[None]:
    """Translate the messages of argparse into the current language.

    argparse calls gettext through these two module-level names and offers no other hook.
    """
    originals = {name: getattr(argparse, name) for name in ("_", "ngettext")}
    vars(argparse).update(_=_, ngettext=n_)
    try:
        yield
    finally:
        vars(argparse).update(originals)
