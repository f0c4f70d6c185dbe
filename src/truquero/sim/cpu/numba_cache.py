"""The compiled loop, which Numba caches between runs. Checksums of the cache are verified before it is loaded.

Numba trusts its cache files: a corrupt index makes it fail, and corrupt machine code is executed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any

from numba import config, njit

from truquero.i18n import _
from truquero.i18n.progress import message_shown
from truquero.sim.cache_files import checksum, read_cached, write_cached
from truquero.sim.cache_paths import loop_folder, loop_sums
from truquero.sim.garbage_collection import garbage_collection_off

try:
    import fcntl
except ImportError:  # Windows: no lock, so several processes may compile at the same time
    fcntl = None  # type: ignore[assignment]

_INDEX, _FILES = "*.nbi", "*.nb[ic]"  # without its index Numba ignores its cache


def jit(signature: str, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function at once, or load it from the cache.

    If nothing can be cached, the function is only compiled. By default Numba would put its cache beside the source and
    check only that file for changes, but the loop also depends on constants of other files. Loop vectorization is off,
    because the loops of this package run only two or three times.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        folder = loop_folder()
        with garbage_collection_off(), _settings(CACHE_DIR=str(folder), LOOP_VECTORIZE=0):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with _one_at_a_time(folder):
                    with nullcontext() if _is_intact(folder) else _compiling():
                        dispatcher = njit(signature, cache=True, **options)(function)
                    _save_checksums(folder)
            except OSError:
                with _compiling():
                    dispatcher = njit(signature, **options)(function)
        return dispatcher

    return compiled


def _compiling() -> AbstractContextManager[None]:
    return message_shown(_("compiling for this machine: this takes a few seconds, once"))


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Hold a lock while compiling.

    Another process waits, and then loads what this process has cached.
    """
    try:
        file = (folder / "loop.lock").open("a")
    except OSError:  # the folder is not writable
        yield
        return
    with file:
        _lock(file)
        yield


def _lock(file: IO[str]) -> None:
    """Lock a file until it is closed."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with _compiling():  # the other process compiles
            fcntl.flock(file, fcntl.LOCK_EX)


@contextmanager
def _settings(**settings: Any) -> Iterator[None]:
    """Change settings of Numba, and restore them at the end, because the rest of the program may use Numba too."""
    previous = {name: getattr(config, name) for name in settings}
    try:
        for name, value in settings.items():
            setattr(config, name, value)
        yield
    finally:
        for name, value in previous.items():
            setattr(config, name, value)


def _checksums_of(folder: Path) -> bytes:
    files = sorted(folder.rglob(_FILES))
    return b"".join(path.relative_to(folder).as_posix().encode() + b" " + checksum(path.read_bytes()) for path in files)


def _is_intact(folder: Path) -> bool:
    """Return whether the cache matches its checksums.

    If it does not, delete its index files, so that Numba ignores it.
    """
    intact = read_cached(loop_sums()) == _checksums_of(folder)
    if not intact:
        for index in folder.rglob(_INDEX):
            index.unlink(missing_ok=True)
    return intact


def _save_checksums(folder: Path) -> None:
    checksums = _checksums_of(folder)
    if read_cached(loop_sums()) != checksums:
        write_cached(loop_sums(), checksums)
