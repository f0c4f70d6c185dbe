"""Certain winners: whether a player's cards win the hand whatever the others hold (S004 Mão de 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from truquero.cards import Card
from truquero.engine import State
from truquero.engine.seats import has_played, is_in
from truquero.rules.hand_rules import HandRules
from truquero.rules.trick_rules import TieLead, Ties, Trick, TrickRules, verdict
from truquero.table.position import LaidCard

OURS, THEIRS = 0, 1
NOTHING = -1  # weaker than any card


class Trial(NamedTuple):
    """The finished tricks and the current one, from the point of view of the player who would show certain winners.

    The side of that player is OURS.
    """

    won: tuple[Trick, ...]
    ours: int  # the strongest card of our side in this trick, or NOTHING
    theirs: int
    rivals_to_come: bool  # whether a rival still lays a card in this trick
    duel: bool  # one against one: the leader is then known, and a rival who leads lays a card before us
    we_led: bool = True


def surely_wins(
    rules: HandRules,
    state: State,
    place: int,
    seats: Sequence[int],
    own: Sequence[Card],
    laid: Sequence[LaidCard],
    turned: Card | None,
    strengths: Mapping[Card, int],
) -> bool:
    """Return whether a place that holds `own` wins the hand whatever the other places hold."""
    seen_cards = {laid_card.card for laid_card in laid if not laid_card.face_down or laid_card.seat == seats[place]} | {
        turned,
        *own,
    }
    table = [
        (seats.index(laid_card.seat), NOTHING if laid_card.face_down else strengths[laid_card.card])
        for laid_card in laid
        if laid_card.trick == len(state.won)
    ]
    trial = trial_of(rules, state, place, table)
    unseen = [strength for card, strength in strengths.items() if card not in seen_cards]
    return wins_for_sure(rules.tricks, trial, [strengths[card] for card in own], unseen)


def trial_of(rules: HandRules, state: State, place: int, table: Sequence[tuple[int, int]]) -> Trial:
    """Return the trial of the place that may act. `table` contains the (place, strength) pairs of this trick."""
    mine = rules.sides[place]
    in_play = [other for other in range(rules.places) if is_in(state, other)]
    return Trial(
        won=tuple(None if side is None else OURS if side == mine else THEIRS for side in state.won),
        ours=max((strength for other, strength in table if rules.sides[other] == mine), default=NOTHING),
        theirs=max((strength for other, strength in table if rules.sides[other] != mine), default=NOTHING),
        rivals_to_come=any(rules.sides[other] != mine and not has_played(rules, state, other) for other in in_play),
        duel=len(in_play) == 2,
        we_led=rules.sides[state.leader] == mine,
    )


def wins_for_sure(rules: TrickRules, trial: Trial, own: Sequence[int], unseen: Sequence[int]) -> bool:
    """Return whether the player has a way to play `own` that wins against every choice of unseen cards.

    Cards that partners may still lay are not counted on.
    """
    return any(
        all(
            _still_wins(rules, trial, max(strength, trial.ours), theirs, rest, own, strength)
            for theirs, rest in answers
        )
        for strength in set(own)
        for answers in [list(_answers(trial, unseen))]
    )


def _answers(trial: Trial, unseen: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield each strength that the rivals' best card in this trick can have, with the strengths then left unseen."""
    if not trial.rivals_to_come:
        yield trial.theirs, unseen
        return
    for strength in set(unseen):
        yield max(strength, trial.theirs), _without(unseen, strength)


def _without(strengths: Sequence[int], strength: int) -> list[int]:
    left = list(strengths)
    left.remove(strength)
    return left


def _still_wins(
    rules: TrickRules, trial: Trial, ours: int, theirs: int, unseen: Sequence[int], own: Sequence[int], played: int
) -> bool:
    """Return whether the hand is still won for certain after a trick with these strongest cards."""
    no_pardas = rules.ties in (Ties.MANO_TRICK, Ties.FIRST_PLAYED)  # then an equal card may lose
    taker: Trick = OURS if ours > theirs else THEIRS if theirs > ours or no_pardas else None
    won = (*trial.won, taker)
    result = verdict(rules.ties, won)
    if result is not None:
        return result == OURS
    left = _without(own, played)
    if not trial.duel or (taker is None and rules.lead is not TieLead.SAME_LEADER):
        return wins_for_sure(rules, Trial(won, NOTHING, NOTHING, rivals_to_come=True, duel=False), left, unseen)
    we_lead = trial.we_led if taker is None else taker == OURS
    if we_lead:
        return wins_for_sure(rules, Trial(won, NOTHING, NOTHING, rivals_to_come=True, duel=True), left, unseen)
    return all(
        wins_for_sure(rules, Trial(won, NOTHING, led, False, duel=True, we_led=False), left, _without(unseen, led))
        for led in set(unseen)
    )
