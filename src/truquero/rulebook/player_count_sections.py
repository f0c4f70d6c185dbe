"""Sections of a rule book on other numbers of players: the phases of such tables, and their other differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truquero.i18n import N_, _
from truquero.rulebook.document import BookSection, Bullets

PHASE_SECTIONS = ("gallo", "duels", "captain", "last_hand")  # keys
HEADINGS = {
    2: N_("With two players"),
    3: N_("With three players"),
    4: N_("With four players"),
    6: N_("With six players"),
    8: N_("With eight players"),
}


def phases_of(
    players: int, main_sections: Sequence[BookSection], sections: Sequence[BookSection]
) -> Iterator[BookSection]:
    """Yield the sections on phases of the game that the main table lacks or describes otherwise.

    `main_sections` describe the play at the main table, and `sections` at a table for this number of players.
    """
    main_by_key = {section.key: section for section in main_sections}
    for section in sections:
        if section.key in PHASE_SECTIONS and _has_more(section, main_by_key.get(section.key)):
            heading = f"{_(HEADINGS[players])}: {section.heading[0].lower()}{section.heading[1:]}"
            yield BookSection(f"{section.key}-{players}", heading, section.blocks)


def changes_of(
    players: int, main_sections: Sequence[BookSection], sections: Sequence[BookSection]
) -> Iterator[BookSection]:
    """Yield a section with the other differences for this number of players, if there are any."""
    changes = list(_changes(main_sections, sections))
    if changes:
        yield BookSection(f"table-{players}", _(HEADINGS[players]), (Bullets(tuple(changes)),))


def _changes(main_sections: Sequence[BookSection], sections: Sequence[BookSection]) -> Iterator[str]:
    main_by_key = {section.key: section for section in main_sections}
    for section in sections:
        if section.key not in PHASE_SECTIONS:
            known_statements = (
                {(statement.topic, statement.text) for statement in main_by_key[section.key].statements}
                if section.key in main_by_key
                else set()
            )
            for statement in section.statements:
                if statement.shown and (statement.topic, statement.text) not in known_statements:
                    yield f"{section.heading}, {statement.topic[0].lower()}{statement.topic[1:]}: {statement.text}"
    missing = set(main_by_key) - {section.key for section in sections}
    for section in main_sections:
        if section.key in missing:
            yield _("{section}: not with this number of players.").format(section=section.heading)


def _has_more(section: BookSection, main_section: BookSection | None) -> bool:
    """Return whether the section has statements that the other one lacks."""
    return main_section is None or not {*section.statements} <= {*main_section.statements}
