"""Memory layout of the compiled loop: a job, a tally, and lanes.

The job describes the games to play. The tally counts what happens in all hands. A lane is the state of one game in
flight; the loop plays all lanes in turn. Every structure is a NumPy record. No number is negative. References to other
memory are addresses.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from truquero.sim.tables.layout import MOST_DEFERRED, MOST_KINDS, MOST_LAID, MOST_PLACES, MOST_SCORE_COLUMNS

WINNERS = 3  # of the truco of a hand: nobody, the mano's side, the others
COUNT_DIGITS = 48


class Status(IntEnum):
    """The status of a lane: idle, playing, or waiting for an answer."""

    IDLE = 0  # there are no more games for it
    PLAYING = 1
    UNKNOWN_STATE = 2  # its state has no rows yet
    ASKS_SURE = 3  # asks whether the mover's cards win for certain
    AT_CHOICE = 4  # a policy outside the loop has to choose


def _numbers(*names: str) -> list[tuple[str, str]]:
    return [(name, "u4") for name in names]


def _addresses(*names: str) -> list[tuple[str, str]]:
    return [(name, "u8") for name in names]


NUMBER = np.dtype([("number", "u4")])
LONG_NUMBER = np.dtype([("number", "u8")])

# ----------------------------------------------------------------------------------------------------- the results

# Columns of results, with a number for each game, or for each game and score column.
RESULTS: dict[str, np.dtype[Any]] = {
    "awards": np.dtype("u8"),  # for each score column the points of all lances, packed
    "points": np.dtype("i2"),  # for each score column the sum of these points
    "winner": np.dtype("i1"),  # of a hand: 0 the mano's side, 1 the others; of a match: the score column; -1 nobody
    "moves": np.dtype("i4"),
    "hands": np.dtype("i4"),  # only for matches, like the next two columns
    "first_mano": np.dtype("i1"),  # the score column of the first mano
    "first_dealer": np.dtype("i1"),
    "deals": np.dtype("i4"),  # only if deals and moves are recorded
}

# -------------------------------------------------------------------------------------------- the job and the tally

JOB = np.dtype(  # constant while the loop runs
    [
        ("seed", "u8"),
        ("last_game", "u8"),
        ("base_game", "u8"),  # the game of the first row of the results
        *_addresses("tally", "lanes"),
        *_addresses("lane_list", "finished"),  # buffers for lists of the addresses of lanes
        *_addresses(*(f"out_{name}" for name in RESULTS)),  # columns of results from the base game on; 0: not wanted
        *_addresses("starts"),  # where the moves and deals of each game begin in `record` and `decks`
        *_addresses("record", "decks"),
        *_addresses("weights"),  # indexed by bucket, then by action
        *_addresses("buckets"),  # indexed by class of the turned card, then by hand
        *_numbers("lane_count", "action_count"),
        *_numbers("score_columns"),  # score columns per game in the results
        ("whole_matches", "u4"),  # 1: play matches; 0: play single hands
        ("kind", "u4"),  # offset in the tables of the row of the kind of single hands
        ("dealer", "u4"),  # 0: drawn by lot
        ("tracks", "u4"),  # record the laid cards in the lane
        ("asks", "u4"),  # stop at every choice, for a policy outside the loop
        ("weighs", "u4"),  # choose by weights
        ("records", "u4"),  # record every deal and every move
        ("score", NUMBER, MOST_SCORE_COLUMNS),
    ],
    align=True,
)
TALLY = np.dtype(
    [
        ("next_game", "u8"),
        ("points", LONG_NUMBER, 2),  # index 1: of the mano's side; index 0: of the others
        ("winners", LONG_NUMBER, WINNERS),  # hands by the winner of the truco
        ("kinds", LONG_NUMBER, MOST_KINDS),  # hands of each kind
        ("outcomes", LONG_NUMBER, COUNT_DIGITS),  # 32 counters, bit-sliced: number n holds bit n of each
    ],
)

# ----------------------------------------------------------------------------------------------------------- a lane

PLACE = np.dtype(
    [
        *_numbers("held"),  # the cards still in the hand, packed
        *_numbers("hand_value"),  # the packed value of its three cards
        *_numbers("packet", "packet_value"),  # of the packet with this index; duels have more packets than places
        *_numbers("number"),  # of the packet as drawn, among the sets of three of the remaining cards
        *_numbers("drawn_indexes"),  # its cards, as indexes among the remaining cards
    ],
    align=True,
)
SCORE_COLUMN = np.dtype(
    [
        ("awards", "u8"),  # the points of all lances in this game, packed
        *_numbers("points", "games"),
    ],
    align=True,
)
LANE = np.dtype(
    [
        ("random", "u8"),
        *_numbers("status", "state"),
        *_numbers("menus", "menu_count"),  # offset of the state's first menu, and the number of menus
        *_numbers("score"),  # the number of the score, with the sides as in this hand
        *_numbers("holdings"),  # three bits per place: a flor, a reservá, a sure win
        *_numbers("plain"),  # bit mask of the places that hold a flor that must be sung
        *_numbers("strengths"),  # offset of the card strengths in this hand
        *_numbers("best"),  # strength of the best card in the trick, plus one; face down: 0
        *_numbers("chosen"),  # offset of the chosen action in the tables
        *_numbers("award_list"),  # the list of awards of the last step
        # Reset when a hand begins:
        *_numbers("outcomes"),
        *_numbers("declared"),  # bit mask of the places that have declared their flor
        *_numbers("sure_known"),  # 1: ASKS_SURE has been answered
        *_numbers("stopped"),  # 1: the hand ends now, as when a game is won
        *_numbers("envido_points"),  # written in this hand, and the side that won them: a flor may take them back
        *_numbers("envido_side"),
        *_numbers("truco_winner"),  # 0 nobody, 1 the mano's side, 2 the others
        *_numbers("laid_count", "deferred_count"),
        # Reset when a game begins:
        *_numbers("moves"),
        *_numbers("deals"),  # of the whole match
        *_numbers("deals_in_game", "dealer", "hands"),
        *_numbers("first_reached"),  # the score column that has reached the target first, plus one; 0: none has
        *_numbers("reached"),
        *_numbers("won_match"),  # bit mask of the score columns that have won a bet on the whole match
        *_numbers("match_winner"),  # the score column that has won the match, plus one; 0: none has
        # Set when a game, a deal or a hand begins:
        ("game", "u8"),
        *_numbers("following"),  # what follows the finished hand: the next hand, deal or game
        *_numbers("kind"),  # offset of the row of the kind of hand
        *_numbers("first_score"),  # at the beginning of the hand
        *_numbers("duels"),  # whether this deal is played as duels
        *_numbers("hand"),  # index of the hand in its deal
        *_numbers("lineup"),  # offset of the row of the lineup of this hand
        *_numbers("packet_count"),  # packets to deal now; 0: the cards of this hand are already dealt
        *_numbers("turned_class"),
        *_numbers("turned_card"),  # or the number of cards in the pack, if no card is turned
        *_numbers("fourth_card"),  # the gallo's fourth card plus one; 0: there is none
        *_numbers("score_columns_0", "score_columns_1"),  # bit masks of the score columns that each side writes to
        # Set while the lane waits for an answer:
        *_numbers("menu"),
        *_numbers("legal_members", "legal_count"),  # offset of the list of legal actions, and its length
        *_numbers("random_bits"),  # 32 of them, for choices left to chance
        ("score_columns", SCORE_COLUMN, MOST_SCORE_COLUMNS),
        ("places", PLACE, MOST_PLACES),
        ("deferred", NUMBER, MOST_DEFERRED),
        ("laid", NUMBER, MOST_LAID + 1),  # the last entry is never read: a word after the last card is written there
    ],
    align=True,
)

# A laid card, from the low bits up: the card, the place, and whether it lies face down.
LAID_PLACE_SHIFT, LAID_FACE_DOWN_SHIFT = 8, 12

# ------------------------------------------------------------------------------------------------------- the record

# A recorded deal: packets, with NO_PACKET for missing ones; the fourth card plus one; the turned card.
START = np.dtype(_addresses("move", "deal"))
DECK = np.dtype([("packets", NUMBER, MOST_PLACES), *_numbers("fourth", "turned")])
NO_PACKET = (1 << 32) - 1
