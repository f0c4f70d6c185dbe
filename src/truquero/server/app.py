"""The Litestar application: its routes, the static page, start-up and shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import ClientException
from litestar.types import Scope

from truquero.server.assembly import create_services
from truquero.server.http.middleware import RequestFilter
from truquero.server.http.page_files import PAGE, home, page
from truquero.server.http.requests import (
    RequestRefused,
    failure_answer,
    refusal_answer,
    unavailable_answer,
    unreadable_answer,
    unstored_answer,
)
from truquero.server.http.routes import ROUTES
from truquero.server.http.security_headers import HEADERS
from truquero.server.services import Services
from truquero.server.settings import Settings
from truquero.server.store import DatabaseUnavailable, JournalError
from truquero.server.ws.sockets import table_socket

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
        handlers += [home, page]
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
