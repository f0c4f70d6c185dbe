"""Hands with unknown cards (`??`): a move that cannot be settled is refused, and the match does not change."""

from __future__ import annotations

import random

import pytest

from truquero import Match, UnknownCards, record, replay, rules_of
from truquero.table import IllegalMove, TableError
from truquero.variants import VARIANTS

UNKNOWN = "?? ?? ??"


def with_unknown_cards(variant: str, players: int) -> Match:
    """Return a match in which only the cards of seat 1 are known, and only at a table of two."""
    match = Match(variant, players, seed="unknown", dealer=players)
    seats = match.deals.next_in_match(match.score).seats
    known = {1: "1e 7e 3c"} if players == 2 else {}
    match.deal_cards(dict.fromkeys(seats, UNKNOWN) | known, "5o" if match.rules.deal.turned else None)
    return match


def with_some_unknown_cards(variant: str, players: int, chance: random.Random) -> Match:
    """Return a match in which each card is known or unknown by chance."""
    drawn = Match(variant, players, seed=chance.random().hex(), dealer=players)
    drawn.deal()
    assert drawn.hand is not None
    share = chance.random()
    cards = {
        seat: [card if chance.random() < share else None for card in drawn.hand.dealt(seat)]
        for seat in drawn.hand.seats
    }
    match = Match(variant, players, dealer=players)
    match.deal_cards(cards, drawn.turned)
    return match


def play_or_refuse(match: Match, seat: int, move: str) -> bool:
    """Make a move, and return whether it was made. A refused move must change nothing."""
    before, text = match.copy(), str(record(match))
    try:
        match.play(seat, move)
    except TableError:
        assert match == before
        assert str(record(match)) == text
        return False
    return True


def test_a_card_that_a_seat_may_not_hold_is_refused() -> None:
    """In uruguayo, whoever lays a card with a flor in hand has to sing it. So 5c shows that seat 1 holds no flor."""
    match = Match.from_cards("uruguayo", {1: "?? ?? 11c", 2: "3e 3o 4e"}, turned="10c")
    before = match.copy()
    assert match.hand is not None
    assert "5c" not in match.turn[1]
    assert not match.hand.allows(1, "5c")
    with pytest.raises(IllegalMove, match="does not hold 5c"):
        match.play(1, "5c")
    assert match == before


@pytest.mark.parametrize("variant", ["trucardo", "uruguayo"])
def test_every_listed_card_can_be_laid(variant: str) -> None:
    match = with_unknown_cards(variant, 4)
    for seat, moves in match.turn.items():
        for move in moves:
            played = match.copy()
            played.play(seat, move)
            assert played.hand is not None
            assert all(played.hand.allows(other, word) for other, words in played.turn.items() for word in words)


def test_moves_that_fit_no_hand_leave_an_award_open() -> None:
    match = Match.from_cards("belmez", {1: UNKNOWN, 2: UNKNOWN}, dealer=1)
    calls = "2 envido-22 ; 1 mas-36 ; 2 envido-pata ; 1 flor ; 2 flor ; 1 chica ; 2 chica ; 2 5e ; 1 4b ; 2 12b"
    for call in calls.split(" ; "):
        if not play_or_refuse(match, int(call[0]), call[2:]):
            break
    for seat, moves in list(match.turn.items()):
        for move in moves:
            play_or_refuse(match.copy(), seat, move)


@pytest.mark.parametrize(
    ("calls", "refused"),
    [
        ("1 envido", "2 quiero"),
        ("1 truco ; 2 envido", "1 quiero"),
        ("1 envido ; 2 envido ; 1 falta-envido", "2 quiero"),
        ("1 flor ; 2 contraflor", "1 quiero"),
        ("1 flor ; 2 contraflor-al-resto", "1 quiero"),
    ],
)
def test_a_bet_on_unknown_cards_is_not_settled(calls: str, refused: str) -> None:
    match = Match.from_cards("argentino", {1: "1e 7e 4e" if "flor" in calls else "1e 7e 4c", 2: UNKNOWN})
    for call in calls.split(" ; "):
        match.play(int(call[0]), call[2:])
    hand, log, before = match.hand, match.hand_log, match.copy()
    with pytest.raises(UnknownCards, match="the cards that decide it are not known"):
        match.play(int(refused[0]), refused[2:])
    assert match == before
    assert match.hand is hand
    assert match.hand_log is log
    replay(str(record(match)))
    assert refused[2:] in match.turn[int(refused[0])]
    match.play(int(refused[0]), "no-quiero")
    assert sum(match.score) > 0


