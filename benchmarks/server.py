"""Measure how many tables a server can hold, and how long a move takes to reach all players of its table.

    .venv/bin/python -m benchmarks.server [--tables 1000] [--variant argentino] [--players 2] [--pace 5 0]
                                          [--seconds 30] [--clients 1] [--database URL]

The benchmark starts a real server and fills all its tables with simulated players: guests with cookies, one socket
each, no bots. The player to act waits between half the pace and one and a half times the pace, in seconds, and makes a
random legal move. The cutter cuts, and every client takes part in the fair-deal protocol (commit and reveal). Each pace
is measured separately at the same tables. At pace 0 nobody waits, so that every table always has a pending move. This
shows the highest rate of moves; most of each time is then spent in a queue.

The time of a move is measured from just before it is sent until the last seat of the table has received the event, with
one clock, in the client process. It includes the work of the clients; `CPU people` shows how much CPU time they use.
`waited` is the share of time in which the server was ready to run but other processes used all cores. If it is not near
0, other processes cause most of the times.

The server keeps its usual limits. The players of each table connect from their own loopback address, which Linux allows
without configuration, and no client sends more than four messages per second. Therefore it takes hundreds of tables to
find the highest rate of moves.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.crowd.process import Measure, Measured, Task, people
from truquero.i18n.progress import Progress

# Both are much longer than a busy machine needs. They only end a measurement that hangs.
PATIENCE = 300.0  # seconds for the server to stop
SPARE = 300.0  # seconds that the players may take beyond the measurement
TICK = os.sysconf("SC_CLK_TCK")
MEBIBYTE = 2**20


@dataclass(frozen=True)
class Server:
    """The server process that is measured."""

    pid: int
    port: int

    @property
    def memory(self) -> int:
        """The resident memory in bytes."""
        match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        assert match is not None
        return int(match[1]) * 1024

    @property
    def cpu(self) -> float:
        """The CPU time of all threads, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def waited(self) -> float:
        """Seconds for which the main thread was ready to run but had no core."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9


@contextmanager
def started(database: str | None) -> Iterator[Server]:
    """Start a server, with its tables in the given database or in a temporary folder, and stop it at the end."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {"TRUQUERO_DATA": folder, "TRUQUERO_LANG": "en"} | ({"DATABASE_URL": database} if database else {})
        process = subprocess.Popen(
            [sys.executable, "-m", "truquero", "serve", "--port", "0", "--no-browser"],
            env={name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | variables,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            match = re.search(r"http://[^/]+:(\d+)/", process.stdout.readline())
            if match is None:
                raise SystemExit("the server did not start")
            yield Server(process.pid, int(match[1]))
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def crowd(tasks: Sequence[Task]) -> Iterator[list[Connection]]:
    """Start processes of simulated players, and yield their pipes when all tables have begun to play."""
    context = multiprocessing.get_context("spawn")
    connections: list[Connection] = []
    processes = []
    for task in tasks:
        connection, child_connection = context.Pipe()
        process = context.Process(target=people, args=(task, child_connection), daemon=True)
        process.start()
        child_connection.close()  # otherwise this process would not notice that the other has ended
        connections.append(connection)
        processes.append(process)
    try:
        _fill(connections, tasks)
        yield connections
        for connection in connections:
            connection.send(None)
        for process in processes:
            process.join(SPARE)
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _fill(connections: Sequence[Connection], tasks: Sequence[Task]) -> None:
    filled, total = 0, sum(task.tables for task in tasks)
    progress = Progress("tables")
    for connection, task in zip(connections, tasks, strict=True):
        for _table in range(task.tables):
            filled += connection.recv()
            progress.show(filled, total)
    progress.clear()


@dataclass(frozen=True)
class Shares:
    """The shares of one core that the server used and that it waited for."""

    cpu: float
    waited: float


def measure(served: Server, connections: Sequence[Connection], order: Measure) -> tuple[list[Measured], Shares]:
    """Measure once. Return the results of the players, and the CPU use of the server meanwhile."""
    for connection in connections:
        connection.send(order)
    time.sleep(order.settle)
    start, cpu, waited = time.perf_counter(), served.cpu, served.waited
    time.sleep(order.seconds)
    wall = time.perf_counter() - start
    shares = Shares((served.cpu - cpu) / wall, (served.waited - waited) / wall)
    for connection in connections:
        if not connection.poll(SPARE):
            raise SystemExit("the simulated players do not answer")
    return [connection.recv() for connection in connections], shares


def quantile(ordered: Sequence[float], part: float) -> float:
    """Return the quantile `part` (0 to 1) of sorted values, or 0 if there are none."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def report(pace: float, results: Sequence[Measured], server: Shares, memory: float) -> str:
    times = sorted(second * 1000 for result in results for second in result.seconds)
    wall = max(result.wall for result in results)
    cells = (
        f"{pace:g} s",
        f"{sum(result.playing for result in results):,}",
        f"{len(times) / wall:,.1f}",
        *(f"{quantile(times, part):,.1f}" for part in (0.5, 0.99, 1.0)),
        f"{memory / 1024:,.0f}",
        f"{server.cpu:.0%}",
        f"{server.waited:.0%}",
        f"{1000 * server.cpu * wall / max(1, len(times)):.2f}",
        f"{sum(result.cpu for result in results) / wall:.0%}",
        f"{sum(result.bytes_read for result in results) / max(1, len(times)) / 1024:,.1f}",
        f"{sum(result.refused for result in results)}",
        f"{os.getloadavg()[0]:.1f}",
    )
    return "| " + " | ".join(cells) + " |"


HEAD = (
    "pace",
    "tables",
    "moves/s",
    "p50 ms",
    "p99 ms",
    "max ms",
    "KiB/table",
    "CPU server",
    "waited",
    "ms/move",
    "CPU people",
    "KiB/move",
    "refused",
    "load",
)


def run(arguments: argparse.Namespace) -> None:
    tables_per_process, remainder = divmod(arguments.tables, arguments.clients)
    with started(arguments.database) as served:
        tasks, first = [], 0
        for number in range(arguments.clients):
            count = tables_per_process + (number < remainder)
            tasks.append(
                Task(served.port, first, count, arguments.variant, arguments.players, arguments.pace[0], number)
            )
            first += count
        empty = served.memory
        start = time.perf_counter()
        with crowd(tasks) as connections:
            seats = arguments.tables * arguments.players
            print(
                f"{arguments.variant}, {arguments.players} players: {arguments.tables:,} tables with {seats:,} sockets,"
                f" filled in {time.perf_counter() - start:.0f} s; {arguments.clients} process(es) of people;"
                f" server {served.pid}, {empty / MEBIBYTE:.0f} MiB before"
            )
            print("| " + " | ".join(HEAD) + " |")
            print("|" + "---|" * len(HEAD), flush=True)
            for pace in arguments.pace:
                order = Measure(pace, settle=max(1.0, min(pace, 5.0)), seconds=arguments.seconds)
                results, shares = measure(served, connections, order)
                print(report(pace, results, shares, (served.memory - empty) / arguments.tables), flush=True)
                for problem in sorted({problem for result in results for problem in result.problems}):
                    print(f"  heard: {problem}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--variant", default="argentino")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--pace", type=float, nargs="+", default=[5.0, 0.0], help="seconds that people take for a move")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each measurement")
    parser.add_argument("--clients", type=int, default=1, help="processes of people")
    parser.add_argument("--database", help="as DATABASE_URL; a file of SQLite otherwise")
    arguments = parser.parse_args()
    if min(arguments.tables, arguments.players, arguments.clients) < 1 or arguments.seconds <= 0:
        parser.error("--tables, --players, --clients and --seconds have to be more than nothing")
    run(arguments)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
