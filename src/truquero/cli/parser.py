"""Reading a command line in the language in use: argparse, with its own words translated and errors of one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from truquero.language import LANGUAGES, N_, _, n_

# What argparse says itself, as it writes it.
WORDS = (
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
    """Bad arguments are one clear line and exit 2; house rules may stand anywhere."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Let words stand behind options, as in `play belmez --players 2 patas=3`.

        argparse fills a list of words at its first chance and calls what follows an option unknown.
        """
        found, unknown = super().parse_known_args(args, namespace)
        if not hasattr(found, "house_rules"):
            return found, unknown
        words = [word for word in unknown if not word.startswith("-")]
        found.house_rules = [*found.house_rules, *words]
        return found, [word for word in unknown if word.startswith("-")]

    def error(self, message: str) -> None:  # type: ignore[override]
        print(_("{prog}: {message} (see {prog} --help)").format(prog=self.prog, message=message), file=sys.stderr)
        raise SystemExit(2)


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--lang`, which may stand before or behind the command."""
    parser.add_argument(
        "--lang",
        metavar="|".join(LANGUAGES),
        choices=tuple(LANGUAGES),
        default=argparse.SUPPRESS,  # so that a command does not forget what stood before it
        help=_("the language to speak (default: that of your system, or Spanish)"),
    )


def language_in(arguments: Sequence[str] | None) -> str | None:
    """The language that a command line asks for. It has to be known before the line is read, to speak of its errors."""
    glance = argparse.ArgumentParser(add_help=False)
    glance.add_argument("--lang", nargs="?")
    asked: str | None = glance.parse_known_args(arguments)[0].lang
    return asked if asked in LANGUAGES else None


@contextmanager
def argparse_translated() -> Iterator[None]:
    """Let argparse speak the language in use. It asks gettext by these two names, and offers no other way in."""
    kept = {name: getattr(argparse, name) for name in ("_", "ngettext")}
    vars(argparse).update(_=_, ngettext=n_)
    try:
        yield
    finally:
        vars(argparse).update(kept)
