"""The move that a seat should make now, with its reason in words and a chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from truquero.bots.advice.card_reasons import reason_for_card
from truquero.bots.advice.chances_in_words import OfferedBet, in_hundred, of_answer
from truquero.bots.advice.sampled_chances import SampledChances
from truquero.bots.players.aprendiz import keep_or_exchange, situation_of
from truquero.bots.players.betting_calls import accepting, bet, envido_calls, gain, truco_calls
from truquero.bots.players.candidate_moves import candidate_moves
from truquero.bots.players.characters import CHARACTERS
from truquero.bots.players.heuristics import CALL_TRUCO, OPEN_ENVIDO, RAISE_ENVIDO, Habits, Temper
from truquero.bots.players.move_evaluation import MoveEvaluation
from truquero.bots.players.player_situation import Situation
from truquero.bots.players.prepared_view import PreparedView
from truquero.cards import CARDS
from truquero.engine.automaton import LOOK, SHOW
from truquero.engine.declare import CONCEDE
from truquero.engine.flor import SING
from truquero.engine.state import COVER, pending_lance
from truquero.engine.tricks import stake_in_force
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.moves import KEEP, REFUSE
from truquero.rules.stakes import Stake
from truquero.table import View

CALM = Temper(bluff=0.0, noise=0.0)  # advice never bluffs


class Advice(NamedTuple):
    """A move and its reason. Without a move the advice is to keep silent."""

    move: str | None
    reason: str


def advice(rules: Rules, view: View) -> Advice | None:
    """Return what the seat should do now; None if nothing waits for it, or it does not see its cards.

    The same view gets the same advice.
    """
    if view.state is None or not view.moves or view.seat not in view.seats:
        return None
    if len(view.moves) == 1 and not view.may_pass:
        return Advice(view.moves[0], _("nothing else is possible"))
    if KEEP in view.moves:
        return Advice(keep_or_exchange(rules, view), _("compared with all the cards that you could get"))
    if LOOK in view.moves:
        return Advice(LOOK, _("you cannot judge cards that you have not seen"))
    prepared = PreparedView(rules, view)
    situation = situation_of(prepared)
    return None if situation is None else _Advisor(prepared, situation).advice()


class _Advisor:
    """The decision of one seat that sees its cards."""

    def __init__(self, prepared: PreparedView, situation: Situation) -> None:
        self._prepared, self._situation = prepared, situation
        self._random = Random(repr(prepared.view))
        self._chances = SampledChances(prepared, self._random)
        self._candidates = candidate_moves(situation)

    def advice(self) -> Advice:
        situation = self._situation
        if SHOW in situation.moves:
            return Advice(SHOW, _("your cards are certain to win"))
        if self._candidates == [SING]:
            return Advice(SING, _("you hold a flor"))
        if situation.state.declaring is not None:
            return self._declaration()
        if situation.state.stage == "discard":
            return Advice(self._habit(), _("what remains is worth most"))
        pending = pending_lance(situation.state)
        if pending is not None and REFUSE in situation.moves:
            return self._opening(["envido"]) or self._answer(pending) if pending == "truco" else self._answer(pending)
        if pending == "flor":
            return Advice(self._habit(), in_hundred("flor", self._chances.flor))
        return self._opening(["envido", "truco"]) or self._card()

    def _habit(self) -> str:
        return Habits(self._random, CALM).choose(self._situation)

    def _declaration(self) -> Advice:
        """Say the points unless a better declaration was heard: a loser need not show what it held."""
        declaring, points = self._situation.state.declaring, self._prepared.worth.points
        assert declaring is not None
        count = points.envido if declaring.lance == "envido" else points.flor
        value, moves = count(self._situation.dealt), self._situation.moves
        if str(value) in moves and (CONCEDE not in moves or (value or 0) > declaring.value):
            return Advice(str(value), _("these are your points"))
        if CONCEDE in moves:
            return Advice(CONCEDE, _("the points that were said are better than yours"))
        return Advice(self._habit(), _("these are your points"))

    # ------------------------------------------------------------------------------------------------------- answers

    def _answer(self, lance: str) -> Advice:
        """Raise with very good cards; otherwise accept if that gains more than refusing."""
        situation, accept = self._situation, accepting(self._situation)
        chance = self._chance(lance)
        for raised in self._raises(lance, chance):
            return Advice(raised, in_hundred(lance, chance))
        offer = self._bet(lance, accept)
        if accept is None or offer is None:
            return Advice(self._habit(), in_hundred(lance, chance))
        move = accept if chance >= offer.needed else REFUSE
        return Advice(move, of_answer(lance, chance, offer)) if move in situation.moves else self._card()

    def _bet(self, lance: str, accept: str | None) -> OfferedBet | None:
        """Return the bet that waits for an answer: what accepting can win and lose, and what refusing gives away."""
        situation, state = self._situation, self._situation.state
        offer: Stake | None
        if lance == "decide":
            decision = situation.rules.decision
            assert decision is not None
            offer, refused = situation.rules.truco.base, Stake(decision.declined)
        elif lance == "truco":
            offer, refused = bet(situation, accept or ""), stake_in_force(situation.rules, state)
        elif lance == "envido":
            offer, refused = state.envido.offer, state.envido.refused
        else:
            offer, refused = state.flor.offer, state.flor.refused
        if offer is None:
            return None
        ours = situation.from_place.side
        wins, loses, gives = (
            gain(situation, stake, side) for stake, side in ((offer, ours), (offer, 1 - ours), (refused, 1 - ours))
        )
        return OfferedBet(wins, loses, gives)

    def _raises(self, lance: str, chance: float) -> Sequence[str]:
        """Return the raises that the cards are good enough for, the smallest first."""
        situation = self._situation
        rung = min(situation.state.truco.rung + 1, len(CALL_TRUCO) - 1)
        calls, least = {
            "truco": (truco_calls(situation), CALL_TRUCO[rung]),
            "envido": (envido_calls(situation), RAISE_ENVIDO),
        }.get(lance, ([], 1.0))
        return [call for call in calls if call in self._candidates] if chance >= least else []

    # -------------------------------------------------------------------------------------------- calls and cards

    def _opening(self, lances: Sequence[str]) -> Advice | None:
        """Return the smallest call of the first of these lances for which the cards are good enough, if any."""
        situation = self._situation
        for lance in lances:
            calls = envido_calls(situation) if lance == "envido" else truco_calls(situation)
            possible = [call for call in calls if call in self._candidates]
            if not possible or (lance == "truco" and situation.rules.truco_costs):
                continue
            least = OPEN_ENVIDO if lance == "envido" else CALL_TRUCO[min(situation.state.truco.rung, 3)]
            if self._chance(lance) >= least:
                return Advice(possible[0], in_hundred(lance, self._chance(lance)))
        return None

    def _card(self) -> Advice:
        """Return the card to lay, or silence where others may speak."""
        cards = [move for move in self._candidates if move in CARDS or move.startswith(f"{COVER}-")]
        if not cards:
            if self._prepared.view.may_pass:
                return Advice(None, _("your cards are not good enough for a call"))
            return Advice(self._habit(), in_hundred("truco", self._chances.truco))
        card = cards[0] if len(cards) == 1 else self._best_card(cards)
        reason = f"{reason_for_card(self._situation, card)}; {in_hundred('truco', self._chances.truco)}"
        return Advice(card, reason)

    def _best_card(self, cards: Sequence[str]) -> str:
        return MoveEvaluation(
            self._prepared, self._situation, self._random, CHARACTERS["jugador"], uses_solver=False
        ).best_of(cards)

    def _chance(self, lance: str) -> float:
        if lance == "envido":
            return self._chances.envido
        return self._chances.flor if lance == "flor" else self._chances.truco
