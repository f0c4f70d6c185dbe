"""Señas and the seats that see them: partners always, a rival only while it watches. Nothing else changes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from truquero import VARIANTS, IllegalMove, Match
from truquero.records import parse, record, replay
from truquero.table import TableError
from truquero.table.signs import SIGN, usually_watched

TRES, DOS = "sena-tres", "sena-dos"


def table(players: int = 4, variant: str = "argentino", **options: Any) -> Match:
    match = Match(variant, players, seed="signs", dealer=players, **options)
    match.deal()
    return match


def signs_seen(match: Match, seat: int) -> list[tuple[int | None, str | None]]:
    return [(event.seat, event.move) for event in match.view(seat).events if event.kind == "sign"]


def seats_that_saw(match: Match) -> list[int]:
    return [seat for seat in range(1, match.players + 1) if signs_seen(match, seat)]


@pytest.mark.parametrize(
    ("players", "usual"),
    [
        (2, [2, 1]),
        (3, [2, 3, 1]),
        (4, [3, 4, 1, 2]),
        (6, [3, 4, 5, 6, 1, 2]),
        (8, [5, 6, 7, 8, 1, 2, 3, 4]),
    ],
)
def test_everyone_begins_by_watching_a_partner(players: int, usual: list[int]) -> None:
    assert [usually_watched(seat, players) for seat in range(1, players + 1)] == usual
    match = table(players)
    assert [match.view(seat).watching for seat in range(1, players + 1)] == usual


def test_a_partner_sees_a_sign_and_a_rival_who_looks_elsewhere_does_not() -> None:
    match = table()
    match.play(1, TRES)
    assert seats_that_saw(match) == [1, 3]
    assert signs_seen(match, 3) == [(1, TRES)]


def test_a_partner_sees_a_sign_while_watching_another_seat() -> None:
    match = table()
    match.watch(3, 2)
    match.play(1, TRES)
    assert seats_that_saw(match) == [1, 3]


def test_a_rival_who_watches_sees_a_sign() -> None:
    match = table()
    match.watch(2, 1)
    match.play(1, TRES)
    match.play(3, DOS)
    assert signs_seen(match, 2) == [(1, TRES)]
    assert signs_seen(match, 4) == []


def test_only_the_seat_watched_at_that_moment_counts() -> None:
    match = table()
    match.play(1, TRES)
    match.watch(2, 1)
    assert signs_seen(match, 2) == []
    match.play(1, DOS)
    match.watch(2, 4)
    match.play(1, TRES)
    assert signs_seen(match, 2) == [(1, DOS)]
    assert signs_seen(match, 3) == [(1, TRES), (1, DOS), (1, TRES)]


def test_two_players_watch_each_other() -> None:
    match = table(2)
    match.play(1, TRES)
    assert seats_that_saw(match) == [1, 2]


def test_with_six_all_partners_see_a_sign() -> None:
    match = table(6)
    match.watch(2, 5)
    match.play(5, TRES)
    assert seats_that_saw(match) == [1, 2, 3, 5]


def test_with_three_the_pair_are_partners_against_the_gallo() -> None:
    match = table(3)  # seat 3, the dealer, is the gallo
    match.watch(2, 3)
    match.play(1, TRES)
    assert seats_that_saw(match) == [1, 2, 3]  # seat 3 watches the next seat, which is seat 1
    match.watch(3, 2)
    match.play(1, DOS)
    assert (1, DOS) not in signs_seen(match, 3)
    assert (1, DOS) in signs_seen(match, 2)


def test_signs_of_a_hand_are_gone_with_it() -> None:
    match = table()
    match.play(1, TRES)
    while match.turn:
        seat = next(iter(match.turn))
        match.play(seat, "mazo" if "mazo" in match.turn[seat] else match.turn[seat][0])
    match.deal()
    assert seats_that_saw(match) == []


# --------------------------------------------------------------------------------------------------- no other effects


def test_a_false_sign_is_legal() -> None:
    """S002 seña 14: "También vale hacer señas falsas"."""
    match = table()
    assert match.hand is not None
    signs = match.rules.voices.signs
    false = [sign for sign in signs if not set(match.hand.held(1)) & set(sign.cards(match.rules.pack))]
    assert false
    for sign in false:
        match.play(1, f"{SIGN}{sign.name}")
    assert len(signs_seen(match, 3)) == len(false)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_sign_changes_only_the_views_that_contain_it(variant: str) -> None:
    """A seña changes only the views of the seats that saw it, not the hand, the turn, the score or other views."""
    chance = random.Random(variant)
    for players in VARIANTS[variant].players:
        plain, signing = (Match(variant, players, seed=variant) for _ in range(2))
        names = [sign.name for sign in signing.rules.voices.signs] or ["anything"]
        for _ in range(6):
            if not plain.deal():
                break
            signing.deal()
            while plain.turn:
                seat, watched = chance.sample(range(1, players + 1), 2)
                signing.watch(seat, watched)
                signing.play(chance.randint(1, players), f"{SIGN}{chance.choice(names)}")
                assert signing.turn == plain.turn
                for viewer in range(1, players + 1):
                    compare(plain, signing, viewer)
                move = chance.choice(plain.moves())
                plain.play(*move)
                signing.play(*move)
        assert signing.score == plain.score


def compare(plain: Match, signing: Match, seat: int) -> None:
    """Check that a seat's two views differ only in the señas that it has seen and the seat that it watches."""
    before, after = plain.view(seat), signing.view(seat)
    assert before.events == tuple(event for event in after.events if event.kind != "sign")
    assert all(event.seen_by is None for event in after.events)
    for name in before.__dataclass_fields__:
        if name not in ("events", "watching"):
            assert getattr(before, name) == getattr(after, name), name


