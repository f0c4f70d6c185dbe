"""Records step by step, as the page shows them."""

from __future__ import annotations

from pathlib import Path

from truquero.i18n import speaking
from truquero.server.http.answers import ReplayData
from truquero.server.http.replay_steps import replayed

RECORDS = Path(__file__).parents[2] / "records"


def shown(record: str) -> ReplayData:
    with speaking("es"):
        return replayed((RECORDS / record).read_text(encoding="utf-8"))


def test_declared_points_are_said_in_a_replay() -> None:
    steps = shown("argentino/envido-accepted-one-and-two-calls.truco").steps
    said = [news.words for step in steps for news in step.news if news.kind == "declare"]
    assert said[:2] == ["30", "32"]


def test_the_first_step_of_a_duel_describes_it() -> None:
    match = shown("argentino/pica-pica.truco")
    kinds = [match.steps[at].kind for at in match.hands]
    assert any(kind.startswith("Pica-pica 2: ") for kind in kinds)
    assert not any(step.kind for at, step in enumerate(match.steps) if at not in match.hands)
