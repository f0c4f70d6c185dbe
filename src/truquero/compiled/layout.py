"""How numbers are packed in the tables: one place for what the builder writes and the executors read."""

from __future__ import annotations

MOST_TARGET = 200  # tables go by the score: beyond this they would not fit

# A row of `menus`: what one place may do in one state.
MENU_ACTIONS, MENU_LISTS, MENU_SETS, MENU_PLACE = range(4)
SCORE_SET_BITS = 16  # MENU_SETS: the score set in the low bits, the card set above them
PLACE_MASK = 0xFF
CARD_CLASSES_SHIFT = 8  # MENU_PLACE: the place, then how many card classes the menu has, then whether it asks for
ASKS_SURE_SHIFT = 16  # cards that win for certain

# `states`: the first menu and how many; none: the hand is over.
MENU_COUNT_BITS = 4
UNKNOWN = (1 << MENU_COUNT_BITS) - 1  # in place of the count: not worked out yet

# `award_lists`: the first award and how many.
AWARD_COUNT_BITS = 4

# `lists`: where the legal actions of a class stand in `members`, and how many.
LIST_COUNT_BITS = 8

# An action: where its steps begin, and beside that
SLOT_SHIFT = 32  # the slot of the card it lays plus one, 0 for a word
COVERED_BIT = 35
OPENS_TRICK_BIT = 36  # no card to compare with
DISCARDS_BIT = 37
SINGS_BIT = 38  # its word tells that the mover holds a flor
THROWS_BIT = 39  # echar los perros: every holder is told
MAY_BE_FALSE_BIT = 40  # answer 0 where the mover holds no flor
TELLS_BIT = 41  # its question is a row of `truths`: is the value declared the true one
QUESTION_SHIFT = 42
QUESTION_BITS = 14
PLACE_SHIFT = 56
NO_QUESTION, COMPARE = 0, 1  # the first rows of `answers`

# A step: the next state, and the list of awards it makes.
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
    AWARD_BARRED,  # 1: a flor that must be sung takes no part
    AWARD_TAKES_BACK,  # 1: it takes back the envido of the hand, if its side or with NOBODY any side has it
    AWARD_WIDTH,
) = range(11)

# What `values` tells of a hand: envido in the low bits, then flor.
VALUE_BITS = 7
FACT_SHIFT = 2 * VALUE_BITS
IS_FLOR, IS_RESERVA = 1, 2  # above the values; and in a lane's facts, which have for each place one bit more:
SURE = 4  # its cards win for certain
FACT_BITS = 3
HOLDINGS = 1 << FACT_BITS  # what a place can hold, as far as a guard may ask

# Words that are cards: a code below this is a word, otherwise a kind of card move and the card or slot.
CODE_CARDS = 1024
CARD_SPAN = 64
