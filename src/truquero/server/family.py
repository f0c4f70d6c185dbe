"""The family of games as the page shows it: from the same data as `truquero variants` and `truquero rules`."""

from __future__ import annotations

from typing import Literal

from truquero.book import as_markdown, comparison, document
from truquero.book.document import Table
from truquero.bots import ROSTER
from truquero.language import _
from truquero.rules.options import NumberOption, Option
from truquero.server.answers import Book, Family, HouseRule, Variant
from truquero.variants import VARIANTS, Preset, preset


def family() -> Family:
    variants = tuple(map(_variant, VARIANTS.values()))
    return Family(variants, tuple((name, _(about)) for name, (_maker, about) in ROSTER.items()))


def _variant(game: Preset) -> Variant:
    rules = game.rules()
    return Variant(
        name=game.name,
        title=game.title,
        place=_(game.place),
        blurb=blurb(game),
        players=game.players,
        target=rules.match.target,
        french=rules.french_names,
        house_rules=tuple(_house_rule(game, option) for option in game.options),
    )


def _house_rule(game: Preset, option: Option) -> HouseRule:
    is_number = isinstance(option, NumberOption)
    kind: Literal["switch", "number", "choice"] = "switch" if set(option.choices) == {"on", "off"} else "choice"
    return HouseRule(
        name=option.name,
        about=_(option.about),
        kind="number" if is_number else kind,
        default=game.default(option, game.players[0]),
        choices=() if is_number else tuple(option.choices),
        least=option.least if isinstance(option, NumberOption) else None,
        most=option.most if isinstance(option, NumberOption) else None,
    )


def blurb(game: Preset) -> str:
    """The rules in a minute: its row of the comparison of all variants, read down."""
    [section] = comparison([game]).sections
    [table] = [block for block in section.blocks if isinstance(block, Table)]
    [row] = table.rows
    return "\n".join(f"{head}: {cell}" for head, cell in zip(table.header[1:], row[1:], strict=True) if cell != "–")


def book(name: str) -> Book:
    game = preset(name)
    return Book(game.name, game.title, as_markdown(document(game)))
