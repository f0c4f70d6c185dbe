"""A policy receives nothing that its player may not know.

The test plays games. It repeats each decision with different unseen cards, where the same moves are still legal and the
public events are the same. The policy must be shown the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from truquero import Card, rules_of
from truquero.cards import CARDS
from truquero.sim import Results, Simulator
from truquero.sim.engine_games import EngineGame, EngineHand, EngineMatch
from truquero.sim.tables import load
from truquero.sim.tables.kinds_of_hand import HandKinds
from truquero.table import Match, TableError, View
from truquero.table.view import visible_events

HANDS, MATCHES, DECISIONS = 25, 3, 12  # number of games, and of decisions checked per match
DEALS_TRIED = 6
SPECTATOR = 0  # not a seat: it sees only what lies on the table
MOST_COMPILED_STATES = 300  # states compiled in advance; the tables of a larger game are filled during play

Table = tuple[str, int, dict[str, Any]]
TABLES: list[Table] = [
    ("argentino", 2, {}),
    ("argentino", 3, {}),
    ("argentino", 4, {"flor_forced": "on"}),
    ("argentino", 6, {"picapica_hidden": "on", "picapica_from": "0"}),
    ("uruguayo", 2, {"perros": "on"}),
    ("belmez", 4, {}),
    ("belmez", 4, {"blind_calls": "on"}),
    ("paulista", 4, {"covered_cards": "on"}),
    ("paulista", 2, {"mao_ferro_cega": "on", "covered_cards": "on"}),
    ("valenciano", 4, {"envit_show_card": "on"}),
]


@pytest.fixture(autouse=True)
def _filled_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile only small games in full, so that tests are fast."""
    monkeypatch.setattr(load, "MOST_STATES", MOST_COMPILED_STATES)


def seen_cards(match: Match, seat: int, blind: bool) -> set[Card]:
    """Return the cards that a seat has seen.

    These are the cards on the table, its own hand unless it is blind, and the hands of partners who show theirs. The
    cards of earlier duels of the deal are included: they have been played and cannot change.
    """
    hand = match.hand
    assert hand is not None
    cards_seen = {laid.card for laid in hand.laid if not laid.face_down or laid.seat == seat}
    cards_seen |= {card for _seat, cards in match.view(seat).partner_hands for card in cards}
    earlier_hands = [cards for log in match.log[-1].hands[:-1] for cards in log.cards.values()]
    cards_seen |= {card for cards in earlier_hands for card in cards if card is not None}
    return cards_seen if blind else cards_seen | {card for card in hand.dealt(seat) if card is not None}


def is_blind(match: Match, seat: int, options: dict[str, Any]) -> bool:
    if match.hand_type.value == "iron":
        return options.get("mao_ferro_cega") == "on"
    assert match.hand is not None
    may_be = options.get("blind_calls") == "on" or (options.get("perros") == "on" and seat == match.hand.seats[0])
    return may_be and (seat, "mira") not in match.log[-1].hands[-1].moves


class ReplayableGame:
    """The only game of a simulation, replayed up to any of its moves. One deal may get other cards."""

    def __init__(self, results: Results) -> None:
        self.rules, self.trajectory = results.rules, results.trajectory(0)
        self._request, self._kinds = results.request, HandKinds(results.rules)

    def up_to(self, count: int, cards: Sequence[Card] | None = None, deal: int = -1) -> EngineGame:
        """Return the game after `count` moves. `cards` replace the cards of deal number `deal`.

        Raise TableError if a move does not fit the cards, or if the cards end the last deal too early.
        """
        decks = [
            cards if cards is not None and number == deal else deck for number, deck in enumerate(self.trajectory.deals)
        ]
        remaining_decks = iter(decks)

        def draw(_packets: int, _gallo: bool) -> Sequence[Card]:
            deck = next(remaining_decks, None)
            if deck is None:
                raise TableError("the last deal is over before its moves are made")
            return deck

        game: EngineGame
        if not self._request.whole_matches:
            game = EngineHand(self.rules, self._kinds, self._request.kind, self._request.score, draw)
        else:
            dealer, score = self.trajectory.dealer, self._request.score
            game = EngineMatch(self.rules, self._kinds, dealer, score, draw)
        for seat, move in self.trajectory.moves[:count]:
            self._open(game)
            game.play(seat, move)
        self._open(game)
        return game

    @staticmethod
    def _open(game: EngineGame) -> None:
        if isinstance(game, EngineMatch) and not game.match.in_hand:
            game.next_hand()

    def with_other_cards(self, deal: int, seen: set[Card], randomness: random.Random) -> list[Card]:
        """Return the cards of a deal with the unseen ones replaced at random. The turned card stays."""
        deck = self.trajectory.deals[deal]
        turned = {deck[-1]} if self.rules.deal.turned else set()
        unseen = [card for card in self.rules.pack if card not in seen | turned]
        randomness.shuffle(unseen)
        return [card if card in seen | turned else unseen.pop() for card in deck]


