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
from truquero.sim.hand_kinds import HandKinds
from truquero.sim.tables import load as making
from truquero.table import Match, TableError, View
from truquero.table.view import visible_events

HANDS, MATCHES, DECISIONS = 25, 3, 12  # number of games, and of decisions checked per match
DEALS_TRIED = 6
NOBODY = 0  # no real seat: it sees only what lies on the table
SMALL = 300  # states compiled in advance; the tables of a larger game are filled during play

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
    monkeypatch.setattr(making, "MOST_STATES", SMALL)


def seen_cards(match: Match, seat: int, blind: bool) -> set[Card]:
    """Return the cards that a seat has seen.

    These are the cards on the table, its own hand unless it is blind, and the hands of partners who show theirs. The
    cards of earlier duels of the deal are included: they have been played and cannot change.
    """
    hand = match.hand
    assert hand is not None
    seen = {laid.card for laid in hand.laid if not laid.covered or laid.seat == seat}
    seen |= {card for _seat, cards in match.view(seat).partner_hands for card in cards}
    before = [cards for log in match.log[-1].hands[:-1] for cards in log.cards.values()]
    seen |= {card for cards in before for card in cards if card is not None}
    return seen if blind else seen | {card for card in hand.dealt(seat) if card is not None}


def is_blind(match: Match, seat: int, options: dict[str, Any]) -> bool:
    if match.hand_type.value == "iron":
        return options.get("mao_ferro_cega") == "on"
    assert match.hand is not None
    may_be = options.get("blind_calls") == "on" or (options.get("perros") == "on" and seat == match.hand.seats[0])
    return may_be and (seat, "mira") not in match.log[-1].hands[-1].moves


class Again:
    """The only game of a simulation, replayed up to any of its moves. One deal may get other cards."""

    def __init__(self, results: Results) -> None:
        self.rules, self.told = results.rules, results.trajectory(0)
        self._request, self._kinds = results.request, HandKinds(results.rules)

    def up_to(self, count: int, cards: Sequence[Card] | None = None, deal: int = -1) -> EngineGame:
        """Return the game after `count` moves. `cards` replace the cards of deal number `deal`.

        Raise TableError if a move does not fit the cards, or if the cards end the last deal too early.
        """
        decks = [cards if cards is not None and number == deal else deck for number, deck in enumerate(self.told.deals)]
        left = iter(decks)

        def draw(_packets: int, _gallo: bool) -> Sequence[Card]:
            deck = next(left, None)
            if deck is None:
                raise TableError("the last deal is over before its moves are made")
            return deck

        dealt: EngineGame
        if not self._request.whole:
            dealt = EngineHand(self.rules, self._kinds, self._request.kind, self._request.score, draw)
        else:
            dealer, score = self.told.dealer, self._request.score
            dealt = EngineMatch(self.rules, self._kinds, dealer, score, draw)
        for seat, move in self.told.moves[:count]:
            self._open(dealt)
            dealt.play(seat, move)
        self._open(dealt)
        return dealt

    @staticmethod
    def _open(dealt: EngineGame) -> None:
        if isinstance(dealt, EngineMatch) and not dealt.match.in_hand:
            dealt.next_hand()

    def with_others(self, deal: int, seen: set[Card], chance: random.Random) -> list[Card]:
        """Return the cards of a deal with the unseen ones replaced at random. The turned card stays."""
        deck = self.told.deals[deal]
        turned = {deck[-1]} if self.rules.deal.turned else set()
        unseen = [card for card in self.rules.pack if card not in seen | turned]
        chance.shuffle(unseen)
        return [card if card in seen | turned else unseen.pop() for card in deck]


def heard(dealt: EngineGame) -> object:
    """Return what everybody knows of the hand. Where points are settled at its end, no awards are known before."""
    late = dealt.match.rules.match.settle_at_hand_end
    return dealt.hand.state, None if late else visible_events(dealt.match, NOBODY)


def compared(again: Again, count: int, shown: View, options: dict[str, Any], chance: random.Random) -> int:
    """Compare a decision with the same decision for other unseen cards. Return the number of comparisons."""
    here = again.up_to(count)
    seat = again.told.moves[count][0]
    blind = is_blind(here.match, seat, options)
    assert (None in shown.cards) == blind
    assert {card for card in shown.cards if card is not None} <= seen_cards(here.match, seat, blind)
    seen, deal = seen_cards(here.match, seat, blind), len(here.match.log) - 1
    found = 0
    for _deal in range(DEALS_TRIED):
        try:
            other = again.up_to(count, again.with_others(deal, seen, chance), deal)
        except TableError:
            continue  # these cards do not fit the moves
        codes = other.hand.legal(seat) if other.match.in_hand and seat in other.hand.seats else []
        if codes and heard(other) == heard(here):
            assert other.match.view(seat) == shown
            found += 1
    return found


@pytest.mark.parametrize("executor", ["reference", "cpu"])
@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_what_a_policy_is_shown_does_not_depend_on_cards_unseen(
    variant: str, players: int, options: dict[str, Any], executor: str
) -> None:
    chance = random.Random(f"{variant}{players}{options}")
    simulator = Simulator(rules_of(variant, players, **options), executor=executor)
    asked: list[View] = []

    def policy(batch: Sequence[View]) -> list[int]:
        asked.extend(batch)
        return [-1] * len(batch)

    in_hands = in_matches = 0
    for kind in range(len(simulator.kinds)):
        for number in range(HANDS):
            asked.clear()
            again = Again(simulator.hands(1, kind=kind, first=number, policy=policy, trajectories=True, seed=players))
            count = chance.randrange(len(asked))
            in_hands += compared(again, count, asked[count], options, chance)
    for number in range(MATCHES):
        asked.clear()
        again = Again(simulator.matches(1, first=number, policy=policy, trajectories=True, seed=players))
        for count in chance.sample(range(min(len(asked), 150)), DECISIONS):
            in_matches += compared(again, count, asked[count], options, chance)
    assert in_hands > HANDS
    assert in_matches > DECISIONS


@pytest.mark.parametrize("executor", ["reference", "cpu"])
def test_who_may_not_look_lays_any_card(executor: str) -> None:
    """In a blind mão de ferro, players name a card by its number. Chance chooses the card (S004)."""
    simulator = Simulator("paulista", 2, executor=executor, mao_ferro_cega="on")
    moves: set[tuple[str, ...]] = set()

    def lay(batch: Sequence[View]) -> list[int]:
        moves.update(view.moves for view in batch if not view.table)
        return [view.moves.index("carta-1") for view in batch]

    played = simulator.hands(60, score=(11, 11), policy=lay, trajectories=True)
    assert moves == {("mazo", "carta-1", "carta-2", "carta-3")}
    slots = []
    for number in range(60):
        seat, move = played.trajectory(number).moves[0]
        slots.append(played.replay_hand(number).dealt(seat).index(CARDS[move]))
    assert all(slots.count(slot) > 10 for slot in range(3))
