"""A policy is told nothing that its player may not know.

Games are played, and each decision is asked for again with every card that the player has not seen dealt anew, where
the same moves still fit and the table has heard the same: what the policy is shown must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from truquero import Card, rules_of
from truquero.cards import CARDS
from truquero.compiled import making
from truquero.compiled.dealt import Dealt, DealtHand, DealtMatch
from truquero.compiled.decisions import decision_of
from truquero.compiled.kinds import Kinds
from truquero.sim import Decision, Results, Simulator
from truquero.table import Match, TableError
from truquero.table.view import events_told

HANDS, MATCHES, DECISIONS = 25, 3, 12  # how many are played, and asked about in a match
DEALS_TRIED = 6
NOBODY = 0  # a seat that is none: it sees what lies on the table
SMALL = 300  # states that are numbered at once; a game with more is filled as it is played

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
    """Only small games are compiled whole, so that a test does not take long."""
    monkeypatch.setattr(making, "MOST_STATES", SMALL)


def may_see(match: Match, seat: int, blind: bool) -> set[Card]:
    """The cards that a seat has seen: on the table, in its hand unless it has not looked, of partners who show theirs.
    What was dealt for duels before this one has been played and cannot be other cards."""
    hand = match.hand
    assert hand is not None
    seen = {laid.card for laid in hand.laid if not laid.covered or laid.seat == seat}
    seen |= {card for _seat, cards in match.view(seat).others for card in cards}
    before = [cards for log in match.log[-1].hands[:-1] for cards in log.cards.values()]
    seen |= {card for cards in before for card in cards if card is not None}
    return seen if blind else seen | {card for card in hand.dealt(seat) if card is not None}


def is_blind(match: Match, seat: int, options: dict[str, Any]) -> bool:
    if match.setting.value == "iron":
        return options.get("mao_ferro_cega") == "on"
    assert match.hand is not None
    may_be = options.get("blind_calls") == "on" or (options.get("perros") == "on" and seat == match.hand.seats[0])
    return may_be and (seat, "mira") not in match.log[-1].hands[-1].moves


class Again:
    """The only game of a simulation, played again up to any of its moves; of the deal that is on, with these cards or
    with others."""

    def __init__(self, results: Results) -> None:
        self.rules, self.told = results.rules, results.trajectory(0)
        self._request, self._kinds = results.request, Kinds(results.rules)

    def up_to(self, count: int, cards: Sequence[Card] | None = None, deal: int = -1) -> Dealt:
        """Raises TableError where the moves do not fit the cards, and where the cards end the last deal too soon."""
        decks = [cards if cards is not None and number == deal else deck for number, deck in enumerate(self.told.deals)]
        left = iter(decks)

        def draw(_packets: int, _gallo: bool) -> Sequence[Card]:
            deck = next(left, None)
            if deck is None:
                raise TableError("the last deal is over before its moves are made")
            return deck

        dealt: Dealt
        if not self._request.whole:
            dealt = DealtHand(self.rules, self._kinds, self._request.kind, self._request.score, draw)
        else:
            dealer, score = self.told.dealer, self._request.score
            dealt = DealtMatch(self.rules, self._kinds, dealer, score, draw)
        for seat, move in self.told.moves[:count]:
            self._open(dealt)
            dealt.play(seat, move)
        self._open(dealt)
        return dealt

    @staticmethod
    def _open(dealt: Dealt) -> None:
        if isinstance(dealt, DealtMatch) and not dealt.match.in_hand:
            dealt.next_hand()

    def with_others(self, deal: int, seen: set[Card], chance: random.Random) -> list[Card]:
        """The same deal, cards that were not seen being others; the turned card lies on the table."""
        deck = self.told.deals[deal]
        turned = {deck[-1]} if self.rules.deal.turned else set()
        unseen = [card for card in self.rules.pack if card not in seen | turned]
        chance.shuffle(unseen)
        return [card if card in seen | turned else unseen.pop() for card in deck]


def heard(dealt: Dealt) -> object:
    """What everybody knows of the hand. Where points are written when it is over, nobody has heard of any before."""
    late = dealt.match.rules.match.settle_at_hand_end
    return dealt.hand.state, None if late else events_told(dealt.match, NOBODY)


def compared(again: Again, count: int, shown: Decision, options: dict[str, Any], chance: random.Random) -> int:
    """Hold what was shown before a move against the same with other cards; says how often."""
    here = again.up_to(count)
    seat = again.told.moves[count][0]
    blind = is_blind(here.match, seat, options)
    assert (shown.dealt == ()) == blind
    assert set(shown.held) <= set(shown.dealt)
    seen, deal = may_see(here.match, seat, blind), len(here.match.log) - 1
    found = 0
    for _deal in range(DEALS_TRIED):
        try:
            other = again.up_to(count, again.with_others(deal, seen, chance), deal)
        except TableError:
            continue  # such cards do not fit what was said and laid
        codes = other.hand.legal(seat) if other.match.in_hand and seat in other.hand.seats else []
        if codes and heard(other) == heard(here):
            assert decision_of(other, seat, codes) == shown
            found += 1
    return found


@pytest.mark.parametrize("executor", ["reference", "cpu"])
@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_what_a_policy_is_shown_does_not_depend_on_cards_unseen(
    variant: str, players: int, options: dict[str, Any], executor: str
) -> None:
    chance = random.Random(f"{variant}{players}{options}")
    simulator = Simulator(rules_of(variant, players, **options), executor=executor)
    asked: list[Decision] = []

    def policy(batch: Sequence[Decision]) -> list[int]:
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
