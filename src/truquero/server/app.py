"""The Litestar application: its routes, the static page, start-up and shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Response, route
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import Scope

from truquero.server.assembly import create_services
from truquero.server.http.middleware import RequestFilter
from truquero.server.http.requests import (
    RequestRefused,
    failure_answer,
    refusal_answer,
    unavailable_answer,
    unreadable_answer,
    unstored_answer,
)
from truquero.server.http.routes import READ_METHODS, ROUTES
from truquero.server.http.security_headers import HEADERS
from truquero.server.services import Services
from truquero.server.settings import Settings
from truquero.server.store import DatabaseUnavailable, JournalError
from truquero.server.ws.sockets import table_socket

PAGE = Path(__file__).parent / "page"
PICTURES = ("cards", "gestures", "icons", "portraits", "suits")  # folders of the page
TIDY = 60.0  # seconds between two runs of `TableRegistry.unload_idle`
UNREADABLE: Any = (ClientException, UnicodeError, RecursionError)
HANDLERS: Any = {
    RequestRefused: refusal_answer,
    JournalError: unstored_answer,
    DatabaseUnavailable: unavailable_answer,
    500: failure_answer,
    **dict.fromkeys(UNREADABLE, unreadable_answer),
}
LARGEST_BODY = 256 * 1024  # bytes: enough for the record of a long match


def create_app(settings: Settings, services: Services | None = None) -> Litestar:
    """Return the application of a server with these settings."""
    app_services = services or create_services(settings)
    handlers: list[Any] = [*ROUTES, table_socket]
    if PAGE.is_dir():
        handlers += [create_static_files_router(path="/assets", directories=[PAGE / "assets"]), home, page]
        handlers += [_folder(name) for name in PICTURES if (PAGE / name).is_dir()]
    return Litestar(
        route_handlers=handlers,
        dependencies={"services": Provide(lambda: app_services, sync_to_thread=False)},
        exception_handlers=HANDLERS,
        lifespan=[_lifespan(app_services)],
        middleware=[RequestFilter(app_services)],
        state=State({"services": app_services}),
        before_send=[_with_headers],
        openapi_config=None,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )


def _folder(name: str) -> Any:
    return create_static_files_router(path=f"/{name}", directories=[PAGE / name])


@route("/", http_method=READ_METHODS, sync_to_thread=False, media_type=MediaType.HTML)
def home() -> Response[bytes]:
    return _page_at("/")


@route("/{path:path}", http_method=READ_METHODS, sync_to_thread=False, media_type=MediaType.HTML)
def page(path: FromPath[str]) -> Response[bytes]:
    return _page_at(path)


def _page_at(path: str) -> Response[bytes]:
    """Return a file of the page's root folder, or else index.html: the page itself handles all other paths."""
    root_file = PAGE / path.lstrip("/")
    if path.startswith("/api/"):
        raise NotFoundException
    is_file = root_file.parent == PAGE and root_file.is_file()
    file = root_file if is_file else PAGE / "index.html"
    content = _content(file, file.stat().st_mtime_ns)
    types = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
    kind = types.get(file.suffix, "image/png" if file.suffix == ".png" else MediaType.HTML)
    return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})


@lru_cache(maxsize=32)  # more than the files in the folder; tables would wait while the event loop reads a file
def _content(file: Path, _modified: int) -> bytes:
    """Return the content of a file, as it is since it was modified last."""
    return file.read_bytes()


def _lifespan(services: Services) -> Any:
    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await services.store.open()
        tasks = [asyncio.create_task(work) for work in (services.environment.time.run(), _tidy(services))]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            services.replays.close()
            await services.tables.close()
            await services.store.close()

    return lifespan


async def _tidy(services: Services) -> None:
    while True:
        await services.environment.time.sleep(TIDY)
        await services.tables.unload_idle()


async def _with_headers(message: Any, _scope: Scope) -> None:
    """Add the security headers to an HTTP response."""
    if message["type"] == "http.response.start":
        own = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
        message["headers"] = [*message.get("headers", []), *own]
