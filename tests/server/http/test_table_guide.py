"""The guide of a table depends on its rules and the turned card alone."""

from __future__ import annotations

import urllib.error
from pathlib import Path

import pytest

from tests.support.served import Served, Visitor, settings_in


def test_a_table_has_a_guide(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        table = ana.open_table(variant="paulista", players=2, starts_at_once=True, bots="azar")
        guide = ana.ask(f"/api/tables/{table}/guide/7o")
        assert [row["cards"] for row in guide["order"][:5]] == [
            ["10b"],
            ["10c"],
            ["10e"],
            ["10o"],
            ["3e", "3b", "3o", "3c"],
        ]
        assert [mark["name"] for mark in guide["marked"]] == ["zap", "copas", "espadilha", "pica-fumo"]
        assert [lance["lance"] for lance in guide["lances"]] == ["truco"]
        assert any(term["word"] == "vira" for term in guide["glossary"])
        assert ana.ask(f"/api/tables/{table}/guide")["order"][0]["cards"] != ["10b"]  # no card is turned yet
        for path, code in ((f"{table}/guide/99x", 400), ("nothing/guide", 404)):
            with pytest.raises(urllib.error.HTTPError) as refused:
                ana.ask(f"/api/tables/{path}")
            assert refused.value.code == code
            refused.value.close()


def test_house_rules_change_the_guide(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        ana = Visitor(served, "Ana")
        with_flor, without = (
            ana.ask(f"/api/tables/{ana.open_table(variant='argentino', players=2, options={'flor': value})}/guide")
            for value in ("on", "off")
        )
        assert [lance["lance"] for lance in with_flor["lances"]] == ["truco", "envido", "flor"]
        assert [lance["lance"] for lance in without["lances"]] == ["truco", "envido"]
