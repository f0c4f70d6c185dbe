"""Guests: a signed cookie says who somebody is, and nobody can make one up."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256
from unicodedata import normalize

from truquero.language import _
from truquero.server.lookalikes import alike, is_mixed

CSRF_HEADER = "X-CSRF-Token"
AGE = 365 * 86_400  # seconds
LONGEST_NAME = 24
UNSEEN = "\u115f\u1160\u2800\u3164\uffa0"  # letters to Unicode, and nothing to the eye


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


def _is_seen(letter: str) -> bool:
    return letter.isprintable() and letter not in UNSEEN


def clean_name(text: str) -> str:
    """Return a name as it is shown. Raises BadName where nothing is left of it, it is too long or of two alphabets."""
    name = clean(text)
    if len(name) > LONGEST_NAME:
        raise BadName(_("a name has at most {most} letters").format(most=LONGEST_NAME))
    if not alike(name):
        raise BadName(_("write a name"))
    if is_mixed(name):
        raise BadName(_("write your name in one alphabet"))
    return name
