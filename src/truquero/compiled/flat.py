"""All tables of a game in one array of 32-bit numbers: a header that says where each begins, and then the tables.

A compiled loop that is handed twenty arrays spends its time on handing them on; one array costs nothing. Rows that
point to others say where these stand in the array, so that the loop need not work it out. No number is negative.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truquero.compiled import layout as at
from truquero.compiled.course import BY_SCORE, NO_SLOT
from truquero.compiled.lanes import AWARD_BITS, MOST_PLACES
from truquero.compiled.tables import Tables
from truquero.engine.state import NOBODY

Numbers = NDArray[np.int64]


def _names(count: int) -> tuple[np.uint64, ...]:
    return tuple(np.uint64(number) for number in range(count))


# The header: first numbers as they are …
(
    PLAYERS,
    CARDS,
    TARGET,
    WIDTH,
    SLOT_COUNT,
    GAMES_TO_WIN,
    WRITES_LATE,
    PLAYS_OUT,
    LAST_DUEL_POINTS,
    SHARED_SLOTS,
    TURNS,
    HAS_GALLO,
    MOST_HANDS,
    HAND_COUNT,  # how many hands of three cards the pack makes
    FLOR_MASKS,  # how many sets of places that hold a flor
    SCORE_SETS,
    STAKE_WIDTH,
    # … then where the tables begin: first those that never grow
    TURNED_CLASSES,
    STRENGTHS,
    CARD_HANDS,  # two numbers a row
    UNRANKED,
    HAND_PLACES,
    DUELS_AT,
    DEAL_HANDS,
    DEAL_PACKETS,
    FIELDS,
    LONE_SLOTS,
    ROUND_KINDS,
    KINDS,
    LACKS,
    # … then those that do.
    STATES,
    STATE_HAPPENED,
    MENUS,
    LISTS,
    MEMBERS,
    SCORE_CLASSES,
    CARD_CLASSES,
    ACTIONS,
    STEPS,
    AWARDS,
    ANSWERS,
    TRUTHS,
    STAKE_VALUES,
    HEADER,
) = _names(44)

# Rows, column by column. A state: its first menu and how many.
STATE_MENU, STATE_COUNT, STATE_ROW = _names(3)
# What a place may do in a state. Its lists go by the class of the score and then by that of the cards.
(
    MENU_ACTIONS,
    MENU_LISTS,
    MENU_SCORES,
    MENU_CARDS,
    MENU_SHIFT,  # where the place's bits are among the facts
    MENU_CLASSES,  # of cards, two numbers for each
    MENU_ASKS_SURE,
    MENU_PLACE,
    MENU_ROW,
) = _names(9)
LIST_MEMBERS, LIST_COUNT, LIST_ROW = _names(3)
ACTION_STEPS, ACTION_BITS, ACTION_HAPPENED, ACTION_CODE, ACTION_ROW = _names(5)
STEP_STATE, STEP_MENU, STEP_COUNT, STEP_AWARDS, STEP_ROW = _names(5)
(
    AWARD_LANCE,  # where its points are packed
    AWARD_SIDE,  # 2: the best cards decide
    AWARD_BEST,
    AWARD_CONTENDERS,
    AWARD_MATCH,
    AWARD_AT_FIRST,
    AWARD_COMPARED,
    AWARD_BARRED,
    AWARD_VALUES,  # which column its points are in if side 0 takes it; if side 1 does, the next
    AWARD_PER_FLOR,
    AWARD_OWN_FLORES,
    AWARD_ROW,
) = _names(12)
AWARD_COUNT_BITS = np.uint64(4)  # a list of awards: where the first stands, and how many there are
(
    KIND_NUMBER,
    KIND_STATE,
    KIND_PLACES,
    KIND_GALLO,  # his place and one; 0: there is none
    KIND_SIDES,  # the places of side 1
    KIND_ROW,
) = _names(6)
FIELD_KIND, FIELD_SLOTS_0, FIELD_SLOTS_1, FIELD_SEATS = _names(4)  # the kind: 0 by the score, or where its row stands
FIELD_ROW = FIELD_SEATS + np.uint64(MOST_PLACES)
TRUTH_ROW = np.uint64(3)
HOLDINGS = 8
NO_SIDE = 2


class _Layout:
    """Lays one table behind the other."""

    def __init__(self) -> None:
        self._parts: list[Numbers] = [np.zeros(int(HEADER), np.int64)]
        self.end = int(HEADER)

    def number(self, position: np.uint64, value: int) -> None:
        self._parts[0][position] = value

    def add(self, position: np.uint64, *columns: NDArray[Any]) -> int:
        """Add a table, its columns side by side; gives where it begins."""
        whole = [column.astype(np.int64) for column in columns]
        part = whole[0].reshape(-1) if len(whole) == 1 else np.stack(whole, axis=1).reshape(-1)
        self._parts.append(part)
        begins, self.end = self.end, self.end + part.size
        self.number(position, begins)
        return begins

    def array(self) -> NDArray[np.uint32]:
        return np.concatenate(self._parts).astype(np.uint32)


def flatten(tables: Tables) -> NDArray[np.uint32]:
    """The tables as one array."""
    flat = _Layout()
    _add_cards(flat, tables)
    _add_course(flat, tables)
    _add_rows(flat, tables)
    return flat.array()


def _add_cards(flat: _Layout, tables: Tables) -> None:
    cards = tables.cards
    flat.number(CARDS, tables.course.cards)
    flat.number(HAND_COUNT, cards.hands.shape[1])
    flat.add(TURNED_CLASSES, cards.turned_classes)
    flat.add(STRENGTHS, cards.strengths + 1)  # a covered card has 0
    flat.add(CARD_HANDS, cards.hands)
    flat.add(UNRANKED, cards.unranked)
    # One column more than there are cards: the last of the third row is how many hands they all make.
    numbers = np.arange(tables.course.cards + 1)
    middle, highest = numbers * (numbers - 1) // 2, numbers * (numbers - 1) * (numbers - 2) // 6
    flat.add(HAND_PLACES, np.stack([numbers, middle, highest]))


def _add_course(flat: _Layout, tables: Tables) -> None:
    course = tables.course
    numbers = {
        PLAYERS: course.players,
        TARGET: course.target,
        WIDTH: course.width,
        SLOT_COUNT: course.slots,
        GAMES_TO_WIN: course.games_to_win,
        WRITES_LATE: course.writes_late,
        PLAYS_OUT: course.plays_out,
        LAST_DUEL_POINTS: course.last_duel_points,
        SHARED_SLOTS: course.shared_slots,
        TURNS: course.turns,
        HAS_GALLO: bool((course.lone_slots != NO_SLOT).any()),
        MOST_HANDS: course.most_hands,
    }
    for position, value in numbers.items():
        flat.number(position, value)
    kinds = len(course.starts)
    sides = (course.side_masks, course.gallo_places + (-NO_SLOT))
    first = flat.add(KINDS, np.arange(kinds), course.starts, course.hand_places, sides[1], sides[0])
    rows = first + np.arange(kinds) * int(KIND_ROW)
    flat.add(DUELS_AT, course.duels_at)
    flat.add(DEAL_HANDS, course.hands)
    flat.add(DEAL_PACKETS, course.packets)
    by_field = np.where(course.kinds == BY_SCORE, 0, rows[course.kinds])
    flat.add(FIELDS, by_field, *course.slot_masks.T, *course.seats.T)
    flat.add(LONE_SLOTS, course.lone_slots + (-NO_SLOT))
    flat.add(ROUND_KINDS, rows[course.round_kinds])
    flat.add(LACKS, tables.rows.lacks)


def _add_rows(flat: _Layout, tables: Tables) -> None:
    rows = tables.rows
    count = rows.states & (1 << at.MENU_COUNT_BITS) - 1
    flat.number(FLOR_MASKS, rows.answers.shape[1])
    flat.add(STATE_HAPPENED, rows.state_happened)
    flat.add(ANSWERS, rows.answers)
    flat.add(TRUTHS, rows.truths)
    # What goes by the score is laid score by score: games stand at few of them, whose rows then stay near.
    flat.add(STAKE_VALUES, rows.stake_values.reshape(-1, len(rows.lacks)).T)
    flat.number(STAKE_WIDTH, 2 * len(rows.stake_values))
    awards = flat.add(AWARDS, *_award_columns(rows))
    members = flat.add(MEMBERS, rows.members)
    listed = rows.lists.astype(np.int64)
    starts, counts = listed >> at.LIST_COUNT_BITS, listed & (1 << at.LIST_COUNT_BITS) - 1
    lists = flat.add(LISTS, members + starts, counts)
    scores = flat.add(SCORE_CLASSES, rows.score_classes.T)
    flat.number(SCORE_SETS, len(rows.score_classes))
    cards = flat.add(CARD_CLASSES, rows.card_classes)
    # Menus, actions and steps point to one another: where each begins is known from their sizes.
    menus_at = flat.end
    actions_at = menus_at + len(rows.menus) * int(MENU_ROW)
    steps_at = actions_at + len(rows.actions) * int(ACTION_ROW)
    state_menus = menus_at + (rows.states >> at.MENU_COUNT_BITS).astype(np.int64) * int(MENU_ROW)
    sets, about = rows.menus[:, at.MENU_SETS].astype(np.int64), rows.menus[:, at.MENU_PLACE].astype(np.int64)
    place = about & at.PLACE_MASK
    flat.add(
        MENUS,
        actions_at + rows.menus[:, at.MENU_ACTIONS].astype(np.int64) * int(ACTION_ROW),
        lists + rows.menus[:, at.MENU_LISTS].astype(np.int64) * int(LIST_ROW),
        scores + (sets & (1 << at.SCORE_SET_BITS) - 1),
        cards + (sets >> at.SCORE_SET_BITS) * HOLDINGS,
        place * at.FACT_BITS,
        about >> at.CARD_CLASSES_SHIFT & 0xFF,
        about >> at.ASKS_SURE_SHIFT,
        place,
    )
    low, high = (1 << 32) - 1, 32
    steps = steps_at + (rows.actions & low) * int(STEP_ROW)
    flat.add(ACTIONS, steps, rows.actions >> high, rows.action_happened, rows.action_codes)
    following = rows.steps & low
    listed_awards = rows.award_lists[rows.steps >> high].astype(np.int64)
    first_award = awards + (listed_awards >> at.MENU_COUNT_BITS) * int(AWARD_ROW)
    how_many = listed_awards & (1 << at.MENU_COUNT_BITS) - 1
    won = np.where(how_many > 0, first_award << int(AWARD_COUNT_BITS) | how_many, 0)
    flat.add(STEPS, following, state_menus[following], count[following], won)
    flat.add(STATES, state_menus, count)


def _award_columns(rows: Any) -> list[Numbers]:
    """The awards with where their points stand."""
    awards = rows.awards.astype(np.int64)
    stakes = awards[:, at.AWARD_STAKE]
    flores = rows.flor_stakes.astype(np.int64)[stakes]
    sides = awards[:, at.AWARD_SIDE]
    return [
        awards[:, at.AWARD_LANCE] * AWARD_BITS,
        np.where(sides == NOBODY, NO_SIDE, sides),
        *awards[:, [at.AWARD_BEST, at.AWARD_CONTENDERS, at.AWARD_MATCH]].T,
        *awards[:, [at.AWARD_AT_FIRST, at.AWARD_COMPARED, at.AWARD_BARRED]].T,
        2 * stakes,
        *flores.T,
    ]


def number_of(flat: NDArray[np.uint32], table: np.uint64, row: np.uint64, position: int) -> int:
    """The number of the row that stands somewhere in a table."""
    return (int(position) - int(flat[table])) // int(row)
