"""The awards of one hand: those deferred to its end, those already written, and the cards shown for them."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.cards import Card
from truquero.engine import Award
from truquero.engine.state import TAKES_BACK
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore, Term
from truquero.table.award_values import SettledAward, in_order, settle, taken_back, takes_both_out, to_take_back
from truquero.table.copying import PicklesSlots
from truquero.table.holdings import Holdings

LACK = Term.LACK  # a global name: Python looks up a member of an enum far more slowly


class HandAwards(PicklesSlots):
    """The awards of a hand.

    `score` is the score when the hand begins. `are_deferred` is whether points are written only when the hand is over
    (S003). `written` are the awards that were written before the position from which the hand is played.
    """

    __slots__ = ("_deferred", "_score_at_start", "are_deferred", "shown", "written")

    def __init__(self, score: HandScore, *, are_deferred: bool, written: Sequence[SettledAward] = ()) -> None:
        self.are_deferred = are_deferred
        self.written = list(written)  # they may have to be taken back
        self.shown: dict[int, tuple[Card, ...]] = {}  # the cards that seats have to show for awards, by seat
        self._score_at_start = score
        self._deferred: list[Award] = []

    def copy(self) -> HandAwards:
        """Return an independent copy."""
        twin = HandAwards(self._score_at_start, are_deferred=self.are_deferred, written=self.written)
        twin.shown, twin._deferred = self.shown.copy(), self._deferred.copy()
        return twin

    def contents(self) -> tuple[object, ...]:
        """Return the values that equality compares."""
        return self.are_deferred, self.written, self.shown, self._score_at_start, self._deferred

    def is_without_effect(self, award: Award) -> bool:
        """Return whether an award only takes back points, and there are none to take back."""
        return award.why in TAKES_BACK and not to_take_back(award, self.written)

    def cancel_deferred_envido(self) -> None:
        """Drop the deferred awards of the envido."""
        if self._deferred:
            self._deferred = [award for award in self._deferred if award.lance != "envido"]

    def defer(self, awards: Sequence[Award]) -> None:
        """Defer awards to the end of the hand (S003)."""
        self._deferred += awards

    def would_decide_game(self, rules: HandRules, holdings: Holdings, score: HandScore) -> bool:
        """Return whether a deferred award wins the game, whichever side wins the award."""
        compared = (award for award in self._deferred if award.why in ("best", "false"))
        return any(takes_both_out(award, rules, holdings, score) for award in compared)

    def take_deferred(self) -> list[Award]:
        """Remove and return the deferred awards, in the order in which points are written."""
        due, self._deferred = in_order(self._deferred), []
        return due

    def settle(
        self, award: Award, rules: HandRules, seats: tuple[int, ...], holdings: Holdings, score: HandScore
    ) -> SettledAward:
        """Value an award against the current score: find its winner and its points, and note it as written."""
        if award.why in TAKES_BACK:
            return self._take_back(award)
        counted = self._score_at_start if award.stake.term is LACK else score
        settled, showing = settle(award, rules, seats, holdings, counted)
        for seat in showing:
            dealt = holdings.dealt[seats.index(seat)]
            self.shown[seat] = tuple(card for card in dealt if card is not None)
        self.written.append(settled)
        return settled

    def _take_back(self, award: Award) -> SettledAward:
        """Take back written awards. Their winners no longer have to show their cards for them."""
        undone = to_take_back(award, self.written)
        for settled in undone:
            self.written.remove(settled)
            if settled.winner is not None:
                self.shown.pop(settled.winner, None)
        return taken_back(award, undone)
