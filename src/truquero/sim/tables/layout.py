"""Bit layout of packed numbers, shared by the builder that writes the tables and the executors that read them.

The limits at the top are sizes of arrays in the executors. `size_limits.py` checks that a game fits.
"""

from __future__ import annotations

from truquero.rules.hand_rules import CARDS_IN_HAND

MOST_TARGET = 200  # tables are indexed by the score: beyond this they would be too large
MOST_PLACES = 8
MOST_KINDS = 8  # kinds of hands
MOST_SCORE_COLUMNS = 3  # numbers in the score of a match: one for each side, or for each of three players
MOST_DEFERRED = 8  # awards that wait for the end of the hand
MOST_LAID = 24  # cards on the table

CARD_BITS = 8  # of each card in packed cards
AWARD_BITS = 16  # of each lance in packed points
MOVE_SEAT_SHIFT = 16  # a recorded move: its code in the low bits, the seat above them

# A row of `menus`: the moves of one place in one state.
MENU_ACTIONS, MENU_LISTS, MENU_SETS, MENU_PLACE = range(4)
SCORE_SET_BITS = 16  # MENU_SETS: the score set in the low bits, the card set above them
PLACE_MASK = 0xFF
CARD_CLASSES_SHIFT = 8  # MENU_PLACE: the place in the low bits, then the number of card classes of the menu,
ASKS_SURE_SHIFT = 16  # then whether the menu asks about a sure win

# `states`: the first menu and the number of menus; 0 menus: the hand is over.
MENU_COUNT_BITS = 4
UNKNOWN = (1 << MENU_COUNT_BITS) - 1  # in place of the count: not expanded yet

# `award_lists`: the first award and the number of awards.
AWARD_COUNT_BITS = 4

# `lists`: the start of the legal actions of a class in `members`, and their number.
LIST_COUNT_BITS = 8

# An action: the index of its first step in the low 32 bits, and above it:
CARD_SLOT_SHIFT = 32  # the slot in the hand of the card it lays, plus one; 0 for a word
FACE_DOWN_BIT = 35
OPENS_TRICK_BIT = 36  # no card to compare with
DISCARDS_BIT = 37
SINGS_BIT = 38  # the move declares that the mover holds a flor
THROWS_BIT = 39  # echar los perros: declares every flor that must be sung
MAY_BE_FALSE_BIT = 40  # answer 0 if the mover holds no flor
CHECKS_TRUTH_BIT = 41  # its question is a row of `truths`: whether the declared value is the true one
QUESTION_SHIFT = 42
QUESTION_BITS = 14
PLACE_SHIFT = 56
NO_QUESTION, COMPARE = 0, 1  # the first rows of `answers`

# A step: the next state in the low 32 bits, and above it the list of its awards.
STEP_AWARDS_SHIFT = 32

# A row of `awards`.
(
    AWARD_LANCE,
    AWARD_SIDE,  # or NOBODY: the best cards decide
    AWARD_STAKE,
    AWARD_BEST,  # 1: compare the contenders' cards
    AWARD_CONTENDERS,
    AWARD_MATCH,  # 1: it wins every game that is left
    AWARD_AT_FIRST,  # 1: valued with the score at the beginning of the hand
    AWARD_COMPARED,  # 1: settled by cards or a false word, so it may end the hand where points are written late
    AWARD_BARRED,  # 1: contenders with a flor that must be sung do not take part
    AWARD_TAKES_BACK,  # 1: it takes back the envido of the hand from its side, or with NOBODY from any side
    AWARD_WIDTH,
) = range(11)

# The value of a hand as `values` packs it: envido in the low bits, then flor.
VALUE_BITS = 7
HOLDING_SHIFT = 2 * VALUE_BITS
IS_FLOR, IS_RESERVA = 1, 2  # above the values, and in the holdings of a lane, which have a third bit per place:
SURE = 4  # its cards win the hand whatever the others hold: a sure win
HOLDING_BITS = 3
HOLDINGS = 1 << HOLDING_BITS  # number of holdings that guards can distinguish

# Codes of moves: a code below CODE_CARDS is a word, any other a kind of card move with its card or slot.
CODE_CARDS = 1024
CARD_SPAN = 64


def unpack_cards(packed: int, count: int = CARDS_IN_HAND) -> list[int]:
    """Return the card numbers that are packed into one number."""
    return [packed >> slot * CARD_BITS & (1 << CARD_BITS) - 1 for slot in range(count)]
