"""The rule book of a variant, generated from its data in the language in use: `as_text(document(preset("belmez")))`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truquero import variants
from truquero.i18n import _
from truquero.rulebook.appendix_sections import (
    advice_section,
    options_section,
    signs_section,
    sources_section,
)
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.card_sections import pack_section, ranking_section, values_section
from truquero.rulebook.comparison import comparison
from truquero.rulebook.differences import differences, differences_section
from truquero.rulebook.document import BookSection, Document
from truquero.rulebook.flor_section import flor_section
from truquero.rulebook.markdown import as_markdown
from truquero.rulebook.phase_and_match_sections import incidents_section, match_section, phase_sections
from truquero.rulebook.plain_text import as_text
from truquero.rulebook.player_count_sections import changes_of, phases_of
from truquero.rulebook.table_and_trick_sections import table_section, tricks_section
from truquero.rulebook.truco_and_envido_sections import envido_section, truco_section
from truquero.rulebook.words_section import words_section
from truquero.rules.game import Rules
from truquero.variants import Preset


def document(preset: Preset, rules: Rules | None = None, *, alone: bool = False) -> Document:
    """Return the rule book of a preset, for the given rules or for its default rules.

    Sections describe the differences for other numbers of players, unless `alone` limits the book to this number.
    """
    chosen_rules = preset.rules() if rules is None else rules
    tables = [chosen_rules] if alone else _tables(preset, chosen_rules)
    names = Names(chosen_rules)
    optional_sections = (
        options_section(preset, chosen_rules),
        words_section(tables, names),
        signs_section(tables, names),
        advice_section(preset, tables),
        *_differences(preset, tables),
        sources_section(preset),
    )
    sections = (
        *_sections_on_play(preset, tables, names),
        *_other_number_sections(preset, tables, names),
        *(section for section in optional_sections if section is not None),
    )
    return Document(preset.title, sections)


def _tables(preset: Preset, rules: Rules) -> list[Rules]:
    """Return these rules, followed by the same rules for every other number of players."""
    other_numbers = (number for number in sorted(preset.players) if number != rules.players)
    return [rules, *(preset.rules(number, **rules.changed) for number in other_numbers)]


def _sections_on_play(preset: Preset, tables: Sequence[Rules], names: Names) -> list[BookSection]:
    """Return the sections on play at the first table, followed by the phases of the other tables."""
    other_numbers = [rules.players for rules in tables[1:]]
    main_sections = sections_of_play(preset, tables[0], names, other_numbers)
    sections_by_table = [sections_of_play(preset, rules, names) for rules in tables[1:]]
    return [
        *main_sections,
        *(
            phase
            for number, sections in zip(other_numbers, sections_by_table, strict=True)
            for phase in phases_of(number, main_sections, sections)
        ),
    ]


def _other_number_sections(preset: Preset, tables: Sequence[Rules], names: Names) -> Iterator[BookSection]:
    """Yield the sections on the differences for other numbers of players."""
    main_sections = sections_of_play(preset, tables[0], names)
    for rules in tables[1:]:
        yield from changes_of(rules.players, main_sections, sections_of_play(preset, rules, names))


def sections_of_play(
    preset: Preset, rules: Rules, names: Names, other_numbers: Sequence[int] = ()
) -> list[BookSection]:
    """Return the sections that describe how the game is played, with these names.

    A comparison of two variants compares these sections. `other_numbers` are the numbers of players that have separate
    sections.
    """
    return [
        table_section(preset, rules, other_numbers),
        pack_section(rules, names),
        ranking_section(rules, names),
        *([values_section(rules, names)] if rules.envido is not None or rules.flor is not None else []),
        tricks_section(rules),
        truco_section(rules, names),
        *([envido_section(rules, names)] if rules.envido is not None else []),
        *([flor_section(rules, names)] if rules.flor is not None else []),
        *phase_sections(rules, names),
        match_section(rules, names),
        incidents_section(rules, names),
    ]


def _differences(preset: Preset, tables: Sequence[Rules]) -> Iterator[BookSection]:
    """Yield the differences from the usual game, if house rules were chosen, and from the parent preset."""
    rules, names = tables[0], Names(tables[0])
    sections = _sections_on_play(preset, tables, names)
    if rules.changed:
        usual_sections = _sections_on_play(preset, [preset.rules(table.players) for table in tables], names)
        title = _("the usual game")
        yield differences_section(
            _("What these house rules change"), list(differences(sections, usual_sections, title)), title
        )
    if preset.parent:
        yield _from_parent(variants.preset(preset.parent), sections, tables)


def _from_parent(parent: Preset, sections: Sequence[BookSection], tables: Sequence[Rules]) -> BookSection:
    """Return the differences from the parent, for the same number of players where the parent allows it."""
    players = tables[0].players
    parent_rules = parent.rules(players if players in parent.players else None)
    parent_tables = _tables(parent, parent_rules) if len(tables) > 1 else [parent_rules]
    parent_sections, quoted_sections = (
        _sections_on_play(parent, parent_tables, names) for names in (Names(tables[0]), Names(parent_rules))
    )
    changes = list(differences(sections, parent_sections, parent.title, quoted_sections))
    heading = _("How it differs from {title}, on which this book builds").format(title=parent.title)
    note = ""
    if parent_rules.players != players:
        note = _("{title} is not played by {n}: this book compares the game of {other}.").format(
            title=parent.title, n=players, other=parent_rules.players
        )
    return differences_section(heading, changes, parent.title, note)


__all__ = ["Document", "as_markdown", "as_text", "comparison", "document", "sections_of_play"]
