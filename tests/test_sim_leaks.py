"""A policy is told nothing that its player may not know.

Games are played, and each decision is asked for again with every card that the player has not seen dealt anew, where
the same moves still fit: what the policy is shown must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from truquero import Card, rules_of
from truquero.cards import CARDS
from truquero.compiled.dealt import DealtHand
from truquero.compiled.kinds import Kinds
from truquero.compiled.request import Decision
from truquero.sim import Results, Simulator
from truquero.compiled.decisions import decision_of
from truquero.table import Hand, TableError

HANDS = 25
DEALS_TRIED = 6

Table = tuple[str, int, dict[str, Any]]
TABLES: list[Table] = [
    ("argentino", 2, {}),
    ("argentino", 3, {}),
    ("argentino", 4, {"flor_forced": "on"}),
    ("uruguayo", 2, {"perros": "on"}),
    ("belmez", 4, {"blind_calls": "on"}),
    ("paulista", 4, {"covered_cards": "on"}),
    ("paulista", 2, {"mao_ferro_cega": "on", "covered_cards": "on"}),
    ("valenciano", 4, {"envit_show_card": "on"}),
]


def may_see(hand: Hand, seat: int, blind: bool) -> set[Card]:
    """The cards that a seat has seen: on the table, and in its hand unless it has not looked."""
    seen = {laid.card for laid in hand.laid if not laid.covered or laid.seat == seat}
    seen |= {card for cards in hand.shown.values() for card in cards}
    return seen if blind else seen | {card for card in hand.dealt(seat) if card is not None}


def is_blind(hand: Hand, seat: int, moves: Sequence[tuple[int, str]], options: dict[str, Any], iron: bool) -> bool:
    if iron:
        return options.get("mao_ferro_cega") == "on"
    may_be = options.get("blind_calls") == "on" or (options.get("perros") == "on" and seat == hand.seats[0])
    return may_be and (seat, "mira") not in moves


class Again:
    """One of the hands of a simulation, played again up to any of its moves, with these cards or with others."""

    def __init__(self, results: Results, number: int) -> None:
        self.rules, self.told = results.rules, results.trajectory(number)
        self._request, self._kinds = results.request, Kinds(results.rules)

    def up_to(self, count: int, cards: Sequence[Card] | None = None) -> DealtHand:
        deck = self.told.deals[0] if cards is None else cards
        dealt = DealtHand(self.rules, self._kinds, self._request.kind, self._request.score, lambda *_about: deck)
        for seat, move in self.told.moves[:count]:
            dealt.play(seat, move)
        return dealt

    def shown(self, count: int, cards: Sequence[Card] | None = None) -> Decision | None:
        """What the player of the next move is shown; None where such cards do not fit what was said and laid."""
        seat = self.told.moves[count][0]
        try:
            dealt = self.up_to(count, cards)
        except TableError:
            return None
        codes = dealt.hand.legal(seat)
        return decision_of(dealt, seat, codes) if codes else None

    def with_others(self, seen: set[Card], chance: random.Random) -> list[Card]:
        """The same deal, cards that were not seen being others; the turned card lies on the table."""
        turned = {self.told.deals[0][-1]} if self.rules.deal.turned else set()
        unseen = [card for card in self.rules.pack if card not in seen | turned]
        chance.shuffle(unseen)
        return [card if card in seen | turned else unseen.pop() for card in self.told.deals[0]]


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_what_a_policy_is_shown_does_not_depend_on_cards_unseen(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    chance = random.Random(f"{variant}{players}{options}")
    simulator = Simulator(rules_of(variant, players, **options), executor="reference")
    compared = 0
    for kind in range(len(simulator.kinds)):
        played = simulator.hands(HANDS, kind=kind, trajectories=True, seed=players)
        iron = simulator.kinds[kind] == "both sides close"
        for number in range(HANDS):
            again = Again(played, number)
            count = chance.randrange(len(again.told.moves))
            seat, hand = again.told.moves[count][0], again.up_to(count).hand
            shown = again.shown(count)
            assert shown is not None
            blind = is_blind(hand, seat, again.told.moves[:count], options, iron)
            assert (shown.held == ()) == (shown.dealt == ()) == blind
            seen = may_see(hand, seat, blind)
            for _deal in range(DEALS_TRIED):
                other = again.shown(count, again.with_others(seen, chance))
                if other is not None and (other.state, other.points) == (shown.state, shown.points):
                    assert other == shown
                    compared += 1
    assert compared > HANDS


@pytest.mark.parametrize("executor", ["reference", "cpu"])
def test_who_may_not_look_lays_any_card(executor: str) -> None:
    """In a blind mão de ferro laying a card is one move, and chance chooses which it is (S004)."""
    simulator = Simulator("paulista", 2, executor=executor, mao_ferro_cega="on")
    codes: set[tuple[str, ...]] = set()

    def lay(batch: Sequence[Decision]) -> list[int]:
        codes.update(tuple(one.codes) for one in batch)
        return [list(one.codes).index("carta") for one in batch]

    played = simulator.hands(60, score=(11, 11), policy=lay, trajectories=True)
    assert codes == {("mazo", "carta")}
    slots = []
    for number in range(60):
        seat, move = played.trajectory(number).moves[0]
        slots.append(played.replay_hand(number).dealt(seat).index(CARDS[move]))
    assert all(slots.count(slot) > 10 for slot in range(3))
