"""The section on speech: the words for moves and things, expressions, sayings, and how the score is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from truquero.i18n import N_, _
from truquero.rulebook.appendix_sections import card_meaning
from truquero.rulebook.card_and_move_names import Names, listed
from truquero.rulebook.card_sections import FIRST_FIGURE, lowest
from truquero.rulebook.document import Block, BookSection, Bullets, Paragraph, RuleStatement, RuleTable
from truquero.rulebook.sources import source_in_words
from truquero.rules.aliases import plain
from truquero.rules.everywhere import everywhere, shared_expressions
from truquero.rules.expressions import ALTERNATIVE, NOTHING, WHY, Expression
from truquero.rules.game import Rules
from truquero.rules.moves import move_codes
from truquero.rules.ranking import TurnedPiezas
from truquero.rules.stakes import malas
from truquero.rules.voices import ONE_NAME, Tally, Voices
from truquero.variants.gestures import COUNTERS, TERMS

FLOR = "flor"  # the code of the call, and the word in every language
FLOR_REASONS = frozenset({"no-flor-against"})  # keys of WHY that make sense only with a flor
NOTHING_SAID = "–"  # stands for an expression that is no move at all
ANY = "N"  # the suffix of a code that stands for every number

# The number that an example shows for each code, and its meaning.
NUMBERS: Mapping[str, tuple[int, str]] = {
    "N": (28, N_("the declared points")),
    "envido-N": (4, N_("the points that are bet")),
    "mas-N": (4, N_("the points that are added to the bet")),
    "pido-flor-N": (2, N_("the seat of the challenged player")),
    "carta-N": (2, N_("the place of the card in the hand, from 1 to 3")),
    "tapada-N": (2, N_("the place of the card in the hand, from 1 to 3")),
}
WITH_CARD = ("tapada", "descarta")  # moves that are typed with the name of a card


def words_section(tables: Sequence[Rules], names: Names) -> BookSection | None:
    """Return the section on what can be said at these tables, or None. The book is for the first table."""
    blocks = tuple(_words(tables, names))
    return BookSection("words", _("What is said"), blocks) if blocks else None


def _words(tables: Sequence[Rules], names: Names) -> Iterator[Block]:
    rules = tables[0]
    voices, codes = rules.voices, _codes(tables)
    if voices.say:
        yield from _moves(rules, codes, names)
    things = words_for_things(tables, names)
    if things:
        yield Paragraph(_("Other words of this table:"))
        yield RuleTable((_("word"), _("what it is")), things)
    yield from _binding_words(voices)
    talk = expressions(tables, names)
    if talk:
        yield Paragraph(_("Expressions that count as moves:"))
        yield RuleTable((_("words"), _("they are"), _("why")), talk)
    quoted = _("“{words}”")
    verses = [
        f"{_occasion(key, names)}: {quoted.format(words=verse)}"
        for key, verses_of_key in voices.verses.items()
        if key in TERMS or codes.issuperset(key.split("+"))
        for verse in verses_of_key
    ]
    if verses:
        yield Paragraph(_("Sayings that go with a call:"))
        yield Bullets(tuple(verses))
    if voices.tally is not None:
        yield RuleStatement(_("Keeping the score"), _tally(voices.tally))


def words_for_things(tables: Sequence[Rules], names: Names) -> tuple[tuple[str, str], ...]:
    """Return the table's own words for things and people, each with what it is."""
    words_by_key = {
        key: _informative_words(key, words)
        for key, words in tables[0].voices.names.items()
        if not ONE_NAME.fullmatch(key) and _exists(key, tables)
    }
    return tuple((", ".join(words), _thing(key, tables[0], names)) for key, words in words_by_key.items() if words)


def expressions(tables: Sequence[Rules], names: Names) -> tuple[tuple[str, str, str], ...]:
    """Return the expressions that count as moves: the words, the moves that they mean, and why."""
    voices, codes = tables[0].voices, _codes(tables)
    return tuple(
        _expression(expression, codes, names)
        for expression in (*voices.talk, *_of_the_rule_book(voices))
        if _can_be_said(expression, codes) and (FLOR in codes or not _is_about_flor(expression))
    )


def names_flor(words: str) -> bool:
    """Return whether words name the flor."""
    return FLOR in words.casefold()


def _codes(tables: Sequence[Rules]) -> frozenset[str]:
    return frozenset[str]().union(*map(move_codes, tables))


# ------------------------------------------------------------------------------------------------------------ moves


def _moves(rules: Rules, codes: Collection[str], names: Names) -> Iterator[Block]:
    """Yield the words of every move of the table, including calls that a house adds."""
    phrases = rules.voices.phrases_by_move
    codes_of_table = [*(code for code in phrases if code in codes), *sorted(set(codes) - phrases.keys())]
    yield Paragraph(_("What players type, and the words that mean it; the usual words come first."))
    rows = tuple((f"`{_typed(code, rules, names)}`", _phrases(code, rules, names)) for code in codes_of_table)
    yield RuleTable((_("typed"), _("what is said")), rows)
    numbered = [code for code in codes_of_table if code in NUMBERS]
    if numbered:
        text = _("the number in {typed} gives {what}")
        explanations = [
            text.format(typed=f"`{_typed(code, rules, names)}`", what=_(NUMBERS[code][1])) for code in numbered
        ]
        yield Paragraph(_("In these examples {numbers}.").format(numbers=listed(explanations)))


def _typed(code: str, rules: Rules, names: Names) -> str:
    """Return what a player types for a move, with an example where the move includes a number or a card."""
    if code in NUMBERS:
        return f"{code.removesuffix(ANY)}{NUMBERS[code][0]}"
    return f"{code}-{names.code(lowest(rules))}" if code in WITH_CARD else code


