"""The summary of a match in words, as the terminal prints it at the end."""

from __future__ import annotations

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import Match
from truquero.analysis.match_summary import match_summary
from truquero.i18n import speaking
from truquero.speech.match_summary_text import summary_lines
from truquero.speech.narration import TableText


def lines_of(match: Match, seat: int, language: str = "en") -> list[str]:
    with speaking(language):
        return list(summary_lines(TableText(match.rules, seat), match.view(seat), match_summary(match)))


@pytest.fixture
def match() -> Match:
    """A match in which seat 2 gives up the hand that it would have won, and with it the match."""
    match = hand_of("argentino", {1: "2b 6o 4b", 2: "1e 7e 4c"}, score=(29, 5), chicos="1")
    return play(match, "1 truco", "2 envido", "1 falta-envido", "2 no-quiero")


def test_the_summary_tells_the_deciding_hand_the_bluffs_and_the_chain(match: Match) -> None:
    assert match.over
    deciding, scores, envidos, bluffs, chain = lines_of(match, 1)
    assert deciding.startswith("The deciding hand: +2 for you: ")
    assert scores == "The score after each hand: 30-5"  # not 31: nobody counts points past the end
    assert envidos == "Envidos: You 1 won, 0 lost; Rival 0 won, 1 lost"
    assert "You “falta envido”, Seat 2 (rival) “no quiero” (deal 1)" in bluffs
    assert chain.startswith("Longest chain of bets, in deal 1: ")


def test_the_own_side_comes_first(match: Match) -> None:
    assert lines_of(match, 2)[1] == "The score after each hand: 5-30"
    assert lines_of(match, 2, "es")[2] == "Envidos: Tú, 0 a favor y 1 en contra; Rival, 1 a favor y 0 en contra"


def test_a_match_without_bluffs_says_so() -> None:
    match = play(hand_of("argentino", {1: "2b 6o 4b", 2: "1e 7e 4c"}), "1 mazo")
    assert lines_of(match, 1)[-1] == "No bluff worked."
