"""The differences for other numbers of players, including the phases that only those tables have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truquero.i18n import N_, _
from truquero.rulebook.document import Bullets, Section

PHASES = ("gallo", "duels", "captain", "last_hand")  # the keys of their sections
WITH = {
    2: N_("With two players"),
    3: N_("With three players"),
    4: N_("With four players"),
    6: N_("With six players"),
    8: N_("With eight players"),
}


def phases_of(players: int, here: Sequence[Section], there: Sequence[Section]) -> Iterator[Section]:
    """Yield the phases of the table `there` that the table `here` lacks or plays in another way."""
    known = {section.key: section for section in here}
    for section in there:
        if section.key in PHASES and _has_more(section, known.get(section.key)):
            heading = f"{_(WITH[players])}: {section.heading[0].lower()}{section.heading[1:]}"
            yield Section(f"{section.key}-{players}", heading, section.blocks)


def changes_of(players: int, here: Sequence[Section], there: Sequence[Section]) -> Iterator[Section]:
    """Yield a section with the other differences for this number of players, if there are any."""
    told = list(_changes(here, there))
    if told:
        yield Section(f"table-{players}", _(WITH[players]), (Bullets(tuple(told)),))


def _changes(here: Sequence[Section], there: Sequence[Section]) -> Iterator[str]:
    known = {section.key: section for section in here}
    for section in there:
        if section.key not in PHASES:
            before = {(one.topic, one.text) for one in known[section.key].statements} if section.key in known else set()
            for one in section.statements:
                if one.shown and (one.topic, one.text) not in before:
                    yield f"{section.heading}, {one.topic[0].lower()}{one.topic[1:]}: {one.text}"
    missing = set(known) - {section.key for section in there}
    for section in here:
        if section.key in missing:
            yield _("{section}: not with this number of players.").format(section=section.heading)


def _has_more(section: Section, known: Section | None) -> bool:
    """Return whether the section has statements that the other one lacks."""
    return known is None or not {*section.statements} <= {*known.statements}
