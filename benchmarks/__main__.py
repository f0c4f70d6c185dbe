"""`python -m benchmarks [NAME [its arguments]]`: one benchmark, or all that need no graphics card."""

from __future__ import annotations

import sys

from benchmarks import compile as making
from benchmarks import compiled, reference

BENCHMARKS = {"reference": reference.main, "compile": making.main, "compiled": compiled.main}


def main() -> int:
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name in BENCHMARKS:
        del sys.argv[1]
        return BENCHMARKS[name]()
    if name:
        print(f"unknown benchmark {name!r}: choose one of {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    return max(run() for run in BENCHMARKS.values())


raise SystemExit(main())
