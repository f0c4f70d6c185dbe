"""Playouts: hands with sampled cards, played to their end by the habits (`heuristics.py`) of every player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from truquero.bots.players.beliefs import SampledDeal
from truquero.bots.players.card_heuristics import card_to_lay
from truquero.bots.players.heuristics import Habits, Temper
from truquero.bots.players.player_situation import Situation, StateFromPlace, state_from_place
from truquero.bots.players.prepared_view import PreparedView
from truquero.cards import Card
from truquero.engine import State
from truquero.engine.flor import SING
from truquero.engine.state import NOBODY, EnvidoState, FlorState, pending_lance
from truquero.rules.stakes import HandScore, Stake
from truquero.table.hand import Hand
from truquero.table.position import LaidCard, Position
from truquero.table.validation import DealtCards

STEEP = 1.5  # how fast the chance to win a game grows with the lead in points
MOST_MOVES = 60  # of one hand: bids of any size could go on for very long


class Playouts:
    """Plays sampled deals to their end from the current position of a seat."""

    def __init__(self, prepared: PreparedView, random: Random, ours: Temper, theirs: Temper) -> None:
        self._prepared = prepared
        habits = {True: Habits(random, ours), False: Habits(random, theirs)}
        self._habits: Mapping[int, Habits] = {
            place: habits[side == prepared.side] for place, side in enumerate(prepared.lineup.sides)
        }
        self._states_from_places: dict[tuple[int, int], tuple[State, StateFromPlace]] = {}
        self._scale = Scale(prepared.score, prepared.side)

    def value(self, deal: SampledDeal, move: str) -> float:
        """Return the gain of the seat's side on `Scale` if the seat makes this move now."""
        prepared = self._prepared
        hand = self._hand(deal)
        self._make(hand, prepared.view.seat, move)
        self._play(hand, deal)
        return self._scale.of(hand.score)

    def truco_share(self, deal: SampledDeal) -> float:
        """Return 1 if the seat's side takes the hand without further calls, 0 if the rivals do, 0.5 if nobody does."""
        state = self._prepared.state
        without_calls = state._replace(
            truco=state.truco._replace(calling=NOBODY),
            envido=EnvidoState(closed=True),
            flor=FlorState("closed"),
            looked=(1 << len(self._prepared.seats)) - 1,  # seats that play blind look before laying a card
        )
        hand = self._hand(deal, without_calls)
        for _ in range(MOST_MOVES):
            if hand.finished:
                break
            place = hand.state.turn
            best = hand.best if hand.state.best != NOBODY else -1
            held = hand.held(hand.seats[place])
            situation = self._situation(hand, place, deal[place], held, best, held)
            for award in hand.play(hand.seats[place], card_to_lay(situation)):
                if award.lance == "truco":
                    return float(award.side == self._prepared.side)
        return 0.5

    def _hand(self, deal: SampledDeal, state: State | None = None) -> Hand:
        prepared, worth = self._prepared, self._prepared.worth
        seats = prepared.seats
        return Hand(
            prepared.automaton,
            seats,
            DealtCards({seats[place]: cards for place, cards in deal.items()}, prepared.view.turned),
            worth.strengths,
            prepared.score,
            worth.points,
            settle_at_end=prepared.rules.match.settle_at_hand_end,
            position=Position(state or prepared.state, self._laid(deal), prepared.announced_flor, prepared.written),
        )

    def _laid(self, deal: SampledDeal) -> list[LaidCard]:
        """Return the cards on the table as they would be in this deal.

        A card that lies face down may be missing from the deal: the bot does not know it, or the deal gives the bot
        another hand. Another card of the same place then replaces it.
        """
        prepared = self._prepared
        laid_cards: list[LaidCard] = []
        open_cards = {seen_card.card for seen_card in prepared.laid if not seen_card.face_down}
        for seen_card in prepared.laid:
            card = seen_card.card
            if card is None or (seen_card.face_down and card not in deal[seen_card.place]):
                used = {earlier.card for earlier in laid_cards} | open_cards
                card = next(candidate for candidate in reversed(deal[seen_card.place]) if candidate not in used)
            laid_cards.append(LaidCard(prepared.seats[seen_card.place], card, seen_card.trick, seen_card.face_down))
        return laid_cards

    def _play(self, hand: Hand, deal: SampledDeal) -> None:
        for _ in range(MOST_MOVES):
            if hand.finished:
                return
            seat, move = self._next(hand, deal)
            self._make(hand, seat, move)

    def _make(self, hand: Hand, seat: int, move: str) -> None:
        """Make a move and add its points to the score. The hand stops when a side reaches the target."""
        for award in hand.play(seat, move):
            settled = hand.settle(award)
            hand.score = _with_points(hand.score, settled.side, settled.points)
            if max(hand.score.points) >= hand.score.target:
                hand.stop()
                return

    def _next(self, hand: Hand, deal: SampledDeal) -> tuple[int, str]:
        """Return the next seat to act, and its move."""
        may_act, state = hand.may_act(), hand.state
        seat = may_act[0] if len(may_act) == 1 else self._speaker(hand, deal, may_act)
        moves = hand.legal(seat)
        if not moves:  # all its calls need cards that it does not have
            seat = next(candidate for candidate in may_act if hand.legal(candidate))
            moves = hand.legal(seat)
        if len(moves) == 1:
            return seat, moves[0]
        place = hand.seats.index(seat)
        best = hand.best if state.best != NOBODY else -1
        situation = self._situation(hand, place, deal[place], hand.held(seat), best, moves)
        return seat, self._habits[place].choose(situation)

    def _situation(
        self, hand: Hand, place: int, dealt: Sequence[Card], held: Sequence[Card], best: int, moves: Sequence[str]
    ) -> Situation:
        state_at_place = self._state_from_place(hand, place)
        return Situation(
            hand.rules, hand.state, place, state_at_place, dealt, held, best, hand.score, self._prepared.worth, moves
        )

    def _state_from_place(self, hand: Hand, place: int) -> StateFromPlace:
        """Return what the state means to a place, from a cache, because playouts repeat states.

        The key is the id of the state. It stays valid because the cache holds a reference to the state.
        """
        key = (id(hand.state), place)
        entry = self._states_from_places.get(key)
        if entry is None:
            entry = self._states_from_places[key] = hand.state, state_from_place(hand.rules, hand.state, place)
        return entry[1]

    def _speaker(self, hand: Hand, deal: SampledDeal, may_act: Sequence[int]) -> int:
        """Return a seat with a flor to sing; else the seat on turn; else the last seat of the side that must answer."""
        state, points = hand.state, self._prepared.worth.points
        place_of = hand.seats.index
        for seat in may_act:
            dealt = deal[place_of(seat)]
            if len(dealt) == 3 and points.is_flor(dealt) and hand.may_call(seat, SING):
                return seat
        if pending_lance(state) is None and hand.seats[state.turn] in may_act:
            return hand.seats[state.turn]
        return max(may_act, key=place_of)


