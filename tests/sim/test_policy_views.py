"""A policy receives the `View` of its player's seat, with every executor, and a bot can be a policy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from truquero import VARIANTS, Match, rules_of
from truquero.bots import Bot
from truquero.sim import Results, Simulator
from truquero.sim.engine_games import EngineHand, EngineMatch
from truquero.sim.tables import load
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.table import IllegalMove, View

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
both_executors = pytest.mark.parametrize("executor", ["reference", "cpu"])


@pytest.fixture(autouse=True)
def _filled_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile only small games in full, so that tests are fast."""
    monkeypatch.setattr(load, "MOST_STATES", SMALL)


class Recorder:
    """A policy that leaves every choice to chance and stores its views."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def __call__(self, batch: Sequence[View]) -> list[int]:
        self.views += batch
        return [-1] * len(batch)


def replayed(results: Results) -> Iterator[tuple[Match, int]]:
    """Yield the only game of a simulation before each of its moves, with the seat that moves."""
    game, request, kinds = results.trajectory(0), results.request, HandKinds(results.rules)
    decks = iter(game.deals)
    if not request.whole_matches:
        hand = EngineHand(results.rules, kinds, request.kind, request.score, lambda *_about: next(decks))
        for seat, move in game.moves:
            yield hand.match, seat
            hand.play(seat, move)
        return
    engine_match = EngineMatch(results.rules, kinds, game.dealer, request.score, lambda *_about: next(decks))
    for seat, move in game.moves:
        if not engine_match.match.in_hand:
            engine_match.next_hand()
        yield engine_match.match, seat
        engine_match.play(seat, move)


@both_executors
@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_policies_receive_the_view_of_the_seat(variant: str, players: int, options: Options, executor: str) -> None:
    simulator = Simulator(rules_of(variant, players, **options), executor=executor)
    for kind in range(len(simulator.kinds)):
        policy = Recorder()
        played = simulator.hands(1, kind=kind, first=kind, policy=policy, trajectories=True)
        for view, (match, seat) in zip(policy.views, replayed(played), strict=True):
            assert view == match.view(seat)
    policy = Recorder()
    played = simulator.matches(1, policy=policy, trajectories=True)
    for view, (match, seat), _number in zip(policy.views, replayed(played), range(MOVES), strict=False):
        assert view == match.view(seat)


@both_executors
def test_partners_see_each_others_cards_in_a_mao_de_11(executor: str) -> None:
    """S004: the side with eleven points sees its partner's cards before it decides."""
    policy = Recorder()
    Simulator("paulista", 4, executor=executor).hands(1, score=(11, 4), policy=policy)
    first = policy.views[0]
    assert first.state is not None
    assert first.state.stage == "decide"
    assert [(seat, len(cards)) for seat, cards in first.partner_hands] == [((first.seat + 1) % 4 + 1, 3)]


@both_executors
def test_captains_see_their_partners_in_the_redondo(executor: str) -> None:
    """S003: in a cortaíllo nobody sees another player's cards."""
    simulator = Simulator("belmez", 4, executor=executor)
    for kind, captains in (("round", {1, 2}), ("duel", set())):
        policy = Recorder()
        simulator.hands(20, kind=kind, policy=policy)
        assert {view.seat for view in policy.views if view.partner_hands} == captains


@both_executors
@pytest.mark.parametrize("declare", ["auto", "manual"])
def test_views_remember_declared_points(executor: str, declare: str) -> None:
    """S000 §13: points declared by players or by the engine are remembered after the envido is settled."""
    policy = Recorder()
    Simulator("argentino", 2, executor=executor, flor=False, declare=declare).hands(300, policy=policy)
    states = [(view.state, view) for view in policy.views if view.state is not None]
    later = [view for state, view in states if state.envido.closed and state.declaring is None]
    events = [event for view in later for event in view.events]
    assert any(event.value or (event.move or "").isdigit() for event in events)


@both_executors
def test_a_hidden_score_changes_only_after_the_duels(executor: str) -> None:
    """With `picapica_hidden` the score that a policy sees does not change until the duels are over."""
    policy = Recorder()
    simulator = Simulator("argentino", 6, executor=executor, picapica_hidden="on", picapica_from="0")
    simulator.matches(1, policy=policy, dealer=6)
    duels = [view for view in policy.views if view.hand_type == "duel"]
    first = [view for view in duels if view.dealer == duels[0].dealer][:20]
    assert len({view.seats for view in first}) > 1
    assert len({view.score for view in first}) == 1


# ------------------------------------------------------------------------------------------------------------- bots


class Caller(Bot):
    """Calls when it may act first or interrupt, and otherwise makes the first move."""

    CALLS = ("envido", "truco", "flor", "retruco")

    def choose(self, view: View) -> str:
        return self.speak_up(view) or ("quiero" if "quiero" in view.moves else view.moves[-1])

    def speak_up(self, view: View) -> str | None:
        calls = [move for move in view.moves if move in self.CALLS and len(view.table) % 2 == view.seat % 2]
        return calls[0] if calls else None


@pytest.mark.parametrize(("variant", "players"), [("argentino", 2), ("argentino", 4), ("paulista", 4), ("belmez", 4)])
def test_bots_play_the_same_games_with_both_executors(variant: str, players: int) -> None:
    results = [
        Simulator(variant, players, executor=executor).matches(4, policy=Caller(), trajectories=True)
        for executor in ("reference", "cpu")
    ]
    games = [[result.trajectory(number) for number in range(4)] for result in results]
    assert games[0] == games[1]
    assert any(move in Caller.CALLS for game in games[0] for _seat, move in game.moves)


@both_executors
def test_anything_with_a_method_choose_is_a_bot(executor: str) -> None:
    class LastMove:
        def choose(self, view: View) -> str:
            return view.moves[-1]

    simulator = Simulator("argentino", 2, executor=executor, flor=False)
    totals = simulator.hands(50, policy=LastMove()).totals()
    assert totals.outcomes()["envido_called"] == 0
    assert simulator.count_matches(3, policy=LastMove()).games == 3


@both_executors
def test_an_illegal_move_of_a_bot_is_an_error(executor: str) -> None:
    class Confused:
        def choose(self, view: View) -> str:
            return "contraflor"

    with pytest.raises(IllegalMove, match="contraflor"):
        Simulator("paulista", 2, executor=executor).hands(1, policy=Confused())
