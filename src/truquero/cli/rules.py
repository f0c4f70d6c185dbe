"""`truquero rules`: print the rule book of a variant or of a house-rules file, or compare all variants."""

from __future__ import annotations

import argparse

from truquero.cli.arguments import add_variant, game_from
from truquero.i18n import N_, _
from truquero.rulebook import Document, as_markdown, as_text, comparison, document
from truquero.rules.options import OptionError
from truquero.variants import VARIANTS

HELP = N_("print the rule book of a variant, or compare all variants")
EXAMPLE = (
    "truquero rules belmez | less   ·   truquero rules argentino --players 6 flor=off   ·   truquero rules --compare"
)

NONE = ""  # the variant if none is named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser, default=NONE)
    parser.add_argument("--compare", action="store_true", help=_("compare all variants in one table"))
    parser.add_argument("--markdown", action="store_true", help=_("print a page of Markdown"))
    parser.add_argument(
        "--plain", action="store_true", help=_("print the cards as a list for screen readers, without pictures")
    )


def run(arguments: argparse.Namespace) -> int:
    book = _selected_document(arguments)
    print(as_markdown(book) if arguments.markdown else as_text(book, pictures=not arguments.plain), end="")
    return 0


def _selected_document(arguments: argparse.Namespace) -> Document:
    game_arguments = [word for word in (arguments.variant, *arguments.house_rules) if word]
    if arguments.compare:
        if game_arguments or arguments.players is not None:
            raise OptionError(_("--compare shows all variants as they are usually played: name no variant"))
        return comparison(VARIANTS.values())
    if not game_arguments:
        names = ", ".join(VARIANTS)
        raise OptionError(_("name a variant, a FILE.toml or --compare; the variants are {names}").format(names=names))
    return document(*game_from(arguments), alone=arguments.players is not None)
