"""The remaining sections of a book: house rules, the señas of the table, and the sources of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.cards import CARDS
from truquero.i18n import _
from truquero.rulebook.card_and_move_names import Names, listed
from truquero.rulebook.document import Block, BookSection, Paragraph, RuleTable, section
from truquero.rulebook.sources import source_in_words
from truquero.rules.game import Rules
from truquero.rules.options import RuleOption
from truquero.rules.voices import ONE_NAME, Sign
from truquero.variants import Preset
from truquero.variants.gestures import MEANINGS, gesture_in_words


def options_section(preset: Preset, rules: Rules) -> BookSection:
    return section("options", _("House rules"), _options(preset, rules))


def signs_section(rules: Rules, names: Names) -> BookSection | None:
    if not rules.voices.signs:
        return None
    return section("signs", _("Señas"), _signs(rules, names))


def sources_section(preset: Preset) -> BookSection:
    return section("sources", _("Sources"), _sources(preset))


def _options(preset: Preset, rules: Rules) -> Iterator[Block]:
    yield Paragraph(_("The rules that a table may agree on: the choice in this book, and the other choices."))
    rows = tuple(_option(option, preset, rules) for option in preset.options)
    yield RuleTable((_("in this book"), _("allowed"), _("what it means")), rows)


def _option(option: RuleOption, preset: Preset, rules: Rules) -> tuple[str, str, str]:
    usual = preset.default(option, rules.players)
    chosen = rules.options.get(option.name, usual)
    sentence = _(option.description)
    if chosen != usual:
        sentence = _("{about}; usually {value}").format(about=sentence, value=f"`{usual}`")
    return f"`{option.name}={chosen}`", f"`{option.allowed.replace('|', ' ')}`", sentence


# ------------------------------------------------------------------------------------------------------------- signs


def _signs(rules: Rules, names: Names) -> Iterator[Block]:
    yield Paragraph(
        _(
            "Partners tell each other by signs what they hold. Rivals who look see the signs too, and no "
            "player has to tell the truth."
        )
    )
    rows = tuple((sign_meaning(sign, names), sign_gesture(sign, names)) for sign in rules.voices.signs)
    yield RuleTable((_("it shows"), _("how it is made")), rows)


def sign_meaning(sign: Sign, names: Names) -> str:
    """Return what a seña shows: its meaning or the cards, with the table's names for them."""
    if sign.shows in MEANINGS:
        own = "" if sign.spoken else names.local_names_text(sign.shows)
        return _(MEANINGS[sign.shows]) + (f" ({own})" if own else "")
    return listed(card_meaning(word, names) for word in sign.shows.split())


def short_sign_meaning(sign: Sign, names: Names) -> str:
    """Return what a seña shows, without the table's names for it."""
    if sign.shows in MEANINGS:
        return _(MEANINGS[sign.shows])
    return listed(plain_card_meaning(word, names) for word in sign.shows.split())


def sign_gesture(sign: Sign, names: Names) -> str:
    """Return the gesture of a seña, with the words if it is spoken."""
    gesture = gesture_in_words(sign.gesture)
    return f"{gesture}: {names.local_names_text(sign.shows)}" if sign.spoken else gesture


def card_meaning(word: str, names: Names) -> str:
    """Return the name of cards that are given in the notation of voices: `1e`, `3`, `2m`, `mb`."""
    if word in CARDS:
        return names.card(CARDS[word])
    own = names.local_names_text(word)
    return plain_card_meaning(word, names) + (f" ({own})" if own else "")


def plain_card_meaning(word: str, names: Names) -> str:
    """Return the same without the names of the table."""
    if word in CARDS:
        return names.plain_card(CARDS[word])
    match = ONE_NAME.fullmatch(word)
    assert match is not None, word
    if word.startswith("m"):
        return _("the manilha of {suit}").format(suit=names.suit(word[1]))
    if match["suit"]:
        return _("the {rank} of the suit that is turned").format(rank=names.rank(int(match["rank"])))
    return _("any {rank}").format(rank=names.rank(int(match["rank"])))


# ----------------------------------------------------------------------------------------------------------- sources


def _sources(preset: Preset) -> Iterator[Block]:
    place = _("Place: {place}.").format(place=_(preset.region)) if preset.region else ""
    after = _("After {source}.").format(source=source_in_words(preset.source)) if preset.source else ""
    origin = _("The program writes this book from the data that it plays by.")
    yield Paragraph(" ".join(part for part in (place, after, origin) if part))
