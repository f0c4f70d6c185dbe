"""The house rules of championship tables."""

from __future__ import annotations

import pytest

from truquero.speech.talk import read
from truquero.variants import VARIANTS, Preset, rules_of
from truquero.variants.championship import championship_in_words, championship_options, missing_from_championship


@pytest.mark.parametrize("preset", VARIANTS.values(), ids=str)
def test_every_variant_has_championship_tables(preset: Preset) -> None:
    options = championship_options(preset)
    rules = preset.rules(**options)
    assert rules.changed == options
    assert rules.strict_words
    assert bool(rules.envido or rules.flor) == rules.declare_aloud


def test_argentino_lacks_nothing() -> None:
    preset = VARIANTS["argentino"]
    assert set(championship_options(preset)) == {"strict_words", "declare", "illegal_calls"}
    assert missing_from_championship(preset) == ()


def test_asturiano_has_no_points_to_declare_and_no_penalties() -> None:
    assert missing_from_championship(VARIANTS["asturiano"]) == (
        "illegal calls are refused, not punished",
        "there are no points to declare",
    )


def test_a_championship_speaks_only_of_what_the_variant_has() -> None:
    assert championship_in_words(VARIANTS["argentino"]).endswith("penalties for false flores and illegal calls")
    assert championship_in_words(VARIANTS["paulista"]) == "strict words, a penalty for illegal calls"
    assert championship_in_words(VARIANTS["asturiano"]) == "strict words"


def test_strict_words_are_read_as_in_championships() -> None:
    common, strict = rules_of("argentino"), rules_of("argentino", strict_words=True)
    assert read("no hay flor sin truco", common).moves == ("truco",)
    assert read("no hay flor sin truco", strict).codes == ("flor", "truco")
    assert read("no hay flor sin truco", strict, championship=False).moves == ("truco",)
