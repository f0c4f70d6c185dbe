"""The HTTP routes for pages and monitoring."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from litestar import MediaType, Response, get, post, put, route
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath

from truquero.i18n import _, speaking
from truquero.records import RecordError
from truquero.rulebook.commented_records import COMMENTED_HANDS
from truquero.rules.options import OptionError
from truquero.server.guest_names import InvalidName, clean_name
from truquero.server.guests import COOKIE_AGE, new_guest
from truquero.server.http import matches, new_table
from truquero.server.http.bodies import (
    CommentedHandRecord,
    Guest,
    Lobby,
    NewProfile,
    NewTable,
    OpenedTable,
    Reachability,
    TableGuide,
)
from truquero.server.http.catalogue import book, commented_hand, history_in, meanings, variant_list
from truquero.server.http.lessons import lesson_as_json
from truquero.server.http.lobby import row_of
from truquero.server.http.match_bodies import RecordText
from truquero.server.http.requests import (
    OUTCOME_UNKNOWN,
    READ_METHODS,
    AnyRequest,
    RequestRefused,
    accepts_gzip,
    body_of,
    client_of,
    known_guest,
    language_of,
    public_answer,
    rate_limit_key,
    verified_guest,
)
from truquero.server.http.table_guide import table_guide
from truquero.server.limits.queues import QueueFull
from truquero.server.metrics import TYPE
from truquero.server.replay_process import ReplayAborted, ReplayRequest, ReplayTimeout
from truquero.server.services import Services
from truquero.server.store import OutcomeUnknown
from truquero.server.tables.guest_profiles import GuestProfile
from truquero.server.tables.registry import DamagedTable, InvalidTable, is_old
from truquero.server.tables.served_table import ServedTable
from truquero.variants.people import PEOPLE_BY_ID

InjectedServices = NamedDependency[Services]


def _cookie(request: AnyRequest, services: Services, guest: str) -> Cookie:
    return Cookie(
        key=services.signer.cookie_name,
        value=services.signer.cookie(guest),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=services.origins.is_https(request.headers.get("host"), request.scope["scheme"]),
    )


def _reach(services: Services) -> Reachability:
    public = services.public_address
    return Reachability(public.audience, public.address, public.command)


def _guest_of(services: Services, guest_id: str, profile: GuestProfile) -> Guest:
    portrait, token = profile.shown_portrait(guest_id), services.signer.token(guest_id)
    return Guest(guest_id, profile.name, portrait, token, _reach(services))


@get("/api/guest")
async def guest(request: AnyRequest, services: InjectedServices) -> Response[Guest]:
    """Return the guest of the page, and create a new guest if there is none."""
    guest_id = services.signer.guest_of(request.cookies)
    if guest_id is None or await services.store.profile_of(guest_id) is None:
        guest_id = new_guest()
        await services.store.add_guest(guest_id, "")
    answer = _guest_of(services, guest_id, await services.tables.load_profile(guest_id))
    return Response(answer, cookies=[_cookie(request, services, guest_id)], headers={"Cache-Control": "no-store"})


@put("/api/guest")
async def change_profile(request: AnyRequest, services: InjectedServices) -> Guest:
    """Store the name or the portrait of the guest, or both."""
    with speaking(language_of(request)):
        guest_id = verified_guest(request, services)
        values = _checked_profile(await body_of(request, NewProfile))
        if not services.renames.take(client_of(request)):
            raise RequestRefused(429, "flood", _("too many requests: try again in a moment"))
    return _guest_of(services, guest_id, await services.tables.change_profile(guest_id, **values))


def _checked_profile(wanted: NewProfile) -> dict[str, str]:
    """Return the values to store. Raise RequestRefused if one is not valid, or if there is none."""
    values: dict[str, str] = {}
    if wanted.name is not None:
        try:
            values["name"] = clean_name(wanted.name)
        except InvalidName as error:
            raise RequestRefused(400, "name", str(error)) from error
    if wanted.portrait is not None:
        if wanted.portrait not in PEOPLE_BY_ID:
            raise RequestRefused(400, "portrait", _("there is no such portrait"))
        values["portrait"] = wanted.portrait
    if not values:
        raise RequestRefused(400, "profile", _("choose a name or a portrait"))
    return values


@get("/api/family", sync_to_thread=True)
def all_variants(request: AnyRequest, services: InjectedServices) -> Response[bytes]:
    """Return all variants, bots and people, as `VariantList`."""
    return public_answer(request, variant_list(language_of(request), services.settings.answer_seconds))


@get("/api/meanings/{variant:str}", sync_to_thread=True)
def house_rules_in_words(request: AnyRequest, variant: FromPath[str]) -> Response[bytes]:
    """Return the meanings of the house rules of a variant, as `OptionMeanings`."""
    return _answer_for(meanings, variant, request)


@get("/api/books/{variant:str}", sync_to_thread=True)
def rule_book(request: AnyRequest, variant: FromPath[str]) -> Response[bytes]:
    """Return the rule book of a variant, as `RuleBook`."""
    return _answer_for(book, variant, request)


@get("/api/history", sync_to_thread=True)
def history_of_the_game(request: AnyRequest) -> Response[bytes]:
    """Return the page on the history of the game, as `History`."""
    return public_answer(request, history_in(language_of(request)))


@get("/api/commented-hands/{name:str}", sync_to_thread=True)
def annotated_hand(request: AnyRequest, name: FromPath[str]) -> CommentedHandRecord:
    language = language_of(request)
    if name not in COMMENTED_HANDS:
        with speaking(language):
            raise RequestRefused(404, "record", _("there is no such commented hand"))
    return commented_hand(name, language)


@get("/api/lessons/{variant:str}", sync_to_thread=True)
def lesson(request: AnyRequest, variant: FromPath[str]) -> Response[bytes]:
    """Return the lesson of a variant, as `LessonData`."""
    return _answer_for(lesson_as_json, variant, request)


def _answer_for(describe: Callable[[str, str], object], variant: str, request: AnyRequest) -> Response[bytes]:
    """Return what describes a variant in the language of the request."""
    language = language_of(request)
    with speaking(language):
        try:
            return public_answer(request, describe(variant, language))
        except OptionError as error:
            raise RequestRefused(404, "variant", str(error)) from error


@get("/api/lobby")
async def lobby(request: AnyRequest, services: InjectedServices) -> Lobby:
    with speaking(language_of(request)):
        guest_id = known_guest(request, services)
    public, own = await services.tables.lobby(guest_id)
    return Lobby(tuple(map(row_of, public)), tuple(map(row_of, own)))


@post("/api/tables")
async def open_table(request: AnyRequest, services: InjectedServices) -> OpenedTable:
    with speaking(language_of(request)):
        owner = verified_guest(request, services)
        request_body = await body_of(request, NewTable)
        if services.tables.draining:
            raise RequestRefused(503, "closing", _("the server is leaving for a moment: try again"))
        if not services.new_tables.take(client_of(request)):
            reason = _("too many tables have been opened from your address: try again in a few minutes")
            raise RequestRefused(429, "flood", reason)
        await services.tables.load_profile(owner)
        try:
            usual = services.settings.answer_seconds
            return OpenedTable(await new_table.open_table(services.tables, owner, request_body, usual))
        except InvalidTable as error:
            services.new_tables.give_back(client_of(request))
            raise RequestRefused(400, "table", str(error)) from error
        except OutcomeUnknown as error:
            reason = _(
                "the connection to the database was lost: look whether the table is among yours before you open another"
            )
            raise RequestRefused(503, OUTCOME_UNKNOWN, reason) from error


@get(["/api/tables/{table:str}/record", "/api/tables/{table:str}/record/{number:int}"])
async def record_of(
    request: AnyRequest, table: FromPath[str], services: InjectedServices, number: FromPath[int | None] = None
) -> Response[str]:
    """Return the record of a finished match: that of this number, counted from 1, or the last at the table."""
    with speaking(language_of(request)):
        known_guest(request, services)
        try:
            served = await services.tables.find(table)
            if served is None or not served.state.matches:
                raise RequestRefused(404, "match", _("there is no such match"))
            await served.settled()  # the end of a match counts only when it is stored
            text = None if served.broken else await _record(request, served, number, services)
        except DamagedTable as error:
            raise RequestRefused(410, "damaged", _("the stored data of this table cannot be read")) from error
        state = served.state
        if text is None and (number is None or number == state.matches):
            raise RequestRefused(409, "playing", _("the record is available when the match is over"))
        if text is None:
            raise RequestRefused(404, "match", _("there is no such match"))
    name = f"{state.rules.variant}-{table}" + (f"-{number}" if number else "")
    headers = {"Content-Disposition": f'attachment; filename="{name}.truco"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@get(["/api/tables/{table:str}/guide", "/api/tables/{table:str}/guide/{turned:str}"])
async def guide_of(
    request: AnyRequest, table: FromPath[str], services: InjectedServices, turned: FromPath[str | None] = None
) -> TableGuide:
    """Return what a player can look up at a table, with this card turned up if the game turns one."""
    language = language_of(request)
    with speaking(language):
        known_guest(request, services)
        try:
            served = await services.tables.find(table)
        except DamagedTable as error:
            raise RequestRefused(410, "damaged", _("the stored data of this table cannot be read")) from error
        if served is None:
            raise RequestRefused(404, "table", _("there is no such table"))
        try:
            return await asyncio.to_thread(table_guide, served.state.rules, turned, language)
        except ValueError as error:
            raise RequestRefused(400, "card", _("this card is not turned up at this table")) from error


async def _record(request: AnyRequest, served: ServedTable, number: int | None, services: Services) -> str | None:
    """Return the record of a match, or of the last one. An old record takes as long as a replay, and counts as one."""
    if number is None:
        return served.state.last_record
    client = rate_limit_key(request, services)
    if is_old(served.state, number) and not services.replay_requests.take(client):
        raise RequestRefused(429, "flood", _("too many requests: try again in a moment"))
    try:
        return await services.tables.record_of(served, number, client, client_of(request))
    except QueueFull as error:
        raise RequestRefused(503, "busy", _("many records are being read: try again in a moment")) from error


@post("/api/replay", status_code=200)
async def steps_of(request: AnyRequest, services: InjectedServices) -> Response[bytes]:
    """Return the steps of a record, as `ReplayData`. A process of lower priority makes them, one record at a time."""
    client = rate_limit_key(request, services)
    with speaking(language_of(request)):
        if not services.replay_requests.take(client):
            raise RequestRefused(429, "flood", _("too many requests: try again in a moment"))
        record = await body_of(request, RecordText)
        try:
            replay_request = ReplayRequest(record.text, language_of(request), accepts_gzip(request))
            json = await services.replays.replay(client, client_of(request), replay_request)
        except RecordError as error:
            raise RequestRefused(400, "record", str(error)) from error
        except QueueFull as error:
            raise RequestRefused(503, "busy", _("many records are being read: try again in a moment")) from error
        except ReplayTimeout as error:
            message = _("the record takes too long to show; `truquero referee` reads it")
            raise RequestRefused(400, "record", message) from error
        except ReplayAborted as error:
            raise RequestRefused(503, "closing", _("the server is leaving for a moment: try again")) from error
    headers = {"Content-Encoding": "gzip"} if replay_request.is_packed else {}
    return Response(json, media_type=MediaType.JSON, headers=headers)


@route("/healthz", http_method=READ_METHODS, sync_to_thread=False)
def health() -> str:
    return "ok"


@route("/readyz", http_method=READ_METHODS)
async def ready(services: InjectedServices) -> Response[str]:
    is_ready = not services.tables.draining and await services.store.is_available()
    return Response("ready" if is_ready else "not ready", status_code=200 if is_ready else 503)


@route("/metrics", http_method=READ_METHODS, sync_to_thread=False)
def metrics(services: InjectedServices) -> Response[bytes]:
    services.metrics.failed_writes.set(services.store.journal.failed_writes)
    services.metrics.tables.set(len(services.tables.in_memory))
    return Response(services.metrics.text(), media_type=TYPE)


ROUTES = (
    guest,
    change_profile,
    all_variants,
    house_rules_in_words,
    rule_book,
    history_of_the_game,
    annotated_hand,
    lesson,
    lobby,
    open_table,
    record_of,
    guide_of,
    steps_of,
    health,
    ready,
    metrics,
    *matches.ROUTES,
)
