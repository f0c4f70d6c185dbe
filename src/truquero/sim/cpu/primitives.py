"""Shared definitions of the compiled loop: compiler decorators, constants, row accessors and random numbers.

Every number in the loop is unsigned. The constants are unsigned too, because a plain literal would make a sum signed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from truquero.sim import splitmix
from truquero.sim.cpu import flat_tables as fl
from truquero.sim.cpu import lanes as la
from truquero.sim.cpu.numba_cache import jit
from truquero.sim.cpu.numba_rows import RowType, high_half, rows_at_address, rows_in, rows_in_tables, select
from truquero.sim.tables import layout

# Python owns the loop's memory for as long as the loop runs, so reference counting (`_nrt`) is off.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "nogil": True}


def entry_point(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls with three numbers, and cache it in the user's cache folder."""
    return jit("void(uint64, uint64, uint64)", **_OPTIONS)(function)


def inlined_by_llvm(function: Callable[..., Any]) -> Any:
    """Compile a step of the loop separately, and have LLVM inline it into the loop."""
    return njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)


def inlined_by_numba(function: Callable[..., Any]) -> Any:
    """Have Numba inline a function into its only caller.

    This saves the cost of a call and of a separate type inference. A large function is better inlined by LLVM,
    because Numba is slow with long functions.
    """
    return njit(inline="always", **_OPTIONS)(function)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function that only the loop calls. LLVM decides whether to inline it."""
    return njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)


def _table(name: str, row: np.dtype[Any]) -> tuple[Any, np.uint64]:
    """Return the accessor of a table's rows, and the width of a row."""
    return rows_in_tables(RowType(name, row, constant=True)), np.uint64(fl.width(row))


ZERO, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
GOLDEN = np.uint64(splitmix.GOLDEN)
FIRST_FACTOR, SECOND_FACTOR = np.uint64(splitmix.FIRST_FACTOR), np.uint64(splitmix.SECOND_FACTOR)
FIRST_SHIFT, SECOND_SHIFT = np.uint64(splitmix.FIRST_SHIFT), np.uint64(splitmix.SECOND_SHIFT)
THIRD_SHIFT = np.uint64(splitmix.THIRD_SHIFT)
HALF, LOW = np.uint64(32), np.uint64(0xFFFFFFFF)

SCORE_COLUMNS, PLACES = np.uint64(layout.MOST_SCORE_COLUMNS), np.uint64(layout.MOST_PLACES)
CARD_BITS, TWO_CARDS = np.uint64(layout.CARD_BITS), np.uint64(2 * layout.CARD_BITS)
CARD_MASK = np.uint64((1 << layout.CARD_BITS) - 1)
VALUE_BITS, VALUE_MASK = np.uint64(layout.VALUE_BITS), np.uint64((1 << layout.VALUE_BITS) - 1)
HOLDING_SHIFT, HOLDING_BITS = np.uint64(layout.HOLDING_SHIFT), np.uint64(layout.HOLDING_BITS)
HOLDING_MASK = np.uint64((1 << layout.HOLDING_BITS) - 1)
IS_FLOR, SURE = np.uint64(layout.IS_FLOR), np.uint64(layout.SURE)
AWARD_BITS = np.uint64(layout.AWARD_BITS)

# Accessors of the tables, from the row of their header and an offset.
tables_at = rows_at_address(RowType("tables", fl.HEADER, constant=True))
hand_at, HAND_WIDTH = _table("hand", fl.HAND)
state_at, STATE_WIDTH = _table("state", fl.STATE)
menu_at, MENU_WIDTH = _table("menu", fl.MENU)
list_at, LIST_WIDTH = _table("list", fl.LIST)
action_at, ACTION_WIDTH = _table("action", fl.ACTION)
step_at, STEP_WIDTH = _table("step", fl.STEP)
award_at, AWARD_WIDTH = _table("award", fl.AWARD)
truth_at, TRUTH_WIDTH = _table("truth", fl.TRUTH)
lack_at, LACK_WIDTH = _table("lack", fl.LACK)
kind_at = rows_in_tables(RowType("kind", fl.KIND, constant=True))
_LINEUP = RowType("lineup", fl.LINEUP, constant=True)
lineup_at, LINEUP_WIDTH = rows_in_tables(_LINEUP), np.uint64(fl.width(fl.LINEUP))
seat_of = rows_in(_LINEUP, "seats")

# Accessors of the memory, from the row of the job, from an address in it, or from the row of a lane.
_JOB, _TALLY = RowType("job", la.JOB, constant=True), RowType("tally", la.TALLY)
_LANE, _DECK = RowType("lane", la.LANE), RowType("deck", la.DECK)
job_at, tally_at = rows_at_address(_JOB), rows_at_address(_TALLY)
first_points = rows_in(_JOB, "score")
points_by_side, hands_by_winner, hands_by_kind, outcome_digit = (
    rows_in(_TALLY, name) for name in ("points", "winners", "kinds", "outcomes")
)
lane_at, LANE_BYTES = rows_at_address(_LANE), np.uint64(la.LANE.itemsize)
place_of, score_column_of, deferred_of, laid_of = (
    rows_in(_LANE, name) for name in ("places", "score_columns", "deferred", "laid")
)
number_at, start_at = rows_at_address(RowType("number", la.NUMBER)), rows_at_address(RowType("start", la.START))
address_at = rows_at_address(RowType("legal", la.LONG_NUMBER))
deck_at, packet_of = rows_at_address(_DECK), rows_in(_DECK, "packets")
# Accessors of the results, from the address of a column.
awards_in, points_in, winner_in, moves_in, hands_in, mano_in, dealer_in, deals_in = (
    rows_at_address(RowType(name, np.dtype([("number", column)]))) for name, column in la.RESULTS.items()
)


@compiled
def larger_of(first: Any, second: Any) -> Any:
    return select(first > second, first, second)


@compiled
def mixed(z: Any) -> Any:
    """Return the splitmix64 hash of 64 bits."""
    z = (z ^ (z >> FIRST_SHIFT)) * FIRST_FACTOR
    z = (z ^ (z >> SECOND_SHIFT)) * SECOND_FACTOR
    return z ^ (z >> THIRD_SHIFT)


@compiled
def number_below(z: Any, size: Any) -> Any:
    """Return a number from 0 up to but not including `size`, from all 64 bits of a draw."""
    return high_half(z, size)
