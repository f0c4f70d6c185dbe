"""The HTTP routes for pages and monitoring."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from litestar import HttpMethod, MediaType, Request, Response, get, post, put, route
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, InternalServerException
from litestar.params import FromPath
from msgspec import MsgspecError
from msgspec.json import decode

from truquero.i18n import DEFAULT, _, matching, speaking
from truquero.records import RecordError
from truquero.rules.options import OptionError
from truquero.server.addresses import network_of
from truquero.server.answers import (
    Asked,
    Book,
    Family,
    Guest,
    Lobby,
    Meanings,
    Name,
    NewTable,
    Opened,
    Problem,
    Record,
)
from truquero.server.family import book, family, meanings
from truquero.server.guard import TooMany, where
from truquero.server.guests import AGE, CSRF_HEADER, BadName, clean_name, new_guest
from truquero.server.metrics import TYPE
from truquero.server.replaying import Ended, ReplayRequest, TooLong
from truquero.server.services import Services
from truquero.server.tables.actor import TableRoom
from truquero.server.tables.registry import DamagedTable, HallError, is_old

log = logging.getLogger("truquero.server")

LONGEST_LOGGED = 100  # characters of a path
LOOKING = (HttpMethod.GET, HttpMethod.HEAD)  # the server itself omits the body of an answer to HEAD
Asking = Request[Any, Any, Any]
Injected = NamedDependency[Services]
Told = TypeVar("Told")
Body = TypeVar("Body", bound=Asked)


class Turned(Exception):
    """A request is refused: the HTTP status, the code and the reason in the answer."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.code = status, code


def problem(request: Asking, error: Turned) -> Response[Problem]:
    """Return the answer to a request that a handler refused."""
    request.app.state.services.metrics.turned.labels(error.code).inc()
    if error.status == 403:
        log.warning("%s %s was refused: %s", request.method, repr(request.url.path)[:LONGEST_LOGGED], error.code)
    return Response(Problem(error.code, str(error)), status_code=error.status)


def unreadable(request: Asking, error: Exception) -> Response[Problem]:
    """Return the answer to a request for an unknown path, or with a body that is too long, not valid or nested too
    deeply."""
    status = error.status_code if isinstance(error, ClientException) else 400
    code = {404: "unknown", 405: "unknown", 413: "long"}.get(status, "malformed")
    request.app.state.services.metrics.turned.labels(code).inc()
    with speaking(language_of(request)):
        told = {"unknown": _("there is nothing at this address"), "long": _("that is too long")}
        return Response(Problem(code, told.get(code, _("the request cannot be read"))), status_code=status)


def failed(request: Asking, error: Exception) -> Response[Problem]:
    """Return the answer after an internal error. Only the log describes the error."""
    log.error("%s %s failed: %s", request.method, repr(request.url.path)[:LONGEST_LOGGED], where(error))
    with speaking(language_of(request)):
        return Response(Problem("failed", _("something went wrong: try again")), status_code=500)


def language_of(request: Asking) -> str:
    """Return the first language in the Accept-Language header that has translations; Spanish if there is none."""
    for part in request.headers.get("accept-language", "").split(","):
        if language := matching(str(part).strip()):
            return language
    return DEFAULT


async def body_of(request: Asking, kind: type[Body]) -> Body:
    """Decode the body of a request strictly. The framework would also accept a number in quotes as a number."""
    try:
        return decode(await request.body(), type=kind)
    except InternalServerException as error:  # the framework raises it when the client disconnects
        log.info("%s %s: the client went away", request.method, repr(request.url.path)[:LONGEST_LOGGED])
        raise Turned(400, "gone", _("the request cannot be read")) from error
    except MsgspecError as error:
        raise ClientException(status_code=400) from error


def client_of(request: Asking) -> str:
    """Return the IP address of the client; "" if it is unknown."""
    client = request.scope.get("client")
    return client[0] if client else ""


def address_of(request: Asking) -> str:
    """Return the network that a request comes from, as rate limits count it."""
    return network_of(client_of(request))


