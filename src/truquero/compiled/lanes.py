"""The memory of an executor: what was ordered, totals over all hands, and lanes, one for each game being played.

All of it is one array of whole numbers, for a loop that is handed few arrays is compiled sooner and runs faster.
"""

from __future__ import annotations

from enum import IntEnum

MOST_PLACES = 8
MOST_DEFERRED = 8  # awards that wait for the end of the hand
MOST_LAID = 24
LANCES = 4
SLOTS = 3  # numbers in the score


class Status(IntEnum):
    """Whether a lane goes on, or what it waits for."""

    IDLE = 0  # there are no more games for it
    PLAYING = 1
    UNKNOWN_STATE = 2  # its state has no rows yet
    ASKS_SURE = 3  # somebody must tell whether the mover's cards win for certain
    AT_CHOICE = 4  # a policy outside has to choose


# ----------------------------------------------------------------------------------------- the order and the totals

(
    SEED,
    WHOLE,  # matches; otherwise single hands
    ORDER_KIND,
    ORDER_DEALER,  # 0: by lot
    NEXT_GAME,
    LAST_GAME,
    BASE_GAME,  # the game of the first row of the results
    LANES,
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
) = range(21)
TOTALS = ORDER_SCORE + SLOTS
TOTAL_POINTS, TOTAL_MANO_POINTS, TOTAL_DECIDED, TOTAL_MANO_HANDS, TOTAL_KINDS = range(TOTALS, TOTALS + 5)
MOST_KINDS = 8
# Happenings are counted 32 at a time: number n of these holds bit n of each of their counts.
HAPPENED_COUNTS = TOTAL_KINDS + MOST_KINDS
COUNT_DIGITS = 48
FIRST_LANE = HAPPENED_COUNTS + COUNT_DIGITS

# ----------------------------------------------------------------------------------------------------------- a lane

(
    RANDOM,
    STATUS,
    STATE,
    SCORE,  # the number of the score, as this hand's sides see it
    FACTS,  # two bits a place: a flor, a reservá
    PLAIN,  # the places that hold a flor that must be sung
    TURNED,  # the class of the turned card
    BEST,  # strength of the best card in the trick
    MOVES,
    HAPPENED,
    DECLARED,  # places that have told their flor
    SURE,  # whether the mover's cards win for certain: 0, 1, or UNTOLD
    STOPPED,  # the hand ends here: a game was won
    GAME,
    KIND,
    FIRST_SCORE,  # at the beginning of the hand
    WINNER,  # of the truco of this hand
    HANDS,
    DEALS,  # of the whole match
    DEALS_IN_GAME,
    DEALER,
    DUELS,  # whether this deal is played as duels
    HAND,  # which hand of the deal it is
    FIELD,  # where the tables of the course tell of this hand
    TURNED_CARD,
    FOURTH_CARD,
    MASK_0,  # where each side's points are written
    MASK_1,
    FIRST_REACHED,  # the slot that has reached the target first, or NO_SLOT
    REACHED,
    WON_MATCH,  # slots that have won a bet of the whole match
    LAID_COUNT,
    DEFERRED_COUNT,
    MENU,  # the menu that somebody has to be asked about
    LISTED,  # the legal actions there are, as a row of `lists`
    WORD,  # what chance would choose by
    CHOSEN,  # the action that was chosen
    WON,  # the list of awards it has made
    POINTS,
) = range(39)
GAMES = POINTS + SLOTS
AWARDS = GAMES + SLOTS  # by lance, then by slot
HELD = AWARDS + LANCES * SLOTS
WORTH = HELD + MOST_PLACES  # what the three cards of a place are worth
PACKETS = WORTH + MOST_PLACES  # the cards dealt, for all hands of the deal
PACKET_WORTH = PACKETS + MOST_PLACES
DRAWN = PACKET_WORTH + MOST_PLACES  # each packet as it was drawn: places among the cards then left
DEFERRED = DRAWN + MOST_PLACES
LAID = DEFERRED + MOST_DEFERRED
LANE_WIDTH = LAID + MOST_LAID

UNTOLD = -1
CARD_BITS = 8
# A laid card: the card, then the place, then whether it is covered.
LAID_PLACE_SHIFT, LAID_COVERED_SHIFT = 8, 12

# --------------------------------------------------------------------------------------------- the results of a game

OUT_AWARDS = 0
(
    OUT_WINNER,
    OUT_MOVES,
    OUT_HANDS,
    OUT_DEALS,
    OUT_FIRST_MANO,
    OUT_DEALER,  # the first
    OUT_WIDTH,
) = range(LANCES * SLOTS, LANCES * SLOTS + 7)

# A recorded move: its code, then the seat. A recorded deal: packets, the fourth card, the turned one;
# -1 where there is none.
RECORD_SEAT_SHIFT = 16
DEAL_WIDTH = MOST_PLACES + 2
