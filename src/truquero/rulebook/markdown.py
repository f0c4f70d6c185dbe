"""A rule book as a Markdown page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from truquero.i18n import _
from truquero.rulebook.document import Block, Bullets, CardRows, Document, Paragraph, RuleStatement, RuleTable

_SPECIAL = re.compile(r"([\\*_|<>\[\]])")


def as_markdown(document: Document) -> str:
    lines = [f"# {_escaped(document.title)}"]
    for section in document.sections:
        lines += ["", f"## {_escaped(section.heading)}"]
        for block in section.blocks:
            lines += _block(block)
    return "\n".join(lines) + "\n"


def _block(block: Block) -> Iterator[str]:
    match block:
        case RuleStatement():
            if block.shown:
                yield from ("", f"**{_escaped(block.topic)}.** {_escaped(block.text)}")
        case Paragraph():
            yield from ("", _escaped(block.text))
        case Bullets():
            yield ""
            yield from (f"- {_escaped(item)}" for item in block.items)
        case RuleTable():
            yield from _table(block.header, block.rows)
        case CardRows():
            rows = [
                (str(number), " ".join(f"`[{face.code} {face.sign}]`" for face in row.faces), row.caption)
                for number, row in enumerate(block.rows, start=1)
            ]
            yield from _table((_("order"), _("cards"), _("name")), rows)
        case _:
            assert_never(block)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ""
    yield _line(header)
    yield _line(["---"] * len(header))
    yield from (_line(row) for row in rows)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    """Escape Markdown characters outside backticks. A bar is escaped everywhere, because it would end a table cell."""
    parts = text.split("`")
    return "`".join(
        part.replace("|", "\\|") if number % 2 else _SPECIAL.sub(r"\\\1", part) for number, part in enumerate(parts)
    )
