"""The languages: every text of the sources is in every catalogue, and each context has its own language."""

from __future__ import annotations

import ast
import gettext
import re
import threading
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tools import translations
from truquero import i18n as language
from truquero.i18n import (
    LANGUAGE_CHOICES,
    LANGUAGES,
    N_,
    SOURCE_LANGUAGE,
    VARIETIES,
    _,
    base_of,
    current_language,
    folder_of,
    language_of_locale,
    n_,
    set_language,
    speaking,
    system_locale,
)
from truquero.variants import VARIANTS

TRANSLATED = translations.TRANSLATED
ADVICE = "run `make translations`, then translate what it names"
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%(?:\([a-z_]+\))?[a-z]")

# Functions that translate a text or mark it for translation. Both need a literal text in the source.
TRANSLATORS = frozenset({"_", "N_", "n_"})


# ------------------------------------------------------------------------------------------------------ the catalogues


@pytest.fixture(scope="module")
def extracted() -> Catalog:
    return translations.extracted()


@pytest.fixture(scope="module", params=TRANSLATED)
def complete(request: pytest.FixtureRequest) -> Catalog:
    """Return the catalogue of a language, which has every text."""
    return translations.read(translations.path_of(request.param))


@pytest.fixture(scope="module", params=[*TRANSLATED, *VARIETIES])
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    """Return the catalogue of a language or of a variety."""
    return translations.read(translations.path_of(request.param))


def translated(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id and all(translations.strings(message))]


def test_the_template_is_up_to_date(extracted: Catalog) -> None:
    texts = translations.texts(translations.read(translations.TEMPLATE))
    assert texts ^ translations.texts(extracted) == set(), ADVICE


def test_the_catalogue_has_exactly_the_texts_of_the_sources(complete: Catalog, extracted: Catalog) -> None:
    assert translations.texts(complete) ^ translations.texts(extracted) == set(), ADVICE
    assert not complete.obsolete, ADVICE


def test_every_entry_has_a_translation(catalogue: Catalog) -> None:
    assert translations.missing(catalogue) == []


@pytest.mark.parametrize("name", VARIETIES)
def test_a_variety_contains_only_texts_that_differ_from_its_language(name: str) -> None:
    own, base = (translations.read(translations.path_of(language)) for language in (name, base_of(name)))
    assert translations.texts(own) <= translations.texts(base), ADVICE
    same = [message.id for message in translated(own) if translations.strings(message) == base_strings(base, message)]
    assert same == []


def base_strings(base: Catalog, message: Message) -> tuple[str, ...]:
    """Return what the language of a variety says for a message of the variety."""
    base_message = base.get(message.id)
    assert base_message is not None
    return translations.strings(base_message)


def test_translations_have_the_same_placeholders(catalogue: Catalog) -> None:
    for message in translated(catalogue):
        forms = (message.id,) if isinstance(message.id, str) else message.id
        for form, text in zip(forms, translations.strings(message), strict=True):
            assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(form)), f"{form!r}: {text!r}"


def test_babel_accepts_every_translation(catalogue: Catalog) -> None:
    """These are the checks of `pybabel compile`, which `make setup` uses to recompile changed catalogues."""
    assert [(message.id, list(errors)) for message, errors in catalogue.check()] == []


def test_translations_keep_leading_and_trailing_whitespace(catalogue: Catalog) -> None:
    """Leading and trailing whitespace matters when a text is inserted into a line."""
    for message in translated(catalogue):
        original = message.id if isinstance(message.id, str) else message.id[0]
        for text in translations.strings(message):
            assert re.findall(r"^\s+|\s+$", text) == re.findall(r"^\s+|\s+$", original), f"{message.id!r}: {text!r}"


