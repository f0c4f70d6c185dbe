"""`truquero play`: a table in the terminal, line by line, against bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from truquero.cli.arguments import add_variant, rules_from, seed, whole_number
from truquero.language import N_, _
from truquero.language.system import reason
from truquero.notation import record
from truquero.table import Match, TableError
from truquero.table.schedule import A, side_of
from truquero.tui.plain import Leave, Seated
from truquero.variants import VARIANTS

HELP = N_("play at a table in the terminal against bots")
EXAMPLE = "truquero play argentino --players 2 flor=off"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser, default=next(iter(VARIANTS)))
    parser.add_argument("--seat", metavar="S", type=whole_number, default=1, help=_("where you sit (default: 1)"))
    parser.add_argument("--seed", metavar="S", type=seed, help=_("the same seed deals the same cards"))
    parser.add_argument(
        "--ceremony", action="store_true", help=_("the lot, the cut, and cards that fall face up while dealing")
    )
    parser.add_argument("--record", metavar=_("FILE"), help=_("write the .truco record of the match there at the end"))


def run(arguments: argparse.Namespace) -> int:
    """Play until the match is over or the player leaves: both are a good end."""
    rules, seat = rules_from(arguments), arguments.seat
    match = Match(rules, seed=arguments.seed, captains=_captains(seat))
    match.view(seat)  # there must be such a seat
    kept = None if arguments.record is None else _writable(Path(arguments.record))
    player = Seated(match, seat, ceremony=arguments.ceremony)
    try:
        player.play()
    except (Leave, KeyboardInterrupt):
        player.leave()
    finally:
        if kept is not None:
            _write(kept, match)
    return 0


def _captains(seat: int) -> tuple[int, int]:
    """The player is captain of his side (S003); a bot leads the other."""
    return (seat, 2) if side_of(seat) == A else (1, seat)


def _writable(path: Path) -> Path:
    """The file, once it is certain that the record can be written there."""
    try:
        with path.open("a", encoding="utf-8"):
            return path
    except OSError as error:
        raise _cannot_write(path, error) from error


def _write(path: Path, match: Match) -> None:
    try:
        path.write_text(str(record(match)), encoding="utf-8")
    except OSError as error:
        raise _cannot_write(path, error) from error
    print(_("Record of the match: {path}").format(path=path))


def _cannot_write(path: Path, error: OSError) -> TableError:
    about = _("{path}: it cannot be written: {reason}").format(path=path, reason=reason(error))
    return TableError(f"--record {about}")
