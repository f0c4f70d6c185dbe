"""Incidents outside the play of a hand: exposed cards, challenges after the hand, interference in others' duels."""

from __future__ import annotations

import re
from random import Random

from truquero.cards import Card
from truquero.i18n import _
from truquero.rules.game import Claims, Exposed, HandType
from truquero.rules.moves import ANOTHER, KEEP
from truquero.table.award_values import SettledAward
from truquero.table.errors import IllegalMove, TableError
from truquero.table.hand import Hand
from truquero.table.log import Event, HandLog
from truquero.table.match_state import MatchState
from truquero.table.schedule import side_of
from truquero.table.signs import SIGN

CLAIM = "pido-flor-"
CODE = re.compile(r"[a-z0-9-]+")


def play_special_move(match: MatchState, hand: Hand, seat: int, move: str) -> bool:
    """Make a move that the automaton does not handle: a choice about an exposed card, a seña, a challenge or
    interference in a duel. Return False if the move is none of these."""
    if match.exposed is not None:
        _choose_card(match, hand, match.exposed, seat, move)
    elif move.startswith(SIGN) and not hand.finished and 1 <= seat <= match.players:
        log = match.log[-1].hands[-1]
        match.events.append(match.signs.event_of(log.lineup, seat, move))
        log.moves.append((seat, move))
    elif move.startswith(CLAIM):
        _challenge(match, seat, move)
    elif _is_intrusion(match, seat) and CODE.fullmatch(move):  # the record will contain it unchanged
        _punish_intrusion(match, seat, move)
    else:
        return False
    return True


# --------------------------------------------------------------------------------------------------- an exposed card


def falls_face_up(match: MatchState, chance: Random, share: float) -> int | None:
    """Draw the seat whose first card falls face up in the next deal, with probability `share`; None if no card does."""
    if match.over or match.deals.next_in_deal() is not None or chance.random() >= share:
        return None  # all duels of a deal are dealt before the first
    return chance.choice(match.deals.next_in_match(match.score).seats)


def _choose_card(match: MatchState, hand: Hand, exposed: tuple[int, Card], seat: int, move: str) -> None:
    """Apply the choice of the seat whose card fell face up. It keeps the card; otherwise, depending on the rules, it
    gets another card or there is a new deal (S000 §17, S003 Reglamento)."""
    receiver, card = exposed
    if seat != receiver or move not in (KEEP, ANOTHER):
        why = _("seat {seat} must first keep or exchange the exposed {card}").format(seat=receiver, card=card)
        raise IllegalMove(seat, move, why, [KEEP, ANOTHER] if seat == receiver else [])
    log = match._log_special_move(seat, move)
    match.exposed = None
    if move == KEEP:
        return
    if match.rules.deal.exposed is not Exposed.RECEIVER_OR_ANOTHER:
        deal_again(match)
        return
    new = match.deals.another_card()
    hand._replace_card(seat, card, new, match.deals.unused_cards())
    log.replacement = new


def name_replacement(match: MatchState, seat: int, card: str) -> None:
    """Name the card that a seat got in place of an exposed card, if it was unknown until now."""
    hand, log = match.hand, match.log[-1].hands[-1] if match.log and match.log[-1].hands else None
    receiver = None if log is None or log.exposed is None else log.exposed[0]
    unknown = log is not None and (receiver, ANOTHER) in log.moves and log.replacement is None and not log.void
    if hand is None or log is None or receiver != seat or not unknown:
        message = _("seat {seat} did not exchange an exposed card for an unknown one")
        raise TableError(message.format(seat=seat))
    log.replacement = match.deals.given_cards(log.lineup).new_card(card)
    hand._name_card(seat, log.replacement)


def deal_again(match: MatchState) -> None:
    """Void the hand: nothing counts, and the same dealer deals once more."""
    assert match.hand is not None
    log = match.log[-1].hands[-1]
    match.hand.stop()
    match.exposed = None
    match.deals.deal_again()
    log.void = log.finished = True
    match.events.append(Event("void"))