class Scale:
    """The value of points to a side at a score. The unit is one point at the start of a game."""

    def __init__(self, score: HandScore, side: int) -> None:
        self._score, self._side = score, side
        self._before = chance_to_win(score, side)
        self._factor = 4 * score.target / STEEP

    def of(self, score: HandScore) -> float:
        """Return the gain of the side when the score changes to this one."""
        return (chance_to_win(score, self._side) - self._before) * self._factor

    def gain(self, winner: int, stake: Stake) -> float:
        """Return the gain of the side when `winner` wins a stake; negative if the rivals win it."""
        points = min(stake.value(winner, self._score), self._score.lack(winner))
        return self.of(_with_points(self._score, winner, points))


def _with_points(score: HandScore, side: int, points: int) -> HandScore:
    updated = list(score.points)
    updated[side] += points
    return score._replace(points=(updated[0], updated[1]), highest=max(updated))


def chance_to_win(score: HandScore, side: int) -> float:
    """Return the chance that a side wins the game, estimated from the score alone."""
    ours, theirs = score.lack(side), score.lack(1 - side)
    if not ours or not theirs:
        return 0.5 if ours == theirs else float(not ours)
    our_weight, their_weight = ours**STEEP, theirs**STEEP
    return float(their_weight / (our_weight + their_weight))
