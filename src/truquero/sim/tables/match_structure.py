"""The structure of a match as tables: the hands of each deal, what follows a hand, and who wins a game.

The functions of `Match` fill all tables that can be enumerated, so the rules are written once.
docs/explanation/executors.md lists the steps that the executors implement again, with the reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.rules.game import Rules
from truquero.rules.hand_rules import HandRules
from truquero.sim.tables.builder import every_score, score_width
from truquero.sim.tables.layout import MOST_PLACES, MOST_SCORE_COLUMNS
from truquero.table.schedule import AfterHand, Lineup, after_hand, hand_type_of, lineups, next_seat
from truquero.table.score import game_winner, winners_with

BY_SCORE = -1  # in place of a kind of hand: `round_kinds` has it
NO_SCORE_COLUMN = NO_PLACE = -1
PERIOD = 2  # duels are played in every deal or in every second one
# How the points of the first partner compare with those of the second.
PARTNERS_FEWER, PARTNERS_EQUAL, PARTNERS_MORE = COMPARISONS = range(3)
REACHED_MASKS = 1 << MOST_SCORE_COLUMNS


class MatchStructure(NamedTuple):
    """The structure of a match as plain numbers and arrays, for the executors.

    An index `duels` is 1 for a deal that is played as duels, otherwise 0. A *lineup* is the players of one hand of a
    deal. Its number is (duels * players + dealer) * most_hands + hand.
    """

    players: int
    cards: int  # in the pack
    target: int
    score_width: int  # values of a side's points that the score tables distinguish
    score_columns: int  # numbers in the score: 2, or 3 for three players
    games_to_win: int
    writes_late: bool  # points are written when the hand is over
    plays_out: bool  # a hand continues after the target is reached
    turns: bool  # a card is turned after the deal
    duels_at: NDArray[np.uint8]  # [deals before this one in the game % PERIOD, points of the side ahead]
    packets: NDArray[np.int8]  # [duels]: number of packets of three cards dealt
    most_hands: int  # the most hands that a deal has
    lineup_kinds: NDArray[np.int8]  # [lineup]: the kind of hand, or BY_SCORE
    lineup_score_columns: NDArray[np.int8]  # [lineup, side]: bit mask of the score columns that a side writes to
    lineup_seats: NDArray[np.int8]  # [lineup, place]
    gallo: bool  # whether there is one, who is dealt a fourth card
    after_hand: NDArray[np.uint8]  # [duels, hand, whether a score has reached the target, points of the side ahead]
    next_dealers: NDArray[np.int8]  # [dealer]
    partner_score_columns: NDArray[np.int8]  # [dealer, partner]: those of the gallo's rivals; without a gallo twice 0
    # [dealer, PARTNERS_..., mask of the score columns at the target, the first of them]: a score column
    game_winners: NDArray[np.int8]
    win_masks: NDArray[np.int8]  # [score column that wins a game]: bit mask of the score columns that win it
    round_kinds: NDArray[np.int8]  # [score]: the kind of a hand whose kind depends on the score
    starts: NDArray[np.uint32]  # [kind]: the first state of a hand
    side_masks: NDArray[np.int16]  # [kind]: bit mask of the places of side 1
    hand_places: NDArray[np.int8]  # [kind]: number of players
    gallo_places: NDArray[np.int8]  # [kind]: the place that is dealt a fourth card, or NO_PLACE


def _flip(lineup: Lineup) -> int:
    """Return the bit that converts a side of the tables to a side of the score by XOR, and back.

    The tables call the mano's side 0; a score calls it A or B. A gallo is side 0 in both.
    """
    return 0 if lineup.gallo is not None else lineup.sides[0]


def _relative(lineup: Lineup) -> tuple[int, ...]:
    return tuple(side ^ _flip(lineup) for side in lineup.sides)


def _kind(rules: Rules, hands: tuple[HandRules, ...], lineup: Lineup) -> int:
    if lineup.gallo is None and not lineup.duel:
        return BY_SCORE
    hand_type, decider = hand_type_of(rules, lineup, every_score(rules.match.target)[0])
    gallo = None if lineup.gallo is None else lineup.seats.index(lineup.gallo)
    return hands.index(rules.hand_rules(_relative(lineup), hand_type, decider, gallo))


def _round_kinds(rules: Rules, hands: tuple[HandRules, ...]) -> list[int]:
    if rules.gallo is not None:
        return [0] * len(every_score(rules.match.target))
    everyone = tuple(range(1, rules.players + 1))
    lineup = Lineup(everyone, tuple(place % 2 for place in range(rules.players)))
    kind_of: dict[tuple[object, int], int] = {}
    kinds = []
    for score in every_score(rules.match.target):
        key = hand_type_of(rules, lineup, score)
        if key not in kind_of:
            kind_of[key] = hands.index(rules.hand_rules(lineup.sides, *key))
        kinds.append(kind_of[key])
    return kinds


def _score_column_mask(rules: Rules, lineup: Lineup, side: int) -> int:
    if lineup.gallo is None:
        return 1 << (side ^ _flip(lineup))
    lone = 1 << lineup.gallo - 1
    return lone if side == 0 else (1 << rules.players) - 1 - lone


def _deals(rules: Rules) -> tuple[NDArray[np.uint8], list[list[list[Lineup]]]]:
    """Return when a deal is played as duels, and the hands of both ways of dealing for each dealer."""
    score_columns = _score_columns(rules)
    width = score_width(rules.match.target)
    dealers = range(1, rules.players + 1)
    duels_at = np.zeros((PERIOD, width), np.uint8)
    deals: list[list[list[Lineup]]] = [[], []]
    for before in range(PERIOD):
        for points in range(width):
            score = [points] * score_columns
            duels = int(lineups(rules, 1, score, before)[0].duel)
            duels_at[before, points] = duels
            deals[duels] = deals[duels] or [lineups(rules, dealer, score, before) for dealer in dealers]
    return duels_at, deals


def _after_hands(rules: Rules, hands: Sequence[int]) -> NDArray[np.uint8]:
    """Return what follows each hand of a deal. `hands` are the hands of a plain deal and of a deal of duels."""
    width = score_width(rules.match.target)
    following = np.full((2, max(hands), 2, width), AfterHand.NEXT_DEAL, np.uint8)
    for duels, hand, reached, leader in np.ndindex(following.shape):
        more_hands = hand + 1 < hands[duels]
        following[duels, hand, reached, leader] = after_hand(
            rules, hands_left=more_hands, leader=leader, reached=bool(reached)
        )
    return following


def _game_winners(rules: Rules, deals: Sequence[Lineup]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the partners in each dealer's deal, and the winner of a game: see `MatchStructure`."""
    partners = np.zeros((rules.players, 2), np.int8)
    winners = np.zeros((rules.players, len(COMPARISONS), REACHED_MASKS, MOST_SCORE_COLUMNS), np.int8)
    score_columns = _score_columns(rules)
    for dealer, lineup in enumerate(deals):
        pair = [seat - 1 for seat in lineup.seats if seat != lineup.gallo] if lineup.gallo is not None else [0, 0]
        partners[dealer] = pair
        for comparison, mask, first in np.ndindex(winners.shape[1:]):
            others = (column for column in range(score_columns) if column != first)
            reached = [first, *(column for column in others if mask >> column & 1)]
            points = [0] * MOST_SCORE_COLUMNS
            points[pair[0]] = int(comparison == PARTNERS_MORE)
            points[pair[1]] = int(comparison == PARTNERS_FEWER)
            if mask >> first & 1:
                winners[dealer, comparison, mask, first] = game_winner(lineup, points, reached)
    return partners, winners


