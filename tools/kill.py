"""Kill a server repeatedly during play, and check that its database contains every change that it acknowledged.

`python -m tools.kill --rounds 100` uses a temporary SQLite database; `--database URL` names another, which should be
empty.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from subprocess import PIPE

from tools.killing.ledger import Ledger
from tools.killing.people import Town

ROOT = Path(__file__).parent.parent
START = "import sys; from tools.kill import serve; serve(sys.argv[1], int(sys.argv[2]))"
PATIENCE = 60.0  # seconds
BUSIEST = 120  # moves acknowledged between two kills, at most
EARLY = 5  # one round in this many also kills the server while it starts


def serve(database: str, port: int) -> None:
    """Run a server without delays and limits, in the process that is killed."""
    from truquero.server import start
    from truquero.server.settings import Settings

    much = (1_000_000, 1.0)
    settings = Settings(
        database,
        b"killed",
        port=port,
        any_port=False,
        bot_time=0.0,
        rest=0.0,
        grace=PATIENCE,
        workers=1,
        messages=much,
        heavy_messages=much,
        requests=much,
        new_tables=much,
        renames=much,
        tables_of_guest=much[0],
    )
    start.serve(settings, browser=False)


class Server:
    """The server process, which can be restarted on the same port."""

    def __init__(self, database: str, log: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._database, self._log = database, log
        self._process: asyncio.subprocess.Process | None = None

    async def spawn(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", START, self._database, str(self.port), cwd=ROOT, stdout=PIPE, stderr=log
            )

    async def ready(self) -> None:
        """Wait until the server prints its address, which means that it listens."""
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        assert b"http://" in line, self._log.read_text()

    async def end(self, how: signal.Signals) -> int:
        """Send a signal and return the exit status, after the server and its child processes have ended.

        The children hold the other end of its output pipe.
        """
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            return await process.wait()


@dataclass
class KillReport:
    """The results of a run."""

    kills: int = 0
    early: int = 0  # kills while the server was starting
    moves: int = 0  # acknowledged moves that are in the database
    frames: int = 0  # messages to clients that agree with the database
    changes: int = 0  # all stored changes
    records: int = 0  # replayed records of finished matches
    drained: float = 0.0  # seconds that the server took to stop after SIGTERM
    starts: list[float] = field(default_factory=list)  # seconds of each start until the server listened

    def __str__(self) -> str:
        slowest = max(self.starts, default=0.0)
        return (
            f"{self.kills} kills ({self.early} while starting): {self.moves} acknowledged moves and"
            f" {self.frames} frames of {self.changes} changes found again; {self.records} records replayed;"
            f" slowest start {slowest:.1f} s; drained in {self.drained:.2f} s"
        )


async def run(database: str, folder: Path, rounds: int, seed: int, tables: int = 4) -> KillReport:
    """Kill the server `rounds` times, stop it once with SIGTERM, then let all matches finish. Check after each stop."""
    random, report = Random(seed), KillReport()
    server, ledger = Server(database, folder / "server.log"), Ledger(database)
    town = Town(server.port, seed)
    await _start(server, report)
    try:
        await town.found(tables)
        town.start()
        for _round in range(rounds):
            if _round % EARLY == EARLY - 1:
                await _kill_early(server, random, report)
            await _end_busy(server, town, random, signal.SIGKILL)
            report.kills += 1
            await ledger.check(town.people, town.opened)
            await _start(server, report)
            town.server_is_up.set()
        report.drained = await _drain(server, town, random)
        await ledger.check(town.people, town.opened)
        await _start(server, report)
        town.server_is_up.set()
        await _finish(town)
        report.records = await town.check_records()
        await server.end(signal.SIGKILL)
        await town.all_have_left()
        await ledger.check(town.people, town.opened)
    finally:
        await server.end(signal.SIGKILL)
        await town.stop()
        await ledger.close()
    report.moves, report.frames, report.changes = ledger.moves, ledger.frames, ledger.changes
    return report


async def _start(server: Server, report: KillReport) -> None:
    began = time.monotonic()
    await server.spawn()
    await server.ready()
    report.starts.append(time.monotonic() - began)


async def _kill_early(server: Server, random: Random, report: KillReport) -> None:
    """Kill a server during its start. The next start must succeed."""
    await server.end(signal.SIGKILL)
    await server.spawn()
    await asyncio.sleep(random.uniform(0.2, 1.2) * report.starts[0])
    await server.end(signal.SIGKILL)
    report.kills += 1
    report.early += 1
    await _start(server, report)


async def _end_busy(server: Server, town: Town, random: Random, how: signal.Signals) -> tuple[int, float]:
    """Stop the server a random moment after some moves were acknowledged, so that it is busy.

    Return the exit status and the seconds that it took to stop."""
    until = town.acknowledged + random.randint(1, BUSIEST)
    opening = asyncio.create_task(town.open_one())
    async with asyncio.timeout(PATIENCE):
        while town.acknowledged < until:
            await town.progress()
    await asyncio.sleep(random.uniform(0, 0.02))
    town.server_is_up.clear()
    began = time.monotonic()
    status = await server.end(how)
    seconds = time.monotonic() - began
    await asyncio.gather(opening, return_exceptions=True)
    await town.all_have_left()
    return status, seconds


async def _drain(server: Server, town: Town, random: Random) -> float:
    """Stop the server with SIGTERM, and check its exit status and that it notified every client. Return the seconds."""
    for person in town.people:
        person.goodbyes = 0
    status, seconds = await _end_busy(server, town, random, signal.SIGTERM)
    assert status == 0, f"asked to end, the server ended with {status}"
    assert all(person.goodbyes for person in town.people), "somebody was not told that the server goes away"
    return seconds


async def _finish(town: Town) -> None:
    town.rematches = False
    async with asyncio.timeout(2 * PATIENCE):
        while not town.is_over:
            await town.progress()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--database", help="postgresql+asyncpg://… (default: a SQLite of its own)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite+aiosqlite:///{folder}/tables.sqlite3"
        print(asyncio.run(run(database, Path(folder), options.rounds, options.seed, options.tables)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
