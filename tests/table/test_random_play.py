"""Random play with random house rules: invariants that hold whatever is played."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from tests.support.house_tables import smallest_table
from truquero import VARIANTS, IllegalMove, Match
from truquero.records import parse, record, replay
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption, OptionError, RuleOption

MOST_MOVES = 250


every_variant = pytest.mark.parametrize("variant", sorted(VARIANTS))


def table_of(data: st.DataObject, variant: str) -> Rules:
    """Draw the rules of a table: a number of players and any compatible options."""
    preset = VARIANTS[variant]
    players = data.draw(st.sampled_from(preset.players))
    changed = data.draw(st.lists(st.sampled_from(preset.options), max_size=8, unique_by=lambda option: option.name))
    try:
        return preset.rules(players, **{option.name: data.draw(_values(option)) for option in changed})
    except OptionError:
        reject()  # the options contradict each other


def _values(option: RuleOption) -> st.SearchStrategy[str]:
    if isinstance(option, NumberOption):
        return st.integers(1, 40).map(str)
    return st.sampled_from(option.choices)


def play_on(match: Match, chance: random.Random, most: int = MOST_MOVES) -> int:
    """Play at random until the match is over or `most` moves are made. Return the number of moves."""
    count = 0
    while count < most and match.deal(cut=chance.choice((0, 3, 11)) if match.deals.next_in_deal() is None else 0):
        while match.turn and count < most:
            match.play(*chance.choice(match.moves()))
            count += 1
        claims = [(seat, move) for seat, moves in match.claims().items() for move in moves]
        if claims and chance.random() < 0.3:
            match.play(*chance.choice(claims))
    return count


def single_choices() -> list[tuple[str, str, str]]:
    """Return every value of every option of every variant."""
    values_of_options = []
    for preset in VARIANTS.values():
        for option in preset.options:
            values = ("1", "7", "40") if isinstance(option, NumberOption) else option.choices
            values_of_options += [(preset.name, option.name, value) for value in values]
    return values_of_options


@pytest.mark.parametrize(("variant", "option", "value"), single_choices())
def test_every_value_of_every_option_is_played(variant: str, option: str, value: str) -> None:
    """The value is played with the fewest players whose game it changes. Tests below use any number of players."""
    rules = smallest_table(variant, option, value) or VARIANTS[variant].rules(**{option: value})
    match = Match(rules, seed=f"{option}={value}")
    play_on(match, random.Random(value), most=60)
    assert replay(record(match)).match.score == match.score


@every_variant
@settings(max_examples=20)
@given(st.data(), st.integers(0, 10**6))
def test_record_of_any_match_replays_to_the_same_end(variant: str, data: st.DataObject, seed: int) -> None:
    match = Match(table_of(data, variant), seed=seed)
    play_on(match, random.Random(seed))
    written = record(match)
    assert parse(str(written)) == written
    again = replay(written)
    assert again.failures == []
    assert (again.match.score, again.match.games, again.match.winner) == (match.score, match.games, match.winner)
    assert again.match.turn == match.turn


@every_variant
@settings(max_examples=20)
@given(st.data(), st.integers(0, 10**6))
def test_seats_that_must_act_can_act_and_are_of_one_side(variant: str, data: st.DataObject, seed: int) -> None:
    """The seats that a table waits for: the seat that lays a card, or the side that answers."""
    match, chance = Match(table_of(data, variant), seed=seed), random.Random(seed)
    for _deal in range(3):
        match.deal()
        while match.turn:
            waited_for = set(match.must_act)
            assert waited_for
            assert waited_for <= set(match.turn)
            if match.exposed is None:
                assert match.lineup is not None
                assert len({match.lineup.sides[match.lineup.seats.index(seat)] for seat in waited_for}) == 1
            match.play(*chance.choice(match.moves()))


@every_variant
@settings(max_examples=12)
@given(st.data(), st.integers(0, 10**6))
def test_score_is_what_the_awards_add_up_to(variant: str, data: st.DataObject, seed: int) -> None:
    match = Match(table_of(data, variant), seed=seed)
    players = match.players
    chance = random.Random(seed)
    points = dict.fromkeys(("A", "B", "1", "2", "3"), 0)
    games = match.games
    while match.deal():
        while match.turn:
            match.play(*chance.choice(match.moves()))
        log = match.log[-1].hands[-1]
        for award in log.awards:
            for name in match.side_names(log.lineup, award.side):
                points[name] += award.points
        if match.games == games:
            names = "AB" if players != 3 else "123"
            assert match.score == tuple(points[name] for name in names)
        else:
            points, games = dict.fromkeys(points, 0), match.games
        if len(match.log) > 40:
            break


@every_variant
@settings(max_examples=12)
@given(
    st.data(),
    st.integers(0, 10**6),
    st.sampled_from(["", "8e", "99e", "truco", "quiero", "mas-3", "envido-pata", "-", "pido-flor-9", "carta-7", "ñ"]),
)
def test_an_illegal_move_changes_nothing(variant: str, data: st.DataObject, seed: int, move: str) -> None:
    # Where an illegal call costs points instead of being refused, any word of a bystander is a move.
    match = Match(replace(table_of(data, variant), intrusion_costs=0), seed=seed)
    players = match.players
    play_on(match, random.Random(seed), most=seed % 30)
    before = [match.view(seat) for seat in range(1, players + 1)]
    for seat in range(-1, players + 2):
        if move not in match.turn.get(seat, []):
            with pytest.raises(IllegalMove):
                match.play(seat, move)
    assert [match.view(seat) for seat in range(1, players + 1)] == before


@pytest.mark.parametrize(
    "move", ["carta", "tapada", "descarta", "carta-1e", "tapada-", "descarta-1e", "mira", "mostrar"]
)
def test_internal_moves_of_the_automaton_are_illegal(move: str) -> None:
    match = Match("argentino", 2, seed=1, dealer=2)
    match.deal()
    with pytest.raises(IllegalMove):
        match.play(1, move)
