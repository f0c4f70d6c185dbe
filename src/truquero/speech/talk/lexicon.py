"""The meaning of words at a table: its own words, those of its rule book, and those understood at every table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from truquero.cards import Card
from truquero.engine.state import COVER, DISCARD
from truquero.rules.everywhere import ear_of, everywhere, shared_expressions
from truquero.rules.expressions import ALTERNATIVE, NOTHING, Expression
from truquero.rules.game import Rules
from truquero.rules.spelling import Ear, Token, sound
from truquero.speech.talk.move_lances import Moves, moves_of
from truquero.table.call_codes import QUALIFYING, lance_of, lances
from truquero.table.signs import SIGN, has_signs
from truquero.table.special_moves import CLAIM

RAISE = "@raise"  # a placeholder for the next call, whichever it is
ANY = "#"  # in a pattern: any number
PAIRS = "#pairs"  # in a pattern: a number of pairs, half of the size
SLOTS = (ANY, PAIRS)
ABSENT = "@absent"  # marks a call that does not exist at this table, so it is refused
_BLANK = re.compile(r"\{(n|pairs)\}")
_LONGEST_WORD = 24
_SHORTEST_SIMILAR = 5  # the minimum length of similar words: shorter words resemble too many others

Pattern = tuple[str, ...]


class Sense(NamedTuple):
    """One possible meaning of some words.

    `steps` are made in order. Each step lists alternative codes, and the first legal code counts. `reserved` words bind
    wherever they are said. `championship` and `played` (whether a card was played) restrict the meaning; None does not.
    """

    steps: tuple[tuple[str, ...], ...]
    article: str = ""
    why: str = ""
    reserved: bool = False
    championship: bool | None = None
    played: bool | None = None

    def holds(self, championship: bool, played: bool) -> bool:
        """Return whether the meaning applies under these conditions."""
        return self.championship in (None, championship) and self.played in (None, played)


class PatternMatch(NamedTuple):
    """The longest pattern that matches at a position of the utterance, with its senses."""

    length: int
    senses: tuple[Sense, ...]


class EquivocalForm(NamedTuple):
    """The sound key of the word that an equivocal form stands for, and whether the two only sound alike."""

    key: str
    sounds_alike: bool


@dataclass(frozen=True)
class Particles:
    """Words that are not moves but affect the moves beside them."""

    alternatives: frozenset[str]
    articles: frozenset[str]
    pronouns: frozenset[str]
    deny: frozenset[Pattern]
    within_denial: frozenset[str]  # words allowed between a "no" and the words it denies: `no hay`, `no voy a cantar`
    breaks: frozenset[str]  # words that begin a new clause
    light: frozenset[str]  # words without a meaning of their own; includes alternatives, articles and plays
    plays: frozenset[str]  # verbs for playing a card
    of: frozenset[str]


class Lexicon:
    """The patterns of sound keys that have a meaning under the rules of one table."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.moves: Moves = moves_of(rules)
        self._lances = lances(rules)
        self.ear = ear_of(rules.voices.language)
        self.particles = _particles(rules.voices.language, self.ear)
        self.names = dict(self._names())
        self.ranks, self.suits = _key_by_sound(everywhere()["ranks"], int), _key_by_sound(everywhere()["suits"], str)
        self._reserved = self._reserved_words()
        self._reserved_phrases = frozenset(map(self.ear.keys, everywhere()["reserved"]["phrases"]))
        self._patterns: dict[Pattern, list[Sense]] = {}
        for level in (
            self._own_talk,
            self._shared_talk,
            self._verses,
            self._own_words,
            self._spoken_signs,
            self._shared_words,
        ):
            self._add(level())
        self._add(self._absent_words())
        self._by_first: dict[str, list[Pattern]] = {}
        for pattern in sorted(self._patterns, key=len, reverse=True):
            self._by_first.setdefault(ANY if pattern[0] in SLOTS else pattern[0], []).append(pattern)
        any_number = self._by_first.get(ANY, [])
        for key, patterns in self._by_first.items():
            if key.startswith(ANY) and key != ANY:  # a specific number also matches the patterns for any number
                patterns[:] = sorted(patterns + any_number, key=len, reverse=True)
        self._calls = tuple(dict.fromkeys(self._call_words()))
        near = everywhere()["near"].items()
        self._forms = {sound(form): sound(word) for word, forms in near if sound(word) in self._calls for form in forms}
        self._endings = frozenset(everywhere()["endings"]["list"])
        self._ordinary = frozenset(map(sound, everywhere()["ordinary"]["words"]))

    # -------------------------------------------------------------------------------------------------- looking up

    def find(self, tokens: Sequence[Token], index: int) -> PatternMatch | None:
        """Return the longest pattern that matches at the index `at`, or None."""
        first = tokens[index]
        number_or_key = ANY if first.key.startswith(ANY) else first.key
        candidates = self._by_first.get(first.key) or self._by_first.get(number_or_key, [])
        for pattern in candidates:
            window = tokens[index : index + len(pattern)]
            if len(window) == len(pattern) and all(map(_fits, pattern, window)) and not self._is_cut(window):
                size = next(
                    (_size(part, token) for part, token in zip(pattern, window, strict=True) if part in SLOTS), None
                )
                return PatternMatch(len(pattern), tuple(_sized(sense, size) for sense in self._patterns[pattern]))
        return None

    def lance_of(self, code: str) -> str:
        """Return the lance of a call, or an empty string for answers, cards and other moves."""
        return lance_of(self.rules, code, self._lances)

    def _is_cut(self, window: Sequence[Token]) -> bool:
        """Return whether a pause follows a "no" in these words: `no, quiero` does not mean `no quiero`."""
        return any(after.pause and (before.key,) in self.particles.deny for before, after in pairwise(window))

    def equivocal_form(self, token: Token) -> EquivocalForm | None:
        """Return the call that an equivocal form of it stands for, or None (S000 §16)."""
        key = token.key
        if len(key) > _LONGEST_WORD or key in self._ordinary or token.number is not None:
            return None
        if key in self._forms:
            return EquivocalForm(self._forms[key], False)
        for word in self._calls:
            stem = word.rstrip("aeiou")
            if len(stem) > 2 and key.startswith(stem) and key[len(stem) :] in self._endings:
                return EquivocalForm(word, False)
        for word in self._calls:
            if min(len(word), len(key)) >= _SHORTEST_SIMILAR and word[0] == key[0] and _differ_by_one_letter(word, key):
                return EquivocalForm(word, True)
        return None

    # ---------------------------------------------------------------------------------------------------- building

    def _add(self, level: Iterable[tuple[Pattern, Sense]]) -> None:
        """Add the patterns of a level. Earlier levels, which are more specific to the table, take precedence."""
        earlier = set(self._patterns)
        for pattern, sense in level:
            if not pattern or pattern in earlier:
                continue
            senses = self._patterns.setdefault(pattern, [])
            if sense not in senses:
                senses.append(sense)

    def _expressions(self, expressions: Iterable[Expression]) -> Iterator[tuple[Pattern, Sense]]:
        for expression in expressions:
            steps = tuple(self._step(move.split(ALTERNATIVE)) for move in expression.moves)
            if not all(steps):
                continue
            for words in expression.words:
                pattern = self.ear.keys(words)
                bound = self._is_reserved(pattern) or len(pattern) > 2 or set(steps) == {(NOTHING,)}
                yield (
                    pattern,
                    Sense(
                        steps,
                        expression.article,
                        expression.why,
                        expression.reserved or bound,
                        expression.championship,
                        expression.played,
                    ),
                )

    def _step(self, codes: Iterable[str]) -> tuple[str, ...]:
        return tuple(code for code in codes if code == NOTHING or self.moves.has(code))

    def _own_talk(self) -> Iterator[tuple[Pattern, Sense]]:
        return self._expressions(self.rules.voices.talk)

    def _shared_talk(self) -> Iterator[tuple[Pattern, Sense]]:
        return self._expressions(shared_expressions())

    def _verses(self) -> Iterator[tuple[Pattern, Sense]]:
        for key, verses in self.rules.voices.verses.items():
            codes = key.split("+")
            if all(map(self.moves.has, codes)):
                for verse in verses:
                    yield self.ear.keys(verse), Sense(tuple((code,) for code in codes), why="verse", reserved=True)

    def _own_words(self) -> Iterator[tuple[Pattern, Sense]]:
        yield from self._words_of_codes(self.rules.voices.phrases_by_move, "own-word")
        yield from self._words_of_codes({code: [code.replace("-", " ")] for code in self.moves.words}, "own-word")

    def _spoken_signs(self) -> Iterator[tuple[Pattern, Sense]]:
        """Yield señas that are made with a word, and those named after their meaning: `soplillos`, `la mordía`."""
        for sign in self.rules.voices.signs if has_signs(self.rules) else ():
            if sign.spoken or not _is_card_name(sign.shows):
                for name in self.rules.voices.names.get(sign.shows, ()):
                    yield self.ear.keys(name), Sense(((f"{SIGN}{sign.name}",),), sign.source, "sign")

    def _shared_words(self) -> Iterator[tuple[Pattern, Sense]]:
        yield from self._words_of_codes(everywhere()["say"], "shared-word")
        for words in everywhere()["raise"]["words"]:
            yield self.ear.keys(words), Sense(((RAISE,),), why="raise")

    def _words_of_codes(self, words_by_code: Mapping[str, Iterable[str]], why: str) -> Iterator[tuple[Pattern, Sense]]:
        for code, words in words_by_code.items():
            exists = self.moves.has(code) or code in (COVER, DISCARD)
            if not exists and not code.startswith(CLAIM):
                continue
            for phrase in words:
                pattern = self._pattern(phrase)
                if exists:
                    yield pattern, Sense(((code,),), why=why, reserved=self._is_reserved(pattern))
                else:  # `pido flor` sings no flor, even at a table without this challenge
                    yield pattern, Sense(((NOTHING,),), why="no-claims", reserved=True)

    def _absent_words(self) -> Iterator[tuple[Pattern, Sense]]:
        """Yield calls that exist only at other tables and contain a word that binds here.

        `real envido` is not a plain envido at a table without a real envido.
        """
        for code, words in everywhere()["say"].items():
            if not self.moves.has(code) and code not in (COVER, DISCARD):
                for pattern in map(self._pattern, words):
                    if len(pattern) > 1 and self._is_reserved(pattern):
                        yield pattern, Sense(((NOTHING,),), why=ABSENT, reserved=True)

    def _pattern(self, words: str) -> Pattern:
        """Return the sound keys of some words; {n} and {pairs} stand for a number."""
        parts = _BLANK.split(words)
        keys: list[str] = []
        for index, part in enumerate(parts):
            if index % 2:
                keys.append(ANY if part == "n" else PAIRS)
            else:
                keys += self.ear.keys(part)
        return tuple(keys)

    def _reserved_words(self) -> frozenset[str]:
        words = {sound(word) for word in everywhere()["reserved"]["words"]}
        for code, phrases in self.rules.voices.phrases_by_move.items():
            pattern = self.ear.keys(_BLANK.sub("", phrases[0]))
            call = lance_of(self.rules, code) and code not in QUALIFYING
            if call and len(pattern) == 1 and not pattern[0].startswith(ANY):
                words.add(pattern[0])
        return frozenset(words)

    def _is_reserved(self, pattern: Pattern) -> bool:
        """Return whether a pattern contains a reserved word, or a reserved phrase of two words."""
        return any(part in self._reserved for part in pattern) or any(
            pair in self._reserved_phrases for pair in pairwise(pattern)
        )

    def _call_words(self) -> Iterator[str]:
        """Yield the calls of a single reserved word, which equivocal forms may resemble."""
        for code in self.moves.words:
            phrase = self.rules.voices.phrases_by_move.get(code, (code.replace("-", " "),))[0]
            pattern = self.ear.keys(phrase)
            if len(pattern) == 1 and pattern[0] in self._reserved:
                yield pattern[0]

    def _names(self) -> Iterator[tuple[Pattern, str]]:
        """Yield the names of cards: a pattern and the key of `Voices.names`. A spoken seña never plays a card."""
        signs = {sign.shows for sign in self.rules.voices.signs if sign.spoken}
        for key, names in self.rules.voices.names.items():
            if key not in signs and _is_card_name(key):
                for name in names:
                    pattern = self.ear.keys(name)
                    yield pattern, key
                    if len(pattern) > 1 and pattern[0] in self.particles.articles:
                        yield pattern[1:], key


