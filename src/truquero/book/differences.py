"""How two games differ: the same statements of both books, side by side where they are not the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truquero.book.document import Bullets, Paragraph, Section
from truquero.language import _


def differences(here: Sequence[Section], there: Sequence[Section], title: str) -> Iterator[str]:
    """A sentence for each thing that is otherwise in the game of that title."""
    others = {section.key: section for section in there}
    for section in here:
        other = others.pop(section.key, None)
        if other is None:
            yield _("{section}: only here, not in {title}.").format(section=section.heading, title=title)
        else:
            yield from _in_section(section, other, title)
    for missing in others.values():
        yield _("{section}: only in {title}, not here.").format(section=missing.heading, title=title)


def _in_section(section: Section, other: Section, title: str) -> Iterator[str]:
    """A statement that is not shown in the book is worth telling only against another about the same."""
    ours = {one.topic: one for one in section.statements}
    theirs = {one.topic: one for one in other.statements}
    for topic in dict.fromkeys([*ours, *theirs]):
        mine, yours = ours.get(topic), theirs.get(topic)
        about = f"{section.heading}, {topic[0].lower()}{topic[1:]}"
        if mine is not None and yours is not None:
            if mine.text != yours.text:
                told = _("{topic}: {here} In {title}: {there}")
                yield told.format(topic=about, here=mine.text, title=title, there=yours.text)
        elif mine is not None and mine.shown:
            yield _("{topic}: {here} This is not in {title}.").format(topic=about, here=mine.text, title=title)
        elif yours is not None and yours.shown:
            yield _("{topic}: not here. In {title}: {there}").format(topic=about, title=title, there=yours.text)


def differences_section(heading: str, found: Sequence[str], title: str) -> Section:
    """The sentences as a section of the book."""
    if found:
        return Section("differences", heading, (Bullets(tuple(found)),))
    nothing = _("In nothing: it is played as {title}.").format(title=title)
    return Section("differences", heading, (Paragraph(nothing),))
