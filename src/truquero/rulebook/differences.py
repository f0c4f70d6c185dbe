"""The differences between two games, found by comparing the statements of their rule books."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from truquero.i18n import _
from truquero.rulebook.document import BookSection, Bullets, Paragraph


def differences(
    sections: Sequence[BookSection],
    other_sections: Sequence[BookSection],
    title: str,
    quoted_sections: Sequence[BookSection] | None = None,
) -> Iterator[str]:
    """Yield a sentence for each difference from the game with that title.

    `sections` and `other_sections` use the same names, so that only differences of rules count. `quoted_sections` are
    those of the other game with its own names, for quotation.
    """
    remaining = {section.key: section for section in other_sections}
    quoted_texts = {
        (section.key, statement.topic): statement.text
        for section in quoted_sections or ()
        for statement in section.statements
    }
    for section in sections:
        other_section = remaining.pop(section.key, None)
        if other_section is None:
            yield _("{section}: only here, not in {title}.").format(section=section.heading, title=title)
        else:
            yield from _in_section(section, other_section, title, quoted_texts)
    for missing in remaining.values():
        yield _("{section}: only in {title}, not here.").format(section=missing.heading, title=title)


def _in_section(
    section: BookSection, other_section: BookSection, title: str, quoted_texts: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    """Yield the differences between two versions of a section.

    A statement that the book does not show counts only if the other version has a statement on the same topic.
    """
    statements = {statement.topic: statement for statement in section.statements}
    other_statements = {statement.topic: statement for statement in other_section.statements}
    for topic in dict.fromkeys([*statements, *other_statements]):
        statement, other_statement = statements.get(topic), other_statements.get(topic)
        quoted = "" if other_statement is None else quoted_texts.get((section.key, topic), other_statement.text)
        topic_text = f"{section.heading}, {topic[0].lower()}{topic[1:]}"
        if statement is not None and other_statement is not None:
            if statement.text != other_statement.text:
                text = _("{topic}: {here} In {title}: {there}")
                yield text.format(topic=topic_text, here=statement.text, title=title, there=quoted)
        elif statement is not None and statement.shown:
            yield _("{topic}: {here} This is not in {title}.").format(
                topic=topic_text, here=statement.text, title=title
            )
        elif other_statement is not None and other_statement.shown:
            yield _("{topic}: not here. In {title}: {there}").format(topic=topic_text, title=title, there=quoted)


def differences_section(heading: str, lines: Sequence[str], title: str, note: str = "") -> BookSection:
    """Return the differences as a section of the book, after an optional note."""
    nothing = Paragraph(_("No differences: it is played like {title}.").format(title=title))
    block = Bullets(tuple(lines)) if lines else nothing
    return BookSection("differences", heading, (Paragraph(note), block) if note else (block,))
