"""The first checks of every request: the host name must belong to this server, and rate limits apply."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from truquero.i18n import _, speaking
from truquero.server.http.bodies import Problem
from truquero.server.http.requests import RETRY_AFTER, address_of, language_of, rate_limit_key
from truquero.server.limits.rates import TokenBucket
from truquero.server.page_protocol import PROTOCOL, PROTOCOL_HEADER, outdated_text
from truquero.server.services import Services
from truquero.server.settings import ORIGINS

log = logging.getLogger("truquero.server")

LONGEST_PATH = 250  # bytes
LONGEST_NAME = 100  # characters of a host name in an answer or a log line
NAMES_LOGGED = (5, 60.0)  # log lines about unknown hosts, in so many seconds: nobody can fill the disk
MONITORING_PATHS = ("/healthz", "/readyz", "/metrics")  # answered under any host name
NOT_FOUND, OUTDATED, MISDIRECTED, TOO_MANY = 404, 409, 421, 429
CODES = {NOT_FOUND: "unknown", OUTDATED: "outdated", MISDIRECTED: "host", TOO_MANY: "flood"}


class RequestFilter:
    """A middleware that refuses requests.

    Many clients may share an address, so each guest has a rate limit of its own. All clients of an address without a
    guest cookie share another limit, which the guests of that address cannot use up. The whole address has a higher
    limit, and two more: for the page with its files, and for monitoring, which other requests must not stop.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._logged = TokenBucket(NAMES_LOGGED)

    def __call__(self, app: ASGIApp) -> ASGIApp:
        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            request: Request[Any, Any, Any] = Request(scope, receive, send)
            status = self._status(request)
            if status is None:
                await app(scope, receive, send)
                return
            self._services.metrics.refused_requests.labels(CODES[status]).inc()
            if scope["type"] == ScopeType.WEBSOCKET:
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
                await send({"type": "websocket.close", "code": 4000 + status, "reason": None})
                return
            answer = _answer(request, status)
            await answer.to_asgi_response(app=None, request=request)(scope, receive, send)

        return guarded

    def _status(self, request: Request[Any, Any, Any]) -> int | None:
        """Return the HTTP status with which a request is refused; None if it may pass."""
        path, host = request.scope["path"], request.headers.get("host")
        if "\0" in path or len(path.encode()) > LONGEST_PATH:  # the file system rejects such names
            return NOT_FOUND
        if path not in MONITORING_PATHS and not self._services.origins.is_own_host(host):
            if self._logged.take():
                log.warning("a request to host %s was refused: set %s if it is yours", _shortened(repr(host)), ORIGINS)
            return MISDIRECTED
        if not self._is_within_limits(request, path):
            return TOO_MANY
        is_outdated = path.startswith("/api/") and request.headers.get(PROTOCOL_HEADER, str(PROTOCOL)) != str(PROTOCOL)
        return OUTDATED if is_outdated else None

    def _is_within_limits(self, request: Request[Any, Any, Any], path: str) -> bool:
        services, address = self._services, address_of(request)
        if path in MONITORING_PATHS:
            return services.monitoring_requests.take(address)
        if not path.startswith("/api/"):
            return services.file_requests.take(address)
        return services.requests.take(rate_limit_key(request, services)) and services.addresses.take(address)


def _answer(request: Request[Any, Any, Any], status: int) -> Response[Any]:
    """Return the answer to a refused request: a `Problem` for paths of the API, plain text for others."""
    with speaking(language_of(request)):
        reason = _reason(request, status)
    headers = {"Retry-After": RETRY_AFTER} if status == TOO_MANY else {}
    if request.scope["path"].startswith("/api/"):
        return Response(Problem(CODES[status], reason), status_code=status, headers=headers)
    return Response(reason, status_code=status, headers=headers, media_type=MediaType.TEXT)


def _reason(request: Request[Any, Any, Any], status: int) -> str:
    if status == NOT_FOUND:
        return _("there is nothing at this address")
    if status == OUTDATED:
        return outdated_text()
    if status == TOO_MANY:
        return _("too many requests: try again in a moment")
    host = _shortened(request.headers.get("host", ""))
    message = _("this server does not answer to the name {name}: if it is your server, start it with {setting}")
    return message.format(name=host, setting=f"{ORIGINS}={request.scope['scheme']}://{host}")


def _shortened(text: str) -> str:
    return text[:LONGEST_NAME]
