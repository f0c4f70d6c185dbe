"""The rule book of a variant, written from its data in the language in use: `as_text(document(preset("belmez")))`."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.book.bets import envido_section, truco_section
from truquero.book.comparison import comparison
from truquero.book.differences import differences, differences_section
from truquero.book.document import Document, Section
from truquero.book.flor import flor_section
from truquero.book.house import options_section, signs_section, sources_section, words_section
from truquero.book.markdown import as_markdown
from truquero.book.names import Names
from truquero.book.pack import pack_section, ranking_section, values_section
from truquero.book.phases import incidents_section, match_section, phase_sections
from truquero.book.play import table_section, tricks_section
from truquero.book.text import as_text
from truquero.language import _
from truquero.rules.game import Rules
from truquero.variants import Preset, preset


def document(game: Preset, rules: Rules | None = None) -> Document:
    """The book of a preset, for these rules of it or for the usual ones."""
    played = game.rules() if rules is None else rules
    names = Names(played)
    more = (
        options_section(game, played),
        words_section(played, names),
        signs_section(played, names),
        *_differences(game, played),
        sources_section(game),
    )
    sections = (*sections_of_play(game, played, names), *(section for section in more if section is not None))
    return Document(game.title, sections)


def sections_of_play(game: Preset, rules: Rules, names: Names) -> list[Section]:
    """How the game is played, told with these names: what two variants are compared by."""
    return [
        table_section(game, rules),
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


def _differences(game: Preset, rules: Rules) -> Iterator[Section]:
    """From the game as it is usually played, where house rules were chosen, and from its parent."""
    names = Names(rules)
    here = sections_of_play(game, rules, names)
    if rules.changed:
        usual = sections_of_play(game, game.rules(rules.players), names)
        title = _("the usual game")
        yield differences_section(_("What these house rules change"), list(differences(here, usual, title)), title)
    if game.parent:
        parent = preset(game.parent)
        players = rules.players if rules.players in parent.players else parent.players[0]
        other = parent.rules(players)
        there, told = (sections_of_play(parent, other, words) for words in (names, Names(other)))
        found = list(differences(here, there, parent.title, told))
        heading = _("How it differs from its parent, {title}").format(title=parent.title)
        yield differences_section(heading, found, parent.title)


__all__ = ["Document", "as_markdown", "as_text", "comparison", "document", "sections_of_play"]
