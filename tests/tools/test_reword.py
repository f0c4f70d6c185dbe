"""`tools.reword` changes English messages in the sources and keeps their translations."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from tools.reword import LONGEST, reword_catalogue, reworded_source


def test_messages_change_and_other_strings_stay() -> None:
    source = 'about = _("old") + "old" + n_("one old", "many old", 2)\n'
    wording = {"old": "new", "one old ## many old": "one new ## many new"}
    assert reworded_source(source, wording) == 'about = _("new") + "old" + n_("one new", "many new", 2)\n'


@pytest.mark.parametrize("letters", [LONGEST // 2, LONGEST, 3 * LONGEST])
def test_long_messages_are_split_without_a_change(letters: int) -> None:
    new = " ".join(["señas"] * (letters // 6))
    namespace: dict[str, object] = {"_": str}
    exec(reworded_source('text = _("old" " one")\n', {"old one": new}), namespace)
    assert namespace["text"] == new


def test_translations_move_to_the_new_texts() -> None:
    catalogue = Catalog("es")
    catalogue.add("old", "viejo")
    catalogue.add(("{n} old", "{n} olds"), ("{n} viejo", "{n} viejos"))
    reword_catalogue(catalogue, {"old": "new", "{n} old ## {n} olds": "{n} new ## {n} news", "unknown": "x"})
    assert {message.id: message.string for message in catalogue if message.id} == {
        "new": "viejo",
        ("{n} new", "{n} news"): ("{n} viejo", "{n} viejos"),
    }
