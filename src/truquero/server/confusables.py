"""Names that look alike: letters of other scripts, and symbols, that are drawn like Latin letters.

No list of such letters is complete, so a new name must be written in one alphabet. The list here is for names that are
written entirely in another alphabet.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import chain
from unicodedata import category, combining, decimal, name, normalize

# Invisible characters that only change how the character before them is drawn, such as a heart in red or in black.
CLINGING = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
STROKES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})  # a capital I is drawn like a small l

# By Latin letter: the characters that are drawn like it in common fonts.
_TWINS = {
    "'": "’‘ʼ", "-": "‐‑–—−ー一ㅡᅳ", "3": "Зз", "4": "Ꮞч", "6": "Ꮾб", "|": "ǀ", "A": "АΑᎪꓮᗅᗩ𐌀", "a": "аαɑᴀ",
    "B": "ВΒꓐᏴᗷ𐌁ᛒ", "b": "вʙЬьᏏᑲъ", "C": "СϹꓚᏟᑕ𐌂Ⲥ", "c": "сϲςᴄ⊂", "D": "ꓓᎠᗞᗪ", "d": "ԁᴅᏧᑯ", "E": "ЕΕᎬꓰᗴⴹ𐌄",
    "e": "еᴇε", "F": "ҒꓝᖴϜ𐌅", "f": "ꜰ", "G": "ԌꓖᏀᏳᘜ", "g": "ցɡɢ", "H": "НΗᎻꓧᕼⲎ", "h": "һнհʜᏂ", "I": "ІӀΙꓲᏆⲒ𐌉ᛁ",
    "i": "іιıɩɪᎥւ¡!ǃ", "J": "ЈᎫꓙᒍͿ", "j": "јϳȷᴊյ", "K": "КΚᏦꓗᛕⲔ𐌊", "k": "кκᴋ", "L": "ᏞꓡᒪԼ", "l": "ӏʟ丨ㅣᅵ〡∣│┃ⵏ",
    "M": "МΜᎷꓟᗰϺⲘ𐌌ᛖ", "m": "мᴍϻ", "N": "ΝꓠⲚᏁ", "n": "ոɴηпᑎ∩", "O": "ОΟՕꓳ〇ⵔⵙᗝⲞ", "o": "оοօᴏᄋᆼ○◯◦∘⚪⭕⭘σ",
    "P": "РΡᏢꓑᑭⲢ", "p": "рρᴘ", "Q": "Ԛ", "q": "ԛꞯզᑫ", "R": "ᎡꓣᏒᖇᚱ", "r": "ʀг", "S": "ЅᏚꓢՏᏕᔕ", "s": "ѕꜱ",
    "T": "ТΤᎢꓔⲦ𐌕⊤", "t": "тᴛτ", "U": "ꓴՍᑌ", "u": "υսᴜμ∪", "V": "ꓦѴᏙᐯⴸ", "v": "νᴠѵ∨⋁", "W": "ԜᎳꓪᏔᗯ", "w": "ԝωᴡѡ",
    "X": "ХΧꓫ᙭ⵝⲬ𐌗ᚷ", "x": "хχ✕✖╳×", "Y": "УҮΥꓬᎩᎽⲨ", "y": "уүγʏ", "Z": "ΖᏃꓜ", "z": "ᴢ",
}  # fmt: skip
_LETTERS = {twin: latin for latin, twins in _TWINS.items() for twin in twins}
# In scripts like Cherokee, the small letters are drawn as smaller capitals.
_SMALL = {twin.lower(): latin.lower() for twin, latin in _LETTERS.items() if len(twin.lower()) == 1}
LOOKALIKES = str.maketrans(_SMALL | _LETTERS)
# 🅐 and 🇦 are symbols that Unicode does not decompose to a letter. Their Unicode names contain the letter.
_SYMBOL = re.compile(r"(?:LATIN (?:CAPITAL|SMALL) LETTER|SYMBOL LETTER) ([A-Z])$")
# Ł and ɓ do not decompose to a letter and a mark either.
_STROKED = re.compile(r"LATIN (CAPITAL|SMALL) LETTER ([A-Z]) WITH ")

ANY = "\ufffc"  # stands for a letter that may look like any other
LATIN = "LATIN"
# The other scripts in wide use, by the first word of the names of their letters (Unicode UAX 31, table 5). Most of the
# remaining scripts are used for historical texts or by small communities, and many of their letters look Latin.
WIDELY_USED = {
    LATIN, "ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI",
    "GURMUKHI", "HEBREW", "KANNADA", "KHMER", "LAO", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU",
    "THAANA", "THAI", "TIBETAN",
}  # fmt: skip
# The accents that tell names apart: grave, acute, circumflex, tilde and diaeresis. Other marks are easily overlooked.
CLEAR_ACCENTS = set("\u0300\u0301\u0302\u0303\u0308")
CEDILLA = "\u0327"  # only in ç
EAST_ASIAN = {"CJK", "IDEOGRAPHIC", "HANGZHOU", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"}  # used beside Latin
_NOT_RARE = {"", *WIDELY_USED, *EAST_ASIAN}
_SHARED = {"", "DIGIT", "MODIFIER", "ROMAN"}  # used with letters of every script


@lru_cache(maxsize=4096)
def lookalike_key(text: str) -> str:
    """Return a key that is equal for names that look the same or nearly so, even if their scripts differ."""
    plain = normalize("NFKC", CLINGING.sub("", normalize("NFKC", text.translate(LOOKALIKES))))
    letters = [_latin(letter) for letter in plain]
    # Older servers stored names of these kinds. A letter that is not in the list may look like any other.
    if is_mixed(text):
        letters = [letter if _script(letter) in ("", LATIN) else ANY for letter in letters]
    elif is_rare(text):
        letters = [ANY if is_rare(letter) else letter for letter in letters]
    return _without_faint_marks("".join(letters).casefold()).translate(STROKES).strip()


def resembles(text: str, keys: Collection[str]) -> bool:
    """Return whether a name looks like one of the others, which must be results of `lookalike_key`."""
    key = lookalike_key(text)
    return key in keys or any(_match(key, known) for known in keys if ANY in key or ANY in known)


def _match(first: str, second: str) -> bool:
    return len(first) == len(second) and all(a == b or ANY in (a, b) for a, b in zip(first, second, strict=True))


def is_mixed(text: str) -> bool:
    """Return whether a name has letters of several alphabets. Chinese, Japanese and Korean may be mixed with Latin
    letters and with each other, but with no other alphabet."""
    scripts = {_script(letter) for letter in normalize("NFKC", text)} - {""}
    alphabets = scripts - EAST_ASIAN
    return len(alphabets) > 1 or (alphabets != scripts and bool(alphabets - {LATIN}))


def is_rare(text: str) -> bool:
    """Return whether a name has letters of a script that is not in wide use."""
    return any(_script(letter) not in _NOT_RARE for letter in normalize("NFKC", text))


def _script(letter: str) -> str:
    """Return the script of a letter or digit; "" for other characters and for those that all scripts share."""
    kind = category(letter[:1] or " ")
    if kind[0] != "L" and kind not in ("Nd", "Nl"):
        return ""
    first = next(word for word in chain(re.split("[ -]", name(letter[:1], "")), [""]) if word != "EXTENDED")
    return "" if first in _SHARED else first


def _without_faint_marks(text: str) -> str:
    """Return a text without the marks on Latin letters that are easily overlooked, such as a dot below."""
    letters: list[str] = []
    base = ""
    for character in normalize("NFD", text):
        if not combining(character):
            base = character
        elif _script(base) == LATIN and not (character in CLEAR_ACCENTS or base + character == "c" + CEDILLA):
            continue
        letters.append(character)
    return normalize("NFC", "".join(letters))


def _latin(letter: str) -> str:
    """Return the Latin letter or digit that a character looks like, with the accents of the original."""
    parts = normalize("NFD", letter)
    base = parts[:1].translate(LOOKALIKES)
    if category(base) == "Nd":
        base = str(decimal(base))
    elif category(base) == "So" and (symbol := _SYMBOL.search(name(base, ""))):
        base = symbol[1]
    elif stroked := _STROKED.match(name(base, "")):
        base = stroked[2] if stroked[1] == "CAPITAL" else stroked[2].lower()
    return normalize("NFC", base + parts[1:])
