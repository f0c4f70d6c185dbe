"""Run the tests while other processes keep the machine busy: `python -m tools.under_load --times 3`.

A test that fails here and not on an idle machine depends on the speed of the machine. Arguments after `--` go to
pytest, for example `-- --shuffle 7 tests/server/tables/test_seats.py`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"  # it ends with its parent process
TESTS = ("-n", "auto", "--dist", "worksteal", "-q", "-rfE")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Run busy loops in this many processes inside the context."""
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _process in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run(arguments: Sequence[str]) -> tuple[int, str]:
    """Run the tests once, and return their exit status and output."""
    command = [sys.executable, "-m", "pytest", *TESTS, *arguments]
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return ended.returncode, ended.stdout


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.under_load", description="run the tests under load")
    parser.add_argument("--times", type=int, default=3, help="how often all tests are run (default: 3)")
    parser.add_argument("--busy", type=int, default=6, help="processes that run beside them (default: 6)")
    parser.add_argument("pytest", nargs="*", help="what goes to pytest, behind --")
    options = parser.parse_args(arguments)
    failures, statuses = Counter[str](), list[int]()
    for number in range(1, options.times + 1):
        began = time.monotonic()
        with load(options.busy):
            status, output = run(options.pytest)
        statuses.append(status)
        failures.update(FAILED.findall(output))
        last = (output.strip().splitlines() or ["pytest said nothing"])[-1]
        print(f"run {number} of {options.times}, {time.monotonic() - began:.0f} s: {last}", flush=True)
        if status != 0:
            print(output, flush=True)
    for test, times in failures.most_common():
        print(f"failed {times} of {options.times} times: {test}")
    return max(statuses, default=0)


if __name__ == "__main__":
    sys.exit(main())
