"""Guests. A signed cookie identifies each, so that nobody can forge an identity."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256

CSRF_HEADER = "X-CSRF-Token"

COOKIE_AGE = 365 * 86_400  # seconds


class GuestSigner:
    """A signer and verifier of cookies and CSRF tokens, with the server's key. Comparisons take constant time."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        # Browsers send the cookies of a host to all its ports, so the name depends on the key: another server on the
        # same host has another key and other guests.
        self.cookie_name = f"truquero-{self._digest('cookie', 'name')[:8]}"

    def _digest(self, purpose: str, text: str) -> str:
        return hmac.new(self._secret, f"{purpose}/{text}".encode(), sha256).hexdigest()

    def cookie(self, guest: str) -> str:
        return f"{guest}.{self._digest('guest', guest)}"

    def guest_of(self, cookies: Mapping[str, str]) -> str | None:
        """Return the guest of these cookies; None if this server has signed none of them."""
        guest, _dot, signature = cookies.get(self.cookie_name, "").partition(".")
        is_valid = hmac.compare_digest(signature.encode(), self._digest("guest", guest).encode())
        return guest if guest and is_valid else None

    def token(self, guest: str) -> str:
        """Return the CSRF token of a guest. With it the page proves that no page of another site made a request."""
        return self._digest("csrf", guest)

    def is_valid_token(self, guest: str, token: str | None) -> bool:
        return hmac.compare_digest((token or "").encode(), self.token(guest).encode())


def new_guest() -> str:
    return secrets.token_urlsafe(12)