def _phrases(code: str, rules: Rules, names: Names) -> str:
    words = rules.voices.phrases_by_move.get(code) or (names.phrase(code),)
    number = NUMBERS[code][0] if code in NUMBERS else 0
    return " · ".join(word.format(n=number, pairs=number // 2) for word in words)


def _binding_words(voices: Voices) -> Iterator[Block]:
    """Yield the statement on words that bind, and on words that resemble them (S000 §16, S004 Conversas)."""
    if not voices.speech.article:
        return
    yield RuleStatement(
        _("Words that bind"),
        _("A diminutive or another word that may be taken for a call counts as the call.")
        if voices.speech.equivocal
        else _(
            "Words of the calls and answers bind whenever they are said, even outside the game. Diminutives "
            "and words that may be taken for a call are forbidden; in championships they count as the call."
        ),
    )


def _of_the_rule_book(voices: Voices) -> list[Expression]:
    """Return the shared expressions that come from the rule book cited for speech at this table."""
    book = voices.speech.article.partition(" ")[0]
    return [
        expression
        for expression in shared_expressions(voices.language)
        if book and expression.article.partition(" ")[0] == book
    ]


def _can_be_said(expression: Expression, codes: Collection[str]) -> bool:
    """Return whether this table has each move of an expression and the move that it needs."""
    return (not expression.needs or expression.needs in codes) and all(
        _available_move(move, codes) for move in expression.moves
    )


def _is_about_flor(expression: Expression) -> bool:
    return expression.why in FLOR_REASONS or all(map(names_flor, expression.words))


def _available_move(move: str, codes: Collection[str]) -> str:
    """Return the first alternative of a move that this table has, or an empty string."""
    available = {*codes, NOTHING}
    return next((alternative for alternative in move.split(ALTERNATIVE) if alternative in available), "")


def _expression(expression: Expression, codes: Collection[str], names: Names) -> tuple[str, str, str]:
    """Return a row of the table: the words of an expression, the moves that they mean, and the reason."""
    moves = [move for move in (_available_move(move, codes) for move in expression.moves) if move != NOTHING]
    article = f"({source_in_words(expression.article)})" if expression.article else ""
    occasion = _("in championships:") if expression.championship else ""
    why = " ".join(part for part in (occasion, _(WHY[expression.why]), article) if part)
    return " · ".join(expression.words), names.sequence(moves) or NOTHING_SAID, why


def _occasion(key: str, names: Names) -> str:
    """Return when a verse is said: with a move, with two moves made together, or with the deal."""
    return _(TERMS[key]) if key in TERMS else names.sequence(key.split("+"))


# ----------------------------------------------------------------------------------------------------------- things


def _thing(key: str, rules: Rules, names: Names) -> str:
    """Return the description of a term: a thing, or some cards."""
    if key not in TERMS:
        return listed(card_meaning(card, names) for card in key.split())
    if key == "game" and rules.match.games_to_win == 1:
        return _("a game, which is the whole match")
    half = malas(rules.match.target)
    return _(TERMS[key]).format(half=half, first=names.usual_name("first-half"), second=names.usual_name("second-half"))


def _informative_words(key: str, words: Iterable[str]) -> list[str]:
    """Return the words for a thing that differ from its description in the language in use.

    A reader who sees the description `una mano` learns nothing from the word `mano`.
    """
    first, _space, rest = plain(_(TERMS[key]) if key in TERMS else "").partition(" ")
    meaning = rest if first in everywhere()["articles"]["words"] else f"{first} {rest}".strip()
    return [word for word in words if plain(word) != meaning]


def _exists(key: str, tables: Sequence[Rules]) -> bool:
    """Return whether any of these tables has the thing."""
    return any(_exists_in(key, rules) for rules in tables)


def _exists_in(key: str, rules: Rules) -> bool:
    exists_by_key = {
        "both-close": rules.last_hand is not None,
        "first-half-one": False,  # used only for the score
        "second-half-one": False,
        "captain": rules.captain_sees_partner,
        "duel": rules.duels is not None,
        "figures": any(card.rank >= FIRST_FIGURE for card in rules.pack),
        "first-half": rules.match.halves,
        "halve": rules.match.halves,
        "last-hand": rules.last_hand is not None,
        "linked": rules.envido is not None or rules.flor is not None,
        "lone": rules.gallo is not None,
        "no-flor": rules.flor is not None,
        "past-card": rules.past_tricks_covered,
        "pieza": bool(rules.points.piezas) or isinstance(rules.ranking.turned, TurnedPiezas),
        "reserva": rules.flor is not None and bool(rules.points.reservas),
        "second-half": rules.match.halves,
        "third-game": rules.match.games_to_win > 1,
        "turned": bool(rules.deal.turned),
        "turned-king": bool(rules.deal.turned),
    }
    return exists_by_key.get(key, key in TERMS or set(key.split()) & set(rules.pack) != set())


# ------------------------------------------------------------------------------------------------------------ score


def _tally(tally: Tally) -> str:
    sentences = [
        _("Points are kept with {counters}.").format(
            counters=listed(_(COUNTERS[counter]) for counter in tally.counters)
        )
    ]
    if tally.piles:
        sentences.append(_("They are stacked in groups of {numbers}.").format(numbers=listed(tally.piles)))
    stack_text = _("{n} stacked are worth {worth}.")
    sentences += [stack_text.format(n=number, worth=value) for number, value in tally.stacks.items()]
    if tally.behind:
        sentences.append(_("One behind the others is worth {worth}.").format(worth=tally.behind))
    return " ".join(sentences)