@pytest.mark.parametrize("name", [*TRANSLATED, *VARIETIES])
def test_catalogue_headers_name_language_and_plural_rule(name: str) -> None:
    header = dict(translations.read(translations.path_of(name)).mime_headers)
    assert header["Language"].startswith(folder_of(name))
    assert header["Plural-Forms"].startswith("nplurals=2; plural=")
    assert header["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize("name", [*TRANSLATED, *VARIETIES])
def test_the_compiled_catalogue_matches_its_source(name: str) -> None:
    compiled = gettext.translation(language.DOMAIN, language.CATALOGUES, [folder_of(name)])
    for message in translated(translations.read(translations.path_of(name))):
        if isinstance(message.id, str):
            assert compiled.gettext(message.id) == message.string, ADVICE


# ---------------------------------------------------------------------------------------------------------- the sources


def parsed_sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(translations.SOURCES.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_translated_texts_are_literals() -> None:
    """A text that is composed first cannot be found in a catalogue."""
    for path, tree in parsed_sources():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TRANSLATORS:
                put_together = isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
                assert not put_together, f"{path}:{call.lineno}: give the whole text and use format"


def test_no_function_uses_the_translation_function_as_a_variable() -> None:
    """`_` is a common name for an unused variable, but here it is the translation function."""
    for path, tree in parsed_sources():
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            comprehended = {
                id(name)
                for node in ast.walk(function)
                if isinstance(node, ast.comprehension)
                for name in ast.walk(node.target)
            }
            names = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == "_"]
            stored = [name for name in names if isinstance(name.ctx, ast.Store) and id(name) not in comprehended]
            loaded = [name for name in names if isinstance(name.ctx, ast.Load)]
            assert not (stored and loaded), f"{path}:{function.lineno}: {function.name} uses _ in two ways"


# ----------------------------------------------------------------------------------------------- choosing a language


def test_texts_are_english_without_a_chosen_language() -> None:
    assert current_language() == SOURCE_LANGUAGE
    assert _("The Truco family of card games.") == "The Truco family of card games."


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_language_translates_a_text_differently(name: str) -> None:
    with speaking(name):
        assert current_language() == name
        assert _("You have won!") != "You have won!"
    assert _("You have won!") == "You have won!"


def test_plurals() -> None:
    counts = (0, 1, 2)
    spoken_plurals = {}
    for name in LANGUAGES:
        with speaking(name):
            spoken_plurals[name] = [n_("{count} move", "{count} moves", count).format(count=count) for count in counts]
    assert spoken_plurals["en"] == ["0 moves", "1 move", "2 moves"]
    assert spoken_plurals["es"] == ["0 jugadas", "1 jugada", "2 jugadas"]
    assert spoken_plurals["pt"] == ["0 jogada", "1 jogada", "2 jogadas"]


def test_a_text_without_a_translation_stays_english() -> None:
    with speaking("es"):
        assert _("Nobody has ever written this.") == "Nobody has ever written this."
        assert _("") == ""
        assert N_("You") == "You"


def test_texts_are_english_without_compiled_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    language._catalogue.cache_clear()
    try:
        with speaking("es"):
            assert _("You have won!") == "You have won!"
    finally:
        language._catalogue.cache_clear()


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown language 'eu'; the languages are es, pt, ca, en, es-AR"):
        set_language("eu")
    with pytest.raises(ValueError, match="unknown language ''"), speaking(""):
        pass
    assert current_language() == SOURCE_LANGUAGE


def test_each_context_has_its_own_language() -> None:
    heard: dict[str, str] = {}

    def speak(name: str) -> None:
        set_language(name)
        heard[name] = _("You have won!")

    threads = [threading.Thread(target=copy_context().run, args=(speak, name)) for name in LANGUAGE_CHOICES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(heard.values())) == len(LANGUAGE_CHOICES)
    assert current_language() == SOURCE_LANGUAGE


def test_a_variety_falls_back_on_its_language() -> None:
    with speaking("es"):
        uncommon, common = _("You have won!"), _("Nobody wins anything.")
    with speaking("es-AR"):
        assert current_language() == "es-AR"
        assert (_("You have won!"), _("Nobody wins anything.")) == ("¡Ganaste!", common)
        assert n_("{count} move", "{count} moves", 2) == "{count} jugadas"
    assert uncommon == "¡Has ganado!"


def test_a_language_ends_with_its_context_after_an_error() -> None:
    with pytest.raises(RuntimeError), speaking("pt"), speaking("ca"):
        raise RuntimeError
    assert current_language() == SOURCE_LANGUAGE


# --------------------------------------------------------------------------------------------------------- the locale


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({}, "es"),
        ({"LANG": "C"}, "es"),
        ({"LANG": "C.UTF-8"}, "es"),
        ({"LANG": "POSIX"}, "es"),
        ({"LANG": ""}, "es"),
        ({"LANG": "fr_FR.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "ca_ES@valencia"}, "ca"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "EN"}, "en"),
        ({"LANG": "cabana"}, "es"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "pt_PT"}, "pt"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "pt_PT", "LC_ALL": "ca_AD"}, "ca"),
        ({"LC_ALL": "ca_AD", "TRUQUERO_LANG": "en"}, "en"),
        ({"LC_ALL": "ca_AD", "TRUQUERO_LANG": "klingon"}, "ca"),
        ({"LANG": "es_AR.UTF-8"}, "es-AR"),
        ({"LANG": "es_UY"}, "es-AR"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"TRUQUERO_LANG": "es-AR"}, "es-AR"),
        ({"LANG": "es_AR.UTF-8", "TRUQUERO_LANG": "es"}, "es"),
    ],
)
def test_the_locale_selects_the_language(environment: dict[str, str], name: str) -> None:
    assert language_of_locale(environment) == name


@pytest.mark.parametrize(
    ("environment", "locale"),
    [
        ({"LANG": "es_AR.UTF-8"}, "es_AR.UTF-8"),
        ({"LC_ALL": "es", "LANG": "pt_BR"}, "es"),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "es", "TRUQUERO_LANG": "es"}, ""),
    ],
)
def test_the_locale_of_the_system_counts_where_no_language_was_chosen(environment: dict[str, str], locale: str) -> None:
    assert system_locale(environment) == locale


def test_a_game_speaks_the_spanish_of_its_place() -> None:
    assert {preset.name for preset in VARIANTS.values() if preset.language == "es-AR"} == {"argentino", "uruguayo"}
    assert VARIANTS["belmez"].language == "es"
    assert VARIANTS["gauderio"].language == "pt"
