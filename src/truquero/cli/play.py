"""`truquero play`: play against bots in the terminal, full-screen or line by line."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from truquero.bots import ROSTER, maker_of
from truquero.cli.arguments import add_style, add_variant, game_from, seed, whole_number
from truquero.cli.command_error import CommandError
from truquero.i18n import N_, _, set_language
from truquero.i18n.os_errors import reason
from truquero.records import record
from truquero.rules.game import Rules
from truquero.rules.options import OptionError
from truquero.session import SPEEDS
from truquero.speech.narration import TableText
from truquero.table import Match
from truquero.table.sign_codes import side_named
from truquero.table.validation import check_seat
from truquero.tui.line_mode import LineMode, PlayerLeft
from truquero.tui.pace import Pace
from truquero.tui.saved_matches import SavedMatch, captains_for, resume_match
from truquero.tui.terminal_session import TerminalSession
from truquero.variants import VARIANTS
from truquero.variants.championship import missing_from_championship
from truquero.variants.house import SUFFIX

if TYPE_CHECKING:
    from truquero.tui.match_setup import MatchSetup

HELP = N_("play against bots at a table in the terminal")
EXAMPLE = "truquero play argentino --players 4 --bots jugador flor=off"
USUAL = "jugador"  # the bot in the other seats if none is named
LONGEST_PAUSE = 60.0
_COMMA = re.compile(r"""(\\.|"[^"]*"|'[^']*')|,""")  # group 1: a quoted or escaped part, whose commas do not separate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser, default=next(iter(VARIANTS)))
    parser.set_defaults(variant=None)  # to detect whether the user named a variant
    add_style(parser)
    parser.add_argument("--seat", metavar="S", type=whole_number, help=_("your seat (default: 1)"))
    message = _(
        "the bots in the other seats: one name, or one name for each seat, separated by commas; {names}, "
        "or exec:COMMAND for a program, in quotes if it contains commas"
    )
    parser.add_argument("--bots", metavar=_("NAMES"), help=message.format(names=", ".join(ROSTER)))
    parser.add_argument("--seed", metavar="S", type=seed, help=_("the same seed deals the same cards"))
    parser.add_argument(
        "--ceremony",
        action="store_true",
        help=_("also play the draw for the first dealer, the cut, and cards that fall face up during the deal"),
    )
    parser.add_argument(
        "--signs",
        metavar=_("SEÑAS"),
        help=_("your side's own señas, such as {example}").format(example='"guiño=1e ceja=good-envido"'),
    )
    parser.add_argument(
        "--plain", action="store_true", help=_("print line by line, without colours or drawings, for screen readers")
    )
    parser.add_argument(
        "--resume",
        metavar=_("FILE"),
        nargs="?",
        const="",
        help=_("continue the last unfinished match, or the match of a .truco record"),
    )
    parser.add_argument("--pause", metavar="S", type=_seconds, help=_("seconds for which a bot's move stays visible"))
    parser.add_argument("--speed", choices=SPEEDS, default="normal", help=_("how fast the bots play (default: normal)"))
    parser.add_argument(
        "--answer-time",
        metavar="S",
        type=whole_number,
        default=0,
        help=_("seconds for which your partner waits for your answer to a call (default: without a limit)"),
    )
    parser.add_argument("--auto-cut", action="store_true", help=_("with --ceremony: always cut for me"))
    parser.add_argument("--auto-continue", action="store_true", help=_("hands go on by themselves"))
    parser.add_argument(
        "--record", metavar=_("FILE"), help=_("write the .truco record of the match to this file at the end")
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_PAUSE:
        message = _("it must be a number from 0 to {most}").format(most=int(LONGEST_PAUSE))
        raise argparse.ArgumentTypeError(message)
    return seconds


def _pace(arguments: argparse.Namespace) -> Pace:
    return Pace(
        speed=arguments.speed,
        fixed_pause=arguments.pause,
        answer_seconds=arguments.answer_time,
        cuts=arguments.auto_cut,
        goes_on=arguments.auto_continue,
    )


def run(arguments: argparse.Namespace) -> int:
    """Play until the match is over or the player leaves. The exit status is 0 in both cases."""
    copy = None if arguments.record is None else _writable(Path(arguments.record))
    screen = _is_terminal() and not arguments.plain
    session: TerminalSession | None
    if arguments.resume is not None:
        session = (
            _on_screen(arguments, _resumed_table(arguments)) if screen else _line_by_line(*_resumed_table(arguments))
        )
    elif screen and _names_no_game(arguments):
        session = _set_up_on_screen(arguments)
    else:
        table = _new_table(arguments)
        session = _on_screen(arguments, table) if screen else _line_by_line(*table)
    if session is None:
        return 0
    if copy is not None:
        _write(copy, session.match)
    elif session.match.log:
        print(_("Record of the match: {path}").format(path=session.saved.path))
    return 0


def _is_terminal() -> bool:
    streams = (sys.stdin, sys.stdout)
    return os.environ.get("TERM") != "dumb" and all(stream is not None and stream.isatty() for stream in streams)


def _names_no_game(arguments: argparse.Namespace) -> bool:
    choices = (arguments.variant, arguments.players, arguments.style)
    return all(choice is None for choice in choices) and not arguments.house_rules and not arguments.championship


# ---------------------------------------------------------------------------------------------------------- the table


def _new_table(arguments: argparse.Namespace) -> tuple[Match, SavedMatch]:
    """Return a new match as the arguments describe it, and its save file."""
    preset, rules = game_from(arguments)
    if arguments.championship:
        for lack in (*missing_from_championship(preset), _("the terminal has no clock")):
            print(_("Championship table of {variant}: {lack}").format(variant=preset.title, lack=lack))
    words = [word for word in (arguments.variant, *arguments.house_rules) if word]
    house = next((Path(word) for word in words if "=" not in word and word.lower().endswith(SUFFIX)), None)
    seat = 1 if arguments.seat is None else arguments.seat
    bots, signs = _bots(arguments.bots, rules.players, seat), arguments.signs or ""
    return _table(arguments, rules, seat, bots, arguments.ceremony, signs, house)


def _table(
    arguments: argparse.Namespace,
    rules: Rules,
    seat: int,
    bots: Mapping[int, str],
    ceremony: bool,
    signs: str,
    house: Path | None = None,
) -> tuple[Match, SavedMatch]:
    check_seat(seat, rules.players)
    match = Match(rules, seed=arguments.seed, captains=captains_for(seat), signs={side_named(seat): signs})
    return match, SavedMatch.begin(match, seat, bots, ceremony=ceremony, house=house)


def _resumed_table(arguments: argparse.Namespace) -> tuple[Match, SavedMatch]:
    settings = ("variant", "players", "style", "seat", "bots", "seed", "signs")
    flags = ("house_rules", "ceremony", "championship")
    if any(getattr(arguments, name) is not None for name in settings) or any(map(vars(arguments).get, flags)):
        raise OptionError(_("--resume continues a match as it was: it takes no rules, seats, bots, seed or señas"))
    saved, match = resume_match(Path(arguments.resume) if arguments.resume else None)
    return match, saved


def _usual_bot() -> str:
    return USUAL if USUAL in ROSTER else next(iter(ROSTER))


def _names(argument: str | None) -> list[str]:
    """Return the bots of a comma-separated list. Commas in a quoted part belong to a command."""
    one_per_line = _COMMA.sub(lambda match: match[1] or "\n", argument or _usual_bot())
    names = [name.strip() for name in one_per_line.split("\n")]
    for name in names:
        maker_of(name)  # raises an error if there is no such bot
    return names


def _bots(argument: str | None, players: int, seat: int) -> dict[int, str]:
    """Return the bot for each of the other seats."""
    other_seats = [other_seat for other_seat in range(1, players + 1) if other_seat != seat]
    names = _names(argument)
    if len(names) not in (1, len(other_seats)):
        message = _("--bots {given}: write one name, or {count} names separated by commas")
        raise OptionError(message.format(given=argument, count=len(other_seats)))
    return dict(zip(other_seats, names * len(other_seats), strict=False))


# ------------------------------------------------------------------------------------------------------------ playing


def _line_by_line(match: Match, saved: SavedMatch) -> TerminalSession:
    session = TerminalSession(match, saved, TableText(match.rules, saved.seat))
    player = LineMode(session)
    try:
        player.play()
    except (PlayerLeft, KeyboardInterrupt):
        player.leave()
    finally:
        session.close()
    return session


def _on_screen(arguments: argparse.Namespace, table: tuple[Match, SavedMatch]) -> TerminalSession:
    from truquero.tui.play_app import PlayApp  # slow to import; only the full screen needs it

    app = PlayApp(table, pace=_pace(arguments))
    app.run()
    session = app.session
    assert session is not None
    _farewell(session)
    return session


def _set_up_on_screen(arguments: argparse.Namespace) -> TerminalSession | None:
    """Let the user set up a table on the screen and play at it; return None if the user leaves before that."""
    from truquero.tui.match_setup import MatchSetup
    from truquero.tui.play_app import PlayApp

    def open_table(setup: MatchSetup, rules: Rules) -> tuple[Match, SavedMatch]:
        return _table(arguments, rules, setup.seat, setup.opponents(), setup.ceremony, setup.signs_agreed())

    bots, seat = _names(arguments.bots), arguments.seat or 1
    setup = MatchSetup(next(iter(VARIANTS.values())), bots[-1], seat=seat, ceremony=arguments.ceremony)
    setup.pace = _pace(arguments)
    setup.signs = arguments.signs or ""
    setup.bots = dict(zip((other_seat for other_seat in count(1) if other_seat != seat), bots, strict=False))
    app = PlayApp(setup=setup, open_table=open_table)
    app.run()
    if app.language is not None:
        set_language(app.language)
    if app.session is not None:
        _farewell(app.session)
    return app.session


def _farewell(session: TerminalSession) -> None:
    """Print the result, or the score and how to resume, after the full-screen program has closed."""
    view = session.view()
    if session.match.over:
        print("\n".join(session.ending()))
        return
    print(_("You leave the table. {score}. See you again!").format(score=session.text.score(view)))
    if session.match.log:
        print(_("To continue the match: {command}").format(command="truquero play --resume"))


# ----------------------------------------------------------------------------------------------------- the record file


def _writable(path: Path) -> Path:
    """Return the path after opening it for writing. Raise CommandError if that fails."""
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


def _cannot_write(path: Path, error: OSError) -> CommandError:
    message = _("{path} cannot be written: {reason}").format(path=path, reason=reason(error))
    return CommandError(f"--record {message}")