def _score_columns(rules: Rules) -> int:
    """Return how many numbers the score of a match has."""
    return 3 if rules.players == 3 else 2


class _LineupColumns(NamedTuple):
    """The columns of `MatchStructure` with an entry for each lineup."""

    lineup_kinds: NDArray[np.int8]
    lineup_score_columns: NDArray[np.int8]
    lineup_seats: NDArray[np.int8]


def _lineup_columns(
    rules: Rules, hands: tuple[HandRules, ...], deals: Sequence[Sequence[Sequence[Lineup]]], most_hands: int
) -> _LineupColumns:
    """Return the columns of the lineups of both ways of dealing.

    `deals` are the lineups of each deal, by way and dealer.
    """
    count = 2 * rules.players * most_hands
    kinds, seats = np.zeros(count, np.int8), np.zeros((count, MOST_PLACES), np.int8)
    score_column_masks = np.zeros((count, 2), np.int8)
    for duels, by_dealer in enumerate(deals):
        for dealer, deal in enumerate(by_dealer):
            for hand, lineup in enumerate(deal):
                number = (duels * rules.players + dealer) * most_hands + hand
                kinds[number] = _kind(rules, hands, lineup)
                seats[number, : len(lineup.seats)] = lineup.seats
                score_column_masks[number] = [_score_column_mask(rules, lineup, side) for side in (0, 1)]
    return _LineupColumns(kinds, score_column_masks, seats)


