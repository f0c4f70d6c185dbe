"""Post records of 200,000 characters that are as expensive to replay as possible, without a cookie: first one by one,
then four at once. The tool reports the cost of each record, the response times of another guest meanwhile, and how long
the server takes to stop.

    python -m tools.attacks.replay --seconds 60
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
import urllib.error
import urllib.request

from tools.attacks.records import KINDS
from tools.attacks.victim import Guest, Target, Victim, answer_times, run, summary

RECORD_LENGTH = 200_000  # characters
PATIENCE = 120.0  # seconds


def post(served: Target, text: str) -> str:
    """Post a record without a cookie, and return a description of the result."""
    headers = {"Content-Type": "application/json", "Accept-Language": "en"}
    request = urllib.request.Request(f"{served.address}/api/replay", json.dumps({"text": text}).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return f"{len(answer.read()) / 2**20:.1f} MiB"
    except urllib.error.HTTPError as error:
        with error:
            return f"{error.code}: {error.read().decode()[:80]}"
    except OSError as error:
        return f"no answer: {error}"


def record_of(kind: str, length: int = RECORD_LENGTH) -> str:
    """Return an expensive record of a kind, cut after the last whole line."""
    text = KINDS[kind](length)
    return text[: text.rindex("\n", 0, length) + 1]


async def post_one_by_one(served: Victim, records: dict[str, str], until: float) -> None:
    for kind, text in records.items():
        if time.monotonic() > until:
            return
        began, used_before = time.monotonic(), served.processor_seconds
        outcome = await asyncio.to_thread(post, served, text)
        took, used = time.monotonic() - began, served.processor_seconds - used_before
        print(f"{kind:24} {took:6.2f} s, {used:6.2f} s of the server's own processor time: {outcome}", flush=True)


async def attack(served: Victim, seconds: float) -> None:
    records = {kind: record_of(kind) for kind in KINDS}
    honest = Guest(served.address)
    table = honest.open_table()
    print("before:   ", summary(await answer_times(served, honest, table, 3)))
    measuring = asyncio.create_task(answer_times(served, honest, table, seconds))
    await post_one_by_one(served, records, time.monotonic() + seconds)
    print("meanwhile:", summary(await measuring))
    costly = records["unknown cards"]
    waiting = [asyncio.create_task(asyncio.to_thread(post, served, costly)) for _time in range(4)]
    await asyncio.sleep(1)
    began = time.monotonic()
    served.process.terminate()
    try:
        await asyncio.to_thread(served.process.wait, PATIENCE)
        print(
            f"the server has ended {time.monotonic() - began:.1f} s after it was told to, with records being replayed"
        )
    except subprocess.TimeoutExpired:
        print(f"the server has not ended {PATIENCE:.0f} s after it was told to, with records being replayed")
        served.process.kill()
    await asyncio.gather(*waiting)


if __name__ == "__main__":
    run(attack, __doc__, seconds=60)
