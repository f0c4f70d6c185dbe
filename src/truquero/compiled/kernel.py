"""The compiled loop, kept between runs: Numba keeps it, and here it is seen to that it reads what it has written.

Numba believes whatever stands in its files: a spoilt index stops it, and spoilt machine code is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any

from numba import config, njit

from truquero.compiled.cache import loop_folder, loop_sums
from truquero.compiled.garbage import no_collection
from truquero.compiled.keeping import checksum, read_kept, write_kept
from truquero.language import _
from truquero.language.progress import telling

try:
    import fcntl
except ImportError:  # Windows, where every process compiles for itself
    fcntl = None  # type: ignore[assignment]

_INDEX, _FILES = "*.nbi", "*.nb[ic]"  # without its index Numba reads nothing


def jit(signature: str, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function at once, or read it from where it was kept; where nothing can be kept it is only compiled.

    Numba alone would keep it beside its source and look at that one file to see whether it is still good; the loop
    freezes numbers of other files too. Nor are loops made wide: those in here take two or three turns.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        folder = loop_folder()
        with no_collection(), _settings(CACHE_DIR=str(folder), LOOP_VECTORIZE=0):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with _one_at_a_time(folder):
                    with nullcontext() if _is_whole(folder) else _compiling():
                        made = njit(signature, cache=True, **options)(function)
                    _note_sums(folder)
            except OSError:
                with _compiling():
                    made = njit(signature, **options)(function)
        return made

    return compiled


def _compiling() -> AbstractContextManager[None]:
    return telling(_("compiling for this machine: a few seconds, once"))


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Let no other process compile meanwhile: it waits, and reads what this one has kept."""
    try:
        file = (folder / "loop.lock").open("a")
    except OSError:  # nobody writes to this folder
        yield
        return
    with file:
        _lock(file)
        yield


def _lock(file: IO[str]) -> None:
    """Until the file is closed."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with _compiling():  # the other does
            fcntl.flock(file, fcntl.LOCK_EX)


@contextmanager
def _settings(**wanted: Any) -> Iterator[None]:
    """Let Numba compile with other settings than those of whoever else uses it."""
    before = {name: getattr(config, name) for name in wanted}
    try:
        for name, value in wanted.items():
            setattr(config, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(config, name, value)


def _sums_of(folder: Path) -> bytes:
    files = sorted(folder.rglob(_FILES))
    return b"".join(path.relative_to(folder).as_posix().encode() + b" " + checksum(path.read_bytes()) for path in files)


def _is_whole(folder: Path) -> bool:
    """Whether all that is kept is as it was written; otherwise it is forgotten."""
    whole = read_kept(loop_sums()) == _sums_of(folder)
    if not whole:
        for index in folder.rglob(_INDEX):
            index.unlink(missing_ok=True)
    return whole


def _note_sums(folder: Path) -> None:
    sums = _sums_of(folder)
    if read_kept(loop_sums()) != sums:
        write_kept(loop_sums(), sums)
