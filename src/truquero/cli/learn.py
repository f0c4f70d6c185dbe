"""`truquero learn`: the lesson of a variant in the terminal."""

from __future__ import annotations

import argparse

from truquero.cli.arguments import positive_number
from truquero.cli.command_error import CommandError
from truquero.i18n import N_, _
from truquero.lessons import lesson_of
from truquero.tui.lesson_mode import LessonMode
from truquero.tui.line_mode import PlayerLeft
from truquero.variants import VARIANTS

HELP = N_("learn a variant: dealt hands with guidance, in the terminal")
EXAMPLE = "truquero learn argentino   ·   truquero learn paulista --hand 3"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", metavar=_("VARIANT"), help=_("one of {names}").format(names=", ".join(VARIANTS)))
    help_text = _("the hand with which the lesson begins, counted from 1")
    parser.add_argument("--hand", metavar="N", type=positive_number, default=1, help=help_text)


def run(arguments: argparse.Namespace) -> int:
    lesson = lesson_of(arguments.variant)
    if arguments.hand > len(lesson.hands):
        message = _("--hand {number}: the lesson has {count} hands")
        raise CommandError(message.format(number=arguments.hand, count=len(lesson.hands)))
    mode = LessonMode(lesson, arguments.hand)
    try:
        mode.play()
    except (PlayerLeft, KeyboardInterrupt):
        command = f"truquero learn {lesson.variant} --hand {mode.hand}"
        print("\n" + _("To continue the lesson: {command}").format(command=command))
    else:
        command = f"truquero play {lesson.variant} --players 2 --bots aprendiz"
        print("\n" + _("The lesson is done. Now play against the apprentice: {command}").format(command=command))
    return 0
