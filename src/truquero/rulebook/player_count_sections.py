"""Sections of a rule book on other numbers of players: the phases of such tables, and their other differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truquero.i18n import N_, _
from truquero.rulebook.document import BookSection, Bullets

PHASES = ("gallo", "duels", "captain", "last_hand")  # the keys of their sections
WITH = {
    2: N_("With two players"),
    3: N_("With three players"),
    4: N_("With four players"),
    6: N_("With six players"),
    8: N_("With eight players"),
}


def phases_of(players: int, here: Sequence[BookSection], there: Sequence[BookSection]) -> Iterator[BookSection]:
    """Yield the phases for this number of players (`there`) that the main rules (`here`) lack or describe otherwise."""
    known = {section.key: section for section in here}
    for section in there:
        if section.key in PHASES and _has_more(section, known.get(section.key)):
            heading = f"{_(WITH[players])}: {section.heading[0].lower()}{section.heading[1:]}"
            yield BookSection(f"{section.key}-{players}", heading, section.blocks)


def changes_of(players: int, here: Sequence[BookSection], there: Sequence[BookSection]) -> Iterator[BookSection]:
    """Yield a section with the other differences for this number of players, if there are any."""
    changes = list(_changes(here, there))
    if changes:
        yield BookSection(f"table-{players}", _(WITH[players]), (Bullets(tuple(changes)),))


def _changes(here: Sequence[BookSection], there: Sequence[BookSection]) -> Iterator[str]:
    known = {section.key: section for section in here}
    for section in there:
        if section.key not in PHASES:
            before = (
                {(statement.topic, statement.text) for statement in known[section.key].statements}
                if section.key in known
                else set()
            )
            for statement in section.statements:
                if statement.shown and (statement.topic, statement.text) not in before:
                    yield f"{section.heading}, {statement.topic[0].lower()}{statement.topic[1:]}: {statement.text}"
    missing = set(known) - {section.key for section in there}
    for section in here:
        if section.key in missing:
            yield _("{section}: not with this number of players.").format(section=section.heading)


def _has_more(section: BookSection, known: BookSection | None) -> bool:
    """Return whether the section has statements that the other one lacks."""
    return known is None or not {*section.statements} <= {*known.statements}
