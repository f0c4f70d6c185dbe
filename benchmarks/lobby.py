"""Measure how long listing the lobby and opening a table take on a server with many tables in memory.

python -m benchmarks.lobby --tables 10000
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from truquero.server.assembly import create_services
from truquero.server.http.bodies import NewTable
from truquero.server.http.new_table import open_table
from truquero.server.settings import SQLITE, Settings

TRIES = 20


async def measure(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = f"{SQLITE}{Path(folder, 'tables.sqlite3')}"
        services = create_services(Settings(database=database, secret=b"benchmark"))
        await services.store.open()
        tables = services.tables
        new_table = NewTable(variant="paulista", players=2, public=True)
        at_once = 200
        for first in range(0, count, at_once):
            await asyncio.gather(
                *(open_table(tables, f"guest {first + number}", new_table) for number in range(at_once))
            )
        for name, work in (
            ("lobby", lambda number: tables.lobby(f"guest {number}")),
            ("new table", lambda number: open_table(tables, f"newcomer {number}", new_table)),
        ):
            wall, cpu = [], []
            for number in range(TRIES):
                wall_start, cpu_start = time.perf_counter(), time.thread_time()
                await work(number)
                wall.append((time.perf_counter() - wall_start) * 1000)
                cpu.append((time.thread_time() - cpu_start) * 1000)
            print(f"{name}: {median(wall):.1f} ms, {median(cpu):.2f} ms of them of the server's own thread")
        await tables.close()
        await services.store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    asyncio.run(measure(parser.parse_args().tables))


if __name__ == "__main__":
    main()
