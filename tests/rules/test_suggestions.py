"""Messages about unknown names suggest the closest known name."""

from __future__ import annotations

import pytest

from truquero.rules.suggestions import closest, with_suggestion
from truquero.variants import VARIANTS


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("argentin", "argentino"),
        ("arg", "argentino"),
        ("Belmes", "belmez"),
        ("trucado", "trucardo"),
        ("ar", None),
        ("", None),
        ("brisca", None),
        (7, None),
    ],
)
def test_the_closest_name_is_found(typed: object, name: str | None) -> None:
    assert closest(typed, VARIANTS) == name


def test_a_message_without_a_close_name_stays_as_it_is() -> None:
    assert with_suggestion("unknown bot", "nobody", ["azar"]) == "unknown bot"
    assert with_suggestion("unknown bot", "asar", ["azar"]) == "unknown bot; did you mean azar?"
