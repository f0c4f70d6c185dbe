"""The available executors, and the choice of the fastest. The dependencies of an executor are imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CDLL

from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.sim.cache_paths import loop_sums, tables_path, too_many_path
from truquero.sim.optional_dependencies import install_command
from truquero.sim.reference import ReferenceExecutor
from truquero.sim.request import Executor
from truquero.sim.simulation_error import SimulationError
from truquero.sim.tables import compile_tables
from truquero.sim.tables.layout import MOST_TARGET
from truquero.sim.tables.walk import Progress

AUTO = "auto"
# The moves that the engine plays in the time needed to load the CPU executor, to build tables and to compile the loop.
# In its first seconds, when its caches are still empty, the engine plays about 15,000 moves per second.
MOVES_WHILE_LOADING, MOVES_WHILE_BUILDING, MOVES_WHILE_COMPILING = 14_000, 50_000, 80_000
# The moves that the CPU executor (or the engine, if that is not installed) plays in the minutes that PyTorch compiles.
MOVES_FOR_A_GPU, MOVES_FOR_A_GPU_ALONE = 4_000_000_000, 4_000_000
USUAL_TARGET = 40  # points; the size of the tables depends on the number of scores
MOVES_IN_A_HAND, MOVES_IN_A_MATCH = 6, 80  # approximate, in random play
Factory = Callable[[Rules, Progress | None], Executor]  # the second argument is called while tables are built


def _reference(rules: Rules, _progress: Progress | None) -> Executor:
    return ReferenceExecutor(rules)


def _cpu(rules: Rules, progress: Progress | None) -> Executor:
    from truquero.sim.cpu.executor import CpuExecutor

    return CpuExecutor(rules, progress)


def _gpu(rules: Rules, progress: Progress | None) -> Executor:
    from truquero.sim.gpu.executor import GpuExecutor

    return GpuExecutor(rules, progress=progress)


def _cpu_lacks() -> str | None:
    return install_command("fast")


def _gpu_lacks() -> str | None:
    missing = install_command("gpu")
    if missing is not None:
        return missing
    # Importing PyTorch takes seconds, so skip it if there is no CUDA driver.
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


# By name, the fastest first: a function that returns the missing requirement (or None), and the factory.
_REGISTRY: dict[str, tuple[Callable[[], str | None], Factory]] = {
    "gpu": (_gpu_lacks, _gpu),
    "cpu": (_cpu_lacks, _cpu),
    "reference": (lambda: None, _reference),
}
EXECUTORS = tuple(_REGISTRY)


def available() -> dict[str, str | None]:
    """Return every executor, the fastest first, with the requirement that is missing here, or None if it can run."""
    return {name: lacks() for name, (lacks, _factory) in _REGISTRY.items()}


def create_executor(name: str, rules: Rules, progress: Progress | None = None) -> Executor:
    """Return the executor with this name.

    `auto` selects the fastest executor that accepts every request. It never selects the GPU executor, which cannot
    call a policy function and takes minutes to start. `progress` is called while the executor builds its tables.
    """
    if name == AUTO:
        return _fastest(rules, progress)
    if name not in _REGISTRY:
        message = _("there is no executor {name}: choose one of {names}")
        raise SimulationError(message.format(name=repr(name), names=", ".join((AUTO, *EXECUTORS))))
    lacks, factory = _REGISTRY[name]
    missing = lacks()
    if missing is not None:
        raise SimulationError(
            _("the executor {name} cannot run here; it needs: {missing}").format(name=name, missing=missing)
        )
    return factory(rules, progress)


def _fastest(rules: Rules, progress: Progress | None) -> Executor:
    """Return the CPU executor if it can run and its tables hold the whole game, otherwise the engine.

    With incomplete tables the CPU executor is slower than the engine, because it computes missing states during play.
    """
    if _cpu_lacks() is None and _may_have_tables(rules):
        try:
            executor = _cpu(rules, progress)
        except SimulationError:  # the game does not fit in tables
            return _reference(rules, progress)
        if executor.holds_all:
            return executor
    return _reference(rules, progress)


def _may_have_tables(rules: Rules) -> bool:
    """Return whether tables of the whole game may exist: no known limit rules them out."""
    return rules.match.target <= MOST_TARGET and not too_many_path(rules).is_file()


def fastest_for(rules: Rules, games: int, *, whole_matches: bool) -> str:
    """Return the name of the executor that finishes this many matches or single hands first.

    Only the engine starts at once. The CPU executor must be loaded; on first use its tables must be built and its loop
    compiled. The engine is therefore faster for as many moves as it plays in that time, which is longer if the cache
    has no tables of this game or no compiled loop. The GPU executor is faster if the CPU would play for longer than
    PyTorch needs to compile.
    """
    moves = games * (MOVES_IN_A_MATCH if whole_matches else MOVES_IN_A_HAND)
    tables, loop = tables_path(rules).is_file(), loop_sums().is_file()
    moves_while_building = MOVES_WHILE_BUILDING * max(1, rules.match.target**2 // USUAL_TARGET**2)
    moves_before_start = MOVES_WHILE_LOADING + (not tables) * moves_while_building + (not loop) * MOVES_WHILE_COMPILING
    if moves < moves_before_start:
        return "reference"
    moves_for_a_gpu = MOVES_FOR_A_GPU if _cpu_lacks() is None else MOVES_FOR_A_GPU_ALONE
    return "gpu" if moves >= moves_for_a_gpu and _gpu_lacks() is None and _holds_all(rules) else AUTO


def _holds_all(rules: Rules) -> bool:
    """Return whether tables hold the whole game. Build them if that is not known yet."""
    return _may_have_tables(rules) and compile_tables(rules).complete
