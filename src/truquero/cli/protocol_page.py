"""The bot protocol as a document: an introduction in the current language, a reference in English like its codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from truquero.bots.protocol.message_schema import ObjectSchema, schema
from truquero.bots.protocol.process_bot import EXAMPLE, MOVE_SECONDS, SECONDS_VARIABLE
from truquero.i18n import _
from truquero.rulebook.document import Block, BookSection, Document, Paragraph, RuleTable, section

FIELDS = ("field", "kind", "what it is")


def page() -> Document:
    """Return the whole document."""
    introduction = section("how", _("How it works"), (Paragraph(text) for text in _how()))
    return Document(_("The bot protocol"), (introduction, *reference()))


def _how() -> Iterator[str]:
    yield _(
        "A program in any language plays as a bot: write {example} wherever a bot is named. Truquero "
        "starts the program once for each match, without a shell, and stops it afterwards."
    ).format(example=f"`{EXAMPLE}`")
    yield _(
        "The table writes JSON objects to the program's standard input, one on each line. The program "
        "answers each question with one line on its standard output, and flushes it. The table ignores "
        "standard error, but shows its last line after an error."
    )
    yield _(
        "The first line is {start}; the program answers {ready}. Then come questions: the program answers "
        "{turn} with {move}, one of the moves in the question. The last line is {end}."
    ).format(
        start='`{"type": "start", …}`',
        ready='`{"type": "ready"}`',
        turn='`{"type": "turn", "seat": 2, "view": {…}, "moves": ["4o", "truco", …]}`',
        move='`{"move": "truco"}`',
        end='`{"type": "end"}`',
    )
    yield _(
        "Every answer must arrive within {seconds} seconds, or as many as {variable} says. If a program "
        "exits, is late, or answers with anything but a legal move, Truquero stops it and tells the table "
        "why. The clock then plays for it until the end of the match: it refuses what waits for an "
        "answer, and otherwise throws the cards in."
    ).format(seconds=f"{MOVE_SECONDS:g}", variable=f"`{SECONDS_VARIABLE}`")
    yield _("{example} shows the lines of a hand, and {check} tests a program at every table.").format(
        example="`truquero bot-protocol --example`", check="`truquero bot-protocol --check COMMAND`"
    )


def reference() -> tuple[BookSection, ...]:
    """Return the sections that describe every message, answer, object, code, kind and move."""
    documented = schema()
    return (
        section("messages", "Messages of the table", _things(documented.messages)),
        section("answers", "Answers of the program", _things(documented.answers)),
        section("objects", "Objects", _things(documented.objects)),
        section("codes", "Codes", _codes(documented.codes)),
        section("kinds", "Kinds", (_table(("kind", "what it is"), documented.kinds),)),
        section("moves", "Moves", (_table(("code", "what it does"), documented.moves),)),
    )


def _things(things: Mapping[str, ObjectSchema]) -> Iterator[Block]:
    for name, thing in things.items():
        yield Paragraph(f"`{name}`: {thing.about}")
        yield RuleTable(FIELDS, tuple((f"`{field.name}`", f"`{field.kind}`", field.about) for field in thing.fields))


def _codes(codes: Mapping[str, Mapping[str, str]]) -> Iterator[Block]:
    for name, meanings in codes.items():
        yield Paragraph(f"`{name}`:")
        yield _table(("code", "what it means"), meanings)


def _table(header: tuple[str, str], rows: Mapping[str, str]) -> RuleTable:
    return RuleTable(header, tuple((f"`{name}`", about) for name, about in rows.items()))
