"""`truquero say`: translate spoken words into moves."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from truquero.cli.arguments import positive_number
from truquero.cli.referee import read_text
from truquero.i18n import N_, _
from truquero.i18n.os_errors import reason
from truquero.records import RecordError, parse, replay
from truquero.rulebook.sources import source_in_words
from truquero.rules.game import Rules
from truquero.rules.options import OptionError, choose
from truquero.rules.options import parse as parse_options
from truquero.speech.talk import Reading, read
from truquero.table import Match
from truquero.variants import VARIANTS, Preset
from truquero.variants.house import find

HELP = N_("turn words said at the table into moves")
EXAMPLE = 'truquero say argentino "envido mi truco"   ·   truquero say argentino "paso y quiero" --position hand.truco'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(VARIANTS)
    help_text = _("one of {names}, or a file with house rules, FILE.toml").format(names=names)
    parser.add_argument("variant", metavar=_("VARIANT"), help=help_text)
    parser.add_argument(
        "words",
        nargs="+",
        metavar=_("WORDS"),
        help=_("the words, and house rules such as declare=manual. Exit status: 0 the words are moves, or only talk; ")
        + _("1 the words are ambiguous or refused, and the output says why; 2 bad input"),
    )
    parser.add_argument(
        "--players", metavar="N", type=positive_number, help=_("number of players (default: the usual number)")
    )
    parser.add_argument(
        "--position",
        metavar=_("FILE"),
        help=_("a .truco record that ends where the words are said; - reads standard input"),
    )
    parser.add_argument(
        "--seat", metavar="N", type=positive_number, help=_("the seat that speaks (default: the seat whose turn it is)")
    )
    parser.add_argument(
        "--championship",
        action="store_true",
        default=None,
        help=_(
            "read the words as in a championship: ambiguous words are proposals, denied calls bind, and a "
            "truco must be accepted before it is raised"
        ),
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    parser.set_defaults(house_rules=[])


def run(arguments: argparse.Namespace) -> int:
    """Print the meaning of the words and return the exit status.

    0: the words are moves, or only talk; 1: they are refused, or ambiguous; 2: bad input.
    """
    preset = find(arguments.variant)
    positional = [*arguments.words, *arguments.house_rules]
    options = [word for word in positional if _is_option(preset, word)]
    words = " ".join(word for word in positional if word not in options)
    try:
        rules, match = _table(preset, options, arguments)
    except (RecordError, OSError) as error:
        problem = reason(error) if isinstance(error, OSError) else error
        print(f"truquero say: {arguments.position}: {problem}", file=sys.stderr)
        return 2
    interpretation = read(words, rules, match, arguments.seat, arguments.championship)
    if arguments.json:
        print(json.dumps(_object(words, rules, interpretation), ensure_ascii=False))
    else:
        print("\n".join(_lines(interpretation)))
    return 1 if interpretation.refused or interpretation.question else 0


def _is_option(preset: Preset, word: str) -> bool:
    return any(word.startswith(f"{option.name}=") for option in preset.options)


def _table(preset: Preset, options: list[str], arguments: argparse.Namespace) -> tuple[Rules, Match | None]:
    """Return the rules, and the match at the end of the record if `--position` names one."""
    if arguments.position is None:
        if arguments.seat is not None:
            raise OptionError(_("--seat needs --position: without a position it is nobody's turn"))
        option_values = parse_options(options)
        choose(preset.options, option_values)
        return preset.rules(arguments.players, **option_values), None
    if options or arguments.players is not None:
        raise OptionError(_("the record of the position already names its players and house rules"))
    match = replay(parse(read_text(arguments.position)), [preset]).match
    if match.rules.variant != preset.name:
        message = _("the position is a game of {found}, not of {asked}")
        raise OptionError(message.format(found=match.rules.variant, asked=preset.name))
    return match.rules, match


def _object(words: str, rules: Rules, interpretation: Reading) -> dict[str, object]:
    return {
        "variant": rules.variant,
        "words": words,
        "seat": interpretation.seat,
        "moves": list(interpretation.moves),
        "waits": list(interpretation.queued),
        "question": [list(codes) for codes in interpretation.question],
        "refused": interpretation.refused,
        "article": interpretation.article,
        "rule_book": source_in_words(interpretation.article),
        "why": interpretation.why,
        "legal": list(interpretation.legal),
    }


def _lines(interpretation: Reading) -> Iterator[str]:
    """Yield the lines for people: the moves or the refusal, the article, the reason, and the legal moves."""
    if interpretation.question:
        readings = " / ".join(" ".join(codes) for codes in interpretation.question)
        yield _("Which of these? {readings}").format(readings=readings)
    elif interpretation.refused:
        yield _("Refused: {reason}").format(reason=interpretation.refused)
    elif interpretation.moves:
        yield _("Moves: {moves}").format(moves=" ".join(interpretation.moves))
    else:
        yield _("No move")
    if interpretation.queued:
        yield _("Later: {moves}").format(moves=" ".join(interpretation.queued))
    if interpretation.seat is not None:
        yield _("Seat: {seat}").format(seat=interpretation.seat)
    if interpretation.article:
        yield _("Article: {article}").format(article=source_in_words(interpretation.article))
    if interpretation.why:
        yield _("Why: {why}").format(why=interpretation.why)
    if interpretation.legal and (interpretation.refused or interpretation.question):
        yield _("You may say: {moves}").format(moves=" ".join(interpretation.legal))
