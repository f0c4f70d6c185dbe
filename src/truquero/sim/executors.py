"""Who can play here, and who would be done first. What an executor needs is loaded only when it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CDLL

from truquero.compiled import compile as compile_tables
from truquero.compiled.cache import loop_sums, tables_path, too_many_path
from truquero.compiled.extras import lacking
from truquero.compiled.layout import MOST_TARGET
from truquero.compiled.request import Executor, Progress, SimulationError
from truquero.language import _
from truquero.rules.game import Rules
from truquero.sim.reference import ReferenceExecutor

AUTO = "auto"
# What the engine plays by itself while the CPU executor is loaded, while tables are made, while the loop is compiled:
# in its first seconds, when many states are new to it, it makes some 15,000 moves a second.
MOVES_WHILE_LOADING, MOVES_WHILE_WALKING, MOVES_WHILE_COMPILING = 14_000, 50_000, 80_000
# What the CPU executor, or where that is not installed the engine, plays while PyTorch compiles a game for minutes.
MOVES_FOR_A_GPU, MOVES_FOR_A_GPU_ALONE = 4_000_000_000, 4_000_000
USUAL_TARGET = 40  # points: tables hold every state at every score
MOVES_IN_A_HAND, MOVES_IN_A_MATCH = 6, 80  # of random play, about
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
    """The executor of that name; for `auto` the one that is fastest at whatever will be asked of it, which a graphics
    card is not: it cannot ask a policy, and takes minutes to begin. `progress` is told of its tables."""
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
    """The CPU executor where it can run and has all of the game in its tables: working out what they lack while it
    plays takes longer than the engine needs to play by itself. Otherwise the engine."""
    if _cpu_lacks() is None and _may_have_tables(rules):
        try:
            made = _cpu(rules, progress)
        except SimulationError:  # it does not fit
            return _reference(rules, progress)
        if made.holds_all:
            return made
    return _reference(rules, progress)


def _may_have_tables(rules: Rules) -> bool:
    """Whether nothing is known that speaks against tables of the whole game."""
    return rules.match.target <= MOST_TARGET and not too_many_path(rules).is_file()


def fastest_for(rules: Rules, games: int, *, whole: bool) -> str:
    """Whom to ask for so many matches, or single hands, to have them soonest: the name for `fetch`.

    Only the engine begins at once. The others have to be loaded, and the first time made: tables are walked, the loop
    is compiled. So it is the engine up to as many moves as it plays by itself in that time, which is longer where the
    cache has no tables of this game or no loop. The graphics card comes into play where a CPU would be busy for longer
    than PyTorch compiles.
    """
    moves = games * (MOVES_IN_A_MATCH if whole else MOVES_IN_A_HAND)
    tables, loop = tables_path(rules).is_file(), loop_sums().is_file()
    walking = MOVES_WHILE_WALKING * max(1, rules.match.target**2 // USUAL_TARGET**2)
    before = MOVES_WHILE_LOADING + (not tables) * walking + (not loop) * MOVES_WHILE_COMPILING
    if moves < before:
        return "reference"
    enough = MOVES_FOR_A_GPU if _cpu_lacks() is None else MOVES_FOR_A_GPU_ALONE
    return "gpu" if moves >= enough and _gpu_lacks() is None and _holds_all(rules) else AUTO


def _holds_all(rules: Rules) -> bool:
    """Whether tables hold all of a game; where nobody knows yet they are made."""
    return _may_have_tables(rules) and compile_tables(rules).complete
