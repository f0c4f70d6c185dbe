"""Arguments that several commands share: the variant, the players, the house rules and whole numbers."""

from __future__ import annotations

import argparse

from truquero.language import _
from truquero.rules.game import Rules
from truquero.rules.options import choose, parse
from truquero.variants import VARIANTS, Preset
from truquero.variants.house import find

MOST_DIGITS = 18  # of a number that counts something: then it fits 64 bits


def add_variant(parser: argparse.ArgumentParser, *, default: str | None = None) -> None:
    """VARIANT (which may be left out where there is a default), `--players N` and `name=value` words."""
    about = _("one of {names}, or a file of house rules, FILE.toml").format(names=", ".join(VARIANTS))
    if default is None:
        parser.add_argument("variant", metavar=_("VARIANT"), help=about)
    else:
        about += " " + _("(default: {value})").format(value=default) if default else ""
        parser.add_argument("variant", metavar=_("VARIANT"), nargs="?", default=default, help=about)
    parser.add_argument(
        "house_rules",
        metavar=_("name=value"),
        nargs="*",
        default=[],
        help=_("house rules, such as target=15; `truquero variants NAME` lists them"),
    )
    parser.add_argument(
        "--players", metavar="N", type=positive_number, help=_("how many play (default: the usual number)")
    )
    parser.set_defaults(default_variant=default)


def rules_from(arguments: argparse.Namespace) -> Rules:
    """The rules that the arguments ask for."""
    return game_from(arguments)[1]


def game_from(arguments: argparse.Namespace) -> tuple[Preset, Rules]:
    """The preset that the arguments name, and its rules as they ask for. The variant is the word that is no
    `name=value`."""
    words = [word for word in (arguments.variant, *arguments.house_rules) if word]
    names = [word for word in words if "=" not in word]
    variant = names[0] if names else arguments.default_variant or words[0]
    if variant in words:
        words.remove(variant)
    found, options = find(variant), parse(words)
    choose(found.options, options)  # before they become keyword arguments: an option may be called anything
    return found, found.rules(arguments.players, **options)


def seed(text: str) -> str:
    """An argument that shuffles are made from."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise argparse.ArgumentTypeError(_("it must be UTF-8 text")) from error
    return text


def whole_number(text: str) -> int:
    """An argument that counts something."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit():
        raise argparse.ArgumentTypeError(_("{text} is not a whole number").format(text=repr(text)))
    if digits != text:
        raise argparse.ArgumentTypeError(_("it must be 0 or more"))
    counting = digits.lstrip("0") or "0"
    if len(counting) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(_("it must have {count} digits or fewer").format(count=MOST_DIGITS))
    return int(counting)


def positive_number(text: str) -> int:
    """An argument that counts something and cannot be 0."""
    number = whole_number(text.removeprefix("-"))
    if not number or text.startswith("-"):
        raise argparse.ArgumentTypeError(_("it must be 1 or more"))
    return number
