"""What to install for a command whose optional dependencies are missing."""

from __future__ import annotations

from truquero.i18n import _

# The extra of pyproject.toml that installs a module, by the name of the module.
EXTRAS = {
    "aiosqlite": "server",
    "alembic": "server",
    "litestar": "server",
    "msgspec": "server",
    "prometheus_client": "server",
    "sqlalchemy": "server",
    "uvicorn": "server",
    "websockets": "server",
    "rich": "tui",
    "textual": "tui",
    "asyncpg": "postgres",
    "matplotlib": "plot",
    "numba": "fast",
    "numpy": "fast",
    "torch": "gpu",
}


def what_to_install(error: ModuleNotFoundError) -> str | None:
    """Return the message for a missing module of an extra; None if the module belongs to no extra."""
    module = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(module)
    if extra is None:
        return None
    return _("{module} is not installed: {command}").format(module=module, command=f'pip install "truquero[{extra}]"')
