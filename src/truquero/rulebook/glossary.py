"""The glossary of a table: every word of its game with a short meaning, from the data that the rule book uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from truquero.i18n import N_, _
from truquero.rulebook.appendix_sections import plain_card_meaning
from truquero.rulebook.call_meanings import LanceMeaning, lance_meanings
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.words_section import NOTHING_SAID, NUMBERS, expressions, names_flor, words_for_things
from truquero.rules.game import Rules
from truquero.rules.moves import move_codes
from truquero.rules.voices import ONE_NAME
from truquero.variants.gestures import TERMS

# The meaning of each move that is no call of a lance.
MOVES: Mapping[str, str] = {
    "quiero": N_("accepts the call"),
    "no-quiero": N_("refuses the call, which pays its caller what was at stake before"),
    "mi-falta": N_("accepts the bet for no more than the own side lacks"),
    "mazo": N_("throws in the cards and leaves the hand"),
    "N": N_("says the points of the own cards"),
    "son-buenas": N_("admits that the points of the other side are better"),
    "pido-flor-N": N_("after the hand, challenges a player to show a silent flor"),
    "mira": N_("looks at the own cards"),
    "perros": N_("challenges to everything at once before looking at any card"),
    "tapada": N_("lays a card face down, which cannot win"),
    "tapada-N": N_("lays a card face down, which cannot win"),
    "carta-N": N_("lays a card without having looked at it"),
    "descarta": N_("puts away one of four cards"),
    "mostrar": N_("shows cards that are certain to win"),
    "acepta-carta": N_("keeps the card that fell face up in the deal"),
    "otra-carta": N_("asks for another card instead of the one that fell face up"),
}

# The things that every table has, with their usual words for tables whose sources give none of their own.
BASIC: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "mano": (TERMS["mano"], {"es": "mano", "pt": "mão", "ca": "mà"}),
    "last": (TERMS["last"], {"es": "pie", "pt": "pé", "ca": "peu"}),
    "trick": (N_("one card of every player, which the highest card takes"), {"es": "baza", "pt": "vaza", "ca": "basa"}),
    "tied": (N_("a trick whose highest cards are equal"), {"es": "parda", "pt": "empate", "ca": "parda"}),
}
MOST_EXPRESSIONS = 2  # of one meaning


class TermMeaning(NamedTuple):
    """A word of the table and what it means."""

    word: str
    meaning: str


def glossary(rules: Rules) -> tuple[TermMeaning, ...]:
    """Return every term of a table in alphabetical order, each once."""
    names = Names(rules)
    terms: dict[str, TermMeaning] = {}
    for term in (*_things(rules, names), *_calls(rules), *_moves(rules, names), *_expressions(rules, names)):
        terms.setdefault(term.word.casefold(), term)
    return tuple(terms[key] for key in sorted(terms))


def _things(rules: Rules, names: Names) -> Iterator[TermMeaning]:
    voices = rules.voices
    for key, (meaning, usual) in BASIC.items():
        yield TermMeaning(", ".join(voices.names.get(key, ())) or usual[voices.language], _(meaning))
    for words, description in words_for_things([rules], names):
        yield TermMeaning(words, description)
    for key, own_names in voices.names.items():
        if ONE_NAME.fullmatch(key) and own_names:
            yield TermMeaning(", ".join(own_names), plain_card_meaning(key, names))


def _calls(rules: Rules) -> Iterator[TermMeaning]:
    for lance in lance_meanings(rules):
        for call in lance.calls:
            yield TermMeaning(call.words, _meaning_of_call(lance, call.words, call.stakes))


def _meaning_of_call(lance: LanceMeaning, words: str, stakes: str) -> str:
    """Return the stakes of a call, after what the lance is about if the call opens it."""
    return f"{lance.about} {stakes}" if words == lance.calls[0].words else f"{lance.title}. {stakes}"


def _moves(rules: Rules, names: Names) -> Iterator[TermMeaning]:
    codes = move_codes(rules)
    for code, meaning in MOVES.items():
        if code in codes:
            phrases = rules.voices.phrases_by_move.get(code) or (names.phrase(code),)
            words = [phrase for phrase in phrases if rules.flor is not None or not names_flor(phrase)]
            number = NUMBERS[code][0] if code in NUMBERS else 0
            yield TermMeaning(", ".join(word.format(n=number, pairs=number // 2) for word in words), _(meaning))


def _expressions(rules: Rules, names: Names) -> Iterator[TermMeaning]:
    for words, moves, why in expressions([rules], names):
        usual = ", ".join(words.split(" · ")[:MOST_EXPRESSIONS])
        yield TermMeaning(usual, why if moves == NOTHING_SAID else _("the same as {words}").format(words=moves))
