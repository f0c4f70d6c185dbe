"""Requests for new tables: their validation and their limits."""

from __future__ import annotations

from truquero.bots import ROSTER
from truquero.i18n import _
from truquero.rules.options import OptionError
from truquero.server.changes import TableSettings
from truquero.server.http.bodies import NewTable
from truquero.server.tables.option_limits import broken_answer_limit, broken_limit
from truquero.server.tables.registry import InvalidTable, TableRegistry
from truquero.server.ws.page_messages import LONGEST_CODE
from truquero.session import ANSWER_SECONDS
from truquero.table import TableError
from truquero.table.sign_codes import codes_of
from truquero.variants import preset, rules_of
from truquero.variants.championship import RESERVE, SECONDS, championship_options

LONGEST_CLOCK = 3600  # seconds
LONGEST_VALUE = 100  # characters of a name or a value of a house rule
MOST_PLAYERS = 1000  # no variant has so many


async def open_table(
    tables: TableRegistry, owner: str, request: NewTable, usual_answer_seconds: int = ANSWER_SECONDS
) -> str:
    """Open a table and return its id. Raise InvalidTable if the request is not valid."""
    settings = settings_of(request, usual_answer_seconds)
    seat = request.seat if 1 <= request.seat <= settings.players else 1
    return await tables.open(owner, settings, seat, request.signs, start=request.starts_at_once)


def settings_of(request: NewTable, usual_answer_seconds: int = ANSWER_SECONDS) -> TableSettings:
    """Return the settings in a request for a new table. Raise InvalidTable if they are not valid."""
    texts = (request.variant, *request.options, *request.options.values())
    if max(map(len, texts)) > LONGEST_VALUE or abs(request.players or 0) > MOST_PLAYERS:  # errors repeat the value
        raise InvalidTable(_("the request is too long"))
    if not request.options.keys().isdisjoint(("name", "players")):
        raise InvalidTable(_("there is no such house rule"))
    options, seconds, reserve = request.options, request.seconds, request.reserve
    try:
        if request.championship:
            options = {**championship_options(preset(request.variant)), **options}
            seconds, reserve = (seconds, reserve) if seconds else (SECONDS, RESERVE)
        rules = rules_of(request.variant, request.players, **options)
    except OptionError as error:
        raise InvalidTable(str(error)) from error
    if reason := broken_limit(rules):
        raise InvalidTable(reason)
    if len(request.signs) > LONGEST_CODE:
        raise InvalidTable(_("the request is too long"))
    try:
        codes_of(rules, {"A": request.signs})
    except TableError as error:
        raise InvalidTable(str(error)) from error
    if request.bots not in ROSTER:
        raise InvalidTable(_("there is no such bot"))
    if not 0 <= request.seconds <= LONGEST_CLOCK or not 0 <= request.reserve <= LONGEST_CLOCK:
        raise InvalidTable(_("set a clock to 0 to {most} seconds").format(most=LONGEST_CLOCK))
    answer_seconds = usual_answer_seconds if request.answer_seconds is None else request.answer_seconds
    if request.answer_seconds is not None and (reason := broken_answer_limit(answer_seconds)):
        raise InvalidTable(reason)
    return TableSettings(
        variant=rules.variant,
        players=rules.players,
        options=dict(options),
        public=request.public,
        spectators=request.spectators,
        seconds=seconds,
        reserve=reserve,
        bots=request.bots,
        answer_seconds=answer_seconds,
        speed=request.speed,
    )
