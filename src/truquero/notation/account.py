"""What a replayed record comes to: as an object for programs, and as an account for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from truquero.notation.replay import Replay
from truquero.rules.game import Setting
from truquero.table import HandLog, Match, Settled

_WHY = {
    "won": "won the hand",
    "refused": "not accepted",
    "mazo": "the rivals threw in",
    "alone": "no rival flor to compare",
    "tied": "all tricks tied",
    "declined": "the hand was not played",
    "shown": "certain winners shown",
    "false": "said or done against the rules",
    "claim": "pido flor",
}
_SETTINGS = {
    Setting.ROUND: "",
    Setting.DUEL: "duel ",
    Setting.DECIDED: "a side decides whether to play ",
    Setting.IRON: "the last hand: nobody calls ",
}


def as_object(replay: Replay) -> dict[str, Any]:
    """The object of `truquero referee --json`."""
    match = replay.match
    found: dict[str, Any] = {
        "variant": match.rules.variant,
        "players": match.players,
        "score": list(match.score),
        "games": list(match.games),
        "winner": match.winner,
        "hands": [_hand_object(match, deal.dealer, hand) for deal in match.log for hand in deal.hands if not hand.void],
        "turn": _codes(match.turn),
    }
    if match.rules.claims is not None:
        found["claims"] = _codes(match.claims())
    return found


def _codes(moves: dict[int, list[str]]) -> dict[str, list[str]]:
    return {str(seat): sorted(codes) for seat, codes in sorted(moves.items())}


def _hand_object(match: Match, dealer: int, hand: HandLog) -> dict[str, Any]:
    return {
        "dealer": dealer,
        "duel": list(hand.field.seats) if hand.field.duel else None,
        "tricks": trick_names(match, hand),
        "finished": hand.finished,
        "awards": [
            {"lance": award.lance, "side": name, "points": award.points}
            for award in hand.awards
            for name in match.side_names(hand.field, award.side)
        ],
    }


def trick_names(match: Match, hand: HandLog) -> list[str | None]:
    """Who took each trick: the side, or with three players the seat; None for a parda."""
    if hand.field.gallo is not None:
        return [None if trick.seat is None else str(trick.seat) for trick in hand.tricks]
    return [None if trick.side is None else match.side_names(hand.field, trick.side)[0] for trick in hand.tricks]


# ------------------------------------------------------------------------------------------------------ for people


def as_text(replay: Replay) -> str:
    """A readable account: every hand, every award and why, the score, and whose word it is."""
    return "\n".join(_account(replay))


def _account(replay: Replay) -> Iterator[str]:
    match = replay.match
    yield f"{match.rules.variant}, {match.players} players, to {match.rules.match.target}"
    for number, deal in enumerate(match.log, start=1):
        yield f"Deal {number}, dealer {deal.dealer}"
        for hand in deal.hands:
            yield from _hand_account(match, hand)
    yield from _ending(match)
    for failure in replay.failures:
        yield f"FAILS line {failure.line}: {failure.message}"


def _hand_account(match: Match, hand: HandLog) -> Iterator[str]:
    seats = " ".join(map(str, hand.field.seats))
    yield f"  {_SETTINGS[hand.setting]}seats {seats}, mano {hand.field.seats[0]}"
    if hand.turned is not None:
        yield f"  turned {hand.turned}"
    for seat in sorted(hand.cards):
        yield f"  {seat}: {' '.join('??' if one is None else one for one in hand.cards[seat])}"
    if hand.moves:
        yield "  " + " ; ".join(f"{seat} {move}" for seat, move in hand.moves)
    if hand.void:
        yield "  the deal is void: the same dealer deals again"
    tricks = trick_names(match, hand)
    if tricks:
        yield "  tricks: " + " ".join(name or "parda" for name in tricks)
    for award in hand.awards:
        winners = " and ".join(match.side_names(hand.field, award.side))
        yield f"  {award.lance}: {award.points} to {winners}, {why(award)}"


def why(award: Settled) -> str:
    """The reason of an award, with the values that were compared."""
    if award.why != "best":
        return _WHY[award.why]
    values = ", ".join(f"seat {seat} {value}" for seat, value in award.values)
    return f"best {award.lance} (seat {award.winner}; {values})"


def _ending(match: Match) -> Iterator[str]:
    yield f"Score {'-'.join(map(str, match.score))}, {match.rules.match.game_name}s {'-'.join(map(str, match.games))}"
    if match.winner is not None:
        yield f"{' and '.join(match.winners)} {'win' if len(match.winners) > 1 else 'wins'} the match"
        return
    turn = match.turn
    for seat, codes in sorted(turn.items()):
        yield f"Seat {seat} may: {' '.join(sorted(codes))}"
    if not turn:
        field = match.deals.next_field()
        yield (
            f"Next: duel {' '.join(map(str, field.seats))}"
            if field
            else f"Next: seat {match.deals.next_dealer()} deals"
        )
    for seat, codes in sorted(match.claims().items()):
        yield f"Seat {seat} may challenge: {' '.join(codes)}"