# -------------------------------------------------------------------------------------------------------- challenges


def open_challenges(match: MatchState) -> dict[int, list[str]]:
    """Return the challenges that each seat may make. A rival that could have sung a flor and did not can be challenged
    once (S000 §12 Pedir flor)."""
    hand = match.hand
    if match.rules.claims is None or hand is None or not hand.finished or match.over or match.log[-1].hands[-1].void:
        return {}
    if match.deals.deals_in_game == 0:  # this hand ended the game
        return {}
    challenges: dict[int, list[str]] = {}
    for seat in hand.seats:
        rivals = [rival for rival in hand.seats if hand.side(rival) != hand.side(seat)]
        open_to = [rival for rival in rivals if rival not in match._challenged and hand._may_be_challenged(rival)]
        if open_to:
            challenges[seat] = [f"{CLAIM}{rival}" for rival in sorted(open_to)]
    return challenges


def _challenge(match: MatchState, seat: int, move: str) -> None:
    """Make a challenge (pido flor): 3 and all that the other side made, or 3 to the challenged side (S000 §12)."""
    legal = open_challenges(match).get(seat, [])
    if move not in legal:
        raise IllegalMove(seat, move, _("there is nothing to challenge"), legal)
    assert match.hand is not None
    assert match.rules.claims is not None
    challenged = int(move.removeprefix(CLAIM))
    settled = _settle_challenge(match.rules.claims, match.hand, match.log[-1].hands[-1], seat, challenged)
    match._challenged.add(challenged)
    match._log_special_move(seat, move)
    match._write_settled_awards([settled])


def _settle_challenge(rules: Claims, hand: Hand, log: HandLog, seat: int, challenged: int) -> SettledAward:
    """Return the award of a challenge. If it is right, it pays the stake and all that the other side made in the hand;
    if it is wrong, it pays the challenged side."""
    right, wrong = _points_of(rules, hand, log, challenged)
    if not hand._unsung_flor(challenged):
        return SettledAward("flor", hand.side(challenged), wrong, "claim", challenged)
    return SettledAward("flor", hand.side(seat), right, "claim", challenged)


def _points_of(rules: Claims, hand: Hand, log: HandLog, challenged: int) -> tuple[int, int]:
    points_made = sum(award.points for award in log.awards if award.side == hand.side(challenged))
    return rules.flor + points_made, rules.flor_failed


def points_of_challenge(match: MatchState, move: str) -> tuple[int, int]:
    """Return the points that a legal challenge wins if it is right, and costs if it is wrong."""
    assert match.hand is not None
    assert match.rules.claims is not None
    return _points_of(match.rules.claims, match.hand, match.log[-1].hands[-1], int(move.removeprefix(CLAIM)))


# ------------------------------------------------------------------------------------------------------ interference


def _is_intrusion(match: MatchState, seat: int) -> bool:
    """Return whether a move of this seat interferes in a duel of others, and the rules punish it."""
    in_duel = match.in_hand and match.hand_type is HandType.DUEL
    outside = match.hand is not None and seat not in match.hand.seats and 1 <= seat <= match.players
    return match.rules.intrusion_costs > 0 and in_duel and outside


def _punish_intrusion(match: MatchState, seat: int, move: str) -> None:
    """Punish interference in a duel of other players, and end it (S000 §3)."""
    assert match.hand is not None
    log = match._log_special_move(seat, move)
    match.hand.stop()
    match._write_settled_awards(_settle_intrusion(match.rules.intrusion_costs, log, side_of(seat)))
    match._end_hand()


def _settle_intrusion(cost: int, log: HandLog, guilty: int) -> list[SettledAward]:
    """Return the awards for interference: the side gives back what it took in the duel, and the other side is paid
    (S000 §3)."""
    points_made = sum(award.points for award in log.awards if award.side == guilty)
    given_back = [SettledAward("penalty", guilty, -points_made, "false")] if points_made else []
    return [*given_back, SettledAward("penalty", 1 - guilty, cost, "false")]
