"""Who can play here, and who is the fastest. What an executor needs is loaded only when it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CDLL
from importlib.util import find_spec

from truquero.compiled.request import Executor, SimulationError
from truquero.language import _
from truquero.rules.game import Rules
from truquero.sim.reference import ReferenceExecutor

AUTO = "auto"


def _cpu(rules: Rules) -> Executor:
    from truquero.compiled.cpu import CpuExecutor  # type: ignore[import-not-found]

    made: Executor = CpuExecutor(rules)
    return made


def _gpu(rules: Rules) -> Executor:
    from truquero.compiled.gpu import GpuExecutor  # type: ignore[import-not-found]

    made: Executor = GpuExecutor(rules)
    return made


def _cpu_lacks() -> str | None:
    return None if _installed("numba", "numpy", "truquero.compiled.cpu") else _install("fast")


def _gpu_lacks() -> str | None:
    if not _installed("torch", "numpy", "truquero.compiled.gpu"):
        return _install("gpu")
    # PyTorch takes seconds to load, so without a driver it is not even asked.
    if _has_driver():
        import torch

        if torch.cuda.is_available():
            return None
    return _("a GPU that PyTorch can use (CUDA)")


def _installed(*modules: str) -> bool:
    return all(find_spec(name) is not None for name in modules)


def _install(extra: str) -> str:
    return f'pip install "truquero[{extra}]"'


def _has_driver() -> bool:
    try:
        CDLL("libcuda.so.1")
    except OSError:
        return False
    return True


# The fastest first: who it is, what is lacking (None: nothing), and how he is fetched.
_KNOWN: dict[str, tuple[Callable[[], str | None], Callable[[Rules], Executor]]] = {
    "gpu": (_gpu_lacks, _gpu),
    "cpu": (_cpu_lacks, _cpu),
    "reference": (lambda: None, ReferenceExecutor),
}
EXECUTORS = tuple(_KNOWN)


def available() -> dict[str, str | None]:
    """Every executor, the fastest first, with what it lacks to run here: None where it can."""
    return {name: lacks() for name, (lacks, _make) in _KNOWN.items()}


def fetch(name: str, rules: Rules) -> Executor:
    """The executor of that name, or for `auto` the fastest that can run here."""
    if name == AUTO:
        name = next(one for one, (lacks, _make) in _KNOWN.items() if lacks() is None)
    if name not in _KNOWN:
        about = _("there is no executor {name}: choose one of {names}")
        raise SimulationError(about.format(name=repr(name), names=", ".join((AUTO, *EXECUTORS))))
    lacks, make = _KNOWN[name]
    missing = lacks()
    if missing is not None:
        raise SimulationError(
            _("the executor {name} cannot run here; it needs: {missing}").format(name=name, missing=missing)
        )
    return make(rules)