def test_a_view_hides_unseen_signs_and_the_seats_that_others_watch() -> None:
    quiet, busy = table(), table()
    busy.play(1, TRES)
    busy.watch(4, 1)
    busy.watch(1, 2)
    assert busy.view(2) == quiet.view(2)
    assert busy.view(3) != quiet.view(3)
    busy.watch(2, 3)
    assert busy.view(4).watching == 1


def test_a_view_hides_which_other_seats_saw_a_sign() -> None:
    alone, watched = table(), table()
    watched.watch(2, 1)
    alone.play(1, TRES)
    watched.play(1, TRES)
    assert alone.view(3) == watched.view(3)
    assert alone.view(1) == watched.view(1)


def test_signs_are_never_in_turn() -> None:
    match = table()
    match.play(1, TRES)
    assert not [move for _, move in match.moves() if move.startswith(SIGN)]
    assert not [move for seat in range(1, 5) for move in match.view(seat).moves if move.startswith(SIGN)]


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_anyone_at_the_table_may_sign_out_of_turn_or_after_leaving(seat: int) -> None:
    match = table()
    match.play(1, "mazo")
    match.play(seat, TRES)
    assert seat in seats_that_saw(match)


def test_a_player_outside_a_duel_may_sign_without_a_penalty() -> None:
    match = table(6, illegal_calls="penalty")
    while match.hand_type.value != "duel":
        while match.turn:
            match.play(*match.moves()[0])
        match.deal()
    assert match.hand is not None
    outside = next(seat for seat in range(1, 7) if seat not in match.hand.seats)
    before = match.score
    match.play(outside, TRES)
    assert match.score == before
    assert match.in_hand
    assert outside in seats_that_saw(match)


# ------------------------------------------------------------------------------------------------------------ refusals


def test_an_unknown_name_is_refused_with_the_legal_names() -> None:
    match = table()
    with pytest.raises(
        IllegalMove, match="sena-guino: this table has no such seña; legal: sena-as-de-espadas"
    ) as refused:
        match.play(1, "sena-guino")
    assert refused.value.legal == tuple(f"{SIGN}{sign.name}" for sign in match.rules.voices.signs)
    assert match.log[-1].hands[-1].moves == []
    assert seats_that_saw(match) == []


@pytest.mark.parametrize("name", ["codigo", "dos-golpes", "7-y-media"])
def test_a_table_without_signs_takes_any_name(name: str) -> None:
    match = table(variant="paulista")
    match.play(1, f"{SIGN}{name}")
    assert signs_seen(match, 3) == [(1, f"{SIGN}{name}")]


@pytest.mark.parametrize("name", ["", "-", "dos golpes", "¡ay!"])
def test_a_malformed_name_is_refused(name: str) -> None:
    match = table(variant="paulista")
    with pytest.raises(IllegalMove, match="small letters with hyphens"):
        match.play(1, f"{SIGN}{name}")


def test_no_sign_without_a_hand_or_a_seat() -> None:
    match = Match("argentino", 2, seed=1)
    with pytest.raises(IllegalMove, match="no hand is being played"):
        match.play(1, TRES)
    match = table(2)
    with pytest.raises(TableError):
        match.play(3, TRES)
    match.play(1, "mazo")
    with pytest.raises(IllegalMove):
        match.play(1, TRES)


@pytest.mark.parametrize(("seat", "watched"), [(1, 1), (1, 5), (0, 1), (5, 1)])
def test_only_another_seat_of_the_table_can_be_watched(seat: int, watched: int) -> None:
    with pytest.raises(TableError, match=r"seat"):
        table().watch(seat, watched)


# -------------------------------------------------------------------------------------------------------------- records


def test_a_record_keeps_the_signs_and_replays_them() -> None:
    match = table()
    match.play(1, TRES)
    match.play(2, DOS)
    match.play(*match.moves()[0])
    written = record(match)
    assert parse(str(written)) == written
    again = replay(written).match
    assert again.log[-1].hands[-1].moves == match.log[-1].hands[-1].moves
    for seat in range(1, 5):
        assert again.view(seat) == match.view(seat)


def test_the_event_of_an_answer_names_its_lance() -> None:
    """The event of an answer names its lance, so that an interface can say "con flor quiero" or "arriba"."""
    match = Match("paulista", 2, seed="decide", score=(11, 3), dealer=1)
    match.deal()
    match.play(1, "quiero")
    assert match.events[-1].lance == "decide"
    match = table(2, flor="off")
    for seat, move, about in (
        (1, "truco", None),
        (2, "envido", "truco"),
        (1, "quiero", "envido"),
        (2, "quiero", "truco"),
    ):
        match.play(seat, move)
        event = [event for event in match.events if event.kind == "move"][-1]
        assert (event.move, event.lance) == (move, about)
