"""Run one benchmark, or all that need no graphics card: `python -m benchmarks [NAME [its arguments]]`."""

from __future__ import annotations

import sys
from importlib import import_module

BENCHMARKS = ("reference", "compile", "compiled", "bots", "server", "first_table")
WITH_A_CARD = ("gpu",)


def run(name: str) -> int:
    """Run one benchmark and return its exit status. Its module is imported only here."""
    status: int = import_module(f"benchmarks.{name}").main()
    return status


def main() -> int:
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    names = (*BENCHMARKS, *WITH_A_CARD)
    if name in names:
        del sys.argv[1]
        return run(name)
    if name:
        print(f"unknown benchmark {name!r}: choose one of {', '.join(names)}", file=sys.stderr)
        return 2
    return max(map(run, BENCHMARKS))


raise SystemExit(main())
