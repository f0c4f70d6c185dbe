"""The meanings of calls and the glossary: every call and every move of a variant is explained."""

from __future__ import annotations

import pytest

from truquero import VARIANTS, rules_of
from truquero.i18n import speaking
from truquero.rulebook.call_meanings import lance_meanings
from truquero.rulebook.glossary import BASIC, glossary
from truquero.rules.moves import move_codes
from truquero.table.call_codes import lances


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_call_is_explained(variant: str) -> None:
    rules = VARIANTS[variant].rules()
    explained = {call.code for lance in lance_meanings(rules) for call in lance.calls}
    named = lances(rules)
    sized = {code for code in named if any(other.startswith(f"{code}-") for other in explained)}
    accepting = {getattr(rules.envido, "accept_word", "")}
    assert set(named) <= explained | sized | accepting


@pytest.mark.parametrize("lang", ["es", "pt", "ca", "en"])
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_the_glossary_has_every_move_and_the_basic_words(variant: str, lang: str) -> None:
    rules = VARIANTS[variant].rules()
    with speaking(lang):
        terms = glossary(rules)
    words = {word.strip() for term in terms for word in term.word.split(",")}
    assert all(term.word and term.meaning for term in terms)
    assert len({term.word.casefold() for term in terms}) == len(terms)
    for code in move_codes(rules) & {"quiero", "no-quiero", "mazo", "mi-falta", "perros"}:
        phrases = rules.voices.phrases_by_move.get(code)
        assert not phrases or words.intersection(phrases), code
    for key, (_meaning, usual) in BASIC.items():
        assert words.intersection(rules.voices.names.get(key) or (usual[rules.voices.language],)), key


@pytest.mark.parametrize("variant", ["argentino", "gauderio", "trucardo", "uruguayo"])
def test_the_glossary_of_a_table_without_flor_does_not_name_it(variant: str) -> None:
    with speaking("es"):
        terms = glossary(rules_of(variant, flor="off"))
    assert [term for term in terms if "flor" in f"{term.word} {term.meaning}".casefold()] == []


def test_a_call_states_its_stakes_and_answers() -> None:
    with speaking("en"):
        meanings = {call.code: call for lance in lance_meanings(rules_of("argentino")) for call in lance.calls}
    assert meanings["retruco"].stakes == "Worth 3 points if accepted, 2 points if not."
    assert meanings["retruco"].answers == "Answers: quiero, quiero vale cuatro and no quiero."
    assert meanings["contraflor"].stakes == "After flor: worth 3 for each flor if accepted, 3 points if not."
