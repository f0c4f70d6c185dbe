"""A side's own code of señas: "está permitido que los jugadores elaboren su propio código" (S000 §16).

The partners of a side agree on a code before the match. It replaces the usual señas of the variant, and only that side
knows its meanings: a rival who watches sees how a seña is made, and nothing more.

A seña is written `NAME=MEANING` or `NAME=MEANING/GESTURE`: `guiño=1e`, `ceja=good-envido/eyebrows`, `oreja=1o+1c`.
The meaning names cards in the notation of the variant files (`1e`, `3`, `2m`), joined with +, or is a key of MEANINGS.
A player may also write suits as symbols (`A♠`) and a meaning in the language in use (`buen-envido`). The gesture is a
key of GESTURES or words joined with hyphens; if it is left out, the name describes it. Rivals see the name and the
gesture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from unicodedata import normalize

from truquero.cards import spanish_name
from truquero.i18n import _
from truquero.rules.aliases import as_code, plain
from truquero.rules.game import Rules
from truquero.rules.voices import ONE_NAME, Sign
from truquero.table.errors import TableError
from truquero.table.schedule import A, B, side_of
from truquero.variants.gestures import GESTURES, MEANINGS, SPOKEN

MOST_SIGNS = 20
LONGEST_NAME = 24
LONGEST_GESTURE = 40
SIDES = {"A": A, "B": B}

SignCode = tuple[Sign, ...]  # the señas of a side
GivenCode = str | Iterable[str | Sign]  # a text such as "guiño=1e ceja=good-envido", or a list of its parts

_GAME_WORDS = {"envido-27", "envido-30", "envido-33", "flor"}  # meanings that are words of the game in every language
_SUIT_SYMBOLS = str.maketrans("♠♥♦♣", "ecop")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WORDS = re.compile(r"[^\W_]+(-[^\W_]+)*")


def has_partners(players: int) -> bool:
    """Return whether every player has partners for the whole match, who may agree on a code."""
    return players >= 4 and players % 2 == 0


def codes_of(rules: Rules, agreed: Mapping[str, GivenCode] | None) -> dict[int, SignCode]:
    """Return the code of each side by its number. A side without a code is left out."""
    codes: dict[int, SignCode] = {}
    if not isinstance(agreed, Mapping | None):
        message = _("signs is {given}: give the señas of a side, such as {example}")
        raise TableError(message.format(given=repr(agreed), example='{"A": "guiño=1e"}'))
    for name, text in (agreed or {}).items():
        if name not in SIDES:
            raise TableError(_("señas of side {side}: name side A or B").format(side=repr(name)))
        code = read_code(rules, text)
        if code:
            codes[SIDES[name]] = code
    if codes and not has_partners(rules.players):
        raise TableError(_("own señas need partners for the whole match: they are for 4, 6 or 8 players"))
    return codes


def read_code(rules: Rules, agreed: GivenCode) -> SignCode:
    """Return a code from its text, from the texts of its señas, or from the señas themselves."""
    if not isinstance(agreed, Iterable):
        message = _("the señas of a side are {given}: write them as {example} or as a list")
        raise TableError(message.format(given=repr(agreed), example='"guiño=1e ceja=good-envido"'))
    listed = agreed.split() if isinstance(agreed, str) else list(agreed)
    if len(listed) > MOST_SIGNS:
        raise TableError(_("a code has at most {most} señas, not {count}").format(most=MOST_SIGNS, count=len(listed)))
    code = tuple(_read(rules, write_sign(entry) if isinstance(entry, Sign) else entry) for entry in listed)
    for number, sign in enumerate(code):
        for earlier in code[:number]:
            if sign.name == earlier.name:
                raise TableError(_("the seña {name} is named twice: name every seña once").format(name=sign.name))
            if plain(sign.gesture) == plain(earlier.gesture):
                message = _("the señas {one} and {other} have the same gesture: nobody could tell them apart")
                raise TableError(message.format(one=earlier.name, other=sign.name))
    return code


def has_own_gesture(sign: Sign) -> bool:
    """Return whether a seña has a gesture that is more than its name with accents."""
    return plain(sign.gesture) != sign.name.replace("-", " ")


def write_sign(sign: Sign) -> str:
    """Return a seña in the notation of records."""
    return _written(sign, sign.shows.replace(" ", "+"))


def write_code(code: SignCode) -> str:
    return " ".join(map(write_sign, code))


def code_in_words(code: SignCode) -> str:
    """Return a code with its meanings in the language in use. `read_code` accepts it."""
    return " ".join(_written(sign, _word_for(sign.shows) if sign.shows in MEANINGS else sign.shows) for sign in code)


def meaning_words(rules: Rules) -> tuple[str, ...]:
    """Return the words for the meanings that a seña of this variant can have beside cards, in the language in use."""
    return tuple(_word_for(meaning) for meaning in MEANINGS if not _missing_lance(rules, meaning))


def _written(sign: Sign, meaning: str) -> str:
    made = sign.gesture.replace(" ", "-")
    return f"{sign.name}={meaning}/{made}" if has_own_gesture(sign) else f"{made}={meaning}"


def _word_for(meaning: str) -> str:
    """Return the word for a key of MEANINGS in the language in use, which is the key itself in English."""
    described = _(MEANINGS[meaning])
    return meaning if meaning in _GAME_WORDS or described == MEANINGS[meaning] else as_code(described)


def gestures_seen(code: SignCode, names: Iterable[str]) -> SignCode:
    """Return the señas of another side's code that were seen, with their gestures but without their meanings."""
    seen_names = set(names)
    return tuple(Sign(sign.name, "", sign.gesture) for sign in code if sign.name in seen_names)


