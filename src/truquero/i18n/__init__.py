"""Languages: translation of texts, numbers, line wrapping and progress bars.

Texts are written in English and translated with gettext catalogues. A variety of a language, such as the Spanish of
the Río de la Plata (`es-AR`), has a catalogue of only the texts that differ; the language has all others.

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
VARIETIES: Mapping[str, str] = {"es-AR": "español rioplatense"}
LANGUAGE_CHOICES: Mapping[str, str] = {**LANGUAGES, **VARIETIES}  # everything that a user can choose
SOURCE_LANGUAGE = "en"  # the language of the source code, which needs no catalogue
DEFAULT_LANGUAGE = "es"  # where neither the user nor the locale names one of LANGUAGES

LANGUAGE_VARIABLE = "TRUQUERO_LANG"  # the environment variable that takes precedence over the locale
_SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
_COUNTRIES: Mapping[str, frozenset[str]] = {"es-AR": frozenset({"AR", "UY"})}  # where each variety is current_language
_TAG = re.compile(r"([A-Za-z]+)(?:[-_]([A-Za-z]{2})(?![A-Za-z]))?")
_current_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


@lru_cache(maxsize=len(LANGUAGE_CHOICES))
def _catalogue(language: str) -> gettext.NullTranslations:
    """Return the catalogue of a language, or a null catalogue (texts in English) if none has been compiled.

    The catalogue of a variety falls back on that of its language.
    """
    return gettext.translation(DOMAIN, CATALOGUES, [folder_of(language), base_of(language)], fallback=True)


def folder_of(language: str) -> str:
    """Return the name of the folder of a catalogue."""
    return language.replace("-", "_")


def base_of(language: str) -> str:
    """Return the language of LANGUAGES that a variety belongs to, or the language itself."""
    return language.partition("-")[0]


def set_language(language: str) -> None:
    """Set the language of this context from now on."""
    _current_language.set(_known(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language inside a `with` block."""
    token = _current_language.set(_known(language))
    try:
        yield
    finally:
        _current_language.reset(token)


def current_language() -> str:
    """Return the current language, a key of LANGUAGE_CHOICES."""
    return _current_language.get()


def matching_language(tag: str) -> str | None:
    """Return the best of LANGUAGE_CHOICES for a language tag or locale; None if there is none.

    The result is es-AR for `es-UY`, and pt for `pt_BR.UTF-8`.
    """
    match = _TAG.match(tag)
    if match is None or match[1].lower() not in LANGUAGES:
        return None
    language, country = match[1].lower(), (match[2] or "").upper()
    varieties = (name for name, countries in _COUNTRIES.items() if base_of(name) == language and country in countries)
    return next(varieties, language)


def has_country(tag: str) -> bool:
    """Return whether a language tag or locale names a country."""
    match = _TAG.match(tag)
    return match is not None and match[2] is not None


def language_of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the locale, or Spanish if the locale names none of LANGUAGES."""
    settings = (environment.get(name, "") for name in (LANGUAGE_VARIABLE, *_SYSTEM))
    return next(filter(None, map(matching_language, settings)), DEFAULT_LANGUAGE)


def system_locale(environment: Mapping[str, str] = os.environ) -> str:
    """Return the locale of the system, such as `es_AR.UTF-8`.

    Return "" if TRUQUERO_LANG chooses a language, or if the locale names none of LANGUAGES.
    """
    settings = (environment.get(name, "") for name in _SYSTEM)
    if matching_language(environment.get(LANGUAGE_VARIABLE, "")):
        return ""
    return next(filter(matching_language, settings), "")


def _known(language: str) -> str:
    if language not in LANGUAGE_CHOICES:
        raise ValueError(f"unknown language {language!r}; the languages are {', '.join(LANGUAGE_CHOICES)}")
    return language


def _(message: str) -> str:
    """Return a text in the current language."""
    return _catalogue(_current_language.get()).gettext(message) if message else ""  # "" is the header


def n_(singular: str, plural: str, count: int) -> str:
    """Return the singular or plural text for a count, in the current language."""
    return _catalogue(_current_language.get()).ngettext(singular, plural, count)


def N_(message: str) -> str:  # noqa: N802 - the name translators' tools know
    """Mark a text for translation and return it unchanged. It is translated where it is shown."""
    return message
