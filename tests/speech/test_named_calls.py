"""Pending and refused calls are named by the words that were said last."""

from __future__ import annotations

import pytest

from tests.support.bot_tables import hand_of, play
from truquero import Match
from truquero.i18n import speaking
from truquero.speech.narration import TableText
from truquero.speech.situation import stakes

CARDS = {1: "1e 7e 4c", 2: "3b 11o 10e"}
FLORES = {1: "4o 5o 6o", 2: "1c 5c 11c"}


def awarded(match: Match, language: str) -> list[str]:
    """Return the lines of the awards of a hand, as the first seat reads them."""
    view, text = match.view(1), TableText(match.rules, 1)
    with speaking(language):
        return [text.event_line(view, event, 0) or "" for event in view.events if event.kind == "award"]


def at_stake(match: Match, language: str) -> list[str]:
    with speaking(language):
        return list(stakes(TableText(match.rules, 1), match.view(1)))


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (("1 truco", "2 no-quiero"), "+1 para ti: truco no querido"),
        (("1 truco", "2 retruco", "1 no-quiero"), "+2 para el rival: retruco no querido"),
        (("1 envido", "2 real-envido", "1 no-quiero"), "+2 para el rival: real envido no querido"),
        (("1 falta-envido", "2 no-quiero"), "+1 para ti: falta envido no querido"),
    ],
)
def test_a_refused_call_is_named(moves: tuple[str, ...], line: str) -> None:
    assert line in awarded(play(hand_of("argentino", CARDS, flor=False), *moves), "es")


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (("1 flor", "2 contraflor", "1 no-quiero"), "contraflor no querida"),
        (("1 flor", "2 contraflor-al-resto", "1 no-quiero"), "contraflor al resto no querida"),
        (("1 flor", "2 con-flor-me-achico"), "flor no querida"),
    ],
)
def test_a_refused_flor_is_named(moves: tuple[str, ...], line: str) -> None:
    match = play(hand_of("argentino", FLORES, flor=True), *moves)
    assert awarded(match, "es")[0].endswith(line)


def test_feminine_names_have_feminine_participles() -> None:
    match = play(hand_of("valenciano", {1: "1e 7e 4c", 2: "3b 7o 6e"}), "1 falta-envido", "2 no-quiero")
    assert awarded(match, "ca")[0].endswith("la falta no volguda")


def test_a_pending_contraflor_is_named_with_its_total() -> None:
    match = play(hand_of("argentino", FLORES, flor=True), "1 flor", "2 contraflor")
    assert at_stake(match, "es") == ["contraflor: querida 6, no querida 3"]
    assert at_stake(match, "en") == ["contraflor: accepted 6, refused 3"]


def test_a_pending_real_envido_is_named() -> None:
    match = play(hand_of("argentino", CARDS, flor=False), "1 envido", "2 real-envido")
    assert at_stake(match, "es") == ["real envido: querido 5, no querido 2"]


def test_an_envido_of_any_size_has_the_name_of_the_lance() -> None:
    match = Match("quesada", seed="2")
    match.deal()
    match.play(1, "envido-4")
    assert at_stake(match, "es")[0].startswith("envido: querido 4")