def takes_gzip(request: Asking) -> bool:
    """Return whether the client accepts answers compressed with gzip."""
    for part in request.headers.get("accept-encoding", "").lower().replace(" ", "").split(","):
        name, _separator, quality = part.partition(";q=")
        if name == "gzip":
            return not quality or bool(quality.strip("0."))
    return False


def who_asks(request: Asking, services: Services) -> str:
    """Return the key of the rate limit for a request: its guest, or its network for a client without a guest."""
    return services.signer.guest_of(request.cookies) or f"from {address_of(request)}"


def known_guest(request: Asking, services: Services) -> str:
    """Return the guest of a request. Raise Turned if its cookie is missing or not valid."""
    guest = services.signer.guest_of(request.cookies)
    if guest is None:
        raise Turned(401, "guest", _("who are you? Ask for /api/guest first"))
    return guest


def changing_guest(request: Asking, services: Services) -> str:
    """Return the guest of a request that changes something. Raise Turned unless a page of this server sent it."""
    guest = known_guest(request, services)
    origin, host = request.headers.get("origin"), request.headers.get("host")
    if origin is not None and not services.own.has_sent(origin, host):
        raise Turned(403, "origin", _("this request did not come from a page of this server"))
    if not services.signer.is_token(guest, request.headers.get(CSRF_HEADER)):
        raise Turned(403, "token", _("this request did not come from a page of this server"))
    return guest


def _cookie(request: Asking, services: Services, guest: str) -> Cookie:
    return Cookie(
        key=services.signer.cookie_name,
        value=services.signer.cookie(guest),
        max_age=AGE,
        httponly=True,
        samesite="lax",
        secure=services.own.is_https(request.headers.get("host"), request.scope["scheme"]),
    )


@get("/api/guest")
async def guest(request: Asking, services: Injected) -> Response[Guest]:
    """Return the guest of the page, and create a new guest if there is none."""
    found = services.signer.guest_of(request.cookies)
    if found is None or await services.store.name_of(found) is None:
        found = new_guest()
        await services.store.add_guest(found, "")
    name = await services.hall.meet(found)
    answer = Guest(found, name, services.signer.token(found), services.reach)
    return Response(answer, cookies=[_cookie(request, services, found)], headers={"Cache-Control": "no-store"})


@put("/api/guest")
async def rename(request: Asking, services: Injected) -> Guest:
    with speaking(language_of(request)):
        known = changing_guest(request, services)
        asked = await body_of(request, Name)
        try:
            name = clean_name(asked.name)
        except BadName as error:
            raise Turned(400, "name", str(error)) from error
    await services.store.rename_guest(known, name)
    await services.hall.rename(known, name)
    return Guest(known, name, services.signer.token(known), services.reach)


@get("/api/family", sync_to_thread=True)
def all_variants(request: Asking) -> Family:
    return family(language_of(request))


@get("/api/meanings/{variant:str}", sync_to_thread=True)
def house_rules_in_words(request: Asking, variant: FromPath[str]) -> Meanings:
    return _of_variant(meanings, variant, language_of(request))


@get("/api/books/{variant:str}", sync_to_thread=True)
def rule_book(request: Asking, variant: FromPath[str]) -> Book:
    return _of_variant(book, variant, language_of(request))


def _of_variant(what: Callable[[str, str], Told], variant: str, language: str) -> Told:
    with speaking(language):
        try:
            return what(variant, language)
        except OptionError as error:
            raise Turned(404, "variant", str(error)) from error


@get("/api/lobby")
async def lobby(request: Asking, services: Injected) -> Lobby:
    with speaking(language_of(request)):
        known = known_guest(request, services)
    shown, own = await services.hall.lobby(known)
    return Lobby(tuple(shown), tuple(own))


@post("/api/tables")
async def open_table(request: Asking, services: Injected) -> Opened:
    with speaking(language_of(request)):
        owner = changing_guest(request, services)
        asked = await body_of(request, NewTable)
        if services.hall.draining:
            raise Turned(503, "closing", _("the server is going away for a moment: try again"))
        await services.hall.meet(owner)
        try:
            return Opened(await services.hall.new(owner, asked))
        except HallError as error:
            raise Turned(400, "table", str(error)) from error