def test_a_hand_with_unknown_cards_does_not_end_without_its_points() -> None:
    """In Bélmez the envido is settled at the end of the hand, after the truco."""
    match = Match.from_cards("belmez", {1: "1e 7e 4c", 2: UNKNOWN})
    for seat, move in ((1, "envido"), (2, "quiero")):
        match.play(seat, move)
    before = match.copy()
    with pytest.raises(UnknownCards):
        match.play(1, "mazo")
    assert match == before
    assert match.in_hand


@pytest.mark.parametrize("variant", ["trucardo", "uruguayo"])
def test_a_refused_card_says_nothing_about_the_unknown_cards_of_its_player(variant: str) -> None:
    """A player with a flor must sing it first, so a card that is played shows that there is none."""
    turned = "5o" if rules_of(variant, 2).deal.turned else None
    match = Match.from_cards(variant, {1: UNKNOWN, 2: "3b 3o 1c"}, turned=turned)
    before = match.copy()
    with pytest.raises(IllegalMove, match="seat 1 does not hold 3b"):
        match.play(1, "3b")
    assert match == before


def test_a_challenge_on_unknown_cards_changes_nothing() -> None:
    match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: UNKNOWN})
    for seat, move in ((1, "1e"), (2, "3b"), (1, "7e"), (2, "mazo")):
        match.play(seat, move)
    before = match.copy()
    with pytest.raises(UnknownCards, match="nobody knows whether seat 2 had a flor"):
        match.play(1, "pido-flor-2")
    assert match == before


@pytest.mark.parametrize("variant", ["trucardo", "uruguayo"])
def test_a_bet_that_silent_players_leave_open_is_not_accepted(variant: str) -> None:
    """Seat 3 might sing a flor now. But a record that ends here says that it does not, so the envido decides."""
    turned = "4b" if rules_of(variant, 4).deal.turned else None
    cards = {1: UNKNOWN, 2: "?? 11b ??", 3: "?? 10c ??", 4: "?? 11c 10e"}
    match = Match.from_cards(variant, cards, turned=turned)
    match.play(1, "envido")
    before = match.copy()
    with pytest.raises(UnknownCards, match="cannot settle the envido"):
        match.play(2, "quiero")
    assert match == before
    match.play(2, "no-quiero")
    replay(str(record(match)))


def test_a_replay_goes_on_with_the_flor_of_a_player_with_unknown_cards() -> None:
    moves = "1 envido ; 2 quiero ; 3 flor"
    match = replay(f"variant trucardo\nplayers 4\ndeal 4\ncards 1 {UNKNOWN}\n{moves}").match
    assert match.score == (3, 0)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_record_of_each_move_with_some_unknown_cards_replays(variant: str, players: int) -> None:
    if players not in VARIANTS[variant].players:
        pytest.skip("not played by so many")
    chance = random.Random(f"{variant} {players}")
    for _hand in range(6):
        match = with_some_unknown_cards(variant, players, chance)
        for _move in range(40):
            moves = match.moves()
            if moves and play_or_refuse(
                match, *chance.choice([move for move in moves if move[1] == "quiero"] or moves)
            ):
                assert replay(str(record(match))).failures == []


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_moves_with_unknown_cards_are_made_or_change_nothing(variant: str, players: int) -> None:
    if players not in VARIANTS[variant].players:
        pytest.skip("not played by so many")
    chance = random.Random(f"{variant} {players}")
    for _hand in range(6):
        match = with_unknown_cards(variant, players)
        for _move in range(40):
            moves = match.moves()
            if not moves:
                break
            play_or_refuse(match, *chance.choice([move for move in moves if move[1] == "quiero"] or moves))
        replay(str(record(match)))
