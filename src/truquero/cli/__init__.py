"""The commands: `truquero play`, `variants`, `referee`, `check`, `simulate`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from types import ModuleType

from truquero import __version__
from truquero.cli import check, play, referee, simulate, variants
from truquero.rules.options import OptionError
from truquero.table import TableError

COMMANDS: dict[str, ModuleType] = {
    "play": play,
    "variants": variants,
    "referee": referee,
    "check": check,
    "simulate": simulate,
}


class _Parser(argparse.ArgumentParser):
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
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(2)


def parser() -> argparse.ArgumentParser:
    top = _Parser(prog="truquero", description="The Truco family of card games.", epilog="Start with: truquero play")
    top.add_argument("--version", action="version", version=f"truquero {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    for name, module in COMMANDS.items():
        command = commands.add_parser(
            name, help=module.HELP, description=module.HELP.capitalize() + ".", epilog=f"Example: {module.EXAMPLE}"
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; gives its exit status."""
    chosen = parser().parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
    except (OptionError, TableError) as error:
        print(f"truquero {chosen.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # a reader such as `head` has had enough
        sys.stderr.close()
        return 0
    return status
