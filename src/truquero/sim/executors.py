"""Who can play here, and who is the fastest. What an executor needs is loaded only when it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CDLL

from truquero.compiled.extras import lacking
from truquero.compiled.request import Executor, Progress, SimulationError
from truquero.language import _
from truquero.rules.game import Rules
from truquero.sim.reference import ReferenceExecutor

AUTO = "auto"
Make = Callable[[Rules, Progress | None], Executor]  # for which rules, and whom to tell how the tables are coming on


def _reference(rules: Rules, _progress: Progress | None) -> Executor:
    return ReferenceExecutor(rules)


def _cpu(rules: Rules, progress: Progress | None) -> Executor:
    from truquero.compiled.cpu import CpuExecutor

    return CpuExecutor(rules, progress)


def _gpu(rules: Rules, progress: Progress | None) -> Executor:
    from truquero.compiled.gpu import GpuExecutor

    return GpuExecutor(rules, progress=progress)


def _cpu_lacks() -> str | None:
    return lacking("fast")


def _gpu_lacks() -> str | None:
    missing = lacking("gpu")
    if missing is not None:
        return missing
    # PyTorch takes seconds to load, so without a driver it is not even asked.
    if _has_driver():
        import torch

        if torch.cuda.is_available():
            return None
    return _("a GPU that PyTorch can use (CUDA)")


def _has_driver() -> bool:
    try:
        CDLL("libcuda.so.1")
    except OSError:
        return False
    return True


# The fastest first: who it is, what is lacking (None: nothing), and how he is fetched.
_KNOWN: dict[str, tuple[Callable[[], str | None], Make]] = {
    "gpu": (_gpu_lacks, _gpu),
    "cpu": (_cpu_lacks, _cpu),
    "reference": (lambda: None, _reference),
}
EXECUTORS = tuple(_KNOWN)


def available() -> dict[str, str | None]:
    """Every executor, the fastest first, with what it lacks to run here: None where it can."""
    return {name: lacks() for name, (lacks, _make) in _KNOWN.items()}


def fetch(name: str, rules: Rules, progress: Progress | None = None) -> Executor:
    """The executor of that name, or for `auto` the fastest that can run here. `progress` is told of its tables."""
    if name == AUTO:
        return _fastest(rules, progress)
    if name not in _KNOWN:
        about = _("there is no executor {name}: choose one of {names}")
        raise SimulationError(about.format(name=repr(name), names=", ".join((AUTO, *EXECUTORS))))
    lacks, make = _KNOWN[name]
    missing = lacks()
    if missing is not None:
        raise SimulationError(
            _("the executor {name} cannot run here; it needs: {missing}").format(name=name, missing=missing)
        )
    return make(rules, progress)


def _fastest(rules: Rules, progress: Progress | None) -> Executor:
    """The first that can run here and has all of the game in its tables: working out what they lack while it plays
    takes longer than the engine needs to play by itself."""
    for lacks, make in _KNOWN.values():
        if lacks() is None:
            try:
                made = make(rules, progress)
            except SimulationError:  # there are games that have no tables at all
                continue
            if made.holds_all:
                return made
    raise AssertionError("the reference engine can always play")
