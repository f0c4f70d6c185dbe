"""The memory of the compiled loop: what was ordered, totals over all hands, and lanes, one for each game being played.

All of it is one array of whole numbers, for a loop that is handed few arrays is compiled sooner and runs faster. No
number in it is negative, and the names of its places are unsigned too: then an index needs no check.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

MOST_PLACES = 8
MOST_DEFERRED = 8  # awards that wait for the end of the hand
MOST_LAID = 24
MOST_KINDS = 8
LANCES = 4
SLOTS = 3  # numbers in the score
COUNT_DIGITS = 48
CARD_BITS = 8


class Status(IntEnum):
    """Whether a lane goes on, or what it waits for."""

    IDLE = 0  # there are no more games for it
    PLAYING = 1
    UNKNOWN_STATE = 2  # its state has no rows yet
    ASKS_SURE = 3  # somebody must tell whether the mover's cards win for certain
    AT_CHOICE = 4  # a policy outside has to choose


def _places(first: int, *widths: int) -> tuple[np.uint64, ...]:
    """Where things begin that lie one after the other, and where they end."""
    found = [first]
    for width in widths:
        found.append(found[-1] + width)
    return tuple(np.uint64(one) for one in found)


# ----------------------------------------------------------------------------------------- the order and the totals

(
    SEED,
    WHOLE,  # matches; otherwise single hands
    ORDER_KIND,  # where the row of the kind of single hands stands in the tables
    ORDER_DEALER,  # 0: by lot
    NEXT_GAME,
    LAST_GAME,
    BASE_GAME,  # the game of the first row of the results
    LANE_COUNT,
    TRACKS,  # keep what is laid
    ASKS,  # stop at every choice, for a policy outside
    WEIGHS,  # choose by weights
    RECORDS,  # keep every deal and every move
    OUT_AT,  # where the results begin
    STARTS_AT,  # where each game's moves and deals begin in the record
    RECORD_AT,
    DECKS_AT,
    WEIGHTS_AT,  # by bucket, then by action
    ACTION_COUNT,
    BUCKETS_AT,  # by class of the turned card, then by hand
    LISTED_AT,  # room for a list of lanes
    ORDER_SCORE,
    TOTAL_POINTS,
    TOTAL_MANO_POINTS,
    TOTAL_DECIDED,
    TOTAL_MANO_HANDS,
    TOTAL_KINDS,
    HAPPENED_COUNTS,  # 32 counts at a time: number n of these holds bit n of each
    FIRST_LANE,
) = _places(0, *[1] * 20, SLOTS, 1, 1, 1, 1, MOST_KINDS, COUNT_DIGITS)

# ----------------------------------------------------------------------------------------------------------- a lane

(
    RANDOM,
    STATUS,
    STATE,
    MENU_AT,  # the first menu of that state in the tables
    MENU_COUNT,
    SCORE,  # the number of the score, as this hand's sides see it
    FACTS,  # three bits a place: a flor, a reservá, certain winners
    PLAIN,  # the places that hold a flor that must be sung
    STRENGTHS_AT,  # the row of this hand's ranking
    BEST,  # strength of the best card in the trick, and one; a covered card has 0
    CHOSEN,  # where the action that was chosen stands in the tables
    WON,  # the list of awards it has made
    # Empty when a hand begins:
    HAPPENED,
    DECLARED,  # places that have told their flor
    TOLD_SURE,  # whether it was told if the mover's cards win for certain
    STOPPED,  # the hand ends here: a game was won
    TRUCO_WINNER,  # of this hand: 0 nobody, 1 the mano's side, 2 the others
    LAID_COUNT,
    DEFERRED_COUNT,
    # Empty when a game begins:
    MOVES,
    DEALS,  # of the whole match
    DEALS_IN_GAME,
    DEALER,
    HANDS,  # not beside the deals: read together just after one was written they would have to wait for it
    FIRST_REACHED,  # the slot that has reached the target first, and one; 0: nobody has
    REACHED,
    WON_MATCH,  # slots that have won a bet of the whole match
    POINTS,
    GAMES,
    # Set when a game, a deal or a hand begins:
    GAME,
    OUT_ROW,  # where the results of this game stand
    FIRST_NUMBER,  # the number of the first packet's hand among all there are
    KIND_AT,  # where the row of the kind of hand stands
    FIRST_SCORE,  # at the beginning of the hand
    DUELS,  # whether this deal is played as duels
    HAND,  # which hand of the deal it is
    FIELD_AT,  # where the row of the field stands
    PACKET_COUNT,  # packets that are to be dealt now; 0: the cards of this hand are dealt already
    TURNED_CLASS,
    TURNED_CARD,  # or the number of cards, where none is
    FOURTH_CARD,  # the gallo's, and one; 0: there is none
    SLOTS_0,  # where each side's points are written, as bits
    SLOTS_1,
    MENU,  # where the menu stands that somebody has to be asked about
    LISTED,  # where the legal actions there are stand, and how many there are
    LISTED_COUNT,
    WORD,  # what chance would choose by
    HELD,
    WORTH,  # what the three cards of a place are worth
    PACKETS,  # the cards dealt, for all hands of the deal
    PACKET_WORTH,
    DRAWN,  # each packet as it was drawn: places among the cards then left
    DEFERRED,
    LAID,
    LANE_WIDTH,
) = _places(
    0,
    *[1] * 27,
    *(SLOTS, SLOTS),
    *[1] * 18,
    *[MOST_PLACES] * 5,
    *(MOST_DEFERRED, MOST_LAID),
)
HAND_EMPTY, GAME_EMPTY = MOVES - HAPPENED, GAME - MOVES

# A laid card: the card, then the place, then whether it is covered.
LAID_PLACE_SHIFT, LAID_COVERED_SHIFT = 8, 12

# --------------------------------------------------------------------------------------------- the results of a game

(
    OUT_AWARDS,  # for each slot the points of all lances, packed
    OUT_WINNER,  # of a hand: as TRUCO_WINNER; of a match: the slot, and one
    OUT_MOVES,
    OUT_HANDS,
    OUT_DEALS,
    OUT_FIRST_MANO,
    OUT_DEALER,  # the first
    OUT_WIDTH,
) = _places(0, SLOTS, *[1] * 6)
AWARD_BITS = 16

# A recorded move: its code, then the seat. A recorded deal: packets, or NO_PACKET in place of one; the fourth card and
# one; the turned card.
RECORD_SEAT_SHIFT = 16
DEAL_WIDTH = MOST_PLACES + 2
NO_PACKET = (1 << 32) - 1
