"""The memory of the compiled loop: what was ordered, a tally of all hands, and lanes, one for each game being played.

No number in it is negative. Things that stand elsewhere are told by their address.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

MOST_PLACES = 8
MOST_DEFERRED = 8  # awards that wait for the end of the hand
MOST_LAID = 24
MOST_KINDS = 8
LANCES = 4
SLOTS = 3  # numbers in the score
WINNERS = 3  # of the truco of a hand: nobody, the mano's side, the others
COUNT_DIGITS = 48
CARD_BITS = 8
AWARD_BITS = 16  # of each lance, packed


class Status(IntEnum):
    """Whether a lane goes on, or what it waits for."""

    IDLE = 0  # there are no more games for it
    PLAYING = 1
    UNKNOWN_STATE = 2  # its state has no rows yet
    ASKS_SURE = 3  # somebody must tell whether the mover's cards win for certain
    AT_CHOICE = 4  # a policy outside has to choose


def _numbers(*names: str) -> list[tuple[str, str]]:
    return [(name, "u4") for name in names]


def _addresses(*names: str) -> list[tuple[str, str]]:
    return [(name, "u8") for name in names]


NUMBER = np.dtype([("number", "u4")])
LONG_NUMBER = np.dtype([("number", "u8")])

# ----------------------------------------------------------------------------------------------------- the results

# A number for each game, or one for each game and slot, in columns of these.
RESULTS: dict[str, np.dtype[Any]] = {
    "awards": np.dtype("u8"),  # for each slot the points of all lances, packed
    "points": np.dtype("i2"),  # and added up
    "winner": np.dtype("i1"),  # of a hand: 0 the mano's side, 1 the others; of a match: the slot; -1 nobody
    "moves": np.dtype("i4"),
    "hands": np.dtype("i4"),  # of a match, as the next two
    "first_mano": np.dtype("i1"),  # the slot
    "first_dealer": np.dtype("i1"),
    "deals": np.dtype("i4"),  # where a record is kept
}

# ------------------------------------------------------------------------------------------ the order and the tally

ORDER = np.dtype(  # nothing of this changes while the loop runs
    [
        ("seed", "u8"),
        ("last_game", "u8"),
        ("base_game", "u8"),  # the game of the first row of the results
        *_addresses("tally", "lanes"),
        *_addresses("listed", "over"),  # room for lists of lanes, which are told by their addresses
        *_addresses(*(f"out_{name}" for name in RESULTS)),  # columns from the base game on; 0: it is not wanted
        *_addresses("starts"),  # where each game's moves and deals begin in the record, which are
        *_addresses("record", "decks"),
        *_addresses("weights"),  # by bucket, then by action
        *_addresses("buckets"),  # by class of the turned card, then by hand
        *_numbers("lane_count", "action_count"),
        *_numbers("slots"),  # in the results
        ("whole", "u4"),  # matches; otherwise single hands
        ("kind", "u4"),  # where the row of the kind of single hands stands in the tables
        ("dealer", "u4"),  # 0: by lot
        ("tracks", "u4"),  # keep what is laid
        ("asks", "u4"),  # stop at every choice, for a policy outside
        ("weighs", "u4"),  # choose by weights
        ("records", "u4"),  # keep every deal and every move
        ("score", NUMBER, SLOTS),
    ],
    align=True,
)
TALLY = np.dtype(
    [
        ("next_game", "u8"),
        ("points", LONG_NUMBER, 2),  # those of the mano's side are the second
        ("winners", LONG_NUMBER, WINNERS),  # hands by who has won the truco
        ("kinds", LONG_NUMBER, MOST_KINDS),  # hands of each kind
        ("happened", LONG_NUMBER, COUNT_DIGITS),  # 32 counts at a time: number n of these holds bit n of each
    ],
)

# ----------------------------------------------------------------------------------------------------------- a lane

PLACE = np.dtype(
    [
        *_numbers("held"),  # the cards still in the hand, packed
        *_numbers("worth"),  # what its three cards are worth
        *_numbers("packet", "packet_worth"),  # of packet number so and so: a deal of duels has more than the places
        *_numbers("number", "drawn"),  # the packet as it was drawn: its number, and its cards among those then left
    ],
    align=True,
)
SLOT = np.dtype(
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
        *_numbers("menus", "menu_count"),  # the first menu of that state in the tables, and how many there are
        *_numbers("score"),  # its number, as this hand's sides see it
        *_numbers("facts"),  # three bits a place: a flor, a reservá, certain winners
        *_numbers("plain"),  # the places that hold a flor that must be sung
        *_numbers("strengths"),  # the row of this hand's ranking
        *_numbers("best"),  # strength of the best card in the trick, and one; a covered card has 0
        *_numbers("chosen"),  # where the action that was chosen stands in the tables
        *_numbers("won"),  # the list of awards it has made
        # Empty when a hand begins:
        *_numbers("happened"),
        *_numbers("declared"),  # places that have told their flor
        *_numbers("told_sure"),  # whether it was told if the mover's cards win for certain
        *_numbers("stopped"),  # the hand ends here: a game was won
        *_numbers("envido_points"),  # written in this hand, and for which side: a flor takes them back
        *_numbers("envido_side"),
        *_numbers("truco_winner"),  # of this hand; after the last of a match the slot that has won it, and one
        *_numbers("laid_count", "deferred_count"),
        # Empty when a game begins:
        *_numbers("moves"),
        *_numbers("deals"),  # of the whole match
        *_numbers("deals_in_game", "dealer", "hands"),
        *_numbers("first_reached"),  # the slot that has reached the target first, and one; 0: nobody has
        *_numbers("reached"),
        *_numbers("won_match"),  # slots that have won a bet of the whole match
        # Set when a game, a deal or a hand begins:
        ("game", "u8"),
        *_numbers("following"),  # what comes after the hand that is over
        *_numbers("kind"),  # where the row of the kind of hand stands
        *_numbers("first_score"),  # at the beginning of the hand
        *_numbers("duels"),  # whether this deal is played as duels
        *_numbers("hand"),  # which hand of the deal it is
        *_numbers("field"),  # where the row of the field stands
        *_numbers("packet_count"),  # packets that are to be dealt now; 0: the cards of this hand are dealt already
        *_numbers("turned_class"),
        *_numbers("turned_card"),  # or the number of cards, where none is
        *_numbers("fourth_card"),  # the gallo's, and one; 0: there is none
        *_numbers("slots_0", "slots_1"),  # where each side's points are written, as bits
        # While somebody is asked:
        *_numbers("menu"),
        *_numbers("listed", "listed_count"),  # where the legal actions there stand, and how many there are
        *_numbers("word"),  # what chance would choose by
        ("slots", SLOT, SLOTS),
        ("places", PLACE, MOST_PLACES),
        ("deferred", NUMBER, MOST_DEFERRED),
        ("laid", NUMBER, MOST_LAID + 1),  # one more than is ever read: where a word goes after the last card
    ],
    align=True,
)

# A laid card: the card, then the place, then whether it is covered.
LAID_PLACE_SHIFT, LAID_COVERED_SHIFT = 8, 12

# ------------------------------------------------------------------------------------------------------- the record

# A recorded move: its code, then the seat. A recorded deal: packets, or NO_PACKET in place of one; the fourth card and
# one; the turned card.
RECORD_SEAT_SHIFT = 16
START = np.dtype(_addresses("move", "deal"))
DECK = np.dtype([("packets", NUMBER, MOST_PLACES), *_numbers("fourth", "turned")])
NO_PACKET = (1 << 32) - 1
