"""The differences between two games, found by comparing the statements of their rule books."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from truquero.i18n import _
from truquero.rulebook.document import BookSection, Bullets, Paragraph


def differences(
    here: Sequence[BookSection], there: Sequence[BookSection], title: str, worded: Sequence[BookSection] | None = None
) -> Iterator[str]:
    """Yield a sentence for each difference from the game with that title.

    `here` and `there` use the same names, so that only differences of rules count. `worded` contains the other game
    with its own names, for quotation.
    """
    others = {section.key: section for section in there}
    own = {
        (section.key, statement.topic): statement.text for section in worded or () for statement in section.statements
    }
    for section in here:
        other = others.pop(section.key, None)
        if other is None:
            yield _("{section}: only here, not in {title}.").format(section=section.heading, title=title)
        else:
            yield from _in_section(section, other, title, own)
    for missing in others.values():
        yield _("{section}: only in {title}, not here.").format(section=missing.heading, title=title)


def _in_section(
    section: BookSection, other: BookSection, title: str, own: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    """Yield the differences between two versions of a section.

    A statement that the book does not show counts only if the other version has a statement on the same topic.
    """
    ours = {statement.topic: statement for statement in section.statements}
    theirs = {statement.topic: statement for statement in other.statements}
    for topic in dict.fromkeys([*ours, *theirs]):
        mine, yours = ours.get(topic), theirs.get(topic)
        there = "" if yours is None else own.get((section.key, topic), yours.text)
        about = f"{section.heading}, {topic[0].lower()}{topic[1:]}"
        if mine is not None and yours is not None:
            if mine.text != yours.text:
                text = _("{topic}: {here} In {title}: {there}")
                yield text.format(topic=about, here=mine.text, title=title, there=there)
        elif mine is not None and mine.shown:
            yield _("{topic}: {here} This is not in {title}.").format(topic=about, here=mine.text, title=title)
        elif yours is not None and yours.shown:
            yield _("{topic}: not here. In {title}: {there}").format(topic=about, title=title, there=there)


def differences_section(heading: str, lines: Sequence[str], title: str, note: str = "") -> BookSection:
    """Return the differences as a section of the book, after an optional note."""
    nothing = Paragraph(_("No differences: it is played like {title}.").format(title=title))
    block = Bullets(tuple(lines)) if lines else nothing
    return BookSection("differences", heading, (Paragraph(note), block) if note else (block,))
