"""Requests for new tables: the championship table, and the styles in the list of variants."""

from __future__ import annotations

import pytest

from truquero.bots import ROSTER
from truquero.server.http.bodies import NewTable
from truquero.server.http.catalogue import variant_list
from truquero.server.http.new_table import settings_of
from truquero.server.tables.registry import InvalidTable


def test_a_championship_sets_house_rules_and_a_clock() -> None:
    settings = settings_of(NewTable("argentino", championship=True))
    assert settings.options == {"strict_words": "on", "declare": "manual", "illegal_calls": "penalty"}
    assert (settings.seconds, settings.reserve) == (30, 180)
    assert settings.rules.strict_words


def test_the_request_may_set_other_rules_and_another_clock() -> None:
    request = NewTable("argentino", championship=True, options={"declare": "auto"}, seconds=60)
    settings = settings_of(request)
    assert settings.options["declare"] == "auto"
    assert (settings.seconds, settings.reserve) == (60, 0)


def test_a_championship_of_an_unknown_variant_is_refused() -> None:
    with pytest.raises(InvalidTable, match="did you mean belmez"):
        settings_of(NewTable("belmes", championship=True))


def test_the_list_of_variants_has_styles_that_open_tables() -> None:
    for variant in variant_list("en").variants:
        assert [style.name for style in variant.styles] == ["quick", "classic", "book"]
        for style in variant.styles:
            settings = settings_of(NewTable(variant.name, style.players, style.options))
            assert settings.rules.changed == style.options
    [paulista] = [variant for variant in variant_list("es").variants if variant.name == "paulista"]
    assert paulista.styles[0].line == "2 jugadores · a 12 tantos · 24 cartas"
    assert paulista.championship.missing == ("no hay tantos que declarar",)


def test_the_bots_have_names_in_the_language_of_the_page() -> None:
    names = {bot: name for bot, name, _about in variant_list("pt").bots}
    assert (names["azar"], names["valiente"], names["mentiroso"]) == ("aleatório", "valente", "mentiroso")
    assert set(ROSTER) == names.keys()
