"""The parser of the words of a table: TOML files in `words/`, and the same tables in a house rules file.

The result is the `Voices` of a game: its words, sayings and señas, and how it keeps the score.

language = "es"         the language of the words, a key of LANGUAGES

[say]                   the words of each move; the first are the ones that the table hears
truco = ["truco"]       mas-N stands for every size, and its words may contain {n} or {pairs}; N for declared points;
                        quiero@decide, @flor, @envido or @truco are the words of an answer on that subject

[verses]                sayings for a move, for two moves made together ("flor+truco"), or for the deal

[names]                 the names of cards, things and people:
1e = ["espadilla"]      a card; "1o 1c" some cards; 3 a rank; 2m the 2 of the turned suit; mb the manilha of bastos;
mano = ["mano"]         or a key of TERMS

[signs.tres]            a seña; the move is sena-tres
shows = "3"             cards as above, or a key of MEANINGS
gesture = "bite-lip"    a key of GESTURES, or a description in the house's own words
source = "S000 §16"     the source; optional in house rules

[tally]                 how the score is kept
counters = ["coins"]    keys of COUNTERS
piles = [3, 4]          the sizes of the heaps
stacks = { 2 = 5 }      a stack of two is worth five
behind = 10             a counter behind the others is worth ten
source = "S003"

[speech]                how the rule book interprets speech
article = "S000 §16"    its article
equivocal = true        trucão counts as truco everywhere; if false, only in championships
accept_first = "§14"    the article by which championships require "quiero retruco" and refuse a bare retruco
no_advice = "Conversas" the article by which a word of advice to a partner costs the points of the hand

[[talk]]                an expression with a meaning set by a rule book: see rules/expressions.py
words = ["lah de farruco"]
moves = ["flor", "truco"]
article = "S003"
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from truquero.i18n import LANGUAGES, _
from truquero.rules.everywhere import ear_of
from truquero.rules.expressions import Expression, ExpressionError, read_expressions
from truquero.rules.voices import ABOUT, ONE_NAME, Sign, Speech, Tally, Voices
from truquero.variants.gestures import COUNTERS, MEANINGS, TERMS

WORDS = Path(__file__).parent / "words"
DEAL = "deal"  # the only occasion for a verse that is not a move
TABLES = ("language", "say", "verses", "names", "signs", "tally", "speech", "talk")

_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(-N)?|N")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_BLANKS = frozenset({"n", "pairs"})
_SIGN_NEEDS: Mapping[str, str] = {"shows": 'shows = "1e"', "gesture": 'gesture = "wink"'}
_SIGN_KEYS = (*_SIGN_NEEDS, "source")
_LONGEST_GESTURE = 100
_SPEECH_KEYS: Mapping[str, type] = {"article": str, "equivocal": bool, "accept_first": str, "no_advice": str}
_TALLY_KEYS = ("counters", "piles", "stacks", "behind", "source")


class VoicesError(ValueError):
    """Words that cannot be used.

    The message names the file, the table and the key, and says how to correct the error. `path` contains the keys that
    lead there.
    """

    def __init__(self, where: str, table: str, key: str, reason: str, path: Iterable[str | int] = ()) -> None:
        self.where, self.reason = where, reason
        self.path = tuple(path) or tuple(step for step in (table, key) if step)
        address = f"[{table}] {key}" if key else f"[{table}]" if table else ""
        super().__init__(": ".join(part for part in (where, address, reason) if part))


@lru_cache(maxsize=64)
def voices_of(name: str) -> Voices:
    """Return the voices of a preset."""
    path = WORDS / f"{name}.toml"
    return read_voices(tomllib.loads(path.read_text(encoding="utf-8")), path.name)


def read_voices(data: Mapping[str, Any], where: str = "") -> Voices:
    """Return the voices in the tables described above. Errors name `where` as the file."""
    if "language" not in data:
        text = _('write language = "es", or another of {languages}').format(languages=_listed(LANGUAGES))
        raise VoicesError(where, "", "", text)
    return _overlaid(Voices(), data, where)


def merged(parent: Voices, data: Mapping[str, Any], where: str = "", codes: Iterable[str] = ()) -> Voices:
    """Return a parent's voices with some entries replaced.

    The words of a move, a name or a seña are replaced as a whole. A move must have words in the parent, or be one of
    `codes`, the moves that the house adds.
    """
    moves = {*parent.phrases_by_move, *codes}
    for table, codes_of_table in (("say", moves), ("verses", {*moves, DEAL})):
        for key in _table(data, table, where):
            if not codes_of_table.issuperset(key.partition("@")[0].split("+")):
                text = _("there is no such move; the moves are {moves}").format(moves=_listed(sorted(codes_of_table)))
                raise VoicesError(where, table, key, text)
    for index, expression in enumerate(_talk(data.get("talk", []), where)):
        for number, move in enumerate(expression.moves):
            for code in replace(expression, moves=(move,)).codes:
                if code not in moves:
                    text = _("there is no such move; the moves are {moves}").format(moves=_listed(sorted(moves)))
                    raise VoicesError(where, "talk", code, text, ("talk", index, "moves", number))
    return _overlaid(parent, data, where)


def _overlaid(parent: Voices, data: Mapping[str, Any], where: str) -> Voices:
    for name in data:
        if name not in TABLES:
            text = _("there is no such table; the tables are {tables}").format(tables=_listed(TABLES))
            raise VoicesError(where, name, "", text)
    language = data.get("language", parent.language)
    if not isinstance(language, str) or language not in LANGUAGES:
        text = _("unknown language {language!r}; choose one of {languages}")
        raise VoicesError(where, "language", "", text.format(language=language, languages=_listed(LANGUAGES)))
    signs = {sign.name: sign for sign in parent.signs} | _signs(_table(data, "signs", where), where)
    return replace(
        parent,
        language=language,
        say={**parent.say, **_words(data, "say", where, _check_move)},
        verses={**parent.verses, **_words(data, "verses", where, _check_verse)},
        names={**parent.names, **_words(data, "names", where, _check_name)},
        signs=tuple(signs.values()),
        tally=_tally(_table(data, "tally", where), where) if "tally" in data else parent.tally,
        speech=_speech(_table(data, "speech", where), where) if "speech" in data else parent.speech,
        talk=_over(_talk(data.get("talk", []), where), parent.talk, language),
    )


def _talk(entries: object, where: str) -> tuple[Expression, ...]:
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise VoicesError(where, "talk", "", _("write each expression under a line [[talk]]"))
    expressions: list[Expression] = []
    for index, entry in enumerate(entries):
        try:
            expressions += read_expressions([entry])
        except ExpressionError as error:
            raise VoicesError(where, "talk", "", str(error), ("talk", index, error.key)) from error
    return tuple(expressions)


def _over(own: tuple[Expression, ...], inherited: tuple[Expression, ...], language: str) -> tuple[Expression, ...]:
    """Return expressions laid over others, which lose the words that now have another meaning."""
    if not own or not inherited:
        return own or inherited
    ear = ear_of(language)
    keys = {ear.keys(words) for expression in own for words in expression.words}
    remaining = (
        replace(expression, words=tuple(words for words in expression.words if ear.keys(words) not in keys))
        for expression in inherited
    )
    return (*own, *(expression for expression in remaining if expression.words))


def _table(data: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    table = data.get(name, {})
    if not isinstance(table, Mapping):
        raise VoicesError(where, name, "", _("write it as a table, under a line [{name}]").format(name=name))
    return table


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


# ------------------------------------------------------------------------------------------------------------ words


def _words(
    data: Mapping[str, Any], table: str, where: str, check: Callable[[str, tuple[str, ...]], str]
) -> dict[str, tuple[str, ...]]:
    """Return a table of word lists. `check` returns what is wrong with an entry."""
    words_by_key = {}
    for key, value in _table(data, table, where).items():
        words = _texts(value)
        reason = check(key, words) if words else _('write a list of words, such as ["truco", "trucar"]')
        if reason:
            raise VoicesError(where, table, key, reason)
        words_by_key[key] = words
    return words_by_key


def _texts(value: object) -> tuple[str, ...]:
    """Return a list of distinct strings without surrounding spaces; empty if the value is anything else."""
    if not isinstance(value, list) or not all(
        isinstance(entry, str) and entry.strip() == entry != "" for entry in value
    ):
        return ()
    return tuple(value) if len(set(value)) == len(value) else ()


def _check_move(key: str, words: tuple[str, ...]) -> str:
    code, at, about = key.partition("@")
    if not _CODE.fullmatch(code):
        return _("write a move in small letters with hyphens, such as vale-cuatro or mas-N")
    if at and about not in ABOUT:
        return _("write what the answer is about after @: {about}").format(about=_listed(ABOUT))
    blanks = _BLANKS if code.endswith("N") else frozenset[str]()
    for phrase in words:
        try:
            blanks_used = {part[1] for part in string.Formatter().parse(phrase) if part[1] is not None}
        except ValueError:
            return _("{words!r} has a brace too many").format(words=phrase)
        if not blanks_used <= blanks:
            text = _("{words!r}: use {n} and {pairs} only in the words of moves of any size, such as mas-N")
            return text.format(words=phrase, n="{n}", pairs="{pairs}")
    return ""


def _check_verse(key: str, _verses: tuple[str, ...]) -> str:
    if all(map(_CODE.fullmatch, key.split("+"))):
        return ""
    return _("a verse belongs to a move, such as flor or 'flor+truco'")


def _check_name(key: str, _names: tuple[str, ...]) -> str:
    if key in TERMS or _are_cards(key):
        return ""
    return _("name cards, such as 1e, 3, 2m, mb or '1o 1c', or one of {terms}").format(terms=_listed(TERMS))


def _are_cards(text: str) -> bool:
    return bool(text) and all(ONE_NAME.fullmatch(word) for word in text.split(" "))


# --------------------------------------------------------------------------------------------------- señas and tally


def _signs(table: Mapping[str, Any], where: str) -> dict[str, Sign]:
    signs = {}
    for name, entry in table.items():
        key, reason = _wrong_sign(name, entry)
        if reason:
            raise VoicesError(where, f"signs.{name}", "", reason, ("signs", name, *key))
        signs[name] = Sign(name, entry["shows"], entry["gesture"], entry.get("source", ""))
    return signs


def _wrong_sign(name: str, entry: object) -> tuple[tuple[str, ...], str]:
    """Return what is wrong with a seña: the path of the key, which may be empty, and the reason."""
    if not _NAME.fullmatch(name):
        return (), _("write the name of a seña in small letters with hyphens, such as siete-de-oros")
    if not isinstance(entry, Mapping):
        return (), _("a seña has {keys}, and nothing else").format(keys=_listed(_SIGN_KEYS))
    for key in entry:
        if key not in _SIGN_KEYS:
            return (key,), _("a seña has {keys}, and nothing else").format(keys=_listed(_SIGN_KEYS))
    for key, example in _SIGN_NEEDS.items():
        if key not in entry:
            return (), _("{key} is missing: write {example}").format(key=key, example=example)
    shows, gesture, source = entry["shows"], entry["gesture"], entry.get("source")
    if not isinstance(shows, str) or not (shows in MEANINGS or _are_cards(shows)):
        text = _("shows = {shows!r}: name cards (1e, 3, 2m) or one of {meanings}")
        return ("shows",), text.format(shows=shows, meanings=_listed(MEANINGS))
    if not isinstance(gesture, str) or not (gesture.strip() and gesture.isprintable()):
        return ("gesture",), _("gesture must say in one line how the seña is made, such as wink or scratch your ear")
    if len(gesture) > _LONGEST_GESTURE:
        return ("gesture",), _("gesture has at most {most} letters").format(most=_LONGEST_GESTURE)
    if source is not None and not (isinstance(source, str) and source):
        return ("source",), _("source must say where the seña is from, such as S000 §16")
    return (), ""


def _tally(table: Mapping[str, Any], where: str) -> Tally:
    def wrong(key: str, reason: str) -> VoicesError:
        return VoicesError(where, "tally", key, reason)

    for key in table:
        if key not in _TALLY_KEYS:
            raise wrong(key, _("there is no such key; the keys are {keys}").format(keys=_listed(_TALLY_KEYS)))
    counters, source = _texts(table.get("counters")), table.get("source")
    if not counters or not set(counters) <= set(COUNTERS):
        raise wrong("counters", _("write a list of some of {counters}").format(counters=_listed(COUNTERS)))
    if source is not None and not (isinstance(source, str) and source):
        raise wrong("source", _("say where it is from, such as S003"))
    piles, stacks, behind = table.get("piles", []), table.get("stacks", {}), table.get("behind", 0)
    if not isinstance(piles, list) or not all(_is_count(pile) for pile in piles):
        raise wrong("piles", _("write how many are heaped together, such as [3, 4]"))
    if not isinstance(stacks, Mapping) or not all(key.isdigit() and _is_count(worth) for key, worth in stacks.items()):
        raise wrong("stacks", _("write how much so many are worth, such as { 2 = 5 }"))
    if behind and not _is_count(behind):
        raise wrong("behind", _("write what one behind the others is worth, such as 10"))
    return Tally(counters, source or "", tuple(piles), {int(key): worth for key, worth in stacks.items()}, behind)


def _speech(table: Mapping[str, Any], where: str) -> Speech:
    for key, value in table.items():
        kind = _SPEECH_KEYS.get(key)
        if kind is None:
            text = _("there is no such key; the keys are {keys}").format(keys=_listed(_SPEECH_KEYS))
            raise VoicesError(where, "speech", key, text)
        if not isinstance(value, kind):
            text = _("{key} must be true or false") if kind is bool else _("{key} must be a text")
            raise VoicesError(where, "speech", key, text.format(key=key))
    return Speech(**table)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
