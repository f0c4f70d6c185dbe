"""The words of a house: those of the variant with the house's own on top. No added word may be ambiguous."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from truquero.cards import CARDS, RANKS, Card, CardError
from truquero.i18n import _
from truquero.rules.aliases import CANONICAL, as_code
from truquero.rules.everywhere import ear_of, everywhere, shared_expressions
from truquero.rules.expressions import ALTERNATIVE, NOTHING, Expression
from truquero.rules.game import Rules
from truquero.rules.spelling import sound
from truquero.rules.voices import ONE_NAME, Sign, Voices
from truquero.variants.house.text import HouseText, key_text, short
from truquero.variants.house.truco import calls_of_variants
from truquero.variants.toml_lines import KeyPath
from truquero.variants.word_files import DEAL, VoicesError, merged

POINTS = "N"  # the code of declared points; it stands for every number
_BLANK = re.compile(r"\{\w+\}")
_NUMBER = "#"  # the prefix of a number in a pattern; alone it matches any number

Pattern = tuple[str, ...]  # phonetic keys of words


class Use(NamedTuple):
    """Words in use at a table, and the moves that they may mean."""

    pattern: Pattern
    codes: frozenset[str]
    moves: str  # the moves as error messages name them


def read_words(house: HouseText, inherited: Voices, rules: Rules) -> Voices:
    """Return the parent's words with the house's on top, without señas for cards that are not in the pack."""
    inherited = replace(inherited, signs=tuple(sign for sign in inherited.signs if _has_meaning(sign, rules.pack)))
    table = house.get(dict, "words")
    if table is None:
        return inherited
    calls = {rung.code for rung in rules.truco.rungs}
    try:
        voices = merged(inherited, table, codes=calls)
    except VoicesError as error:
        path = ("words", *error.path)
        raise house.error(f"{key_text(path)}: {error.reason}", *path) from error
    removed_calls = calls_of_variants() - calls if house.get(list, "truco", "ladder") else set()
    undeclared = set() if rules.declare_aloud else {POINTS}
    _WordCheck(
        house, inherited, voices, frozenset({*voices.phrases_by_move, *calls} - removed_calls - undeclared)
    ).check_all()
    for sign in voices.signs:
        if not _has_meaning(sign, rules.pack):
            message = _("the seña shows {cards}, which are not in the pack").format(cards=sign.shows)
            raise house.error(message, "words", "signs", sign.name, "shows")
    return voices


def _has_meaning(sign: Sign, pack: tuple[Card, ...]) -> bool:
    """Return whether a seña has a meaning with this pack."""
    return not sign.cards(CARDS.values()) or bool(sign.cards(pack))


class _WordCheck:
    """A check that no word of the house can be confused with other words at its table.

    Words are compared by sound. `moves` are the codes of that table. Words that the variant already has for a move are
    allowed, even if it uses them for two moves.
    """

    def __init__(self, house: HouseText, inherited: Voices, voices: Voices, moves: frozenset[str]) -> None:
        self._house, self._inherited, self._voices, self._moves = house, inherited, voices, moves
        self._ear = ear_of(voices.language)
        self._names = {key: self._patterns(names) for key, names in voices.names.items() if _is_of_cards(key)}
        self._move_uses = [
            *self._uses_of_phrases(voices.phrases_by_move.items()),
            *self._uses_of_phrases(everywhere()["say"].items()),
        ]
        self._move_uses += self._uses_of_phrases((code, [code.replace("-", " ")]) for code in moves)
        self._talk_uses = [*self._uses_of_expressions(voices.talk), *self._uses_of_expressions(shared_expressions())]

    def check_all(self) -> None:
        self._check_phrases()
        self._check_verses()
        self._check_own_talk()
        self._check_card_names()

    # ---------------------------------------------------------------------------------------------- the house's words

    def _check_phrases(self) -> None:
        for key, words in self._entries("say"):
            code = key.partition("@")[0]
            inherited_patterns = self._patterns(self._inherited.phrases_by_move.get(code, ()))
            for path, phrase in words:
                if self._pattern(phrase) not in inherited_patterns:
                    self._check_unused(path, phrase, {code}, [*self._move_uses, *self._talk_uses])

    def _check_verses(self) -> None:
        for key, words in self._entries("verses"):
            inherited_verses = self._inherited.verses.get(key, ())
            for path, verse in words:
                if key != DEAL and verse not in inherited_verses:
                    self._check_unused(path, verse, set(key.split("+")), [*self._move_uses, *self._talk_uses])

    def _check_own_talk(self) -> None:
        """Check the house's expressions.

        They may change the meaning of inherited expressions, but not the words of a move. They may not contradict each
        other.
        """
        count = len(self._house.get(list, "words", "talk") or ())
        earlier_uses: list[tuple[Expression, Use]] = []
        for index, expression in enumerate(self._voices.talk[:count]):
            conflicting = [
                use
                for earlier, use in earlier_uses
                if _may_both_hold(expression, earlier) and earlier.moves != expression.moves
            ]
            for number, words in enumerate(expression.words):
                path = ("words", "talk", index, "words", number)
                self._check_unused(path, words, set(expression.codes), self._move_uses)
                self._check_unused(path, words, set(), conflicting)
            earlier_uses += [(expression, use) for use in self._uses_of_expressions([expression])]

    def _check_card_names(self) -> None:
        for key, words in self._entries("names"):
            if key not in self._names:
                continue
            inherited_patterns = self._patterns(self._inherited.names.get(key, ()))
            for path, name in words:
                pattern = self._pattern(name)
                if pattern in inherited_patterns:
                    continue
                self._check_unused(path, name, set(), [*self._move_uses, *self._talk_uses], may_be_card=True)
                for other_key, patterns in self._names.items():
                    if other_key != key and pattern in patterns:
                        message = _("{words} already names {cards}: choose another name")
                        raise self._error(path, message.format(words=short(name), cards=other_key))

    def _entries(self, table: str) -> Iterator[tuple[str, list[tuple[KeyPath, str]]]]:
        """Yield the entries of a table in the file, each with its words and their paths."""
        for key, words in (self._house.get(dict, "words", table) or {}).items():
            yield key, [(("words", table, key, index), text) for index, text in enumerate(words)]

    # --------------------------------------------------------------------------------------------------------- checks

    def _check_unused(
        self, path: KeyPath, words: str, codes: set[str], uses: Iterable[Use], *, may_be_card: bool = False
    ) -> None:
        """Raise an error for words that mean a move other than `codes`, name a card, or contain no letters."""
        pattern = self._pattern(words)
        if not any(pattern) or not any(map(str.isalpha, words)):
            raise self._error(path, _("{words} cannot be heard: write words with letters").format(words=short(words)))
        if not may_be_card and self._is_card(words, pattern):
            raise self._error(path, _("{words} is the name of a card: choose other words").format(words=short(words)))
        conflicting_moves = [use.moves for use in uses if not use.codes & codes and _sound_alike(use.pattern, pattern)]
        alias = CANONICAL.get(as_code(words))
        if alias is not None and alias in self._moves - codes and codes:
            conflicting_moves.append(alias)
        if conflicting_moves:
            message = _("{words} means {moves} already: choose other words")
            raise self._error(path, message.format(words=short(words), moves=conflicting_moves[0]))

    def _error(self, path: KeyPath, message: str) -> Exception:
        return self._house.error(f"{key_text(path)}: {message}", *path)

    def _is_card(self, words: str, pattern: Pattern) -> bool:
        """Return whether the words name a card: `1e`, `siete de oros`, `sota`, `el tres`, or a name of this table."""
        try:
            return bool(Card(as_code(words)))
        except CardError:
            pass
        if any(pattern in patterns for patterns in self._names.values()):
            return True
        articles = map(sound, everywhere()["articles"]["words"])
        without_article = pattern[1:] if pattern[0] in articles else ()
        return any(self._is_rank(part, alone=part is without_article) for part in (pattern, without_article) if part)

    def _is_rank(self, pattern: Pattern, *, alone: bool) -> bool:
        """Return whether the pattern is a rank, with or without its suit.

        Without a suit, the rank must have a name; a number counts only if `alone` is true.
        """
        data = everywhere()
        ranks, suits = ({sound(word) for words in data[key].values() for word in words} for key in ("ranks", "suits"))
        is_number = pattern[0] in {f"{_NUMBER}{rank}" for rank in RANKS}
        if not is_number and pattern[0] not in ranks:
            return False
        suit_part = pattern[2:] if pattern[1:2] and pattern[1] in map(sound, data["of"]["words"]) else pattern[1:]
        return (len(suit_part) == 1 and suit_part[0] in suits) or (not pattern[1:] and (alone or not is_number))

    # --------------------------------------------------------------------------------------------------- words in use

    def _uses_of_phrases(self, phrases: Iterable[tuple[str, Iterable[str]]]) -> Iterator[Use]:
        for code, words in phrases:
            if code in self._moves:
                for phrase in words:
                    yield Use(self._pattern(phrase), frozenset({code}), code)

    def _uses_of_expressions(self, expressions: Iterable[Expression]) -> Iterator[Use]:
        for expression in expressions:
            if all(self._exists(replace(expression, moves=(move,))) for move in expression.moves):
                for words in expression.words:
                    yield Use(
                        self._pattern(words), frozenset(expression.codes), ", ".join(expression.codes) or _("no move")
                    )

    def _exists(self, step: Expression) -> bool:
        """Return whether one step of an expression is a move of this table, or no move at all."""
        return NOTHING in step.moves[0].split(ALTERNATIVE) or not self._moves.isdisjoint(step.codes)

    def _patterns(self, words: Iterable[str]) -> set[Pattern]:
        return {self._pattern(phrase) for phrase in words}

    def _pattern(self, words: str) -> Pattern:
        first, *rest = (self._ear.keys(part) for part in _BLANK.split(words))
        return (*first, *(key for part in rest for key in (_NUMBER, *part)))


def _is_of_cards(key: str) -> bool:
    return all(ONE_NAME.fullmatch(word) for word in key.split())


def _sound_alike(pattern: Pattern, other_pattern: Pattern) -> bool:
    """Return whether two patterns are equal. A number placeholder matches every number."""
    return len(pattern) == len(other_pattern) and all(
        key == other_key or (_NUMBER in (key, other_key) and key[:1] == other_key[:1] == _NUMBER)
        for key, other_key in zip(pattern, other_pattern, strict=True)
    )


def _may_both_hold(expression: Expression, other_expression: Expression) -> bool:
    """Return whether the conditions of both expressions can be true at the same time."""
    conditions = (
        (expression.championship, other_expression.championship),
        (expression.played, other_expression.played),
    )
    return not any(None not in pair and pair[0] != pair[1] for pair in conditions)