def side_named(seat: int) -> str:
    """Return the name of the side whose code a seat uses."""
    return "AB"[side_of(seat)]


def _read(rules: Rules, text: str) -> Sign:
    typed, equals, rest = normalize("NFC", str(text)).partition("=")  # macOS types an accent as its own character
    meaning, slash, gesture = rest.partition("/")
    name = plain(typed)
    if not equals or not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        message = _(
            "seña {text}: write a name of at most {most} letters or digits with hyphens, = and what it means, such as "
            "{example}"
        )
        raise TableError(message.format(text=repr(text), most=LONGEST_NAME, example="guiño=1e"))
    shows = _meaning(meaning.lower())
    _check_meaning(rules, name, shows)
    made = gesture.lower() if gesture.lower() in GESTURES else gesture.replace("-", " ")
    if slash and (made == SPOKEN or not _WORDS.fullmatch(gesture) or len(gesture) > LONGEST_GESTURE):
        message = _(
            "seña {name}: describe its gesture in at most {most} letters with hyphens between the words, or "
            "choose one of {gestures}"
        )
        gestures = ", ".join(code for code in GESTURES if code != SPOKEN)
        raise TableError(message.format(name=name, most=LONGEST_GESTURE, gestures=gestures))
    return Sign(name, shows, made if slash else _with_accents(typed, name).replace("-", " "))


def _with_accents(typed: str, name: str) -> str:
    """Return a typed name in lower case with its accents. Marks that belong to no letter are left out."""
    accented = normalize("NFC", typed.casefold())
    return accented if _WORDS.fullmatch(accented) and len(accented) <= LONGEST_NAME else name


def _meaning(word: str) -> str:
    """Return the key of MEANINGS that a player means, or the names of cards."""
    key = next((key for key in MEANINGS if as_code(word) in (key, _word_for(key))), None)
    return key or " ".join(map(_card_name, word.split("+")))


def _card_name(word: str) -> str:
    """Return a card name in the notation of the Spanish pack; any other word stays unchanged."""
    named = spanish_name(word.translate(_SUIT_SYMBOLS))
    return named if ONE_NAME.fullmatch(named) else word


def _check_meaning(rules: Rules, name: str, shows: str) -> None:
    if shows in MEANINGS:
        if missing := _missing_lance(rules, shows):
            raise TableError(missing.format(name=name))
        return
    words = shows.split(" ")
    if not all(ONE_NAME.fullmatch(word) and not word.startswith("m") for word in words):
        message = _("seña {name} means {shows}: name cards (1e, 3, 1o+1c) or one of {meanings}")
        raise TableError(message.format(name=name, shows=repr(shows), meanings=", ".join(meaning_words(rules))))
    for word in words:
        of_turned = word.endswith("m")
        matching = Sign(name, f"{word[:-1]}e" if of_turned else word, "").cards(rules.pack)
        if not matching or (of_turned and not rules.deal.turned):
            message = _("seña {name}: {card} is not a card of this variant")
            raise TableError(message.format(name=name, card=word))


def _missing_lance(rules: Rules, meaning: str) -> str:
    """Return the error for a meaning whose lance the variant does not have; otherwise an empty text."""
    if "envido" in meaning and rules.envido is None:
        return _("seña {name}: this variant has no envido")
    if meaning == "flor" and rules.flor is None:
        return _("seña {name}: this variant has no flor")
    return ""