@get(["/api/tables/{table:str}/record", "/api/tables/{table:str}/record/{number:int}"])
async def record_of(
    request: Asking, table: FromPath[str], services: Injected, number: FromPath[int | None] = None
) -> Response[str]:
    """Return the record of a finished match: that of this number, counted from 1, or the last at the table."""
    with speaking(language_of(request)):
        known_guest(request, services)
        try:
            room = await services.hall.find(table)
            if room is None or not room.state.matches:
                raise Turned(404, "match", _("there is no such match"))
            await room.settled()  # the end of a match counts only when it is stored
            told = None if room.broken else await _record(request, room, number, services)
        except DamagedTable as error:
            raise Turned(410, "damaged", _("what was kept of this table cannot be read any more")) from error
        state = room.state
        if told is None and (number is None or number == state.matches):
            raise Turned(409, "playing", _("the record is there when the match is over"))
        if told is None:
            raise Turned(404, "match", _("there is no such match"))
    name = f"{state.rules.variant}-{table}" + (f"-{number}" if number else "")
    headers = {"Content-Disposition": f'attachment; filename="{name}.truco"'}
    return Response(told, media_type="text/plain; charset=utf-8", headers=headers)


async def _record(request: Asking, room: TableRoom, number: int | None, services: Services) -> str | None:
    """Return the record of a match, or of the last one. An old record takes as long as a replay, and counts as one."""
    if number is None:
        return room.state.last_record
    who = who_asks(request, services)
    if is_old(room.state, number) and not services.replays.take(who):
        raise Turned(429, "flood", _("too many requests: try again in a moment"))
    try:
        return await services.hall.record_of(room, number, who, client_of(request))
    except TooMany as error:
        raise Turned(503, "busy", _("many records are being read: try again in a moment")) from error


@post("/api/replay", status_code=200)
async def steps_of(request: Asking, services: Injected) -> Response[bytes]:
    """Return the steps of a record, as a `Replay`. A process of lower priority makes them, one record at a time."""
    who = who_asks(request, services)
    with speaking(language_of(request)):
        if not services.replays.take(who):
            raise Turned(429, "flood", _("too many requests: try again in a moment"))
        record = await body_of(request, Record)
        try:
            asked = ReplayRequest(record.text, language_of(request), takes_gzip(request))
            told = await services.replaying.replay(who, client_of(request), asked)
        except RecordError as error:
            raise Turned(400, "record", str(error)) from error
        except TooMany as error:
            raise Turned(503, "busy", _("many records are being read: try again in a moment")) from error
        except TooLong as error:
            about = _("the record takes too long to be shown; `truquero referee` reads it")
            raise Turned(400, "record", about) from error
        except Ended as error:
            raise Turned(503, "closing", _("the server is going away for a moment: try again")) from error
    headers = {"Content-Encoding": "gzip"} if asked.is_packed else {}
    return Response(told, media_type=MediaType.JSON, headers=headers)


@route("/healthz", http_method=LOOKING, sync_to_thread=False)
def health() -> str:
    return "ok"


@route("/readyz", http_method=LOOKING)
async def ready(services: Injected) -> Response[str]:
    is_ready = not services.hall.draining and await services.store.is_there()
    return Response("ready" if is_ready else "not ready", status_code=200 if is_ready else 503)


@route("/metrics", http_method=LOOKING, sync_to_thread=False)
def metrics(services: Injected) -> Response[bytes]:
    services.metrics.unkept.set(services.store.journal.unkept)
    services.metrics.tables.set(len(services.hall.rooms))
    return Response(services.metrics.text(), media_type=TYPE)


ROUTES = (
    guest,
    rename,
    all_variants,
    house_rules_in_words,
    rule_book,
    lobby,
    open_table,
    record_of,
    steps_of,
    health,
    ready,
    metrics,
)
