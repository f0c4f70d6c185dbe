"""Languages: translation of texts, numbers, line wrapping and progress bars.

Texts are written in English and translated with gettext catalogues.

The language is set per context (a command, a request) and never for the whole process, so that a server can answer
each user in their own language: `with speaking("pt"): …`. If no language is set, texts stay in English.
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
WRITTEN = "en"  # the language of the source code, which needs no catalogue
DEFAULT = "es"  # for users whose locale is none of LANGUAGES

_LOCALE = ("TRUQUERO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_spoken: ContextVar[str] = ContextVar("language", default=WRITTEN)


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> gettext.NullTranslations:
    """Return the catalogue of a language, or a null catalogue (texts in English) if none has been compiled."""
    return gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True)


def use(language: str) -> None:
    """Set the language of this context from now on."""
    _spoken.set(_known(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language inside a `with` block."""
    token = _spoken.set(_known(language))
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> str:
    """Return the current language, a key of LANGUAGES."""
    return _spoken.get()


def of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the locale, or Spanish if the locale names none of LANGUAGES."""
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
    """Return a text in the current language."""
    return _catalogue(_spoken.get()).gettext(message) if message else ""  # gettext translates "" to its header


def n_(one: str, many: str, count: int) -> str:
    """Return the singular or plural text for a count, in the current language."""
    return _catalogue(_spoken.get()).ngettext(one, many, count)


def N_(message: str) -> str:  # noqa: N802 - the name translators' tools know
    """Mark a text for translation and return it unchanged. It is translated where it is shown."""
    return message
