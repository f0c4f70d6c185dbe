"""A process of simulated players. It fills its tables and measures on request."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection

from benchmarks.crowd.guests import Guest, new_guest, open_table, source_of
from benchmarks.crowd.table import LoadTable, Tally

TOGETHER = 10  # tables that are filled concurrently
LATE = 1.0  # seconds: a move still pending for longer at the end of the measurement counts with its time so far


@dataclass(frozen=True)
class Task:
    """The tables of one process."""

    port: int
    first: int
    tables: int
    variant: str
    players: int
    pace: float
    seed: int


@dataclass(frozen=True)
class Measure:
    """A request to measure for some seconds at a given pace."""

    pace: float
    settle: float  # seconds to wait before the measurement
    seconds: float


@dataclass(frozen=True)
class Measured:
    """The results of a measurement in one process."""

    seconds: list[float]  # from sending each move until all seats have received its event
    wall: float
    cpu: float
    playing: int  # tables at which a player has moved
    refused: int
    bytes_read: int
    problems: tuple[str, ...]


def people(task: Task, orders: Connection) -> None:
    """Run the process: report each table that is filled, then carry out orders until None arrives."""
    guests = [
        [new_guest("127.0.0.1", task.port, source_of(task.first + number)) for _seat in range(task.players)]
        for number in range(task.tables)
    ]
    asyncio.run(_play(task, guests, orders))


async def _play(task: Task, guests: list[list[Guest]], orders: Connection) -> None:
    tally = Tally(task.pace)
    randomness = random.Random(task.seed)
    ids = [open_table("127.0.0.1", task.port, seated[0], task.variant, task.players) for seated in guests]
    addresses = [f"http://127.0.0.1:{task.port}/api/tables/{table_id}/socket" for table_id in ids]
    tables = [LoadTable(address, tally, randomness) for address in addresses]
    slots = asyncio.Semaphore(TOGETHER)

    async def fill(table: LoadTable, seated: list[Guest]) -> None:
        async with slots:
            await table.gather(seated)
            orders.send(1)

    await asyncio.gather(*map(fill, tables, guests))
    while (order := await asyncio.to_thread(orders.recv)) is not None:
        orders.send(await _measure(order, tables, tally))
    for table in tables:
        table.close()


async def _measure(order: Measure, tables: list[LoadTable], tally: Tally) -> Measured:
    tally.pace = order.pace
    await asyncio.sleep(order.settle)
    tally.begin(order.pace)
    for table in tables:
        table.moved = False
    start, cpu, read = time.perf_counter(), time.process_time(), sum(table.bytes_read for table in tables)
    await asyncio.sleep(order.seconds)
    tally.counts = False
    late = [waited for table in tables if (waited := table.waited) > LATE]  # or moves that never arrive would not count
    return Measured(
        seconds=[*tally.seconds, *late],
        wall=time.perf_counter() - start,
        cpu=time.process_time() - cpu,
        playing=sum(table.moved for table in tables),
        refused=tally.refused,
        bytes_read=sum(table.bytes_read for table in tables) - read,
        problems=tuple(sorted(set(tally.problems))),
    )
