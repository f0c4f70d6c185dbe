"""A one-minute summary of a game: the few sentences of its rule book that a newcomer needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from truquero.cards import Card
from truquero.i18n import _
from truquero.rulebook import sections_of_play
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.card_sections import example_turned, order_of
from truquero.rulebook.document import BookSection, Paragraph, RuleStatement
from truquero.variants import Preset

FAN = 5  # number of highest cards to show


@dataclass(frozen=True)
class Minute:
    """The summary of a game: sentences by heading, and the highest cards.

    If the game turns a card up, the highest cards are those of the rule book's example.
    """

    sentences: tuple[tuple[str, str], ...]
    best: tuple[Card, ...]
    turned: Card | None  # the turned card of the example


def in_a_minute(preset: Preset) -> Minute:
    """Return the summary for the usual number of players and the default house rules."""
    rules = preset.rules()
    sections = {section.key: section for section in sections_of_play(preset, rules, Names(rules))}
    sentences = [(section.heading, text) for section, text in _sentences(sections)]
    turned = example_turned(rules)
    best = (card for tier in order_of(rules, turned) for card in tier)
    return Minute(tuple(sentences), tuple(islice(best, FAN)), turned)


def _sentences(sections: dict[str, BookSection]) -> Iterator[tuple[BookSection, str]]:
    """Yield pairs of a section and its summary."""
    tricks, truco, match = sections["tricks"], sections["truco"], sections["match"]
    yield tricks, _paragraphs(tricks)[0]
    turned = _statement_on(sections["table"], _("Turned card"))
    if turned.shown:
        order = (
            statement.text.split(". ")[0].rstrip(".") + "."
            for statement in sections["ranking"].statements
            if statement.shown
        )
        yield sections["ranking"], " ".join([turned.text, *order])
    base, calls = _statement_on(truco, _("A hand without a call")), _statement_on(truco, _("Calls of the truco"))
    yield truco, f"{base.topic}: {_uncapitalized(base.text)} {calls.topic}: {calls.text} {_paragraphs(truco)[0]}"
    if "envido" in sections:
        envido = sections["envido"]
        calls = _statement_on(envido, _("Calls of the envido"))
        count = [text for text in _paragraphs(sections["values"])[:2] if text.endswith(".")]
        yield envido, " ".join([_paragraphs(envido)[0], *count, f"{calls.topic}: {calls.text}"])
    if "flor" in sections:
        flor = sections["flor"]
        flor_text = _paragraphs(sections["values"])[2]
        yield flor, f"{flor_text} {_statement_on(flor, _('Its worth')).text} {_paragraphs(flor)[0]}"
    yield match, " ".join(_statement_on(match, topic).text for topic in (_("Target"), _("Games")))


def _paragraphs(section: BookSection) -> list[str]:
    return [block.text for block in section.blocks if isinstance(block, Paragraph)]


def _statement_on(section: BookSection, topic: str) -> RuleStatement:
    return next(statement for statement in section.statements if statement.topic == topic)


def _uncapitalized(text: str) -> str:
    return text[:1].lower() + text[1:]
