"""All tables of a game in one array of 32-bit numbers: a header that says where each begins, and then the tables.

A compiled loop that is handed twenty arrays spends its time on handing them on; one array costs nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from truquero.compiled.tables import Tables

# The header: first numbers as they are …
(
    PLAYERS,
    CARDS,
    TARGET,
    WIDTH,
    SCORES,  # how many numbers of scores there are
    SLOTS,
    GAMES_TO_WIN,
    WRITES_LATE,
    PLAYS_OUT,
    LAST_DUEL_POINTS,
    SHARED_SLOTS,
    TURNS,
    HAS_FLOR,
    MOST_HANDS,
    HAND_COUNT,  # how many hands of three cards the pack makes
    FLOR_MASKS,  # how many sets of places that hold a flor
    # … then where the tables begin.
    STATES,
    STATE_HAPPENED,
    MENUS,
    LISTS,
    MEMBERS,
    SCORE_CLASSES,
    CARD_CLASSES,
    ACTIONS,  # two numbers a row
    ACTION_CODES,
    ACTION_HAPPENED,
    STEPS,  # two numbers a row
    AWARD_LISTS,
    AWARDS,
    ANSWERS,
    TRUTHS,
    STAKE_VALUES,
    FLOR_STAKES,
    LACKS,
    TURNED_CLASSES,
    STRENGTHS,
    HANDS,  # two numbers a row
    UNRANKED,
    HAND_PLACES,
    DUELS_AT,
    DEAL_HANDS,
    DEAL_PACKETS,
    DEAL_WANTED,
    FIELD_KINDS,
    FIELD_SLOTS,
    FIELD_SEATS,
    LONE_SLOTS,
    ROUND_KINDS,
    STARTS,
    SIDE_MASKS,
    KIND_PLACES,
    GALLO_PLACES,
    HEADER,
) = range(53)


def flatten(tables: Tables) -> NDArray[np.int32]:
    """The tables as one array."""
    rows, cards, course = tables.rows, tables.cards, tables.course
    numbers = {
        PLAYERS: course.players,
        CARDS: course.cards,
        TARGET: course.target,
        WIDTH: course.width,
        SCORES: rows.score_classes.shape[1],
        SLOTS: course.slots,
        GAMES_TO_WIN: course.games_to_win,
        WRITES_LATE: course.writes_late,
        PLAYS_OUT: course.plays_out,
        LAST_DUEL_POINTS: course.last_duel_points,
        SHARED_SLOTS: course.shared_slots,
        TURNS: course.turns,
        HAS_FLOR: course.has_flor,
        MOST_HANDS: course.most_hands,
        HAND_COUNT: cards.hands.shape[1],
        FLOR_MASKS: rows.answers.shape[1],
    }
    arrays = {
        STATES: rows.states,
        STATE_HAPPENED: rows.state_happened,
        MENUS: rows.menus,
        LISTS: rows.lists,
        MEMBERS: rows.members,
        SCORE_CLASSES: rows.score_classes,
        CARD_CLASSES: rows.card_classes,
        ACTIONS: _halves(rows.actions),
        ACTION_CODES: rows.action_codes,
        ACTION_HAPPENED: rows.action_happened,
        STEPS: _halves(rows.steps),
        AWARD_LISTS: rows.award_lists,
        AWARDS: rows.awards,
        ANSWERS: rows.answers,
        TRUTHS: rows.truths,
        STAKE_VALUES: rows.stake_values,
        FLOR_STAKES: rows.flor_stakes,
        LACKS: rows.lacks,
        TURNED_CLASSES: cards.turned_classes,
        STRENGTHS: cards.strengths,
        HANDS: cards.hands,
        UNRANKED: cards.unranked,
        HAND_PLACES: cards.places,
        DUELS_AT: course.duels_at,
        DEAL_HANDS: course.hands,
        DEAL_PACKETS: course.packets,
        DEAL_WANTED: course.wanted,
        FIELD_KINDS: course.kinds,
        FIELD_SLOTS: course.slot_masks,
        FIELD_SEATS: course.seats,
        LONE_SLOTS: course.lone_slots,
        ROUND_KINDS: course.round_kinds,
        STARTS: course.starts,
        SIDE_MASKS: course.side_masks,
        KIND_PLACES: course.hand_places,
        GALLO_PLACES: course.gallo_places,
    }
    flat = np.empty(HEADER + sum(one.size for one in arrays.values()), np.int32)
    for position, number in numbers.items():
        flat[position] = number
    end = HEADER
    for position, one in arrays.items():
        flat[position] = end
        flat[end : end + one.size] = one.reshape(-1)
        end += one.size
    return flat


def _halves(packed: NDArray[np.int64]) -> NDArray[np.int64]:
    """Packed numbers as pairs: the low and the high 32 bits."""
    return np.stack([packed & 0xFFFFFFFF, packed >> 32], axis=1)
