"""Bluffs that worked.

A bluff worked if a bet was refused by a side that would have won it:

- in envido and flor, with the better points, or equal points nearer to the mano;
- in truco, if the rest of the hand were played with open cards, each side as well as it can, without calls.

A bet that decides nothing, because the cards of a seat are not in the record, is no bluff.
"""

from __future__ import annotations

from typing import NamedTuple

from truquero.analysis.hand_equity.solver import OpenCardSolver
from truquero.analysis.hand_equity.trick_graph import OVER, START, TrickGraph, trick_graph
from truquero.analysis.match_summary.hand_bets import HandBets, RefusedBet
from truquero.cards import CARDS, Card
from truquero.engine.state import COVER, DISCARD
from truquero.rules.game import Rules
from truquero.rules.lances import plays_envido
from truquero.rules.moves import LEAVE
from truquero.rules.points import best_place
from truquero.table import HandLog
from truquero.table.schedule import hand_type_of
from truquero.table.score import hand_score_of

FACE_DOWN = -1  # the strength of a card that was laid face down


class Bluff(NamedTuple):
    """A bet that worked as a bluff."""

    deal: int  # its number in the match, from 1
    hand: int  # its number in the deal, from 1
    seat: int  # that bet
    move: str  # the code of the bet
    lance: str  # flor, envido or truco
    refused_by: int  # the seat that refused
    answer: str  # the code with which it refused


def bluffs_in(rules: Rules, hand: HandLog, bets: HandBets, deal: int, number: int) -> list[Bluff]:
    """Return the bluffs that worked in a hand."""
    return [
        Bluff(
            deal,
            number,
            refusal.bet.seat,
            refusal.bet.move,
            refusal.bet.lance,
            refusal.seat,
            hand.moves[refusal.position][1],
        )
        for refusal in bets.refusals
        if _winner(rules, hand, refusal) == _side_of(hand, refusal.seat)
    ]


def _side_of(hand: HandLog, seat: int) -> int:
    return hand.lineup.sides[hand.lineup.seats.index(seat)]


def _winner(rules: Rules, hand: HandLog, refusal: RefusedBet) -> int | None:
    """Return the side that would have won a refused bet; None if neither would, or if that is not known."""
    held = _dealt(hand)
    if held is None:
        return None
    if refusal.bet.lance == "truco":
        return _truco_winner(rules, hand, held, refusal.position)
    values = {}
    for place, seat in enumerate(hand.lineup.seats):
        value = _points(rules, hand, held[seat], refusal.bet.lance)
        if value is not None:
            values[place] = value
    return hand.lineup.sides[best_place(values)] if values else None


def _points(rules: Rules, hand: HandLog, cards: list[Card], lance: str) -> int | None:
    """Return the points of a hand in envido or flor; None if it takes no part in the lance."""
    points = rules.points_for(hand.turned)
    if lance == "flor":
        return points.flor(cards)
    takes_part = rules.envido is not None and plays_envido(rules.envido, rules.flor, points, cards)
    return points.envido(cards) if takes_part else None


def _dealt(hand: HandLog) -> dict[int, list[Card]] | None:
    """Return the cards with which each seat played, without a gallo's discard; None if some are not known."""
    held: dict[int, list[Card]] = {}
    discarded = {move.removeprefix(f"{DISCARD}-") for _seat, move in hand.moves if move.startswith(f"{DISCARD}-")}
    for seat in hand.lineup.seats:
        cards = [card for card in hand.cards[seat] if card is not None and card not in discarded]
        if len(cards) + sum(card in discarded for card in hand.cards[seat]) < len(hand.cards[seat]):
            return None
        if hand.exposed is not None and hand.exposed[0] == seat and hand.replacement is not None:
            cards = [hand.replacement if card == hand.exposed[1] else card for card in cards]
        held[seat] = cards
    return held


def _truco_winner(rules: Rules, hand: HandLog, held: dict[int, list[Card]], until: int) -> int | None:
    """Return the side that wins the tricks from the move of this index on, with open cards and best play."""
    moves = hand.moves[:until]
    if any(move == LEAVE for _seat, move in moves):
        return None  # the order of play is another when a partner has left
    graph, strengths = _graph_of(rules, hand), rules.ranking.strengths(hand.turned)
    rest = {seat: list(cards) for seat, cards in held.items()}
    node, top = START, 0
    for seat, move in moves:
        card = CARDS.get(move.removeprefix(f"{COVER}-"))
        if card is None or move.startswith(f"{DISCARD}-"):
            continue
        if graph.turn[node] == OVER or hand.lineup.seats[graph.turn[node]] != seat:
            return None
        rest[seat].remove(card)
        node, top = graph.lay(node, strengths[card] if move == card else FACE_DOWN, top)
    if graph.turn[node] == OVER:
        return None
    hands = tuple(tuple(strengths[card] for card in rest[seat]) for seat in hand.lineup.seats)
    result = OpenCardSolver(graph).result((node, top, hands))
    return None if result == 0 else 0 if result > 0 else 1


def _graph_of(rules: Rules, hand: HandLog) -> TrickGraph:
    lineup = hand.lineup
    _hand_type, decider = hand_type_of(rules, lineup, hand_score_of(rules, lineup, hand.score_before))
    gallo = None if lineup.gallo is None else lineup.seats.index(lineup.gallo)
    return trick_graph(rules.hand_rules(lineup.sides, hand.hand_type, decider, gallo))
