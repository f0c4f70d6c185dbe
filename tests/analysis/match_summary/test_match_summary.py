"""The summary of matches: bets read from the log, bluffs, chains and scores, in every variant."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.bot_tables import hand_of, play
from tests.table.test_random_play import every_variant, play_on
from truquero import VARIANTS, Match
from truquero.analysis.match_summary import Bluff, match_summary, seat_statistics
from truquero.analysis.match_summary.hand_bets import bets_of
from truquero.engine.state import LANCES
from truquero.records import RecordError, replay
from truquero.rules.moves import ACCEPT, REFUSE

RECORDS = sorted((Path(__file__).parents[2] / "records").rglob("*.truco"))
STRONG, WEAK = "1e 7e 4c", "2b 6o 4b"


def bluffs(match: Match) -> list[tuple[int, str, int]]:
    return [(bluff.seat, bluff.move, bluff.refused_by) for bluff in match_summary(match).bluffs]


# ------------------------------------------------------------------------------------------------------------- records


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_record_has_a_summary(path: Path) -> None:
    try:
        match = replay(path.read_text("utf-8")).match
    except RecordError:
        return  # an example of an error
    summary = match_summary(match)
    finished = [hand for deal in match.log for hand in deal.hands if hand.finished and not hand.void]
    assert [line.points for line in summary.scores] == [hand.score_after for hand in finished]
    assert [side.name for side in summary.sides] == match.all_side_names()
    for seat in range(1, match.players + 1):
        statistics = seat_statistics(match, seat)
        assert max(statistics.envido.called, statistics.truco.called, statistics.truco.won) <= len(finished)


@every_variant
@pytest.mark.parametrize("seed", range(4))
def test_the_log_tells_which_bet_an_answer_belongs_to(variant: str, seed: int) -> None:
    """`bets_of` reads only the log. Compare it with the lance that the engine has noted in the events."""
    players = VARIANTS[variant].players[seed % len(VARIANTS[variant].players)]
    match, chance = Match(variant, players, seed=seed), random.Random(seed)
    for _hand in range(40):
        if not match.deal():
            break
        while match.turn:
            match.play(*chance.choice(match.moves()))
        bets, moves = bets_of(match.rules, match.hand_log), match.hand_log.moves
        answers = [event for event in match.events if event.kind == "move" and event.lance in LANCES]
        refused = [(event.seat, event.lance) for event in answers if event.move == REFUSE]
        assert [(seat, bet.lance) for bet, seat, at in bets.refusals if moves[at][1] == REFUSE] == refused
        assert {(event.seat, event.lance) for event in answers if event.move == ACCEPT} <= set(bets.accepted)
    match_summary(match)


# -------------------------------------------------------------------------------------------------------------- bluffs


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (("1 truco", "2 no-quiero"), [(1, "truco", 2)]),
        (("1 truco", "2 mazo"), [(1, "truco", 2)]),  # leaving refuses the bet
        (("1 envido", "2 no-quiero", "1 truco", "2 no-quiero"), [(1, "envido", 2), (1, "truco", 2)]),
        (("1 4b", "2 truco", "1 no-quiero"), []),  # the bettor had the better cards
        (("1 truco", "2 retruco", "1 no-quiero"), []),
        (("1 mazo",), []),  # nobody has bet
    ],
)
def test_a_bluff_is_a_bet_refused_by_who_would_have_won(moves: tuple[str, ...], expected: list[Any]) -> None:
    assert bluffs(play(hand_of("argentino", {1: WEAK, 2: STRONG}), *moves)) == expected


def test_equal_envido_points_belong_to_the_mano() -> None:
    cards = {1: "7e 6e 1b", 2: "7o 6o 2b"}
    assert bluffs(play(hand_of("argentino", cards), "1 envido", "2 no-quiero", "1 mazo")) == []
    moves = "1 1b", "2 envido", "1 no-quiero", "2 mazo"
    assert bluffs(play(hand_of("argentino", cards), *moves)) == [(2, "envido", 1)]


def test_bluffs_count_for_the_side_of_the_bettor() -> None:
    match = play(hand_of("argentino", {1: WEAK, 2: STRONG}), "1 truco", "2 no-quiero")
    assert match_summary(match).bluffs == (Bluff(1, 1, 1, "truco", "truco", 2, "no-quiero"),)
    assert [side.bluffs for side in match_summary(match).sides] == [1, 0]


def test_unknown_cards_make_no_bluff() -> None:
    match = Match.from_cards("argentino", {1: "2b 6o 4b", 2: "?? ?? ??"})
    assert bluffs(play(match, "1 truco", "2 no-quiero")) == []


# ---------------------------------------------------------------------------------------------- chains, envidos, scores


def test_the_longest_chain_is_of_one_lance() -> None:
    match = hand_of("argentino", {1: STRONG, 2: WEAK})
    play(match, "1 truco", "2 envido", "1 real-envido", "2 falta-envido", "1 no-quiero")
    play(match, "2 quiero", "1 4c", "2 4b", "1 7e", "2 retruco", "1 quiero", "2 6o")
    chain = match_summary(match).longest_chain
    assert chain is not None
    assert [bet.move for bet in chain.calls] == ["envido", "real-envido", "falta-envido"]
    assert chain.calls[0].answered == "truco"


def test_envidos_are_counted_for_each_side() -> None:
    match = play(hand_of("argentino", {1: STRONG, 2: WEAK}), "1 envido", "2 quiero", "1 mazo")
    winner = match.hand_log.awards[0].side
    sides = match_summary(match).sides
    assert [(side.envidos_won, side.envidos_lost) for side in sides] == (
        [(1, 0), (0, 1)] if winner == 0 else [(0, 1), (1, 0)]
    )


def test_statistics_of_a_seat_begin_with_the_deal_it_joined() -> None:
    match = play(
        hand_of("argentino", {1: STRONG, 2: WEAK}), "1 envido", "2 quiero", "1 truco", "2 retruco", "1 no-quiero"
    )
    first, second = seat_statistics(match, 1), seat_statistics(match, 2)
    assert (first.envido.called, second.envido.accepted, first.envido.won) == (1, 1, 1)
    assert (first.truco.called, second.truco.called, second.truco.accepted, second.truco.won) == (1, 1, 1, 1)
    assert seat_statistics(match, 1, first_deal=2).envido.called == 0


def test_a_long_match_has_a_summary() -> None:
    match = Match("valenciano", 4, seed="summary")
    play_on(match, random.Random(1), most=10**5)
    assert match.over
    assert match_summary(match).scores[-1].games == match.games