def _is_card_name(key: str) -> bool:
    """Return whether a key of `Voices.names` stands for cards."""
    return key[0].isdigit() or re.fullmatch(r"m[eboc]", key) is not None


def _key_by_sound(table: Mapping[str, Sequence[str]], kind: type) -> dict[str, Any]:
    return {sound(word): kind(key) for key, words in table.items() for word in words}


def _particles(language: str, ear: Ear) -> Particles:
    data = everywhere()
    languages = data["listens"].get(language, [language])

    def words(table: str) -> frozenset[str]:
        return frozenset(key for text in data[table]["words"] for key in ear.keys(text))

    alternatives = frozenset(sound(word) for language in languages for word in data["or"][language])
    articles, plays = words("articles"), words("plays")
    return Particles(
        alternatives=alternatives,
        articles=articles,
        pronouns=words("pronouns"),
        deny=frozenset(ear.keys(text) for text in data["deny"]["words"]),
        within_denial=words("reached"),
        breaks=words("breaks"),
        light=words("light") | alternatives | articles | plays,
        plays=plays,
        of=words("of"),
    )


def _fits(part: str, token: Token) -> bool:
    return token.number is not None if part in SLOTS else part == token.key


def _size(part: str, token: Token) -> int:
    number = token.number or 0
    return 2 * number if part == PAIRS else number


