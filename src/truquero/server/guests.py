"""Guests: a signed cookie says who somebody is, and nobody can make one up."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from truquero.language import _

COOKIE = "truquero"
CSRF_HEADER = "X-CSRF-Token"
AGE = 365 * 86_400  # seconds
LONGEST_NAME = 24


class BadName(ValueError):
    """A name that cannot be used; the message says why."""


class Signer:
    """Signs and checks with the key of the server. Comparing takes as long whatever is wrong."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def _digest(self, purpose: str, text: str) -> str:
        return hmac.new(self._secret, f"{purpose}/{text}".encode(), sha256).hexdigest()

    def cookie(self, guest: str) -> str:
        return f"{guest}.{self._digest('guest', guest)}"

    def guest_of(self, cookie: str | None) -> str | None:
        """The guest of a cookie; None where it was not signed here."""
        guest, _dot, signature = (cookie or "").partition(".")
        known = hmac.compare_digest(signature.encode(), self._digest("guest", guest).encode())
        return guest if guest and known else None

    def token(self, guest: str) -> str:
        """What the page shows to prove that a request is its own, and not one that another page made it send."""
        return self._digest("csrf", guest)

    def is_token(self, guest: str, token: str | None) -> bool:
        return hmac.compare_digest((token or "").encode(), self.token(guest).encode())


def new_guest() -> str:
    return secrets.token_urlsafe(12)


def clean_name(text: str) -> str:
    """A name as it is shown: no line breaks, nothing invisible, not too long."""
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not name:
        raise BadName(_("write a name"))
    if len(name) > LONGEST_NAME:
        raise BadName(_("a name has at most {most} letters").format(most=LONGEST_NAME))
    return name
