"""The rest of a book: house rules, the words and signs of the table, and where the rules are from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from truquero.book.document import Block, Bullets, Paragraph, Section, Statement, Table, section
from truquero.book.names import Names, listed
from truquero.cards import CARDS
from truquero.language import N_, _
from truquero.rules.expressions import WHY, Expression
from truquero.rules.game import Rules
from truquero.rules.options import Option
from truquero.rules.voices import ONE_NAME, Sign, Tally
from truquero.variants import Preset
from truquero.variants.gestures import COUNTERS, GESTURES, MEANINGS, TERMS

SOURCES = {
    "S000": N_("the rule book of the Argentine game"),
    "S001": N_("the rules of Trucardo"),
    "S002": N_("the rule book of Navarrevisca"),
    "S003": N_("the article on the game of Bélmez de la Moraleda, which also compares it with others"),
    "S004": N_("the Brazilian rules"),
    "MI": N_("the rules as they are commonly played there"),
    "VE": N_("the rules as they are commonly played there"),
}

ANY_SIZE = "N"  # the end of a code whose words fit every size
NO_MOVE = "-"  # of an expression that may be none
EXAMPLE_SIZE = 4
EXAMPLE_POINTS = 28


def options_section(preset: Preset, rules: Rules) -> Section:
    return section("options", _("House rules"), _options(preset, rules))


def words_section(rules: Rules, names: Names) -> Section | None:
    blocks = tuple(_words(rules, names))
    return Section("words", _("What is said"), blocks) if blocks else None


def signs_section(rules: Rules, names: Names) -> Section | None:
    if not rules.voices.signs:
        return None
    return section("signs", _("Señas"), _signs(rules, names))


def sources_section(preset: Preset) -> Section:
    return section("sources", _("Sources"), _sources(preset))


def _options(preset: Preset, rules: Rules) -> Iterator[Block]:
    yield Paragraph(_("What a table may agree on, as it is in this book, and what else may be chosen."))
    rows = tuple(_option(option, preset, rules) for option in preset.options)
    yield Table((_("as it is here"), _("allowed"), _("what it means")), rows)


def _option(option: Option, preset: Preset, rules: Rules) -> tuple[str, str, str]:
    usual = preset.default(option, rules.players)
    chosen = rules.options.get(option.name, usual)
    about = _(option.about)
    if chosen != usual:
        about = _("{about}; usually {value}").format(about=about, value=f"`{usual}`")
    return f"`{option.name}={chosen}`", f"`{option.allowed.replace('|', ' ')}`", about


# ------------------------------------------------------------------------------------------------- words and verses


def _words(rules: Rules, names: Names) -> Iterator[Block]:
    voices = rules.voices
    if voices.say:
        rows = tuple(_phrases(move, words) for move, words in voices.phrases.items())
        yield Paragraph(_("What is typed, and the words that mean it; the first are the usual ones."))
        yield Table((_("typed"), _("what is said")), rows)
    things = {key: words for key, words in voices.names.items() if not ONE_NAME.fullmatch(key)}
    if things:
        yield Paragraph(_("Other words of this table:"))
        rows = tuple((", ".join(words), _thing(key, names)) for key, words in things.items())
        yield Table((_("word"), _("what it is")), rows)
    if voices.talk:
        yield Paragraph(_("Expressions that count as moves:"))
        rows_of_talk = tuple(_expression(one, names) for one in voices.talk)
        yield Table((_("words"), _("they are"), _("why")), rows_of_talk)
    verses = [f"{_occasion(key, names)}: «{verse}»" for key, some in voices.verses.items() for verse in some]
    if verses:
        yield Paragraph(_("Sayings that go with a call:"))
        yield Bullets(tuple(verses))
    if voices.tally is not None:
        yield Statement(_("Keeping the score"), _tally(voices.tally))


def _phrases(move: str, words: tuple[str, ...]) -> tuple[str, str]:
    """The words of a move; of one that stands for every size an example."""
    number = EXAMPLE_POINTS if move == ANY_SIZE else EXAMPLE_SIZE
    typed = re.sub(rf"\b{ANY_SIZE}$", str(number), move)
    return f"`{typed}`", " · ".join(word.format(n=number, pairs=number // 2) for word in words)


def _thing(key: str, names: Names) -> str:
    """What a table has its own word for: a thing, or some cards."""
    return _(TERMS[key]) if key in TERMS else listed(_card_shown(word, names) for word in key.split())


def _occasion(key: str, names: Names) -> str:
    """When a verse is said: with a move, with two in one breath, or with the deal."""
    return _(TERMS[key]) if key in TERMS else names.sequence(key.split("+"))


def _expression(one: Expression, names: Names) -> tuple[str, str, str]:
    """What a rule book fixes the meaning of: the moves that the words are, and why."""
    moves = [part for move in one.moves for part in move.split("|")[:1] if part != NO_MOVE]
    why = " ".join(part for part in (_(WHY[one.why]), f"({one.article})" if one.article else "") if part)
    return " · ".join(one.words), names.sequence(moves) or "–", why


def _tally(tally: Tally) -> str:
    said = [_("Points are kept with {counters}.").format(counters=listed(_(COUNTERS[one]) for one in tally.counters))]
    if tally.piles:
        said.append(_("They are heaped by {numbers}.").format(numbers=listed(tally.piles)))
    stacked = _("{n} one on another are worth {worth}.")
    said += [stacked.format(n=number, worth=value) for number, value in tally.stacks.items()]
    if tally.behind:
        said.append(_("One behind the others is worth {worth}.").format(worth=tally.behind))
    return " ".join(said)


# ------------------------------------------------------------------------------------------------------------- signs


def _signs(rules: Rules, names: Names) -> Iterator[Block]:
    yield Paragraph(
        _(
            "Partners tell each other what they hold by signs. Rivals who are looking see them too, and nobody is "
            "bound to tell the truth."
        )
    )
    rows = tuple((_shown(sign, names), _(GESTURES[sign.gesture])) for sign in rules.voices.signs)
    yield Table((_("it shows"), _("how it is made")), rows)


def _shown(sign: Sign, names: Names) -> str:
    """A meaning, or the cards it tells of."""
    if sign.shows in MEANINGS:
        return _(MEANINGS[sign.shows])
    return listed(_card_shown(word, names) for word in sign.shows.split())


def _card_shown(word: str, names: Names) -> str:
    if word in CARDS:
        return names.card(CARDS[word])
    found = ONE_NAME.fullmatch(word)
    assert found is not None, word
    own = names.own(word)
    if word.startswith("m"):
        said = _("the manilha of {suit}").format(suit=names.suit(word[1]))
    elif found["suit"]:
        said = _("the {rank} of the suit that is turned").format(rank=names.rank(int(found["rank"])))
    else:
        said = _("any {rank}").format(rank=names.rank(int(found["rank"])))
    return f"{said} ({own})" if own else said


# ----------------------------------------------------------------------------------------------------------- sources


def _sources(preset: Preset) -> Iterator[Block]:
    known = [_(SOURCES[code]) for code in preset.source.split() if code in SOURCES]
    place = _("Played in {place}.").format(place=preset.place) if preset.place else ""
    if known:
        after = _("After {sources} ({codes}).").format(sources=listed(known), codes=preset.source)
    else:
        after = _("After {source}.").format(source=preset.source) if preset.source else ""
    made = _("This book is written by the program from the same data that it plays by.")
    yield Paragraph(" ".join(part for part in (place, after, made) if part))
