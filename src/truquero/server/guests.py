"""Guests: a signed cookie says who somebody is, and nobody can make one up."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from hashlib import sha256
from unicodedata import normalize

from truquero.language import _

CSRF_HEADER = "X-CSRF-Token"
AGE = 365 * 86_400  # seconds
LONGEST_NAME = 24
UNSEEN = "\u115f\u1160\u2800\u3164\uffa0"  # letters to Unicode, and nothing to the eye
# Nothing by themselves, but something to the letter before them: a heart may be red or not.
CLINGING = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


# Letters of other scripts that are drawn like Latin ones in the usual fonts.
_TWINS = {
    "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T", "У": "Y",
    "Х": "X", "І": "I", "Ј": "J", "Ѕ": "S", "Ԛ": "Q", "Ԝ": "W", "Ү": "Y", "Ӏ": "I", "Ғ": "F", "Ԍ": "G", "З": "3",
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s", "ԛ": "q",
    "ԝ": "w", "һ": "h", "ԁ": "d", "ӏ": "l", "ү": "y", "в": "b", "к": "k", "м": "m", "н": "h", "т": "t", "з": "3",
    "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P",
    "Τ": "T", "Υ": "Y", "Χ": "X", "α": "a", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "υ": "u", "χ": "x",
    "γ": "y", "ω": "w", "ϳ": "j", "ϲ": "c", "Ϲ": "C", "Օ": "O", "օ": "o", "ս": "u", "հ": "h", "ո": "n", "ց": "g",
    "Ꭺ": "A", "Ꭼ": "E", "Ꮋ": "H", "Ꭻ": "J", "Ꮶ": "K", "Ꮮ": "L", "Ꮇ": "M", "Ꮲ": "P", "Ꭱ": "R", "Ꮪ": "S", "Ꭲ": "T",
    "Ꮃ": "W", "Ꮓ": "Z", "ꓮ": "A", "ꓐ": "B", "ꓚ": "C", "ꓓ": "D", "ꓰ": "E", "ꓝ": "F", "ꓖ": "G", "ꓧ": "H", "ꓲ": "I",
    "ꓙ": "J", "ꓗ": "K", "ꓡ": "L", "ꓟ": "M", "ꓠ": "N", "ꓳ": "O", "ꓑ": "P", "ꓣ": "R", "ꓢ": "S", "ꓔ": "T", "ꓴ": "U",
    "ꓦ": "V", "ꓪ": "W", "ꓫ": "X", "ꓬ": "Y", "ꓜ": "Z", "ı": "i", "ȷ": "j", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ʟ": "l",
    "ᴀ": "a", "ʙ": "b", "ᴄ": "c", "ᴅ": "d", "ᴇ": "e", "ꜰ": "f", "ɢ": "g", "ʜ": "h", "ɪ": "i", "ᴊ": "j", "ᴋ": "k",
    "ᴍ": "m", "ɴ": "n", "ᴏ": "o", "ᴘ": "p", "ꞯ": "q", "ʀ": "r", "ꜱ": "s", "ᴛ": "t", "ᴜ": "u", "ᴠ": "v", "ᴡ": "w",
    "ʏ": "y", "ᴢ": "z", "ǀ": "|", "’": "'", "‘": "'", "ʼ": "'", "‐": "-",
    "‑": "-", "–": "-", "—": "-", "−": "-",
}  # fmt: skip
LOOKALIKES = str.maketrans(_TWINS)
STROKES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})  # a capital I is drawn like a small l


class BadName(ValueError):
    """A name that cannot be used; the message says why."""


class Signer:
    """Signs and checks with the key of the server. Comparing takes as long whatever is wrong."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        # Browsers send the cookies of a machine to all its ports: another server there has another key, and its guests.
        self.cookie_name = f"truquero-{self._digest('cookie', 'name')[:8]}"

    def _digest(self, purpose: str, text: str) -> str:
        return hmac.new(self._secret, f"{purpose}/{text}".encode(), sha256).hexdigest()

    def cookie(self, guest: str) -> str:
        return f"{guest}.{self._digest('guest', guest)}"

    def guest_of(self, cookies: Mapping[str, str]) -> str | None:
        """Whose cookies they are; None where none was signed here."""
        guest, _dot, signature = cookies.get(self.cookie_name, "").partition(".")
        known = hmac.compare_digest(signature.encode(), self._digest("guest", guest).encode())
        return guest if guest and known else None

    def token(self, guest: str) -> str:
        """What the page shows to prove that a request is its own, and not one that another page made it send."""
        return self._digest("csrf", guest)

    def is_token(self, guest: str, token: str | None) -> bool:
        return hmac.compare_digest((token or "").encode(), self.token(guest).encode())


def new_guest() -> str:
    return secrets.token_urlsafe(12)


def clean(text: str) -> str:
    """What somebody wrote, in one line, every letter written in one way, and with nothing in it that cannot be seen or
    turns what stands beside it."""
    seen = (letter if _is_seen(letter) else " " for letter in normalize("NFC", text))
    return " ".join("".join(seen).split())


def alike(name: str) -> str:
    """Return the same text for names that look the same, or nearly: also where their letters are of other scripts."""
    plain = normalize("NFKC", CLINGING.sub("", normalize("NFKC", name)))
    return "".join(_latin(letter) for letter in plain).casefold().translate(STROKES).strip()


def _latin(letter: str) -> str:
    """Return the Latin letter that a letter looks like, with the accents of the original."""
    parts = normalize("NFD", letter)
    return normalize("NFC", parts[:1].translate(LOOKALIKES) + parts[1:])


def _is_seen(letter: str) -> bool:
    return letter.isprintable() and letter not in UNSEEN


def clean_name(text: str) -> str:
    """A name as it is shown. Raises BadName where nothing is left of it, or too much."""
    name = clean(text)
    if not alike(name):
        raise BadName(_("write a name"))
    if len(name) > LONGEST_NAME:
        raise BadName(_("a name has at most {most} letters").format(most=LONGEST_NAME))
    return name
