"""The HTTP routes for finished matches: their summaries, the matches and statistics of a guest, and their export."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from truquero.analysis.match_summary import BetCount
from truquero.i18n import _, speaking
from truquero.server.encoding import encode
from truquero.server.http.match_bodies import (
    BetTotals,
    FinishedMatch,
    FinishedMatches,
    MatchReview,
    Statistics,
    VariantStatistics,
)
from truquero.server.http.requests import AnyRequest, RequestRefused, known_guest, language_of, rate_limit_key
from truquero.server.http.summary_info import summary_info
from truquero.server.match_results import StoredResult
from truquero.server.services import Services
from truquero.server.store import ResultKey, Store, VariantTotals
from truquero.server.tables.registry import DamagedTable
from truquero.variants import VARIANTS

InjectedServices = NamedDependency[Services]

MATCHES_OF_PAGE = 20
MOST_EXPORTED = 10_000  # the newest matches
READ_TOGETHER = 500  # matches of an export: the server does other work between two queries
_CURSOR = re.compile(r"(\d{1,15})\.(\d{1,9})\.([\w-]{1,32})", re.ASCII)
_COLUMNS = ("ended", "variant", "players", "seat", "won", "score", "names")
_BET_COLUMNS = ("envido_called", "envido_accepted", "envido_won", "truco_called", "truco_accepted", "truco_won")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet runs a field that begins with one of these


@get("/api/tables/{table:str}/summary/{number:int}")
async def summary_of(
    request: AnyRequest, table: FromPath[str], number: FromPath[int], services: InjectedServices
) -> MatchReview:
    """Return the summary of the match that has just ended at a table. Who may read the record may read it, and the
    replay of an older record contains that of its match."""
    with speaking(language_of(request)):
        known_guest(request, services)
        try:
            served = await services.tables.find(table)
        except DamagedTable as error:
            raise RequestRefused(410, "damaged", _("the stored data of this table cannot be read")) from error
        if served is not None:
            await served.settled()  # the end of a match counts only when it is stored
        if served is None or served.broken or number != served.state.matches:
            raise RequestRefused(404, "match", _("there is no such match"))
        summary = served.match_summary
        if summary is None:
            raise RequestRefused(409, "playing", _("the record is available when the match is over"))
        return summary_info(served.state.rules, summary)


@get("/api/matches")
async def matches_of(
    request: AnyRequest, services: InjectedServices, after: FromQuery[str | None] = None
) -> FinishedMatches:
    """Return a page of the finished matches of the guest. `after` is `following` of the page before."""
    with speaking(language_of(request)):
        guest = known_guest(request, services)
        key = None if after is None else _key_of(after)
    stored = await services.store.results_of(guest, MATCHES_OF_PAGE + 1, key)
    following = _cursor_of(stored[MATCHES_OF_PAGE - 1]) if len(stored) > MATCHES_OF_PAGE else None
    return FinishedMatches(tuple(map(_match_of, stored[:MATCHES_OF_PAGE])), following)


@get("/api/statistics")
async def statistics_of(request: AnyRequest, services: InjectedServices) -> Statistics:
    """Return the statistics of the guest."""
    with speaking(language_of(request)):
        guest = known_guest(request, services)
    return Statistics(tuple(map(_statistics_of, await services.store.totals_of(guest))))


@get("/api/matches.json")
async def export_json(request: AnyRequest, services: InjectedServices) -> Response[bytes]:
    """Return the matches and statistics of the guest as a file."""
    guest = _exporting_guest(request, services)
    finished = [_match_of(stored) async for stored in _exported(services.store, guest)]
    totals = await services.store.totals_of(guest)
    exported = {
        "matches": finished,
        "statistics": [_statistics_of(variant) for variant in totals],
    }
    return _file(encode(exported), "application/json", "truquero.json")


@get("/api/matches.csv")
async def export_csv(request: AnyRequest, services: InjectedServices) -> Response[bytes]:
    """Return the matches of the guest as a table for spreadsheets, one line each."""
    guest = _exporting_guest(request, services)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow((*_COLUMNS, *_BET_COLUMNS))
    async for stored in _exported(services.store, guest):
        writer.writerow(_csv_row(stored))
    return _file(text.getvalue().encode("utf-8-sig"), "text/csv; charset=utf-8", "truquero.csv")


ROUTES = (summary_of, matches_of, statistics_of, export_json, export_csv)


def _exporting_guest(request: AnyRequest, services: Services) -> str:
    """Return the guest of a request for an export. It reads many rows, so it counts as a replay in the rate limits."""
    with speaking(language_of(request)):
        guest = known_guest(request, services)
        if not services.replay_requests.take(rate_limit_key(request, services)):
            raise RequestRefused(429, "flood", _("too many requests: try again in a moment"))
    return guest


async def _exported(store: Store, guest: str) -> AsyncIterator[StoredResult]:
    """Yield the matches of an export, the newest first."""
    key: ResultKey | None = None
    for _query in range(MOST_EXPORTED // READ_TOGETHER):
        together = await store.results_of(guest, READ_TOGETHER, key)
        for stored in together:
            yield stored
        if len(together) < READ_TOGETHER:
            return
        key = _place_of(together[-1])


def _file(content: bytes, media_type: str, name: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


def _place_of(stored: StoredResult) -> ResultKey:
    return ResultKey(stored.at, stored.table, stored.result.number)


def _cursor_of(stored: StoredResult) -> str:
    return f"{stored.at}.{stored.result.number}.{stored.table}"


def _key_of(cursor: str) -> ResultKey:
    parts = _CURSOR.fullmatch(cursor)
    if parts is None:
        raise RequestRefused(400, "malformed", _("the request cannot be read"))
    return ResultKey(int(parts[1]), parts[3], int(parts[2]))


def _match_of(stored: StoredResult) -> FinishedMatch:
    result = stored.result
    return FinishedMatch(
        table=stored.table,
        number=result.number,
        ended=stored.at,
        variant=result.variant,
        title=_title_of(result.variant),
        players=result.players,
        seat=result.seat,
        won=result.won,
        score=result.score,
        names={str(seat): name for seat, name in result.names.items()},
    )


def _title_of(variant: str) -> str:
    """Return the title of a variant, or its name if this version no longer has it."""
    return VARIANTS[variant].title if variant in VARIANTS else variant


def _statistics_of(totals: VariantTotals) -> VariantStatistics:
    return VariantStatistics(
        variant=totals.variant,
        title=_title_of(totals.variant),
        matches=totals.matches,
        won=totals.won,
        envido=_bet_totals(totals.bets.envido),
        truco=_bet_totals(totals.bets.truco),
        usual_score=totals.usual_score,
        usual_count=totals.usual_count,
    )


def _bet_totals(count: BetCount) -> BetTotals:
    return BetTotals(count.called, count.accepted, count.won)


def _csv_row(stored: StoredResult) -> tuple[object, ...]:
    result = stored.result
    names = ", ".join(name for _seat, name in sorted(result.names.items()))
    ended = datetime.fromtimestamp(stored.at / 1000, UTC).isoformat(timespec="seconds")
    facts = (ended, result.variant, result.players, result.seat, int(result.won), result.score, _as_text(names))
    bets = (result.bets.envido, result.bets.truco)
    return *facts, *(count for bet in bets for count in (bet.called, bet.accepted, bet.won))


def _as_text(field: str) -> str:
    """Return a field that no spreadsheet takes for a formula."""
    return f"'{field}" if field.startswith(_FORMULA) else field
