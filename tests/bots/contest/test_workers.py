"""Worker processes use all cores, give the same results, and end cleanly whatever happens."""

from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from multiprocessing import Pipe
from pathlib import Path

import pytest

from tests.support.programs import PATIENT, comes_soon, ends_soon
from truquero.bots.contest import ContestError, cores, run_tasks, worker_pool


def test_every_task_is_done_once() -> None:
    for jobs in (1, 2):
        assert sorted(run_tasks(operator.neg, range(20), jobs)) == [(number, -number) for number in range(20)]
    assert [*run_tasks(operator.neg, [], 2)] == []


def test_a_task_is_taken_when_a_worker_is_free() -> None:
    """The list of tasks may be endless: the caller closes the iterator when it has enough results."""
    started: list[int] = []

    def tasks() -> Iterator[int]:
        for number in count():
            started.append(number)
            yield number

    with closing(run_tasks(operator.neg, tasks(), 2)) as results:
        for done, (number, result) in enumerate(results):
            assert result == -number
            assert len(started) <= done + 3
            if done == 10:
                break


def test_a_failing_worker_reports_its_error() -> None:
    with (
        pytest.raises(ContestError, match=r"(?s)invalid literal for int.*'x'"),
        closing(run_tasks(int, ["1", "x"], 2)) as results,
    ):
        list(results)


def test_a_killed_worker_is_reported() -> None:
    with pytest.raises(ContestError, match=r"ended unexpectedly \(status 3\)"):
        list(run_tasks(os._exit, [3], 2))


def test_closing_ends_all_workers() -> None:
    started = time.monotonic()
    results = run_tasks(time.sleep, [0, 3600], 2)
    assert next(results) == (0, None)
    results.close()
    assert time.monotonic() - started < 3600


def test_a_worker_ignores_sigterm_while_it_exits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal would interrupt the shutdown of the interpreter and print a traceback."""
    monkeypatch.setattr(worker_pool, "collect_garbage_rarely", lambda: None)
    previous_handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)}
    parent_end, worker_end = Pipe()
    parent_end.close()
    try:
        worker_pool._run_worker(worker_end, operator.neg, "en")
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)
        worker_end.close()


def test_ctrl_c_while_a_worker_is_started_is_handled_afterwards() -> None:
    previous_handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    started = []

    def start() -> None:
        with worker_pool._interrupts_blocked():
            os.kill(os.getpid(), signal.SIGINT)
            started.append("all the same")

    try:
        with pytest.raises(KeyboardInterrupt):
            start()
    finally:
        signal.signal(signal.SIGINT, previous_handler)
    assert started


def test_cores_are_those_this_process_may_use() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


SLOW_BOT = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(f"{sys.argv[1]}/{os.getpid()}", "w").close()
sys.stdin.readline()
print('{"type": "ready"}', flush=True)
time.sleep(3600)
"""


# Start another program with default signal handling. The tests may have been started with some signals ignored (`nohup
# make test`), and child processes would inherit that.
WITH_DEFAULT_SIGNALS = """
import os, signal, sys
for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
    signal.signal(number, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("send_signal", "number", "error_output", "jobs"),
    [
        (os.killpg, signal.SIGINT, "\n", 1),  # Ctrl-C, which a terminal sends to all of them
        (os.killpg, signal.SIGINT, "\n", 2),
        (os.killpg, signal.SIGHUP, "", 2),  # the terminal is closed
        (os.kill, signal.SIGTERM, "", 1),
        (os.kill, signal.SIGTERM, "", 2),
    ],
    ids=["Ctrl-C, alone", "Ctrl-C", "hung up", "told to end, alone", "told to end"],
)
def test_a_terminated_worker_closes_its_bots(
    send_signal: Callable[[int, int], None], number: signal.Signals, error_output: str, jobs: int, tmp_path: Path
) -> None:
    """The exit status names the signal, and neither workers nor the programs that they started are left running."""
    pids = tmp_path / "pids"
    pids.mkdir()
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW_BOT)
    command = [sys.executable, "-m", "truquero", "duel", f"exec:{sys.executable} {bot} {pids}", "azar"]
    environment = {**os.environ, "TRUQUERO_BOT_SECONDS": "3600"}
    with subprocess.Popen(
        [sys.executable, "-c", WITH_DEFAULT_SIGNALS, *command, "--players", "2", "--jobs", str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as running:
        try:
            assert comes_soon(lambda: len([*pids.iterdir()]) == jobs)
            send_signal(running.pid, number)
            out, err = running.communicate(timeout=PATIENT)
        finally:
            running.kill()
    assert (running.returncode, out, err) == (128 + number, "", error_output)
    assert all(ends_soon(int(path.name)) for path in pids.iterdir())
