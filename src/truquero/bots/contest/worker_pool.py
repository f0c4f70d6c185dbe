"""A pool of worker processes. Bots are plain Python, so one process uses only one core."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from traceback import format_exc
from typing import TYPE_CHECKING, Any, TypeVar

from truquero.bots.contest.mirrored_games import ContestError
from truquero.i18n import _, current_language, speaking
from truquero.sim.garbage_collection import collect_garbage_rarely

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

Task = TypeVar("Task")
Result = TypeVar("Result")
PATIENCE = 5.0  # seconds for a worker to close its bots and exit


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_tasks(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1
) -> Generator[tuple[Task, Result], None, None]:
    """Run every task and yield it with its result as soon as it is done. Tasks are taken when a worker is free.

    With more than one job each job is a process, and `work` has to be picklable. Closing the iterator ends all
    processes, also those that are still working.
    """
    if jobs == 1:
        for task in tasks:
            yield task, work(task)
        return
    pool = _WorkerPool(work, jobs)
    try:
        yield from pool.results(iter(tasks))
    finally:
        pool.close()


class _ContestWorker:
    """A worker process, its pipe and its current task."""

    def __init__(self, process: SpawnProcess, pipe: Connection) -> None:
        self.process, self.pipe = process, pipe
        self.task: Any = None


class _WorkerPool:
    """A pool of workers. A worker is started only when there is a task for it."""

    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self._work, self._jobs = work, jobs
        self._workers: list[_ContestWorker] = []

    def results(self, tasks: Iterator[Any]) -> Iterator[tuple[Any, Any]]:
        from multiprocessing.connection import wait

        busy: dict[object, _ContestWorker] = {}
        idle: list[_ContestWorker] = []
        for task in tasks:
            worker = idle.pop() if idle else self._start_worker()
            worker.task = task
            busy[worker.pipe] = worker
            _send_task(worker)
            while not idle and len(busy) == self._jobs:
                for pipe in wait([worker.pipe for worker in busy.values()]):
                    free = busy.pop(pipe)
                    idle.append(free)
                    yield free.task, _receive_result(free)
        while busy:
            for pipe in wait([worker.pipe for worker in busy.values()]):
                free = busy.pop(pipe)
                yield free.task, _receive_result(free)

    def _start_worker(self) -> _ContestWorker:
        """Start a worker. It is spawned, because a fork would copy the threads and locks of the caller."""
        from multiprocessing import get_context

        context = get_context("spawn")
        parent_end, worker_end = context.Pipe()
        process = context.Process(target=_run_worker, args=(worker_end, self._work, current_language()), daemon=True)
        with _interrupts_blocked():
            process.start()
        worker_end.close()
        worker = _ContestWorker(process, parent_end)
        self._workers.append(worker)
        return worker

    def close(self) -> None:
        """End all processes. Their current tasks are abandoned, but their bots are closed."""
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()


def _send_task(worker: _ContestWorker) -> None:
    try:
        worker.pipe.send(worker.task)
    except OSError as error:
        raise _worker_ended(worker) from error


def _receive_result(worker: _ContestWorker) -> Any:
    """Return the result of a worker's task, or raise its error."""
    try:
        succeeded, answer = worker.pipe.recv()
    except (EOFError, OSError) as error:
        raise _worker_ended(worker) from error
    if not succeeded:
        raise ContestError(answer)
    return answer


def _worker_ended(worker: _ContestWorker) -> ContestError:
    worker.process.join(PATIENCE)
    message = _("a worker process ended unexpectedly (status {status}); was it killed, or is the memory full?")
    return ContestError(message.format(status=worker.process.exitcode))


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for processes that are started in this context.

    The parent process handles Ctrl-C for them. If it comes meanwhile, the parent receives it afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # otherwise it starts with the first process, and unblocks Ctrl-C
    received: list[int] = []  # another thread may receive the signal: Python still runs the handler in the main one
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, _frame: received.append(number)) if is_main else None
    previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)
        if handler is not None:
            signal.signal(signal.SIGINT, handler)
    if received:
        signal.raise_signal(signal.SIGINT)


def _run_worker(pipe: Connection, work: Callable[[Any], Any], language: str) -> None:
    """Run a worker process, in the language of its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):  # all processes receive it when the terminal closes; the parent ends the workers
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _handle_sigterm)
    collect_garbage_rarely()
    try:
        with speaking(language):
            _run_tasks(pipe, work)
    finally:  # a signal now would interrupt the shutdown of Python
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _run_tasks(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Run tasks until the parent closes the pipe."""
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = True, work(task)
        except ContestError as error:
            answer = False, str(error)
        except Exception:
            answer = False, format_exc()
        try:
            pipe.send(answer)
        except OSError:
            return


def _handle_sigterm(_number: int, _frame: object) -> None:
    """Handle SIGTERM: raise SystemExit, so that the context managers of the current task close its bots."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)
