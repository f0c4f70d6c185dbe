"""The variants and rule books for the page, from the same data as `truquero variants` and `truquero rules`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

from truquero import variants
from truquero.bots import ROSTER
from truquero.bots.bot_registry import shown_name
from truquero.i18n import _, speaking
from truquero.rulebook import as_markdown, document
from truquero.rulebook.choices import choices_in_words
from truquero.rulebook.commented_records import COMMENTED_HANDS, commented_record
from truquero.rulebook.history import history
from truquero.rulebook.minute import in_a_minute
from truquero.rulebook.sources import after_source
from truquero.rules.options import NumberOption, RuleOption
from truquero.server.http.bodies import (
    ChampionshipInfo,
    CommentedHandRecord,
    CommentedHandTitle,
    History,
    HouseRule,
    OptionMeanings,
    PersonInfo,
    RuleBook,
    StyleInfo,
    Variant,
    VariantList,
)
from truquero.server.tables.option_limits import highest
from truquero.session import ANSWER_SECONDS
from truquero.table.sign_codes import has_partners, meaning_words
from truquero.variants import VARIANTS, Preset, championship
from truquero.variants.commented_hands import CommentedHand
from truquero.variants.option_groups import conditions_of, grouped_options
from truquero.variants.people import PEOPLE
from truquero.variants.styles import NAMES, in_one_line, styles_of


@cache
def variant_list(language: str, answer_seconds: int = ANSWER_SECONDS) -> VariantList:
    """Return all variants, bots and people, described in a language. `answer_seconds` is usual on this server."""
    with speaking(language):
        bots = tuple((name, shown_name(name), _(description)) for name, (_maker, description) in ROSTER.items())
        people = tuple(
            PersonInfo(person.id, person.name, _(person.origin), person.temper, _(person.manner)) for person in PEOPLE
        )
        return VariantList(tuple(map(_variant, VARIANTS.values())), bots, people, answer_seconds)


def _variant(preset: Preset) -> Variant:
    rules, minute = preset.rules(), in_a_minute(preset)
    return Variant(
        name=preset.name,
        title=preset.title,
        region=_(preset.region),
        summary="\n".join(f"{heading}: {text}" for heading, text in minute.sentences),
        best_cards=tuple(map(str, minute.best)),
        turned=None if minute.turned is None else str(minute.turned),
        turned_name=rules.deal.turned,
        players=preset.players,
        partnered=tuple(filter(has_partners, preset.players)),
        sign_meanings=meaning_words(rules),
        target=rules.match.target,
        french=rules.french_names,
        language=preset.language,
        verses=tuple(verse for verses in rules.voices.verses.values() for verse in verses),
        house_rules=tuple(
            _house_rule(preset, option, _(title)) for title, options in grouped_options(preset) for option in options
        ),
        styles=tuple(
            StyleInfo(name, _(NAMES[name]), in_one_line(preset, style), style.players, dict(style.options))
            for name, style in styles_of(preset).items()
        ),
        championship=ChampionshipInfo(
            options=championship.championship_options(preset),
            seconds=championship.SECONDS,
            reserve=championship.RESERVE,
            missing=championship.missing_from_championship(preset),
        ),
    )


def _house_rule(preset: Preset, option: RuleOption, group: str) -> HouseRule:
    is_number = isinstance(option, NumberOption)
    kind: Literal["switch", "number", "choice"] = "switch" if set(option.choices) == {"on", "off"} else "choice"
    return HouseRule(
        name=option.name,
        group=group,
        description=_(option.description),
        kind="number" if is_number else kind,
        default=preset.default(option, preset.players[0]),
        conditions=tuple(map(dict, conditions_of(preset, option))),
        choices=() if is_number else tuple(option.choices),
        least=option.least if isinstance(option, NumberOption) else None,
        most=highest(option) if isinstance(option, NumberOption) else None,
    )


def meanings(name: str, language: str) -> OptionMeanings:
    """Return the meanings of the values of a variant's house rules."""
    return _meanings(variants.preset(name).name, language)  # the canonical name: one cache entry for all spellings


@cache
def _meanings(name: str, language: str) -> OptionMeanings:
    preset = variants.preset(name)
    with speaking(language):
        return OptionMeanings(preset.name, {option.name: choices_in_words(preset, option) for option in preset.options})


def book(name: str, language: str) -> RuleBook:
    """Return the rule book of a variant."""
    return _book(variants.preset(name).name, language)


@cache
def _book(name: str, language: str) -> RuleBook:
    preset = variants.preset(name)
    with speaking(language):
        return RuleBook(preset.name, preset.title, as_markdown(document(preset)), _titles(preset.commented_hands))


@cache
def history_in(language: str) -> History:
    """Return the page on the history of the game in a language."""
    with speaking(language):
        page = history()
        return History(page.title, as_markdown(page), _titles(hand for _preset, hand in COMMENTED_HANDS.values()))


@cache
def commented_hand(name: str, language: str) -> CommentedHandRecord:
    """Return a commented hand. `name` is one of COMMENTED_HANDS."""
    _preset, hand = COMMENTED_HANDS[name]
    with speaking(language):
        return CommentedHandRecord(_(hand.title), after_source(hand.source), commented_record(name))


def _titles(hands: Iterable[CommentedHand]) -> tuple[CommentedHandTitle, ...]:
    return tuple(CommentedHandTitle(hand.name, _(hand.title)) for hand in hands)
