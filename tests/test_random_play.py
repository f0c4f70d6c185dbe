"""Random play with random house rules: everything that must hold whatever is played."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truquero import VARIANTS, IllegalMove, Match
from truquero.notation import parse, record, replay
from truquero.rules.options import NumberOption
from truquero.variants import Preset

MOST_MOVES = 250


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, int, dict[str, Any]]:
    """A variant, a number of players, and a few options other than their defaults."""
    preset = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    players = draw(st.sampled_from(preset.players))
    changed = draw(st.lists(st.sampled_from(preset.options), max_size=5, unique_by=lambda option: option.name))
    return preset.name, players, {option.name: draw(_values(option)) for option in changed}


def _values(option: Any) -> st.SearchStrategy[str]:
    if isinstance(option, NumberOption):
        return st.integers(2, 40).map(str)
    return st.sampled_from(option.choices)


def play_on(match: Match, chance: random.Random, most: int = MOST_MOVES) -> int:
    """Play at random until the match is over or enough moves are made."""
    made = 0
    while made < most and match.deal(cut=chance.choice((0, 3, 11)) if match.deals.next_field() is None else 0):
        while match.turn and made < most:
            match.play(*chance.choice(match.moves()))
            made += 1
        claims = [(seat, move) for seat, moves in match.claims().items() for move in moves]
        if claims and chance.random() < 0.3:
            match.play(*chance.choice(claims))
    return made


@settings(max_examples=150)
@given(tables(), st.integers(0, 10**6))
def test_record_of_any_match_replays_to_the_same_end(table: tuple[str, int, dict[str, Any]], seed: int) -> None:
    variant, players, options = table
    match = Match(variant, players, seed=seed, **options)
    play_on(match, random.Random(seed))
    written = record(match)
    assert parse(str(written)) == written
    again = replay(written)
    assert again.failures == []
    assert (again.match.score, again.match.games, again.match.winner) == (match.score, match.games, match.winner)
    assert again.match.turn == match.turn


@settings(max_examples=80)
@given(tables(), st.integers(0, 10**6))
def test_score_is_what_the_awards_add_up_to(table: tuple[str, int, dict[str, Any]], seed: int) -> None:
    variant, players, options = table
    match = Match(variant, players, seed=seed, **options)
    chance = random.Random(seed)
    points = dict.fromkeys(("A", "B", "1", "2", "3"), 0)
    games = match.games
    while match.deal():
        while match.turn:
            match.play(*chance.choice(match.moves()))
        log = match.log[-1].hands[-1]
        for award in log.awards:
            for name in match.side_names(log.field, award.side):
                points[name] += award.points
        if match.games == games:
            names = "AB" if players != 3 else "123"
            assert match.score == tuple(points[name] for name in names)
        else:
            points, games = dict.fromkeys(points, 0), match.games
        if len(match.log) > 40:
            break


@settings(max_examples=60)
@given(
    tables(),
    st.integers(0, 10**6),
    st.sampled_from(["", "8e", "99e", "truco", "quiero", "mas-3", "envido-pata", "-", "pido-flor-9", "carta-7", "ñ"]),
)
def test_an_illegal_move_changes_nothing(table: tuple[str, int, dict[str, Any]], seed: int, word: str) -> None:
    variant, players, options = table
    match = Match(variant, players, seed=seed, **options | _forbidding(VARIANTS[variant]))
    play_on(match, random.Random(seed), most=seed % 30)
    before = [match.view(seat) for seat in range(1, players + 1)]
    for seat in range(-1, players + 2):
        if word not in match.turn.get(seat, []):
            with pytest.raises(IllegalMove):
                match.play(seat, word)
    assert [match.view(seat) for seat in range(1, players + 1)] == before


def _forbidding(preset: Preset) -> dict[str, Any]:
    """Where meddling is punished and not refused, any word of a bystander is a move."""
    return {"illegal_calls": "forbid"} if any(one.name == "illegal_calls" for one in preset.options) else {}


@pytest.mark.parametrize(
    "word", ["carta", "tapada", "descarta", "carta-1e", "tapada-", "descarta-1e", "mira", "mostrar"]
)
def test_the_automatons_own_words_are_no_moves(word: str) -> None:
    match = Match("argentino", 2, seed=1, dealer=2)
    match.deal()
    with pytest.raises(IllegalMove):
        match.play(1, word)
