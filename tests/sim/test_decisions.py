"""A policy receives the same information as a `View` of its player's seat, with every executor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from truquero import VARIANTS, Match, rules_of
from truquero.sim import Decision, Results, Simulator
from truquero.sim.dealt import DealtHand, DealtMatch
from truquero.sim.kinds import Kinds
from truquero.sim.tables import load as making
from truquero.table import View

SMALL = 300  # states compiled in advance; the tables of a larger game are filled during play
MOVES = 120  # moves of a match that are compared

Options = dict[str, Any]
HOUSE_RULES: list[tuple[str, int, Options]] = [
    ("argentino", 2, {"declare": "manual"}),
    ("argentino", 3, {}),
    ("argentino", 3, {"gallo": "fijo"}),
    ("argentino", 6, {"picapica_hidden": "on", "picapica_from": "0"}),
    ("belmez", 4, {"blind_calls": "on"}),
    ("paulista", 4, {"covered_cards": "on"}),
    ("valenciano", 4, {"envit_show_card": "on"}),
]
TABLES = [*((name, preset.players[0], {}) for name, preset in VARIANTS.items()), *HOUSE_RULES]


@pytest.fixture(autouse=True)
def _filled_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile only small games in full, so that tests are fast."""
    monkeypatch.setattr(making, "MOST_STATES", SMALL)


class Asked:
    """A policy that leaves every decision to chance and stores what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Decision] = []

    def __call__(self, batch: Sequence[Decision]) -> list[int]:
        self.shown += batch
        return [-1] * len(batch)


def again(results: Results) -> Iterator[tuple[Match, int]]:
    """Yield the only game of a simulation before each of its moves, with the seat that moves."""
    told, request, kinds = results.trajectory(0), results.request, Kinds(results.rules)
    decks = iter(told.deals)
    if not request.whole:
        hand = DealtHand(results.rules, kinds, request.kind, request.score, lambda *_about: next(decks))
        for seat, move in told.moves:
            yield hand.match, seat
            hand.play(seat, move)
        return
    dealt = DealtMatch(results.rules, kinds, told.dealer, request.score, lambda *_about: next(decks))
    for seat, move in told.moves:
        if not dealt.match.in_hand:
            dealt.next_hand()
        yield dealt.match, seat
        dealt.play(seat, move)


def assert_told(one: Decision, view: View) -> None:
    assert (one.seat, one.seats, one.place) == (view.seat, view.seats, view.seats.index(view.seat))
    assert (one.turned, one.score, one.games, one.events) == (view.turned, view.score, view.games, view.events)
    if len(view.score) == 2:
        assert sorted(one.points) == sorted(view.score)
    assert tuple((one.seats[place], cards) for place, cards in one.others) == view.partner_hands
    assert tuple((one.seats[place], card) for place, card in one.laid) == tuple(
        (laid.seat, laid.card) for laid in view.table
    )
    if None in view.cards:
        assert one.held == one.dealt == ()
    else:
        assert one.held == view.cards
        assert tuple(one.codes) == view.moves


@pytest.mark.parametrize("executor", ["reference", "cpu"])
@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_a_decision_tells_what_a_view_does(variant: str, players: int, options: Options, executor: str) -> None:
    simulator = Simulator(rules_of(variant, players, **options), executor=executor)
    for kind in range(len(simulator.kinds)):
        asked = Asked()
        played = simulator.hands(1, kind=kind, first=kind, policy=asked, trajectories=True)
        for one, (match, seat) in zip(asked.shown, again(played), strict=True):
            assert_told(one, match.view(seat))
    asked = Asked()
    played = simulator.matches(1, policy=asked, trajectories=True)
    for one, (match, seat), _number in zip(asked.shown, again(played), range(MOVES), strict=False):
        assert_told(one, match.view(seat))


@pytest.mark.parametrize("executor", ["reference", "cpu"])
def test_partners_are_seen_in_a_mao_de_11(executor: str) -> None:
    """S004: the side with eleven points sees its partner's cards before it decides."""
    asked = Asked()
    Simulator("paulista", 4, executor=executor).hands(1, score=(11, 4), policy=asked)
    first = asked.shown[0]
    assert first.state.stage == "decide"
    assert [(place, len(cards)) for place, cards in first.others] == [((first.place + 2) % 4, 3)]


@pytest.mark.parametrize("executor", ["reference", "cpu"])
def test_a_captain_sees_his_partner_in_the_redondo(executor: str) -> None:
    """S003: in a cortaíllo nobody sees another player's cards."""
    simulator = Simulator("belmez", 4, executor=executor)
    for kind, captains in (("round", {1, 2}), ("duel", set())):
        asked = Asked()
        simulator.hands(20, kind=kind, policy=asked)
        assert {one.seat for one in asked.shown if one.others} == captains


@pytest.mark.parametrize("executor", ["reference", "cpu"])
@pytest.mark.parametrize("declare", ["auto", "manual"])
def test_points_that_were_declared_are_remembered(executor: str, declare: str) -> None:
    """S000 §13: points declared by players or by the engine are remembered after the envido is settled."""
    asked = Asked()
    Simulator("argentino", 2, executor=executor, flor=False, declare=declare).hands(300, policy=asked)
    later = [one for one in asked.shown if one.state.envido.closed and one.state.declaring is None]
    heard = [event for one in later for event in one.events]
    assert any(event.value or (event.move or "").isdigit() for event in heard)


@pytest.mark.parametrize("executor", ["reference", "cpu"])
def test_a_hidden_score_is_not_told(executor: str) -> None:
    """With `picapica_hidden` the score that a policy sees does not change until the duels are over."""
    asked = Asked()
    simulator = Simulator("argentino", 6, executor=executor, picapica_hidden="on", picapica_from="0")
    simulator.matches(1, policy=asked, dealer=6)
    duels = [one for one in asked.shown if simulator.kinds[one.kind] == "duel"]
    first = [one for one in duels if one.events[0].seat == duels[0].events[0].seat][:20]
    assert len({one.seats for one in first}) > 1
    assert len({one.score for one in first}) == 1
    assert all(sorted(one.points) == sorted(one.score) for one in first)
