"""The summaries of tables, for lists of tables.

A summary is stored in the same transaction as the change that alters it, so lists need no replay. Guests find the
tables where they sit or which they opened, and everybody finds those that wait for players, even if nobody has looked
at them for long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from msgspec import MsgspecError
from sqlalchemy import (
    Column,
    ColumnElement,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from truquero.rules.options import OptionError
from truquero.server.changes import TableSettings, decode_settings
from truquero.server.store.schema import changes, guests, seats, tables
from truquero.server.summary import ListedPhase, ListingSummary

PHASES = get_args(ListedPhase)


@dataclass(frozen=True)
class ListedTable:
    """A table in a list."""

    id: str
    settings: TableSettings
    phase: ListedPhase
    names: tuple[str, ...]  # of the guests who sit there
    empty: int  # the number of free seats


# ------------------------------------------------------------------------------------------------------------ writing

_UPDATE_TABLES = (  # SQLAlchemy reserves the names of the columns for its own parameters
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        phase=bindparam("new_phase"),
        empty=bindparam("new_empty"),
        at=bindparam("new_at"),
        waits=bindparam("new_waits"),
    )
)
_DELETE_SEATS = delete(seats).where(seats.c.table_id == bindparam("table"))


async def write(connection: AsyncConnection, summaries: Mapping[str, tuple[int, ListingSummary]]) -> None:
    """Store the summaries of tables, each with the time of its change in milliseconds."""
    rows = [
        {
            "table": table,
            "new_phase": summary.phase,
            "new_empty": summary.empty,
            "new_at": at,
            "new_waits": summary.waits,
        }
        for table, (at, summary) in summaries.items()
    ]
    await connection.execute(_UPDATE_TABLES, rows)
    await connection.execute(_DELETE_SEATS, [{"table": table} for table in summaries])
    seated = [
        {"table_id": table, "seat": seat, "guest": guest, "phase": summary.phase, "at": at}
        for table, (at, summary) in summaries.items()
        for seat, guest in summary.guests
    ]
    if seated:
        await connection.execute(insert(seats), seated)


# ------------------------------------------------------------------------------------------------------------ queries


def waiting(since: int, most: int) -> Select[Any]:
    """Return the query for public tables that wait for players and have changed after `since`, newest first."""
    is_open = and_(tables.c.public, tables.c.waits, tables.c.at > since)
    return select(tables).where(is_open).order_by(tables.c.at.desc()).limit(most)


def of_guest(guest: str, since: int, over_since: int, most: int) -> Select[Any]:
    """Return the query for the tables where a guest sits or which the guest opened.

    Tables that are not over come first; each group is ordered by the latest change. `over_since` replaces `since` for
    tables that are over. The query reads only the newest tables of each phase, by the last change of their phase or
    seating.
    """
    last_change_at = (
        select(changes.c.at)
        .where(changes.c.table_id == tables.c.id)
        .order_by(changes.c.version.desc())
        .limit(1)
        .scalar_subquery()
    )
    last_at = func.coalesce(last_change_at, tables.c.at)
    is_over = tables.c.phase == "over"
    own = union(
        *(_newest(seats, seats.c.table_id, seats.c.guest == guest, phase, most) for phase in PHASES),
        *(_newest(tables, tables.c.id, tables.c.owner == guest, phase, most) for phase in PHASES),
    )
    is_recent = last_at > case((is_over, over_since), else_=since)
    return select(tables).where(tables.c.id.in_(own), is_recent).order_by(is_over, last_at.desc()).limit(most)


def _newest(source: Table, table: Column[str], condition: ColumnElement[bool], phase: str, most: int) -> Select[Any]:
    """Return the query for the ids of the newest tables in a phase that satisfy a condition.

    An index has this order, so the database reads no other rows.
    """
    newest = (
        select(table.label("id")).where(condition, source.c.phase == phase).order_by(source.c.at.desc()).limit(most)
    )
    return select(newest.subquery().c.id)


async def find(connection: AsyncConnection, query: Select[Any]) -> list[ListedTable]:
    """Run the query of `waiting` or `of_guest`. Return its tables with the names of the guests who sit there."""
    rows = (await connection.execute(query)).all()
    names = await _names(connection, [row.id for row in rows])
    listed = (_listed(row, names.get(row.id, ())) for row in rows)
    return [table for table in listed if table is not None]


async def _names(connection: AsyncConnection, table_ids: Sequence[str]) -> dict[str, list[str]]:
    query = select(seats.c.table_id, guests.c.name).join(guests, guests.c.id == seats.c.guest)
    names: dict[str, list[str]] = {}
    for row in await connection.execute(query.where(seats.c.table_id.in_(table_ids)).order_by(seats.c.seat)):
        names.setdefault(row.table_id, []).append(row.name)
    return names


def _listed(row: Row[Any], names: Iterable[str]) -> ListedTable | None:
    """Return the list entry of a table; None if its settings cannot be read or contain an unknown house rule.

    Such a table reports its error when a guest opens it. It must not break the list for others.
    """
    try:
        settings = decode_settings(row.agreed)
        _rules = settings.rules  # raises OptionError for an unknown house rule
    except (MsgspecError, OptionError):
        return None
    return ListedTable(row.id, settings, row.phase, tuple(names), row.empty)
