"""The remaining sections of a book: house rules, the señas of the table, and the sources of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truquero.cards import CARDS
from truquero.i18n import _
from truquero.rulebook.card_and_move_names import Names, alternatives
from truquero.rulebook.document import Block, BookSection, Bullets, Paragraph, RuleStatement, RuleTable, section
from truquero.rulebook.sources import after_source
from truquero.rules.game import Rules
from truquero.rules.options import RuleOption
from truquero.rules.voices import ONE_NAME, Sign
from truquero.table.sign_codes import has_partners
from truquero.variants import Preset
from truquero.variants.advice import SourceAdvice
from truquero.variants.gestures import MEANINGS, gesture_in_words
from truquero.variants.option_groups import grouped_options


def options_section(preset: Preset, rules: Rules) -> BookSection:
    return section("options", _("House rules"), _options(preset, rules))


def signs_section(tables: Sequence[Rules], names: Names) -> BookSection | None:
    """Return the section on the señas of these tables; None if nobody has partners. The book is for the first table."""
    own_codes = any(has_partners(rules.players) for rules in tables)
    if not own_codes and (not tables[0].voices.signs or all(rules.players == 2 for rules in tables)):
        return None
    return section("signs", _("Señas"), _signs(tables[0], names, own_codes=own_codes))


def advice_section(preset: Preset, tables: Sequence[Rules]) -> BookSection | None:
    """Return the section with the advice of the source; None if it gives none."""
    if preset.advice is None:
        return None
    return section("advice", _("Advice"), _advice(preset.advice, any(has_partners(rules.players) for rules in tables)))


def sources_section(preset: Preset) -> BookSection:
    return section("sources", _("Sources"), _sources(preset))


def _options(preset: Preset, rules: Rules) -> Iterator[Block]:
    yield Paragraph(_("The rules that a table may agree on: the choice in this book, and the other choices."))
    for title, options in grouped_options(preset):
        rows = tuple(_option(option, preset, rules) for option in options)
        yield RuleTable((_(title), _("allowed"), _("what it means")), rows)


def _option(option: RuleOption, preset: Preset, rules: Rules) -> tuple[str, str, str]:
    usual = preset.default(option, rules.players)
    chosen = rules.options.get(option.name, usual)
    sentence = _(option.description)
    if chosen != usual:
        sentence = _("{about}; usually {value}").format(about=sentence, value=f"`{usual}`")
    return f"`{option.name}={chosen}`", f"`{option.allowed.replace('|', ' ')}`", sentence


# ------------------------------------------------------------------------------------------------------------- signs


def _signs(rules: Rules, names: Names, *, own_codes: bool) -> Iterator[Block]:
    yield Paragraph(
        _(
            "Partners tell each other by signs what they hold. Rivals who look see the signs too, and no "
            "player has to tell the truth."
        )
    )
    if own_codes:
        yield RuleStatement(_("A code of their own"), _own_code(usual=bool(rules.voices.signs)))
    if rules.voices.signs:
        rows = tuple((sign_meaning(sign, names), sign_gesture(sign, names)) for sign in rules.voices.signs)
        yield RuleTable((_("it shows"), _("how it is made")), rows)


def _own_code(*, usual: bool) -> str:
    """Return the sentence on the señas that a side invents (S000 §16). `usual` is whether the game has señas itself."""
    if usual:
        return _(
            "Before the match the partners of a side may agree on señas of their own. These take the place of "
            "those in the table."
        )
    return _("This game has no usual señas. Before the match the partners of a side may agree on their own.")


def sign_meaning(sign: Sign, names: Names) -> str:
    """Return what a seña shows: its meaning or the cards, with the table's names for them."""
    if sign.shows in MEANINGS:
        own = "" if sign.spoken else names.local_names_text(sign.shows)
        return _(MEANINGS[sign.shows]) + (f" ({own})" if own else "")
    return alternatives(card_meaning(word, names) for word in sign.shows.split())


def short_sign_meaning(sign: Sign, names: Names) -> str:
    """Return what a seña shows, without the table's names for it."""
    if sign.shows in MEANINGS:
        return _(MEANINGS[sign.shows])
    return alternatives(plain_card_meaning(word, names) for word in sign.shows.split())


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


# ------------------------------------------------------------------------------------------------------------ advice


def _advice(advice: SourceAdvice, partners: bool) -> Iterator[Block]:
    yield Paragraph(f"{_('These are no rules, but the experience of players.')} {after_source(advice.source)}")
    yield Bullets(tuple(map(_, (*advice.sentences, *(advice.with_partners if partners else ())))))


# ----------------------------------------------------------------------------------------------------------- sources


def _sources(preset: Preset) -> Iterator[Block]:
    place = _("Place: {place}.").format(place=_(preset.region)) if preset.region else ""
    after = after_source(preset.source) if preset.source else ""
    origin = _("The program writes this book from the data that it plays by.")
    yield Paragraph(" ".join(part for part in (place, after, origin) if part))
