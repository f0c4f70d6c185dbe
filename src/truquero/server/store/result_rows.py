"""The results of finished matches in the database, and the statistics of a guest made from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Integer, Row, Select, bindparam, cast, exists, func, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from truquero.analysis.match_summary import BetCount, SeatStatistics
from truquero.server.match_results import MatchResult, StoredResult
from truquero.server.store.schema import guests, results

# Only for guests who exist: the last move of a match is stored in the same transaction, and must not fail.
_INSERT = insert(results).from_select(
    [column.name for column in results.c],
    select(*(bindparam(f"new_{column.name}", type_=column.type) for column in results.c)).where(
        exists().where(guests.c.id == bindparam("new_guest", type_=guests.c.id.type))
    ),
)
_BETS = ("envido_called", "envido_accepted", "envido_won", "truco_called", "truco_accepted", "truco_won")


class ResultKey(NamedTuple):
    """The place of a result in the list of a guest, which has the newest first."""

    at: int  # milliseconds
    table: str
    number: int


@dataclass(frozen=True)
class VariantTotals:
    """The matches of a guest in one variant."""

    variant: str
    matches: int
    won: int
    bets: SeatStatistics  # in all of them
    usual_score: str  # the most common result
    usual_count: int  # how many matches ended with it


def rows_of(table: str, at: int, match_results: Iterable[MatchResult]) -> list[dict[str, object]]:
    """Return the rows of the results of a match."""
    return [
        {f"new_{name}": value for name, value in _row(table, at, match_result).items()}
        for match_result in match_results
    ]


def _row(table: str, at: int, result: MatchResult) -> dict[str, object]:
    envido, truco = result.bets.envido, result.bets.truco
    counts = (envido.called, envido.accepted, envido.won, truco.called, truco.accepted, truco.won)
    return {
        "guest": result.guest,
        "table_id": table,
        "number": result.number,
        "at": at,
        "variant": result.variant,
        "players": result.players,
        "seat": result.seat,
        "won": result.won,
        "score": result.score,
        "names": json.dumps({str(seat): name for seat, name in result.names.items()}, ensure_ascii=False),
        **dict(zip(_BETS, counts, strict=True)),
    }


async def write(connection: AsyncConnection, rows: Sequence[dict[str, object]]) -> None:
    """Store the rows of `rows_of`."""
    await connection.execute(_INSERT, list(rows))


def of_guest(guest: str, most: int, after: ResultKey | None = None) -> Select[Any]:
    """Return the query for the results of a guest, the newest first, from the one after a key on."""
    key = (results.c.at, results.c.table_id, results.c.number)
    query = select(results).where(results.c.guest == guest)
    if after is not None:
        query = query.where(tuple_(*key) < tuple_(*after))
    return query.order_by(*(column.desc() for column in key)).limit(most)


async def find(connection: AsyncConnection, query: Select[Any]) -> list[StoredResult]:
    """Run the query of `of_guest`."""
    return [_stored(row) for row in await connection.execute(query)]


def _stored(row: Row[Any]) -> StoredResult:
    names = {int(seat): name for seat, name in json.loads(row.names).items()}
    match_result = MatchResult(
        guest=row.guest,
        number=row.number,
        variant=row.variant,
        players=row.players,
        seat=row.seat,
        won=row.won,
        score=row.score,
        names=names,
        bets=_bets(row),
    )
    return StoredResult(row.table_id, row.at, match_result)


def _bets(row: Row[Any]) -> SeatStatistics:
    counts = [int(getattr(row, name)) for name in _BETS]
    return SeatStatistics(BetCount(*counts[:3]), BetCount(*counts[3:]))


async def totals(connection: AsyncConnection, guest: str) -> list[VariantTotals]:
    """Return the matches of a guest in each variant, those played most first."""
    usual = await _usual_scores(connection, guest)
    won = func.sum(cast(results.c.won, Integer)).label("won_matches")
    sums = [func.sum(results.c[name]).label(name) for name in _BETS]
    query = select(results.c.variant, func.count().label("matches"), won, *sums).where(results.c.guest == guest)
    query = query.group_by(results.c.variant).order_by(func.count().desc(), results.c.variant)
    return [
        VariantTotals(row.variant, row.matches, int(row.won_matches), _bets(row), *usual[row.variant])
        for row in await connection.execute(query)
    ]


async def _usual_scores(connection: AsyncConnection, guest: str) -> dict[str, tuple[str, int]]:
    """Return the most common result in each variant, with its number; of equal numbers, the latest result."""
    query = select(results.c.variant, results.c.score, func.count().label("times")).where(results.c.guest == guest)
    query = query.group_by(results.c.variant, results.c.score).order_by(func.count(), func.max(results.c.at))
    return {row.variant: (row.score, row.times) for row in await connection.execute(query)}
