"""The command line of `truquero`: its commands, its parser and its entry point."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from types import ModuleType

from truquero import __version__
from truquero.cli import (
    bot_protocol,
    check,
    duel,
    equity,
    learn,
    play,
    referee,
    rules,
    say,
    serve,
    simulate,
    solve,
    variants,
    verify,
)
from truquero.cli.command_error import CommandError
from truquero.cli.command_parser import Parser, add_language, argparse_translated, language_in, language_of_game
from truquero.cli.endings import exiting_on_signals, flushing_output
from truquero.cli.missing_extras import what_to_install
from truquero.i18n import _, current_language, language_of_locale, set_language, speaking, system_locale
from truquero.rules.options import OptionError
from truquero.sim.garbage_collection import collect_garbage_rarely
from truquero.table import TableError

COMMANDS: dict[str, ModuleType] = {
    "serve": serve,
    "play": play,
    "learn": learn,
    "variants": variants,
    "rules": rules,
    "referee": referee,
    "verify": verify,
    "say": say,
    "check": check,
    "simulate": simulate,
    "equity": equity,
    "solve": solve,
    "duel": duel,
    "bot-protocol": bot_protocol,
}
DEFAULT_COMMAND = "serve"  # the command that `truquero` runs if none is named


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, with help in the current language."""
    start = _(
        "Without a command, truquero opens a table in your browser, like {serve}; {play} opens one in the terminal."
    )
    top = Parser(
        prog="truquero",
        description=_("The Truco family of card games."),
        epilog=start.format(serve="truquero serve", play="truquero play"),
    )
    version = f"truquero {__version__}"
    top.add_argument("--version", action="version", version=version, help=_("show the version and exit"))
    add_language(top)
    commands = top.add_subparsers(dest="command", metavar=_("COMMAND"), parser_class=Parser)
    for name, module in COMMANDS.items():
        about, example = _(module.HELP), _("Example: {command}").format(command=module.EXAMPLE)
        command = commands.add_parser(name, help=about, description=f"{about[:1].upper()}{about[1:]}.", epilog=example)
        module.add_arguments(command)
        add_language(command)
        command.set_defaults(run=module.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    The language is that of `--lang`, or that of the locale; a locale without a country leaves its variety to the game.
    Without `arguments` the command line of the process is
    parsed and the garbage collector is configured for the whole process.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an encoding error must not end a game
    try:
        with (
            exiting_on_signals(),
            speaking(language_in(arguments) or language_of_locale()),
            argparse_translated(),
            flushing_output(),
        ):
            if arguments is None:
                collect_garbage_rarely()
            command_line = parser()
            parsed = command_line.parse_args(arguments)
            if parsed.command is None:
                parsed = command_line.parse_args([DEFAULT_COMMAND], parsed)
            if language_in(arguments) is None:
                set_language(language_of_game(parsed, system_locale()) or current_language())
            return _run(parsed)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _run(parsed: argparse.Namespace) -> int:
    try:
        status: int = parsed.run(parsed)
    except (CommandError, OptionError, TableError) as error:
        return _refuse(parsed.command, str(error))
    except ModuleNotFoundError as error:
        advice = what_to_install(error)
        if advice is None:
            raise
        return _refuse(parsed.command, advice)
    return status


def _refuse(command: str, reason: str) -> int:
    """Print why a command cannot run, and return its exit status."""
    print(f"truquero {command}: {reason}", file=sys.stderr)
    return 2
