"""A real PostgreSQL for tests: a temporary cluster that is deleted after the test."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.served import PATIENCE
from tools.needs import POSTGRES

# The data need not survive a crash of the machine, so PostgreSQL does not wait for the disk. Killing a Truquero server
# still loses nothing.
QUICK = ("fsync=off", "synchronous_commit=on", "full_page_writes=off", "max_connections=40", "shared_buffers=16MB")
NOBODY = "postgres"  # PostgreSQL refuses to run as root


def _as_nobody() -> dict[str, object]:
    """Return the arguments of `subprocess.run` that make root run PostgreSQL as another user."""
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": pwd.getpwnam(NOBODY).pw_gid, "extra_groups": []}


def _run(folder: Path, program: str, *arguments: str) -> None:
    command = [str(POSTGRES.found().parent / program), *arguments]
    result = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
        **_as_nobody(),  # type: ignore[call-overload]
    )
    assert result.returncode == 0, result.stdout + result.stderr


@contextmanager
def postgres() -> Iterator[str]:
    """Start PostgreSQL and yield the URL of an empty database.

    It listens on a socket in its own folder, so any number of clusters can run side by side.
    """
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # pytest's folders are private, and their paths too long for a socket
    if os.geteuid() == 0:
        shutil.chown(folder, NOBODY)
    data, log = folder / "data", folder / "log"
    try:
        _run(folder, "initdb", "-D", str(data), "-U", "truquero", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        options = " ".join(
            f"-c {setting}" for setting in (*QUICK, "listen_addresses=", f"unix_socket_directories={folder}")
        )
        _run(folder, "pg_ctl", "-D", str(data), "-l", str(log), "-o", options, "-w", "start")
        try:
            yield f"postgresql+asyncpg://truquero@/postgres?host={folder}"
        finally:
            _run(folder, "pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
