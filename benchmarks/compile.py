"""Measure how long it takes to build the lookup tables of each game, and to read them from the cache.

    .venv/bin/python -m benchmarks.compile [VARIANT ...]

It measures every preset, or those named, with 2 and with 4 players. Each measurement runs in a new Python process with
its own empty cache, and leaves out imports. `cpu` is the CPU time of the first build, which other work on the machine
does not change. `cached` is the best of three reads from the cache, because the first may still wait for the disk.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from truquero.sim.cache_paths import FOLDER_VARIABLE
from truquero.variants import VARIANTS

PLAYERS = (2, 4)
READINGS = 3
PROGRAM = """
import json, sys, time
from truquero import rules_of
from truquero.sim.tables.load import tables_for
rules = rules_of(sys.argv[1], int(sys.argv[2]))
wall, cpu = time.perf_counter(), time.process_time()
tables = tables_for(rules)
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
print(json.dumps([wall, cpu, len(tables.rows.states), tables.complete]))
"""


def build_or_read(variant: str, players: int, folder: str) -> tuple[float, float, int, bool]:
    """Return the wall time and CPU time in seconds, the number of states, and whether the tables are complete."""
    command = [sys.executable, "-c", PROGRAM, variant, str(players)]
    completed = subprocess.run(command, check=True, stdout=subprocess.PIPE, env={**os.environ, FOLDER_VARIABLE: folder})
    wall, cpu, states, complete = json.loads(completed.stdout)
    return wall, cpu, states, complete


def report_line(variant: str, players: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        first, cpu, states, complete = build_or_read(variant, players, folder)
        cached = min(build_or_read(variant, players, folder)[0] for _ in range(READINGS))
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    mark = " " if complete else "+"  # incomplete tables are filled during play
    return f"{variant:>12} {players} {states:>10,}{mark} {first:>10.2f} {cpu:>8.2f} {cached:>11.3f} {size / 1e6:>7.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Seconds to make the tables of games, and to read them again.")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="only these; all where none is named")
    chosen = parser.parse_args().variants
    unknown = [name for name in chosen if name not in VARIANTS]
    if unknown:
        parser.error(f"unknown {', '.join(unknown)}: choose from {', '.join(VARIANTS)}")
    print(f"{'players':>14} {'states':>10}  {'first, s':>10} {'cpu, s':>8} {'cached, s':>11} {'MB':>7}")
    for variant in chosen or VARIANTS:
        for players in PLAYERS:
            print(report_line(variant, players), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
