"""`truquero variants`."""

from __future__ import annotations

import json

import pytest

from truquero.cli import main
from truquero.variants import VARIANTS


def test_the_list_shows_every_variant_with_title_place_players_and_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for preset in VARIANTS.values():
        [line] = [line for line in lines if line.startswith(f"{preset.name} ")]
        name, title, place, players, target = (cell.strip() for cell in line.split("  ") if cell.strip())
        assert (name, players) == (preset.name, ", ".join(map(str, preset.players)))
        assert preset.title.startswith(title)  # a long title continues on the next line
        assert (preset.region or "–").startswith(place)
        assert target == str(preset.rules().match.target)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_description_of_a_variant_has_every_option(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", name]) == 0
    text = capsys.readouterr().out
    preset = VARIANTS[name]
    assert text.splitlines()[0] == preset.title
    assert f"{len(preset.rules().pack)} cards" in text
    for option in preset.options:
        assert f"{option.name}={option.default}  ({option.allowed})\n      {option.description}\n" in text


def test_the_name_may_be_written_in_capitals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "Belmez"]) == 0
    assert capsys.readouterr().out.startswith("Truco de Bélmez")


def test_json_lists_every_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "--json"]) == 0
    variants = json.loads(capsys.readouterr().out)
    assert [variant["name"] for variant in variants] == list(VARIANTS)
    assert [variant["players"] for variant in variants] == [list(preset.players) for preset in VARIANTS.values()]


def test_json_of_one_variant_has_choices_and_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "belmez", "--json"]) == 0
    variant = json.loads(capsys.readouterr().out)
    options = {option["name"]: option for option in variant["options"]}
    assert variant["pack"] == 31
    assert options["target"] == {"name": "target", "default": 40, "range": [1, 1000], "about": "points of a game"}
    assert options["patas"]["choices"] == ["5", "3"]
    assert options["patas"]["default"] == "5"


def test_a_default_that_depends_on_the_players_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """The gaudério with two players has a target of 18."""
    assert main(["variants", "gauderio"]) == 0
    assert "with 2 players it is 18" in capsys.readouterr().out
    assert main(["variants", "gauderio", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["defaults"] == {"2": {"target": "18"}}


def test_the_styles_of_a_variant_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "trucardo"]) == 0
    assert "  quick    2 players · to 15 points · without flor\n" in capsys.readouterr().out
    assert main(["variants", "trucardo", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed["styles"]["quick"] == {"players": 2, "options": {"target": "15", "flor": "off"}}
    assert listed["championship"] == {"strict_words": "on", "declare": "manual"}
