"""Reading requests: their language, body, client and guest, and the answers to refused requests."""

from __future__ import annotations

import gzip
import logging
from typing import Any, TypeVar

from litestar import HttpMethod, MediaType, Request, Response
from litestar.exceptions import ClientException, InternalServerException
from msgspec import MsgspecError
from msgspec.json import decode

from truquero.i18n import DEFAULT_LANGUAGE, _, matching_language, speaking
from truquero.server.encoding import encode
from truquero.server.guests import CSRF_HEADER
from truquero.server.http.bodies import Problem, RequestBody
from truquero.server.limits.networks import network_of
from truquero.server.logs import error_location
from truquero.server.services import Services
from truquero.server.store import DatabaseUnavailable, JournalError, OutcomeUnknown

log = logging.getLogger("truquero.server")

LONGEST_LOGGED = 100  # characters of a path
RETRY_AFTER = "10"  # seconds
FAST = 5  # the level of compression
OUTCOME_UNKNOWN = "outcome-unknown"  # the code of a `Problem`: the request may have been carried out

READ_METHODS = (HttpMethod.GET, HttpMethod.HEAD)  # the server itself omits the body of an answer to HEAD

AnyRequest = Request[Any, Any, Any]

Body = TypeVar("Body", bound=RequestBody)


class RequestRefused(Exception):
    """A request is refused: the HTTP status, the code and the reason in the answer."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.code = status, code


def refusal_answer(request: AnyRequest, error: RequestRefused) -> Response[Problem]:
    """Return the answer to a request that a handler refused."""
    request.app.state.services.metrics.refused_requests.labels(error.code).inc()
    if error.status == 403:
        log.warning("%s %s was refused: %s", request.method, repr(request.url.path)[:LONGEST_LOGGED], error.code)
    may_retry = error.status in (429, 503) and error.code != OUTCOME_UNKNOWN
    headers = {"Retry-After": RETRY_AFTER} if may_retry else {}
    return Response(Problem(error.code, str(error)), status_code=error.status, headers=headers)


def unreadable_answer(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Return the answer to a request for an unknown path, or with a body that is too long, not valid or nested too
    deeply."""
    status = error.status_code if isinstance(error, ClientException) else 400
    code = {404: "unknown", 405: "unknown", 413: "long"}.get(status, "malformed")
    request.app.state.services.metrics.refused_requests.labels(code).inc()
    with speaking(language_of(request)):
        reasons = {"unknown": _("there is nothing at this address"), "long": _("the request is too long")}
        return Response(Problem(code, reasons.get(code, _("the request cannot be read"))), status_code=status)


def failure_answer(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Return the answer after an internal error. Only the log describes the error."""
    log.error("%s %s failed: %s", request.method, repr(request.url.path)[:LONGEST_LOGGED], error_location(error))
    with speaking(language_of(request)):
        return Response(Problem("failed", _("something went wrong: try again")), status_code=500)


def unstored_answer(request: AnyRequest, error: JournalError) -> Response[Problem]:
    """Return the answer to a request whose change could not be stored, or may not be stored."""
    with speaking(language_of(request)):
        if isinstance(error, OutcomeUnknown):
            reason = _(
                "the connection to the database was lost: check whether the action was done before you try again"
            )
            return refusal_answer(request, RequestRefused(503, OUTCOME_UNKNOWN, reason))
        reason = _("it could not be stored: try again in a moment")
        return refusal_answer(request, RequestRefused(503, "closing", reason))


def unavailable_answer(request: AnyRequest, _error: DatabaseUnavailable) -> Response[Problem]:
    """Return the answer to a request for which the database could not be read."""
    with speaking(language_of(request)):
        reason = _("the database does not answer: try again in a moment")
        return refusal_answer(request, RequestRefused(503, "closing", reason))


def language_of(request: AnyRequest) -> str:
    """Return the first language in the Accept-Language header that has translations; Spanish if there is none."""
    for part in request.headers.get("accept-language", "").split(","):
        if language := matching_language(str(part).strip()):
            return language
    return DEFAULT_LANGUAGE


async def body_of(request: AnyRequest, kind: type[Body]) -> Body:
    """Decode the body of a request strictly. The framework would also accept a number in quotes as a number."""
    try:
        return decode(await request.body(), type=kind)
    except InternalServerException as error:  # the framework raises it when the client disconnects
        log.info("%s %s: the client went away", request.method, repr(request.url.path)[:LONGEST_LOGGED])
        raise RequestRefused(400, "gone", _("the request cannot be read")) from error
    except MsgspecError as error:
        raise ClientException(status_code=400) from error


def client_of(request: AnyRequest) -> str:
    """Return the IP address of the client; "" if it is unknown."""
    client = request.scope.get("client")
    return client[0] if client else ""


def address_of(request: AnyRequest) -> str:
    """Return the network that a request comes from, as rate limits count it."""
    return network_of(client_of(request))


def accepts_gzip(request: AnyRequest) -> bool:
    """Return whether the client accepts answers compressed with gzip."""
    for part in request.headers.get("accept-encoding", "").lower().replace(" ", "").split(","):
        name, _separator, quality = part.partition(";q=")
        if name == "gzip":
            return not quality or bool(quality.strip("0."))
    return False


def public_answer(request: AnyRequest, answer: object) -> Response[bytes]:
    """Return an answer as JSON, compressed if the client accepts it.

    It must contain no secret: the size of compressed text reveals whether a part of it repeats."""
    content = answer if isinstance(answer, bytes) else encode(answer)
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if accepts_gzip(request):
        content, headers["Content-Encoding"] = gzip.compress(content, FAST), "gzip"
    return Response(content, media_type=MediaType.JSON, headers=headers)


def rate_limit_key(request: AnyRequest, services: Services) -> str:
    """Return the key of the rate limit for a request: its guest, or its network for a client without a guest."""
    return services.signer.guest_of(request.cookies) or f"from {address_of(request)}"


def known_guest(request: AnyRequest, services: Services) -> str:
    """Return the guest of a request. Raise RequestRefused if its cookie is missing or not valid."""
    guest = services.signer.guest_of(request.cookies)
    if guest is None:
        raise RequestRefused(401, "guest", _("the server does not know you: request /api/guest first"))
    return guest


def verified_guest(request: AnyRequest, services: Services) -> str:
    """Return the guest of a request that changes something. Raise RequestRefused if no page of this server sent it."""
    guest = known_guest(request, services)
    origin, host = request.headers.get("origin"), request.headers.get("host")
    if origin is not None and not services.origins.allows(origin, host):
        raise RequestRefused(403, "origin", _("this request did not come from a page of this server"))
    if not services.signer.is_valid_token(guest, request.headers.get(CSRF_HEADER)):
        raise RequestRefused(403, "token", _("this request did not come from a page of this server"))
    return guest
