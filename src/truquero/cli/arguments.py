"""Arguments shared by several commands: the variant, the players, the house rules, seeds and whole numbers."""

from __future__ import annotations

import argparse
import re

from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.options import choose, parse
from truquero.variants import VARIANTS, Preset
from truquero.variants.championship import championship_options
from truquero.variants.house import find
from truquero.variants.styles import BOOK, CLASSIC, QUICK, style_named

_SCORE = re.compile(r"(\d{1,4})-(\d{1,4})", re.ASCII)
MOST_DIGITS = 18  # of a count, so that it fits in 64 bits


def add_variant(parser: argparse.ArgumentParser, *, default: str | None = None) -> None:
    """Add VARIANT (optional if there is a default), `--players N` and `name=value` words to a parser."""
    help_text = _("one of {names}, or a file with house rules, FILE.toml").format(names=", ".join(VARIANTS))
    if default is None:
        parser.add_argument("variant", metavar=_("VARIANT"), help=help_text)
    else:
        help_text += " " + _("(default: {value})").format(value=default) if default else ""
        parser.add_argument("variant", metavar=_("VARIANT"), nargs="?", default=default, help=help_text)
    parser.add_argument(
        "house_rules",
        metavar=_("name=value"),
        nargs="*",
        default=[],
        help=_("house rules, such as target=15; `truquero variants NAME` lists them"),
    )
    parser.add_argument(
        "--players", metavar="N", type=positive_number, help=_("number of players (default: the usual number)")
    )
    parser.set_defaults(default_variant=default)


def add_style(parser: argparse.ArgumentParser) -> None:
    """Add `--style` and `--championship`, which choose the players and several house rules at once."""
    styles = (QUICK, CLASSIC, BOOK)
    help_text = _(
        "a way to play the variant: quick for two, classic as people play it at home, or by the book; players and "
        "house rules beside it count first"
    )
    parser.add_argument("--style", metavar="|".join(styles), choices=styles, help=help_text)
    help_text = _(
        "a championship table: strict words, declared points, and penalties for false flores and illegal calls"
    )
    parser.add_argument("--championship", action="store_true", help=help_text)


def rules_from(arguments: argparse.Namespace) -> Rules:
    """Return the rules that the arguments select."""
    return game_from(arguments)[1]


def game_from(arguments: argparse.Namespace) -> tuple[Preset, Rules]:
    """Return the preset that the arguments name, and its rules with the players and house rules of the arguments.

    The name of the variant is the first word without `=`, so that it may follow the house rules.
    """
    words = [word for word in (arguments.variant, *arguments.house_rules) if word]
    names = [word for word in words if "=" not in word]
    variant = names[0] if names else arguments.default_variant or words[0]
    if variant in words:
        words.remove(variant)
    preset, options = find(variant), parse(words)
    choose(preset.options, options)  # validate before **options: an unknown name may clash with a parameter
    players = arguments.players
    if getattr(arguments, "championship", False):
        options = {**championship_options(preset), **options}
    if getattr(arguments, "style", None) is not None:
        style = style_named(preset, arguments.style)
        players, options = players or style.players, {**style.options, **options}
    return preset, preset.rules(players, **options)


def seed(text: str) -> str:
    """Return the seed of an argument; it must be valid UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise argparse.ArgumentTypeError(_("it must be UTF-8 text")) from error
    return text


def score(text: str) -> tuple[int, int]:
    """Return the points of a score such as 27-15."""
    match = _SCORE.fullmatch(text)
    if match is None:
        message = _("{text} is not a score: write the points of your side and of the others, such as 27-15")
        raise argparse.ArgumentTypeError(message.format(text=repr(text)))
    return int(match[1]), int(match[2])


def whole_number(text: str) -> int:
    """Return the value of an argument that must be a whole number, 0 or more."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit():
        raise argparse.ArgumentTypeError(_("{text} is not a whole number").format(text=repr(text)))
    if digits != text:
        raise argparse.ArgumentTypeError(_("it must be 0 or more"))
    significant = digits.lstrip("0") or "0"
    if len(significant) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(_("it must have {count} digits or fewer").format(count=MOST_DIGITS))
    return int(significant)


def positive_number(text: str) -> int:
    """Return the value of an argument that must be a whole number, 1 or more."""
    number = whole_number(text.removeprefix("-"))
    if not number or text.startswith("-"):
        raise argparse.ArgumentTypeError(_("it must be 1 or more"))
    return number
