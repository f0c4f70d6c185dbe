"""The result of a replayed record: as an object for programs, and as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from truquero.i18n import N_, _
from truquero.records.replay import Replay
from truquero.rules.game import HandType
from truquero.rules.lances import lance_name
from truquero.table import HandLog, Match, SettledAward

_WHY = {
    "won": N_("won the hand"),
    "refused": N_("not accepted"),
    "mazo": N_("the rivals threw in their cards"),
    "alone": N_("no rival flor to compare"),
    "tied": N_("all tricks tied"),
    "declined": N_("the hand was not played"),
    "shown": N_("certain winners shown"),
    "false": N_("said or done against the rules"),
    "claim": N_("pido flor"),
    "cancelled": N_("cancelled by a flor"),
    "forfeited": N_("said or done against the rules"),
}
_HANDS = {
    HandType.ROUND: N_("seats {seats}, mano {mano}"),
    HandType.DUEL: N_("duel: seats {seats}, mano {mano}"),
    HandType.DECIDED: N_("a side decides whether to play: seats {seats}, mano {mano}"),
    HandType.IRON: N_("the last hand, nobody calls: seats {seats}, mano {mano}"),
}


def as_object(replay: Replay) -> dict[str, Any]:
    """Return the object that `truquero referee --json` prints."""
    match = replay.match
    report: dict[str, Any] = {
        "variant": match.rules.variant,
        "players": match.players,
        "score": list(match.score),
        "games": list(match.games),
        "winner": match.winner,
        "hands": [_hand_object(match, deal.dealer, hand) for deal in match.log for hand in deal.hands if not hand.void],
        "turn": _codes(match.turn),
    }
    if match.rules.claims is not None:
        report["claims"] = _codes(match.claims())
    return report


def _codes(moves: dict[int, list[str]]) -> dict[str, list[str]]:
    return {str(seat): sorted(codes) for seat, codes in sorted(moves.items())}


def _hand_object(match: Match, dealer: int, hand: HandLog) -> dict[str, Any]:
    return {
        "dealer": dealer,
        "duel": list(hand.lineup.seats) if hand.lineup.duel else None,
        "tricks": trick_names(match, hand),
        "finished": hand.finished,
        "awards": [
            {"lance": award.lance, "side": name, "points": award.points}
            for award in hand.awards
            for name in match.side_names(hand.lineup, award.side)
        ],
    }


def trick_names(match: Match, hand: HandLog) -> list[str | None]:
    """Return the winner of each trick: the side, or the seat in a hand with a gallo; None for a parda."""
    if hand.lineup.gallo is not None:
        return [None if trick.seat is None else str(trick.seat) for trick in hand.tricks]
    return [None if trick.side is None else match.side_names(hand.lineup, trick.side)[0] for trick in hand.tricks]


# ------------------------------------------------------------------------------------------------------ for people


def as_text(replay: Replay) -> str:
    """Return a readable account: every hand, every award with its reason, the score, and the seats that may move."""
    return "\n".join(_account(replay))


def _account(replay: Replay) -> Iterator[str]:
    match = replay.match
    head = _("{variant}, {players} players, to {points}")
    yield head.format(variant=match.rules.variant, players=match.players, points=match.rules.match.target)
    for number, deal in enumerate(match.log, start=1):
        yield _("Deal {number}, dealer {dealer}").format(number=number, dealer=deal.dealer)
        for hand in deal.hands:
            yield from (f"  {line}" for line in _hand_account(match, hand))
    yield from _ending(match)
    for failure in replay.failures:
        yield _("FAILS line {line}: {message}").format(line=failure.line, message=failure.message)


def _hand_account(match: Match, hand: HandLog) -> Iterator[str]:
    seats = hand.lineup.seats
    yield _(_HANDS[hand.hand_type]).format(seats=_joined(seats), mano=seats[0])
    if hand.turned is not None:
        yield _("turned {card}").format(card=hand.turned)
    for seat in sorted(hand.cards):
        yield f"{seat}: {' '.join('??' if card is None else card for card in hand.cards[seat])}"
    if hand.moves:
        yield " ; ".join(f"{seat} {move}" for seat, move in hand.moves)
    if hand.void:
        yield _("the deal is void: the same dealer deals again")
    tricks = trick_names(match, hand)
    if tricks:
        yield _("tricks: {takers}").format(takers=" ".join(name or _("tied") for name in tricks))
    for award in hand.awards:
        winners = ", ".join(match.side_names(hand.lineup, award.side))
        text = _("{lance}: {points} to {winners}, {why}")
        if award.points < 0:
            text = _("{lance}: {points} taken back from {winners}, {why}")
        yield text.format(lance=lance_name(award.lance), points=abs(award.points), winners=winners, why=why(award))


def why(award: SettledAward) -> str:
    """Return the reason of an award, with the values that were compared."""
    if award.why == "refused" and award.lance == "flor":
        return _("flor not accepted")  # a separate text: where flor is feminine, the participle agrees with it
    if award.why != "best":
        return _(_WHY[award.why])
    values = ", ".join(_("seat {seat} {value}").format(seat=seat, value=value) for seat, value in award.values)
    text = _("best {lance} (seat {seat}; {values})")
    return text.format(lance=lance_name(award.lance), seat=award.winner, values=values)


def _ending(match: Match) -> Iterator[str]:
    score, games = ("-".join(map(str, numbers)) for numbers in (match.score, match.games))
    yield _("Score {score}, {games_name} {games}").format(
        score=score, games_name=match.rules.match.games_name, games=games
    )
    if match.winner is not None:
        won = _("{winners} win the match") if len(match.winners) > 1 else _("{winners} wins the match")
        yield won.format(winners=", ".join(match.winners))
        return
    turn = match.turn
    for seat, codes in sorted(turn.items()):
        yield _("Seat {seat} may: {moves}").format(seat=seat, moves=" ".join(sorted(codes)))
    if not turn:
        yield _next(match)
    for seat, codes in sorted(match.claims().items()):
        yield _("Seat {seat} may challenge: {moves}").format(seat=seat, moves=" ".join(codes))


def _next(match: Match) -> str:
    lineup = match.deals.next_in_deal()
    if lineup is not None:
        return _("Next: duel {seats}").format(seats=_joined(lineup.seats))
    return _("Next: seat {seat} deals").format(seat=match.deals.next_dealer())


def _joined(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))
