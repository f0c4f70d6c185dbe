"""All tables of a game in one array of 32-bit numbers: a header with the offset of each table, then the tables.

A row that refers to another row contains its offset in the array, so the loop does not have to compute it. No number is
negative.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truquero.engine.state import LANCES, NOBODY
from truquero.i18n import _
from truquero.sim.cpu.lanes import NUMBER
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables import layout
from truquero.sim.tables.compiled_tables import CompiledTables, Rows
from truquero.sim.tables.layout import AWARD_BITS, CARD_BITS, MOST_PLACES
from truquero.sim.tables.match_structure import BY_SCORE, NO_PLACE
from truquero.sim.tables.size_limits import check_size_limits
from truquero.sim.tables.values import number_terms

Numbers = NDArray[np.int64]
Flat = NDArray[np.uint32]


def _row(*names: str) -> np.dtype[Any]:
    return np.dtype([(name, "u4") for name in names])


HEADER = _row(
    # Plain numbers.
    "players",
    "card_count",
    "target",
    "score_width",
    "score_column_count",
    "games_to_win",
    "writes_late",
    "plays_out",
    "turns",
    "has_gallo",
    "most_hands",
    "hand_count",  # number of hands of three cards in the pack
    "flor_masks",  # number of sets of places that may hold a flor that must be sung
    "score_sets",
    "stake_width",
    # Offsets of the tables that never grow.
    "turned_classes",
    "strengths",
    "hands",
    "unranked",
    "middle",  # what the middle card adds to the number of its hand; the lowest card adds its own number
    "highest",  # the same for the highest card; entry n is also the number of hands that n cards make
    "duels",
    "deal_packets",
    "lineups",
    "after_hand",
    "next_dealers",
    "partner_score_columns",
    "game_winners",
    "win_masks",
    "round_kinds",
    "kinds",
    "lacks",
    # Offsets of the tables that may grow.
    "states",
    "state_outcomes",
    "menus",
    "lists",
    "members",
    "score_classes",
    "card_classes",
    "actions",
    "steps",
    "awards",
    "answers",
    "truths",
    "stake_values",
)
HAND = _row("cards", "hand_value")
STATE = _row("menus", "menu_count")
MENU = _row(  # the moves of a place in a state
    "actions",
    "lists",  # indexed by the score class, then by the card class
    "scores",
    "cards",
    "shift",  # position of the place's bits in the holdings of a lane
    "classes",  # number of card classes
    "asks_sure",
    "place",
)
LIST = _row("members", "count")
ACTION = _row("steps", "bits", "outcomes", "code")
# The bits of an action. A word is encoded as a card beyond the end of the hand that has no strength and no question, so
# the loop processes words and cards alike.
COMPARES_MASK = 3  # all bits set: the answer tells how the card compares with the best; none set: the answer is 0
SHIFT_MASK = 0b111 * CARD_BITS  # how far to shift the packed hand to get the card
BEYOND_HAND = 4  # in place of the card slot, for a word
FLAT_COUNTS_BIT = 6  # the card has strength; a card that lies face down has none
FLAT_FOLLOWS_BIT = 7  # not the first card of a trick
FLAT_DISCARDS_BIT = 8  # this bit and the next four mean the same as those of `layout`, elsewhere
FLAT_SINGS_BIT = 9
FLAT_THROWS_BIT = 10
FLAT_MAY_BE_FALSE_BIT = 11
FLAT_CHECKS_TRUTH_BIT = 12
QUESTION_SHIFT = 13
PLACE_SHIFT = 28
STEP = _row("state", "menus", "menu_count", "awards")
AWARD = _row(
    "lance",  # bit position of its points in packed awards
    "side",  # or SIDE_OF_THE_BEST
    "best",
    "contenders",
    "match",
    "at_first",
    "compared",
    "barred",
    "values",  # column of its points if side 0 wins it; the next column is for side 1
    "per_flor",
    "own_flores",
    "decides",  # all bits set for the truco, otherwise none
    "takes_back",
)
# A list of awards is one number: the offset of the first award, and in the low AWARD_COUNT_BITS bits the count.
MOST_NUMBERS = 1 << 32 - layout.AWARD_COUNT_BITS  # limit of the offsets in such a number
TRUTH = _row("place", "is_flor", "value")
LACK = _row("ours", "theirs")
KIND = _row(
    "number",
    "state",
    "places",
    "gallo",  # the gallo's place plus one; 0: there is none
    "sides",  # bit mask of the places of side 1
)
LINEUP = np.dtype(
    [
        ("kind", "u4"),  # offset of its row; 0: it depends on the score
        ("score_columns_0", "u4"),
        ("score_columns_1", "u4"),
        ("seats", NUMBER, MOST_PLACES),
    ]
)
EVERY_BIT = (1 << 32) - 1
SIDE_OF_THE_BEST = 2  # instead of a side: the one with the best cards, or the one whose points are taken back


def width(row: np.dtype[Any]) -> int:
    """Return how many numbers a row takes."""
    return row.itemsize // 4


def header(flat: Flat) -> Any:
    """Return the header as a record with named fields."""
    return flat[: width(HEADER)].view(HEADER)[0]


class _FlatBuilder:
    """Appends tables to the array and records their offsets in the header."""

    def __init__(self) -> None:
        self._header = np.zeros(1, HEADER)
        self._parts: list[Flat] = []
        self.end = width(HEADER)

    def number(self, name: str, value: int) -> None:
        self._header[name] = value

    def add(self, name: str, *columns: NDArray[Any]) -> int:
        """Append a table, its columns side by side, and return its offset."""
        if len(columns) == 1:
            part = columns[0].astype(np.uint32).reshape(-1)
        else:
            rows = np.empty((len(columns[0]), len(columns)), np.uint32)
            for number, column in enumerate(columns):
                rows[:, number] = column
            part = rows.reshape(-1)
        self._parts.append(part)
        offset, self.end = self.end, self.end + part.size
        self.number(name, offset)
        return offset

    def array(self) -> Flat:
        if self.end > MOST_NUMBERS:
            message = _(
                "the tables of this variant have grown beyond {most} numbers: play fewer games, or use "
                'executor="reference"'
            )
            raise SimulationError(message.format(most=MOST_NUMBERS))
        return np.concatenate([self._header.view(np.uint32), *self._parts])


def flatten(tables: CompiledTables) -> Flat:
    """Return the tables as one array."""
    check_size_limits(tables)
    flat = _FlatBuilder()
    _add_cards(flat, tables)
    _add_structure(flat, tables)
    _add_rows(flat, tables)
    return flat.array()


def _add_cards(flat: _FlatBuilder, tables: CompiledTables) -> None:
    cards = tables.cards
    flat.number("card_count", tables.structure.cards)
    flat.number("hand_count", cards.hands.shape[1])
    flat.add("turned_classes", cards.turned_classes)
    flat.add("strengths", cards.strengths + 1)  # 0 is for a card that lies face down
    flat.add("hands", cards.hands)
    flat.add("unranked", cards.unranked)
    _lowest, middle, highest = number_terms(tables.structure.cards + 1)
    flat.add("middle", middle)
    flat.add("highest", highest)


def _add_structure(flat: _FlatBuilder, tables: CompiledTables) -> None:
    structure = tables.structure
    numbers = {
        "players": structure.players,
        "target": structure.target,
        "score_width": structure.score_width,
        "score_column_count": structure.score_columns,
        "games_to_win": structure.games_to_win,
        "writes_late": structure.writes_late,
        "plays_out": structure.plays_out,
        "turns": structure.turns,
        "has_gallo": structure.gallo,
        "most_hands": structure.most_hands,
    }
    for name, value in numbers.items():
        flat.number(name, value)
    kinds = len(structure.starts)
    gallos = structure.gallo_places + (-NO_PLACE)
    first = flat.add("kinds", np.arange(kinds), structure.starts, structure.hand_places, gallos, structure.side_masks)
    rows = first + np.arange(kinds) * width(KIND)
    flat.add("duels", structure.duels_at)
    flat.add("deal_packets", structure.packets)
    kinds_of_lineups = np.where(structure.lineup_kinds == BY_SCORE, 0, rows[structure.lineup_kinds])
    flat.add("lineups", kinds_of_lineups, *structure.lineup_score_columns.T, *structure.lineup_seats.T)
    flat.add("after_hand", structure.after_hand)
    flat.add("next_dealers", structure.next_dealers)
    flat.add("partner_score_columns", structure.partner_score_columns)
    flat.add("game_winners", structure.game_winners)
    flat.add("win_masks", structure.win_masks)
    flat.add("round_kinds", rows[structure.round_kinds])
    flat.add("lacks", tables.rows.lacks)


class _Offsets(NamedTuple):
    """The offsets of the tables that the rows of menus and steps refer to."""

    lists: int
    score_classes: int
    card_classes: int
    awards: int


def _add_rows(flat: _FlatBuilder, tables: CompiledTables) -> None:
    rows = tables.rows
    flat.number("flor_masks", rows.answers.shape[1])
    flat.add("state_outcomes", rows.state_outcomes)
    flat.add("answers", rows.answers)
    flat.add("truths", rows.truths)
    # Values that depend on the score are stored score by score. Games have few different scores at a time, so the rows
    # of these scores stay in the cache.
    flat.add("stake_values", rows.stake_values.reshape(-1, len(rows.lacks)).T)
    flat.number("stake_width", 2 * len(rows.stake_values))
    awards = flat.add("awards", *_award_columns(rows))
    members = flat.add("members", rows.members)
    lists_of_actions = rows.lists.astype(np.int64)
    starts, counts = lists_of_actions >> layout.LIST_COUNT_BITS, lists_of_actions & (1 << layout.LIST_COUNT_BITS) - 1
    lists = flat.add("lists", members + starts, counts)
    scores = flat.add("score_classes", rows.score_classes.T)
    flat.number("score_sets", len(rows.score_classes))
    cards = flat.add("card_classes", rows.card_classes)
    _add_automaton(flat, rows, _Offsets(lists, scores, cards, awards))


def _add_automaton(flat: _FlatBuilder, rows: Rows, offsets: _Offsets) -> None:
    """Append the menus, actions, steps and states. They refer to one another, so their offsets are computed first."""
    menus_at = flat.end
    actions_at = menus_at + len(rows.menus) * width(MENU)
    steps_at = actions_at + len(rows.actions) * width(ACTION)
    low, high = (1 << 32) - 1, 32
    flat.add("menus", *_menu_columns(rows, actions_at, offsets))
    steps = steps_at + (rows.actions & low) * width(STEP)
    flat.add("actions", steps, _action_bits(rows.actions.astype(np.int64)), rows.action_outcomes, rows.action_codes)
    state_menus = menus_at + (rows.states >> layout.MENU_COUNT_BITS).astype(np.int64) * width(MENU)
    menu_counts = rows.states & (1 << layout.MENU_COUNT_BITS) - 1
    following = rows.steps & low
    award_lists = rows.award_lists[rows.steps >> high].astype(np.int64)
    first_awards = offsets.awards + (award_lists >> layout.AWARD_COUNT_BITS) * width(AWARD)
    award_counts = award_lists & (1 << layout.AWARD_COUNT_BITS) - 1
    awards = np.where(award_counts > 0, first_awards << layout.AWARD_COUNT_BITS | award_counts, 0)
    flat.add("steps", following, state_menus[following], menu_counts[following], awards)
    flat.add("states", state_menus, menu_counts)


def _menu_columns(rows: Rows, actions_at: int, offsets: _Offsets) -> list[Numbers]:
    """Return the columns of the menus. `actions_at` is the offset of the actions."""
    sets, bits = rows.menus[:, layout.MENU_SETS].astype(np.int64), rows.menus[:, layout.MENU_PLACE].astype(np.int64)
    place = bits & layout.PLACE_MASK
    return [
        actions_at + rows.menus[:, layout.MENU_ACTIONS].astype(np.int64) * width(ACTION),
        offsets.lists + rows.menus[:, layout.MENU_LISTS].astype(np.int64) * width(LIST),
        offsets.score_classes + (sets & (1 << layout.SCORE_SET_BITS) - 1),
        offsets.card_classes + (sets >> layout.SCORE_SET_BITS) * layout.HOLDINGS,
        place * layout.HOLDING_BITS,
        bits >> layout.CARD_CLASSES_SHIFT & 0xFF,
        bits >> layout.ASKS_SURE_SHIFT,
        place,
    ]


def _action_bits(actions: Numbers) -> Numbers:
    """Return the bits of actions, converted from the positions in `layout`."""

    def bit(position: int) -> Numbers:
        return actions >> position & 1

    card_slots = actions >> layout.CARD_SLOT_SHIFT & 0b111
    is_card, follows = card_slots > 0, 1 - bit(layout.OPENS_TRICK_BIT)
    bits: Numbers = np.where(is_card, card_slots - 1, BEYOND_HAND) * CARD_BITS
    bits |= np.where(is_card, follows * COMPARES_MASK, 0)
    bits |= np.where(is_card, 1 - bit(layout.FACE_DOWN_BIT), 0) << FLAT_COUNTS_BIT
    bits |= np.where(is_card, follows, 1) << FLAT_FOLLOWS_BIT
    for position, layout_position in (
        (FLAT_DISCARDS_BIT, layout.DISCARDS_BIT),
        (FLAT_SINGS_BIT, layout.SINGS_BIT),
        (FLAT_THROWS_BIT, layout.THROWS_BIT),
        (FLAT_MAY_BE_FALSE_BIT, layout.MAY_BE_FALSE_BIT),
        (FLAT_CHECKS_TRUTH_BIT, layout.CHECKS_TRUTH_BIT),
    ):
        bits |= bit(layout_position) << position
    bits |= (actions >> layout.QUESTION_SHIFT & (1 << layout.QUESTION_BITS) - 1) << QUESTION_SHIFT
    bits |= (actions >> layout.PLACE_SHIFT & 0xFF) << PLACE_SHIFT
    return bits


def _award_columns(rows: Rows) -> list[Numbers]:
    """Return the columns of the awards, with the column of their points in `stake_values`."""
    awards = rows.awards.astype(np.int64)
    stakes = awards[:, layout.AWARD_STAKE]
    flores = rows.flor_stakes.astype(np.int64)[stakes]
    sides = awards[:, layout.AWARD_SIDE]
    return [
        awards[:, layout.AWARD_LANCE] * AWARD_BITS,
        np.where(sides == NOBODY, SIDE_OF_THE_BEST, sides),
        *awards[:, [layout.AWARD_BEST, layout.AWARD_CONTENDERS, layout.AWARD_MATCH]].T,
        *awards[:, [layout.AWARD_AT_FIRST, layout.AWARD_COMPARED, layout.AWARD_BARRED]].T,
        2 * stakes,
        *flores.T,
        np.where(awards[:, layout.AWARD_LANCE] == LANCES.index("truco"), EVERY_BIT, 0),
        awards[:, layout.AWARD_TAKES_BACK],
    ]


def number_of(flat: Flat, table: str, row: np.dtype[Any], position: int) -> int:
    """Return the number, within its table, of the row at an offset of the array."""
    return (int(position) - int(header(flat)[table])) // width(row)


def menus_of(flat: Flat, states: NDArray[np.integer]) -> tuple[Flat, Flat]:
    """Return the offset of the first menu of each state, and how many menus it has."""
    rows = int(header(flat)["states"]) + states.astype(np.int64) * width(STATE)
    return flat[rows], flat[rows + 1]


def place_of_menu(flat: Flat, menu: int) -> int:
    """Return the place whose menu is at this offset."""
    return int(flat[int(menu) : int(menu) + width(MENU)].view(MENU)["place"][0])


def seat_of(flat: Flat, lineup: int, place: int) -> int:
    """Return the seat of a place in the lineup at this offset."""
    return int(flat[int(lineup) : int(lineup) + width(LINEUP)].view(LINEUP)["seats"]["number"][0, place])
