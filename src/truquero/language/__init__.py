"""The languages Truquero speaks. Texts are written in English and translated through gettext catalogues.

The language is chosen for a context (a command, a request), never for the whole process, so that one server can answer
everybody in their own: `with speaking("pt"): …`. Where nobody has chosen, texts stay as they are written.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

DOMAIN = "truquero"
CATALOGUES = Path(__file__).parent / "catalogues"
LANGUAGES: Mapping[str, str] = {"es": "español", "pt": "português", "ca": "català", "en": "English"}
WRITTEN = "en"  # the language of the sources, which needs no catalogue
DEFAULT = "es"  # for people whose locale asks for none of these

_LOCALE = ("TRUQUERO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_spoken: ContextVar[str] = ContextVar("language", default=WRITTEN)


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> gettext.NullTranslations:
    """The texts of a language; those of the sources where no catalogue has been compiled."""
    return gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True)


def use(language: str) -> None:
    """Speak this language from here on, in this context."""
    _spoken.set(_known(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    token = _spoken.set(_known(language))
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> str:
    """The language in use: a key of LANGUAGES."""
    return _spoken.get()


def of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the locale asks for, Spanish where it asks for none we speak."""
    for name in _LOCALE:
        asked = re.split(r"[^a-z]", environment.get(name, "").lower())[0]  # `ca_ES@valencia` is ca
        if asked in LANGUAGES:
            return asked
    return DEFAULT


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; the languages are {', '.join(LANGUAGES)}")
    return language


def _(message: str) -> str:
    """A text in the language in use."""
    return _catalogue(_spoken.get()).gettext(message) if message else ""  # gettext keeps its header under ""


def n_(one: str, many: str, count: int) -> str:
    """A text that depends on a number."""
    return _catalogue(_spoken.get()).ngettext(one, many, count)


def N_(message: str) -> str:  # noqa: N802 - the name translators' tools know
    """Marks a text that is translated later, where it is shown."""
    return message
