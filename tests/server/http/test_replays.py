"""Records step by step, as the page shows them."""

from __future__ import annotations

from pathlib import Path

from truquero.i18n import speaking
from truquero.server.http.match_bodies import ReplayData
from truquero.server.http.replay_steps import LONGEST_COMMENT, replayed

RECORDS = Path(__file__).parents[2] / "records"


def replay_of(record: str) -> ReplayData:
    with speaking("es"):
        return replayed((RECORDS / record).read_text(encoding="utf-8"))


def test_declared_points_are_said_in_a_replay() -> None:
    steps = replay_of("argentino/envido-accepted-one-and-two-calls.truco").steps
    declared = [news.words for step in steps for news in step.news if news.kind == "declare"]
    assert declared[:2] == ["30", "32"]


def test_a_replay_tells_covered_cards_and_the_cards_above_all_others() -> None:
    covered = replay_of("valenciano/covered-cards.truco")
    assert any(laid.face_down and laid.card for step in covered.steps for laid in step.laid)
    paulista = replay_of("paulista/viras-of-every-rank.truco")
    assert {step.turned for step in paulista.steps} == paulista.marks.keys()
    assert all([mark.kind for mark in marks] == ["manilha"] * 4 for marks in paulista.marks.values())


COMMENTED = """#: Two hands
variant argentino
players 2
deal 2
cards 1 7c 6c 4e
cards 2 1e 1b 5o
#: from the book.
1 truco ; 2 envido #: The envido comes first:
#: it is settled before.
1 quiero # no comment on the play
= 2-0
#:
#: Here the hand is decided.
"""


def test_a_comment_belongs_to_the_last_step_above_it() -> None:
    assert replayed(COMMENTED).comments == {
        "0": "Two hands from the book.",
        "2": "The envido comes first: it is settled before.",
        "3": "Here the hand is decided.",
    }
    assert replayed("#: nothing is dealt\nvariant argentino\n").comments == {}


def test_a_long_comment_is_cut() -> None:
    assert len(replayed(COMMENTED + "#: and so on\n" * 1_000).comments["3"]) == LONGEST_COMMENT


def test_the_first_step_of_a_duel_describes_it() -> None:
    match = replay_of("argentino/pica-pica.truco")
    descriptions = [match.steps[index].description for index in match.hand_starts]
    assert any(description.startswith("Pica-pica 2: ") for description in descriptions)
    assert not any(step.description for index, step in enumerate(match.steps) if index not in match.hand_starts)
