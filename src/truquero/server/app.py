"""The application: its routes, its page, and what happens when it starts and ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Receive, Scope, Send

from truquero.server.guard import HEADERS
from truquero.server.routes import ROUTES, Turned, failed, problem, unreadable
from truquero.server.services import Services, services_for
from truquero.server.settings import Settings
from truquero.server.sockets import line

PAGE = Path(__file__).parent / "page"
TIDY = 60.0  # seconds
HANDLERS: Any = {Turned: problem, UnicodeError: unreadable, RecursionError: unreadable, 500: failed}
LONGEST_PATH = 250  # bytes
LARGEST_BODY = 256 * 1024  # bytes: a record of a long match


def create_app(settings: Settings, services: Services | None = None) -> Litestar:
    """A server with these settings."""
    made = services or services_for(settings)
    handlers: list[Any] = [*ROUTES, line]
    if PAGE.is_dir():
        handlers += [create_static_files_router(path="/assets", directories=[PAGE / "assets"]), home, page]
        handlers += [_folder(name) for name in ("cards", "icons", "suits") if (PAGE / name).is_dir()]
    return Litestar(
        route_handlers=handlers,
        dependencies={"services": Provide(lambda: made, sync_to_thread=False)},
        exception_handlers=HANDLERS,
        lifespan=[_life(made)],
        middleware=[_Limits(made)],
        before_send=[_with_headers],
        openapi_config=None,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )


def _folder(name: str) -> Any:
    return create_static_files_router(path=f"/{name}", directories=[PAGE / name])


@get("/", sync_to_thread=False, media_type=MediaType.HTML)
def home() -> Response[bytes]:
    return _page_at("/")


@get("/{path:path}", sync_to_thread=False, media_type=MediaType.HTML)
def page(path: FromPath[str]) -> Response[bytes]:
    return _page_at(path)


def _page_at(path: str) -> Response[bytes]:
    """The page: its one file for every address of its own, and the few that lie beside it."""
    beside = PAGE / path.lstrip("/")
    if path.startswith("/api/"):
        raise NotFoundException
    is_file = beside.parent == PAGE and beside.is_file()
    found = beside if is_file else PAGE / "index.html"
    types = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
    kind = types.get(found.suffix, "image/png" if found.suffix == ".png" else MediaType.HTML)
    return Response(found.read_bytes(), media_type=kind, headers={"Cache-Control": "no-cache"})


def _life(services: Services) -> Any:
    @asynccontextmanager
    async def life(_app: Litestar) -> AsyncIterator[None]:
        await services.store.open()
        await services.hall.open()
        tidying = asyncio.create_task(_tidy(services))
        try:
            yield
        finally:
            tidying.cancel()
            await services.hall.close()
            await services.store.close()

    return life


async def _tidy(services: Services) -> None:
    while True:
        await asyncio.sleep(TIDY)
        await services.hall.tidy()


async def _with_headers(message: Any, _scope: Scope) -> None:
    """The same guards on every answer."""
    if message["type"] == "http.response.start":
        own = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
        message["headers"] = [*message.get("headers", []), *own]


class _Limits:
    """So many requests of one address, and no more."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, app: ASGIApp) -> ASGIApp:
        async def limited(scope: Scope, receive: Receive, send: Send) -> None:
            client = scope.get("client")
            who = client[0] if client else ""
            path = scope["path"]
            if "\0" in path or len(path.encode()) > LONGEST_PATH:  # files of such a name cannot even be looked for
                await _turn_away(scope, receive, send, 404)
            elif path.startswith("/api/") and not self._services.requests.take(who):
                await _turn_away(scope, receive, send, 429)
            else:
                await app(scope, receive, send)

        return limited


async def _turn_away(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": 4000 + status, "reason": None})
        return
    answer: Response[str] = Response(
        "too many requests" if status == 429 else "not found", status_code=status, headers={"Retry-After": "10"}
    )
    connection: ASGIConnection[Any, Any, Any, Any] = Request(scope, receive, send)
    await answer.to_asgi_response(app=None, request=connection)(scope, receive, send)  # type: ignore[arg-type]
