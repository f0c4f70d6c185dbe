"""The speed of the bots and the time that they leave to people are chosen with the table."""

from __future__ import annotations

from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.support.served import Served, Visitor, settings_in


def test_a_new_table_chooses_the_speed_of_bots_and_their_patience(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, answer_seconds=9)) as served:
        ana = Visitor(served, "Ana")
        assert ana.ask("/api/family")["answer_seconds"] == 9
        chosen = ana.open_table(variant="argentino", players=4, answer_seconds=20, speed="calm")
        with ana.page(chosen) as page:
            assert (page.view["table"]["answer_seconds"], page.view["table"]["speed"]) == (20, "calm")
        with ana.page(ana.open_table(variant="argentino", players=4)) as page:
            assert (page.view["table"]["answer_seconds"], page.view["table"]["speed"]) == (9, "normal")


@pytest.mark.parametrize("wrong", [{"answer_seconds": 2}, {"answer_seconds": 121}, {"speed": "hasty"}])
def test_other_values_are_refused(wrong: dict[str, object], tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        with pytest.raises(HTTPError) as refused:
            Visitor(served, "Ana").open_table(variant="argentino", **wrong)
        with refused.value as answer:
            assert answer.code == 400