def _sized(sense: Sense, size: int | None) -> Sense:
    """Return the sense with the size that was said in place of its placeholder. Without a size, it stays open."""
    if size is None:
        return sense
    steps = tuple(tuple(re.sub(r"N$", str(size), code) for code in step) for step in sense.steps)
    return sense._replace(steps=steps)


def _differ_by_one_letter(word: str, other_word: str) -> bool:
    """Return whether the edit distance of two words is one."""
    if abs(len(word) - len(other_word)) > 1 or word == other_word:
        return False
    start = 0
    while start < min(len(word), len(other_word)) and word[start] == other_word[start]:
        start += 1
    return word[start + (len(word) >= len(other_word)) :] == other_word[start + (len(other_word) >= len(word)) :]


def cards_named(rules: Rules, key: str, turned: Card | None) -> tuple[Card, ...]:
    """Return the cards that a key of `Voices.names` stands for; none if it depends on a turned card that is unknown."""
    above = rules.ranking.turned.above(turned) if rules.ranking.turned is not None and turned is not None else ()
    cards: list[Card] = []
    for name in key.split():
        rank, suit = re.fullmatch(r"(\d*)m?([eboc]?)", name).groups()  # type: ignore[union-attr]
        if name.startswith("m"):
            cards += [card for tier in above for card in tier if card.suit == suit]
        elif name.endswith("m"):
            cards += [
                card for card in rules.pack if turned is not None and (card.rank, card.suit) == (int(rank), turned.suit)
            ]
        else:
            cards += [card for card in rules.pack if card.rank == int(rank) and suit in ("", card.suit)]
    return tuple(cards)