def public_knowledge(game: EngineGame) -> object:
    """Return what everybody knows of the hand. Where points are settled at its end, no awards are known before."""
    late = game.match.rules.match.settle_at_hand_end
    return game.hand.state, None if late else visible_events(game.match, SPECTATOR)


def compare_decision(
    replayable: ReplayableGame, count: int, view: View, options: dict[str, Any], randomness: random.Random
) -> int:
    """Compare a decision with the same decision for other unseen cards. Return the number of comparisons."""
    game = replayable.up_to(count)
    seat = replayable.trajectory.moves[count][0]
    blind = is_blind(game.match, seat, options)
    assert (None in view.cards) == blind
    assert {card for card in view.cards if card is not None} <= seen_cards(game.match, seat, blind)
    seen, deal = seen_cards(game.match, seat, blind), len(game.match.log) - 1
    comparisons = 0
    for _deal in range(DEALS_TRIED):
        try:
            changed = replayable.up_to(count, replayable.with_other_cards(deal, seen, randomness), deal)
        except TableError:
            continue  # these cards do not fit the moves
        codes = changed.hand.legal(seat) if changed.match.in_hand and seat in changed.hand.seats else []
        if codes and public_knowledge(changed) == public_knowledge(game):
            assert changed.match.view(seat) == view
            comparisons += 1
    return comparisons


@pytest.mark.parametrize("executor", ["reference", "cpu"])
@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_the_view_of_a_policy_does_not_depend_on_unseen_cards(
    variant: str, players: int, options: dict[str, Any], executor: str
) -> None:
    randomness = random.Random(f"{variant}{players}{options}")
    simulator = Simulator(rules_of(variant, players, **options), executor=executor)
    views: list[View] = []

    def policy(batch: Sequence[View]) -> list[int]:
        views.extend(batch)
        return [-1] * len(batch)

    in_hands = in_matches = 0
    for kind in range(len(simulator.kinds)):
        for number in range(HANDS):
            views.clear()
            replayable = ReplayableGame(
                simulator.hands(1, kind=kind, first=number, policy=policy, trajectories=True, seed=players)
            )
            count = randomness.randrange(len(views))
            in_hands += compare_decision(replayable, count, views[count], options, randomness)
    for number in range(MATCHES):
        views.clear()
        replayable = ReplayableGame(simulator.matches(1, first=number, policy=policy, trajectories=True, seed=players))
        for count in randomness.sample(range(min(len(views), 150)), DECISIONS):
            in_matches += compare_decision(replayable, count, views[count], options, randomness)
    assert in_hands > HANDS
    assert in_matches > DECISIONS


@pytest.mark.parametrize("executor", ["reference", "cpu"])
def test_a_player_who_may_not_look_plays_a_random_card(executor: str) -> None:
    """In a blind mão de ferro, players name a card by its number. Chance chooses the card (S004)."""
    simulator = Simulator("paulista", 2, executor=executor, mao_ferro_cega="on")
    moves: set[tuple[str, ...]] = set()

    def lay(batch: Sequence[View]) -> list[int]:
        moves.update(view.moves for view in batch if not view.table)
        return [view.moves.index("carta-1") for view in batch]

    results = simulator.hands(60, score=(11, 11), policy=lay, trajectories=True)
    assert moves == {("mazo", "carta-1", "carta-2", "carta-3")}
    slots = []
    for number in range(60):
        seat, move = results.trajectory(number).moves[0]
        slots.append(results.replay_hand(number).dealt(seat).index(CARDS[move]))
    assert all(slots.count(slot) > 10 for slot in range(3))