def _packet_count(by_dealer: Sequence[Sequence[Lineup]]) -> int:
    """Return the number of packets of a deal. It is the same for every dealer; 0 if the game has no such deals."""
    return sum(len(lineup.seats) for lineup in by_dealer[0]) if by_dealer else 0


def structure_of(rules: Rules, hands: tuple[HandRules, ...], starts: list[int]) -> MatchStructure:
    """Return the structure of a match. `hands` are the rules of each kind of hand, `starts` their first states."""
    duels_at, deals = _deals(rules)
    hands_of_deal = [max((len(deal) for deal in by_dealer), default=0) for by_dealer in deals]
    lineup_columns = _lineup_columns(rules, hands, deals, max(hands_of_deal))
    partner_score_columns, game_winners = _game_winners(rules, [deal[0] for deal in deals[0] or deals[1]])
    dealers, score_columns = range(1, rules.players + 1), _score_columns(rules)
    win_masks = [sum(1 << winner for winner in winners_with(rules, column)) for column in range(score_columns)]
    return MatchStructure(
        players=rules.players,
        cards=len(rules.pack),
        target=rules.match.target,
        score_width=score_width(rules.match.target),
        score_columns=score_columns,
        games_to_win=rules.match.games_to_win,
        writes_late=rules.match.settle_at_hand_end,
        plays_out=rules.match.finish_hand_before_win,
        turns=bool(rules.deal.turned),
        duels_at=duels_at,
        packets=np.array([_packet_count(by_dealer) for by_dealer in deals], np.int8),
        most_hands=max(hands_of_deal),
        lineup_kinds=lineup_columns.lineup_kinds,
        lineup_score_columns=lineup_columns.lineup_score_columns,
        lineup_seats=lineup_columns.lineup_seats,
        gallo=rules.gallo is not None,
        after_hand=_after_hands(rules, hands_of_deal),
        next_dealers=np.array([next_seat(dealer, rules.players) - 1 for dealer in dealers], np.int8),
        partner_score_columns=partner_score_columns,
        game_winners=game_winners,
        win_masks=np.array(win_masks, np.int8),
        round_kinds=np.array(_round_kinds(rules, hands), np.int8),
        starts=np.array(starts, np.uint32),
        side_masks=np.array([sum(side << place for place, side in enumerate(hand.sides)) for hand in hands], np.int16),
        hand_places=np.array([hand.places for hand in hands], np.int8),
        gallo_places=np.array([NO_PLACE if hand.gallo is None else hand.gallo for hand in hands], np.int8),
    )
