"""The history of the game and the commented hands, in the language of the request."""

from __future__ import annotations

import http.client
import json
from pathlib import Path

from tests.support.served import Served, settings_in
from truquero.i18n import speaking
from truquero.rulebook.commented_records import commented_record

SECONDS = 60


def get(served: Served, path: str, language: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=SECONDS)
    connection.request("GET", path, headers={"Accept-Language": language})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_the_history_and_the_hands_are_served_in_every_language(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        for language, title in (("es", "La historia del truco"), ("pt", "A história do truco"), ("en", "The history")):
            status, text = get(served, "/api/history", language)
            page = json.loads(text)
            assert status == 200
            assert page["title"].startswith(title)
            assert page["markdown"].startswith(f"# {page['title']}\n")
            hands = [hand["name"] for hand in page["commented_hands"]]
            assert hands == ["belmez-1", "belmez-2"]
            for name in hands:
                with speaking(language):
                    hand = json.loads(get(served, f"/api/commented-hands/{name}", language)[1])
                    assert hand["text"] == commented_record(name)
                    assert hand["source"] in hand["text"]
                    assert hand["title"] in hand["text"]
        books = {name: json.loads(get(served, f"/api/books/{name}", "en")[1]) for name in ("belmez", "quesada")}
        assert [hand["title"] for hand in books["belmez"]["commented_hands"]] == [
            "Bélmez: first hand",
            "Bélmez: second hand",
        ]
        assert books["quesada"]["commented_hands"] == []
        status, text = get(served, "/api/commented-hands/nothing", "en")
        assert (status, json.loads(text)["reason"]) == (404, "there is no such commented hand")
