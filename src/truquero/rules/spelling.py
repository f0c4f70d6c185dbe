"""Phonetic keys of words, so that accents, capitals and misspellings do not matter.

`Embido`, `enbido` and `envido!` have the same key, and so have `kiero` and `quiero`. There is no fuzzy matching: a word
with another sound is another word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

LONGEST = 4000  # characters of an utterance that are read; the rest is ignored
UNCOUNTED = 10**6  # larger numbers are read as this number

_WORD = re.compile(r"[^\W\d_]+|\d+")
_NOT_READ = {"Cf", "Mn"}  # Unicode categories: format characters, and accents of letters that never have them
_PAUSE = re.compile(r"[^\w\s'’´`·-]")  # punctuation that separates two parts of a sentence
_SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"(.)\1\1+", r"\1"),  # quierooo
        (r"ch", "X"),
        (r"qu(?=[ei])|q", "k"),
        (r"c(?=[ei])|[çz]", "s"),
        (r"c", "k"),
        (r"g(?=[ei])", "j"),
        (r"w", "gu"),
        (r"v", "b"),
        (r"h", ""),
        (r"(?<=[aeiou])ll|^ll", "y"),
        (r"n(?=[bp])", "m"),
        (r"(.)\1+", r"\1"),
    )
)


class Token(NamedTuple):
    """A word as it was said, with its phonetic key.

    The key of a number has the form `#33`. `pause` is whether punctuation such as a comma precedes the word.
    """

    text: str
    key: str
    pause: bool = False

    @property
    def number(self) -> int | None:
        return int(self.key[1:]) if self.key.startswith("#") else None


@lru_cache(maxsize=4096)
def sound(word: str) -> str:
    """Return the phonetic key of a word."""
    lower = word.casefold().replace("ç", "z").replace("l·l", "l")
    letters = (letter for letter in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(letter))
    key = "".join(letters)
    for pattern, replaced in _SOUNDS:
        key = pattern.sub(replaced, key)
    return key


class Ear:
    """A tokenizer for utterances.

    `numbers` maps the phonetic keys of number words to numbers. `joins` contains the keys of words between tens and
    units, such as `y` in treinta y tres.
    """

    def __init__(self, numbers: Mapping[str, int], joins: frozenset[str]) -> None:
        self._numbers, self._joins = numbers, joins

    def tokens(self, text: str) -> tuple[Token, ...]:
        """Split a text into tokens. A number said as tens and units is one token."""
        composed = unicodedata.normalize("NFC", text[:LONGEST])  # macOS types an accent as a character of its own
        words = list(self._words("".join(sign for sign in composed if unicodedata.category(sign) not in _NOT_READ)))
        merged: list[Token] = []
        at = 0
        while at < len(words):
            current, after = words[at], words[at + 1 : at + 3]
            unit = self._unit_after(current, after)
            if unit:
                combined = " ".join(word.text for word in (current, *after[:unit]))
                total = (current.number or 0) + (after[unit - 1].number or 0)
                current = Token(combined, f"#{total}", current.pause)
            merged.append(current)
            at += 1 + unit
        return tuple(merged)

    def _words(self, text: str) -> Iterator[Token]:
        end = 0
        for word in _WORD.finditer(text):
            yield Token(word[0], self._key(word[0]), bool(_PAUSE.search(text, end, word.start())))
            end = word.end()

    def keys(self, text: str) -> tuple[str, ...]:
        """Return the phonetic keys of the tokens of a text."""
        return tuple(token.key for token in self.tokens(text))

    def _key(self, text: str) -> str:
        if text.isdecimal():
            return f"#{int(text) if len(text) < len(str(UNCOUNTED)) else UNCOUNTED}"
        key = sound(text)
        return f"#{self._numbers[key]}" if key in self._numbers else key

    def _unit_after(self, tens: Token, words: list[Token]) -> int:
        """Return how many further words belong to a number said as tens and units: `y tres` is two, `three` is one."""
        if tens.text.isdecimal() or tens.number is None or tens.number < 20 or tens.number % 10:
            return 0
        joined = bool(words) and words[0].key in self._joins
        after = words[joined : joined + 1]
        fits = after and after[0].number is not None and 0 < after[0].number < 10 and not after[0].text.isdecimal()
        return 1 + joined if fits else 0
